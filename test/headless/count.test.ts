import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ANN, BOB, CAL, FOE, LAST, Party } from './party';
import type { Tab } from './tab';

const ALL = [ANN, BOB, CAL, FOE, LAST];

/** In tempo, combatants come and go while their plans are secret: the count reaches its end with those present. */
describe('a combatant that comes or goes around the count', () => {
  let party: Party;
  let gm: Tab;

  beforeAll(async () => {
    party = await Party.open('tempo');
    gm = party.gm;
    await party.start();
  });
  afterAll(() => party?.table.close());

  const clock = () => party.encounter.clock;
  const state = (token: number) => party.encounter.fighters[party.of(token)].state;
  const present = (): string[] => [...clock().present].sort();
  const planned = (token: number): (string | undefined)[] =>
    ['1', '2'].map((slot) => state(token)[`plan-${slot}`]?.action);

  /** The GM plans for a fighter: a shift, then a rest. */
  async function plan(token: number): Promise<void> {
    const by = party.of(token);
    for (const [slot, action] of [
      ['1', 'shift'],
      ['2', 'rest'],
    ] as const)
      await party.send(gm, { do: 'plan', by, options: { action, slot } });
    expect(planned(token), party.heard(gm)).toEqual(['shift', 'rest']);
  }

  const counts = (): Promise<void> => party.play({ do: 'count', by: 'gm' });
  async function countUntil(isThere: () => boolean): Promise<void> {
    for (let times = 0; times < 40 && !isThere(); times++) await counts();
    expect(isThere(), JSON.stringify(clock())).toBe(true);
  }
  async function countToTheEnd(): Promise<void> {
    const { round } = clock();
    await countUntil(() => clock().round === round + 1);
    expect(clock().phase).toBe('planning');
    // Who is there when Planning ends takes part.
    expect(present()).toEqual([]);
    await counts();
    expect(present()).toEqual(ALL.flatMap((token) => party.of(token) ?? []).sort());
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    await party.judge();
  }

  beforeEach(async () => {
    expect(clock().phase).toBe('planning');
    for (const token of ALL) await plan(token);
  });

  it('is removed with its plan before the count, and has no plan when it comes back', async () => {
    await party.remove(FOE);
    await counts();
    await party.add(FOE);
    expect(planned(FOE)).toEqual([undefined, undefined]);
    await countToTheEnd();
  });

  it('is removed with its plan during the count: its numbers are skipped, and the others have theirs', async () => {
    await countUntil(() => clock().tempo >= 0 && clock().phase === 'npcs');
    const { tempo } = clock();
    await party.remove(FOE);
    await party.remove(BOB);
    await countUntil(() => clock().tempo > tempo);
    expect(planned(LAST)).toEqual(['shift', 'rest']);
    await countToTheEnd();
    await party.add(FOE);
    await party.add(BOB);
  });

  it('is removed during its turn: the count goes on', async () => {
    await countUntil(() => clock().tempo >= 0);
    await party.play({ do: 'turn', by: party.of(CAL), options: { action: 'shift' } });
    expect(clock().turn).toBe(party.of(CAL));
    await party.remove(CAL);
    await countToTheEnd();
    await party.add(CAL);
  });

  it('is added during the count: it delays no other, and plans for the next Round like the rest', async () => {
    await party.remove(LAST);
    await countUntil(() => clock().tempo >= 1);
    await party.add(LAST);
    await countToTheEnd();
    await plan(LAST);
  });
});

/** The world may let the count advance automatically; an undone count must not be redone automatically. */
describe('[T-08] the automatic count', () => {
  let party: Party;
  afterEach(() => party?.table.close());

  const clock = () => party.encounter.clock;

  it('advances through the Round to the next Planning, and stays where undo has moved it', async () => {
    party = await Party.open('tempo');
    const { gm, table } = party;
    await party.start();
    await party.done(gm, () => gm.page.game.settings.set('cadence', 'tempo.count', 'automatic'));
    await party.send(gm, { do: 'count', by: 'gm' });
    expect(clock()).toMatchObject({ round: 1, tempo: 0 });
    for (let beat = 0; beat < 4; beat++) await table.settle();
    expect(clock()).toMatchObject({ round: 2, phase: 'planning' });
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    const { tempo, round } = clock();
    expect([round, tempo]).toEqual([1, 9]);
    await table.settle();
    expect(clock()).toMatchObject({ round: 1, tempo: 9 });
    expect(table.faults).toEqual([]);
  });
});
