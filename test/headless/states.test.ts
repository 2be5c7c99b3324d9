import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANN, FOE, GAMES, Party } from './party';
import type { StoredWorld } from './table';
import { COMBAT, idOf } from './world';

/** The fighter state of the round is stored in the Combat, by combatant. */
// Tempo has no pools of the round.
describe.each(Object.keys(GAMES).filter((id) => id !== 'tempo'))('the state of a fighter of %s', (ruleset) => {
  let party: Party;
  let begun: StoredWorld;
  let mine: string;
  /** The value of the pool before the last step. */
  let first: number;

  beforeAll(async () => {
    party = await Party.open(ruleset);
    mine = party.of(ANN);
    await party.start();
    first = party.encounter.fighters[mine].pools[poolOfRound()].value;
    await party.play({ do: 'adjust', by: 'gm', at: mine, options: { pool: poolOfRound(), to: first === 0 ? 1 : 0 } });
    begun = party.table.whole();
  });
  afterAll(() => party?.table.close());
  beforeEach(async () => {
    await party.table.store(begun);
    for (const tab of party.table.tabs) tab.reload();
    await party.arrive();
    await party.done(party.gm, () => party.gm.page.takeReferee(party.combat));
  });
  afterEach(() => party.judge());

  const poolOfRound = (): string =>
    defined(
      Object.entries(party.gm.page.adapterOf(ruleset).pools).find(([, { document }]) => document === 'combat'),
      'a pool of the encounter',
    )[0];
  const states = () =>
    defined(
      party.table.all('combats').find(({ _id }) => _id === COMBAT),
      'the encounter',
    ).system.states;
  const numbers = (id = mine): unknown => {
    const { pools, state } = party.encounter.fighters[id];
    return { pools, state: state };
  };
  /** Plays a step that can be undone and leaves the fighter unchanged. */
  const step = async (): Promise<void> => {
    const foe = party.of(FOE);
    const [pool] = Object.keys(party.encounter.fighters[foe].pools);
    const to = party.encounter.fighters[foe].pools[pool].value === 0 ? 1 : 0;
    await party.play({ do: 'adjust', by: 'gm', at: foe, options: { pool: pool, to } });
  };
  const comesBack = (): Promise<void> =>
    party.done(party.gm, () => {
      const scene = party.gm.page.game.scenes.contents[0];
      const { id, actorId } = scene.tokens.get(idOf('Token', ANN));
      const data = { _id: mine, tokenId: id, actorId, sceneId: scene.id };
      return party.combat.createEmbeddedDocuments('Combatant', [data], { keepId: true });
    });

  it('is restored when a deletion is undone, at once or after other steps', async () => {
    const before = numbers();
    await party.remove(ANN);
    await comesBack();
    expect(numbers()).toEqual(before);
    await party.remove(ANN);
    await step();
    await comesBack();
    expect(numbers()).toEqual(before);
  });

  it('is used by an undo past the deletion', async () => {
    const before = numbers();
    const begun = party.combat.system.cursor;
    await party.remove(ANN);
    await step();
    await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    await comesBack();
    expect(numbers()).toEqual(before);
    // The end of what belongs to the fight, if anything did, and the step before.
    while (party.combat.system.cursor >= begun)
      await party.done(party.gm, () => party.gm.page.rewindStep(party.combat));
    expect(party.encounter.fighters[mine].pools[poolOfRound()].value).toBe(first);
  });

  it('is deleted with the next step when the history no longer names its fighter', async () => {
    const unknown = 'soakNobody000000';
    await party.done(party.gm, () => party.combat.update({ system: { states: { [unknown]: { done: true } } } }));
    expect(states()[unknown]).toEqual({ done: true });
    await party.remove(ANN);
    await step();
    expect(Object.keys(states())).not.toContain(unknown);
    expect(Object.keys(states())).toContain(mine);
  });

  it('is separate for a fighter that comes back under another id', async () => {
    await party.remove(ANN);
    await party.add(ANN);
    expect(party.of(ANN)).not.toBe(mine);
    expect(Object.keys(states())).toEqual(expect.not.arrayContaining([party.of(ANN)]));
  });

  it('is copied with a duplicated encounter, and then separate', async () => {
    const before = numbers();
    await party.done(party.gm, () => party.combat.clone({ name: 'again' }, { save: true }));
    const other = party.gm.page.game.combats.find(({ id }) => id !== COMBAT);
    const { fighters } = party.encounterAt(other.id);
    expect(Object.keys(fighters)).toHaveLength(Object.keys(party.encounter.fighters).length);
    const copy = other.combatants.find(({ tokenId }) => tokenId === idOf('Token', ANN));
    if (copy.id === mine) expect({ pools: fighters[mine].pools, state: fighters[mine].state }).toEqual(before);
    await party.done(party.gm, () => other.delete());
    expect(numbers()).toEqual(before);
  });
});
