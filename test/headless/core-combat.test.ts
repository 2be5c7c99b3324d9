import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Party } from './party';

describe('core’s handling of a combat', () => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open('seconds');
    await party.start();
  });
  afterAll(() => party?.table.close());

  const combatants = () => party.combat.combatants.contents;

  it('keeps the state before a turn unchanged for its holders', async () => {
    const { Hooks } = party.gm.hands;
    const heard: { prior: object; copy: object }[] = [];
    const id = Hooks.on('combatTurnChange', (_: unknown, prior: object) => heard.push({ prior, copy: { ...prior } }));
    for (let turns = 0; turns < 3; turns++) await party.done(party.gm, () => party.combat.nextTurn());
    Hooks.off('combatTurnChange', id);
    expect(heard.length).toBeGreaterThan(1);
    expect(heard.map(({ prior }) => prior)).toEqual(heard.map(({ copy }) => copy));
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
