import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { core, thorough } from '../tiers/tier';
import { ANN, FOE, Party } from './party';
import type { UserName } from './world';

const QUESTION = 'The server is slow';

let party: Party;
/** The faces the GM's window has rolled. */
let rolled: number[];
let asked: string[];
/** Milliseconds that the server takes for the next batches, and for all later ones. */
let delays: number[];
let delay: number;

async function opens(ruleset: string, present?: readonly UserName[]): Promise<void> {
  party = await Party.open(ruleset, present);
  const { operations } = party.table.world;
  const { modifyBatch } = operations;
  [rolled, asked, delays, delay] = [[], [], [], 0];
  operations.modifyBatch = (...args) => {
    party.table.clock.now += delays.shift() ?? delay;
    return modifyBatch.apply(operations, args);
  };
  const { Dice } = party.gm.page.CONFIG;
  const { randomUniform } = Dice;
  Dice.randomUniform = () => {
    const face = randomUniform();
    rolled.push(face);
    return face;
  };
  answersQuestion(false);
}

function answersQuestion(toRetry: boolean): void {
  party.gm.page.foundry.applications.api.DialogV2.confirm = async ({ window }) => {
    asked.push(window.title);
    return toRetry;
  };
}

/** The next claims come back late. Each is released at once. */
function lateClaims(count: number): void {
  delays = Array.from({ length: count }, () => [10_000, 0]).flat();
}

const heard = (what: RegExp): number => party.table.log.filter((line) => what.test(line)).length;
const shown = () => heard(/reads \(info\): The server is slow/);
const hidden = () => heard(/reads \(removed\): The server is slow/);
const start = () => party.send(party.gm, { do: 'start', by: 'gm' });

afterEach(async () => {
  expect(party.table.faults).toEqual([]);
  await party.table.close();
});

describe('a step that the server writes late', core, () => {
  it.each([1, 2, 3])('is retried with the same dice, late %i times, and its line disappears', async (times) => {
    await opens('clash', ['Gamemaster']);
    lateClaims(times);
    await start();
    expect(party.combat.system.step).toBe(1);
    expect(rolled).toHaveLength(5);
    expect([shown(), hidden()]).toEqual([1, 1]);
    expect(asked).toEqual([]);
    expect(heard(/reads \((warn|error)\)/)).toBe(0);
    expect(await party.table.judge()).toBe(1);
  });

  it('is asked about after the third retry, and goes on with the same dice', async () => {
    await opens('clash', ['Gamemaster']);
    answersQuestion(true);
    lateClaims(5);
    await start();
    expect(asked).toEqual([QUESTION]);
    expect(party.combat.system.step).toBe(1);
    expect(rolled).toHaveLength(5);
    expect(shown()).toBe(2);
    expect(hidden()).toBe(2);
  });

  it('is not written if the GM says no, and keeps its dice for later', async () => {
    await opens('clash', ['Gamemaster']);
    lateClaims(4);
    await start();
    expect(asked).toEqual([QUESTION]);
    expect(party.combat.system.step).toBe(0);
    expect(party.heard(party.gm)).toContain('The server took too long to answer.');
    expect(hidden()).toBe(shown());
    await start();
    expect(party.combat.system.step).toBe(1);
    expect(rolled).toHaveLength(5);
  });

  it('keeps the roll with which the GM answered for a player', async () => {
    await opens('energy');
    await start();
    await party.untilAsked(party.of(ANN));
    const { key } = defined(party.askOf(party.of(ANN)), 'an ask');
    const answers = (face: number) => party.done(party.gm, () => party.gm.page.answer(party.combat, key, [face]));
    lateClaims(4);
    await answers(17);
    expect(asked).toEqual([QUESTION]);
    await answers(3);
    const { history, step } = party.combat.system;
    expect(JSON.stringify(history[step].entries)).toContain('"answer":[17]');
  });

  it('refuses no request of a player, who reads nothing of it', async () => {
    await opens('energy');
    await start();
    await party.untilAsked(party.of(ANN));
    const [, ann] = party.table.tabs;
    const { key } = defined(party.askOf(party.of(ANN)), 'an ask');
    const from = party.table.log.length;
    const { step } = party.combat.system;
    lateClaims(3);
    await party.done(defined(ann, 'a player'), () => ann?.page.answer(party.combatAt(ann), key, [20]));
    expect(party.combat.system.step).toBeGreaterThan(step);
    expect(party.refusals()).toEqual([]);
    expect(party.heard(defined(ann, 'a player'), from)).toBe('');
    expect(asked).toEqual([]);
  });
});

describe('a second click while the server answers slowly', thorough, () => {
  const requests = () =>
    party.gm.page.game.messages.filter(({ type }: { readonly type: string }) => type === 'request').length;

  it('gives no second command of the GM, and undoes no second step', async () => {
    await opens('energy');
    await start();
    await party.play({ do: 'end-round', by: 'gm' });
    const { step } = party.combat.system;
    const command = { do: 'end-round', by: 'gm' };
    await party.done(party.gm, () => Promise.all([1, 2].map(() => party.gm.page.submit(party.combat, command))));
    expect(party.combat.system.step).toBe(step + 1);
    await party.done(party.gm, () => Promise.all([1, 2].map(() => party.gm.page.rewindStep(party.combat))));
    expect(party.combat.system.cursor).toBe(step);
    // Afterwards, it is a new command.
    await party.play(command);
    await party.play(command);
    expect(party.combat.system.step).toBe(step + 4);
  });

  it('sends no second request of a player', async () => {
    await opens('energy', ['Gamemaster', 'Ann']);
    await start();
    const [, ann] = party.table.tabs;
    if (!ann) throw new Error('a player');
    const command = { do: 'melee-attack', by: party.of(ANN), at: party.of(FOE) };
    for (const _ of [1, 2]) ann.does('clicks', () => ann.page.submit(party.combatAt(ann), command));
    await party.arrive();
    expect(party.refusals()).toEqual([]);
    expect(requests()).toBe(0);
    expect(party.askOf(party.of(ANN))).toBeDefined();
    const { step } = party.combat.system;
    const { key } = defined(party.askOf(party.of(ANN)), 'an ask');
    for (const _ of [1, 2]) ann.does('clicks', () => ann.page.answer(party.combatAt(ann), key, [20]));
    await party.arrive();
    expect(party.combat.system.step).toBeGreaterThan(step);
    expect(party.refusals()).toEqual([]);
    expect(party.heard(ann)).toBe('');
  });
});

describe('a server that takes six seconds for each answer', thorough, () => {
  it.each(['energy', 'clash'])('is waited for in %s without a word', async (ruleset) => {
    await opens(ruleset);
    await start();
    await party.answerAll();
    delay = 6000;
    const from = party.table.log.length;
    for (let turns = 0; turns < 12; turns++) await party.play(defined(party.onward()[0], 'a command'));
    expect(party.encounter.clock.round).toBeGreaterThan(2);
    expect(party.heard(party.gm, from)).toBe('');
    expect(asked).toEqual([]);
    expect(party.refusals()).toEqual([]);
  });
});
