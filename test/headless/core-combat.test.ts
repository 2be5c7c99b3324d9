import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANN, Party } from './party';

describe('core’s handling of a combat', () => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open('seconds');
    await party.start();
  });
  afterAll(() => party?.table.close());

  const combatants = () => party.combat.combatants.contents;

  it('keeps the state before a turn unchanged for its holders', async () => {
    const { Hooks } = party.gm.page;
    const heard: { prior: object; copy: object }[] = [];
    const id = Hooks.on('combatTurnChange', (_: unknown, prior: object) => heard.push({ prior, copy: { ...prior } }));
    for (let turns = 0; turns < 3; turns++) await party.done(party.gm, () => party.combat.nextTurn());
    Hooks.off('combatTurnChange', id);
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.map(({ prior }) => prior)).toEqual(heard.map(({ copy }) => copy));
  });

  it('lets a player end the turn of an own fighter', async () => {
    const turnOf = () => party.encounter.clock['turn'];
    for (let turns = 0; turns < 5 && turnOf() !== party.of(ANN); turns++)
      await party.done(party.gm, () => party.combat.nextTurn());
    const ann = party.table.tabs[1];
    await party.done(ann, () => party.combatAt(ann).nextTurn());
    expect(turnOf()).not.toBe(party.of(ANN));
    const before = turnOf();
    await party.done(ann, () => party.combatAt(ann).nextTurn());
    expect(turnOf()).toBe(before);
  });

  it('lets a player end it with the key with which the GM advances', async () => {
    const turnOf = () => party.encounter.clock['turn'];
    const [gm, ann] = party.table.tabs;
    const press = (tab = gm) =>
      party.done(defined(tab, 'a tab'), () => {
        const { keybindings, user } = defined(tab, 'a tab').page.game;
        const { restricted, onDown } = defined(keybindings.actions.get('cadence.advance'), 'the key');
        return (!restricted || user.isGM) && onDown();
      });
    for (let turns = 0; turns < 5 && turnOf() !== party.of(ANN); turns++) await press();
    expect(turnOf()).toBe(party.of(ANN));
    await press(ann);
    expect(turnOf()).not.toBe(party.of(ANN));
    const before = turnOf();
    await press(ann);
    expect(turnOf()).toBe(before);
  });

  it('corrects a round and a turn that a macro of the GM writes', async () => {
    const { round, turn } = party.combat._source;
    await party.done(party.gm, () => party.combat.update({ round: round + 3 }));
    await party.done(party.gm, () => party.combat.update({ turn: turn === 0 ? 1 : 0 }));
    expect([party.combat._source.round, party.combat._source.turn]).toEqual([round, turn]);
  });

  it('sets no initiative when a form repeats the stored value', async () => {
    const [first] = combatants();
    const before = first.initiative;
    const from = party.table.log.length;
    await party.done(party.gm, () => first.update({ initiative: null, hidden: true }));
    await party.done(party.gm, () => first.update({ initiative: null, hidden: false }));
    expect(party.heard(party.gm, from)).toBe('');
    expect([before, first.initiative]).toEqual([expect.any(Number), before]);
  });

  it('is not copied to write a combatant', async () => {
    const [first] = combatants();
    const { Combat } = party.gm.page.CONFIG;
    const copy = vi.spyOn(Combat.documentClass.prototype, 'clone');
    await party.done(party.gm, () => first.update({ hidden: true }));
    await party.done(party.gm, () => first.update({ hidden: false }));
    expect([first.hidden, copy.mock.calls.length]).toEqual([false, 0]);
    copy.mockRestore();
  });

  it('does not raise the round in memory when no fighter is left', async () => {
    const { round } = party.combat._source;
    const ids = combatants().map(({ id }) => id);
    await party.done(party.gm, () => party.combat.deleteEmbeddedDocuments('Combatant', ids));
    for (const tab of party.table.tabs) {
      const combat = party.combatAt(tab);
      combat.setupTurns();
      expect(combat.round).toBe(combat._source.round);
    }
    expect(round).toBeGreaterThan(0);
  });
});
