import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { cancelOdds, requestOdds } from '../../../src/foundry/apps/odds/odds-queue';
import type { LoadedEncounter } from '../../../src/foundry/views/fight';

const { idle, sent } = vi.hoisted(() => ({
  idle: [] as (() => void)[],
  sent: [] as ((odds: readonly (readonly object[])[]) => void)[],
}));
vi.mock('../../../src/foundry/platform/idle', () => ({ whenIdle: (work: () => void) => idle.push(work) }));
vi.mock('../../../src/foundry/apps/odds/odds-worker', () => ({
  askWorker: (_: object, answered: (odds: readonly (readonly object[])[]) => void) => sent.push(answered) > 0,
}));

const COMMANDS: readonly Command[] = [{ do: 'strike', by: 'mira', at: 'gnoll' }];
const fightSeenBy = (viewer: object) =>
  ({
    encounter: { clock: { round: 1 } },
    viewer,
    adapter: { ruleset: { id: 'x', views: { oddsAwaited: () => () => undefined } } },
  }) as unknown as LoadedEncounter;

describe('odds that a worker computes', () => {
  let drawn: number;
  let owner: object;
  const draw = () => void drawn++;
  const request = (viewer: object = { gm: true }) => {
    requestOdds(owner, fightSeenBy(viewer), COMMANDS, draw);
    for (let work = idle.shift(); work; work = idle.shift()) work();
  };
  const answerAll = () => {
    for (const answered of sent.splice(0)) answered([[{ id: 'hit' }]]);
  };
  beforeEach(() => {
    owner = {};
    drawn = 0;
    idle.length = 0;
    sent.length = 0;
  });

  it('are drawn once, though they are requested again meanwhile', () => {
    request();
    request();
    expect(sent.length).toBe(1);
    answerAll();
    expect(drawn).toBe(1);
    request();
    expect(sent.length).toBe(0);
  });

  it('are requested again for another viewer, and only theirs are drawn', () => {
    request();
    request({ gm: false, seesOdds: true });
    expect(sent.length).toBe(2);
    answerAll();
    expect(drawn).toBe(1);
  });

  it('are drawn if the answer to an earlier request comes before theirs is sent', () => {
    const known = { isKept: false };
    const fight = (viewer: object) => {
      const seen = fightSeenBy(viewer);
      const keep = () => {
        known.isKept = true;
      };
      Object.assign(seen.adapter.ruleset.views, { oddsAwaited: () => (known.isKept ? null : keep) });
      return seen;
    };
    const runIdle = () => {
      for (let work = idle.shift(); work; work = idle.shift()) work();
    };
    requestOdds(owner, fight({ gm: true }), COMMANDS, draw);
    runIdle();
    requestOdds(owner, fight({ gm: true, seesOdds: true }), COMMANDS, draw);
    answerAll();
    expect(drawn).toBe(0);
    runIdle();
    expect([drawn, sent.length]).toEqual([1, 0]);
  });

  it('are requested again after they were given up', () => {
    request();
    cancelOdds(owner);
    answerAll();
    expect(drawn).toBe(0);
    request();
    answerAll();
    expect(drawn).toBe(1);
  });
});
