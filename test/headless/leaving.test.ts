import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampled } from '../tiers/tier';
import { ANN, BOB, GAMES, Party } from './party';
import type { Tab } from './tab';
import type { StoredWorld } from './table';
import { idOf } from './world';

/** A condition of each ruleset that belongs to the fight. */
const OF_FIGHT: Readonly<Record<string, string>> = {
  clash: 'off-balance',
  energy: 'defending',
  seconds: 'evading',
  slots: 'defending',
  tempo: 'resting',
};

/** What belongs to the fight ends when its bearer leaves, and an undo restores it to who is back. */
describe.each(sampled(Object.keys(GAMES), 1))('a fighter who leaves a fight of %s', (ruleset) => {
  let party: Party;
  let [gm, ann, second]: Tab[] = [];
  let begun: StoredWorld;

  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann', 'Second']);
    [gm, ann, second] = party.table.tabs as [Tab, Tab, Tab];
    await party.start();
    for (const token of [ANN, BOB])
      await party.play({ do: 'condition', by: 'gm', at: party.of(token), options: { condition: had, on: true } });
    begun = party.table.whole();
  });
  beforeEach(async () => {
    await party.table.store(begun);
    for (const tab of party.table.tabs) tab.reload();
    await party.arrive();
    await party.done(gm, () => gm.page.takeReferee(party.combat));
  });
  afterAll(() => party?.table.close());

  const had = String(OF_FIGHT[ruleset]);
  const actorOf = (token: number) => gm.page.game.actors.get(idOf('Actor', token));
  const has = (token: number) => actorOf(token).statuses.has(had);

  it('loses it when a GM removes them, and an undo restores it to who is back', async () => {
    expect([has(ANN), has(BOB)]).toEqual([true, true]);
    const left = party.combat.combatants.get(party.of(ANN)).toObject();
    await party.remove(ANN);
    expect([has(ANN), has(BOB)]).toEqual([false, true]);
    await party.done(gm, () => party.combat.createEmbeddedDocuments('Combatant', [left], { keepId: true }));
    expect(has(ANN)).toBe(false);
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect(has(ANN)).toBe(true);
    expect(party.table.faults).toEqual([]);
  });

  it('is missed by an exchange that they leave by themselves, and not by one from which a GM removes them', async () => {
    for (const [tab, fault] of [
      [ann, 'fighter-left'],
      [second, undefined],
    ] as const) {
      await party.untilAsked(party.of(ANN));
      const left = party.combat.combatants.get(party.of(ANN)).toObject();
      await party.done(tab, () => party.combatAt(tab).combatants.get(party.of(ANN)).delete());
      expect(party.combat.system.open?.fault?.id).toBe(fault);
      if (fault) await party.done(gm, () => gm.page.cancelExchange(party.combat));
      else await party.answerAll();
      expect(party.combat.system.open).toBeNull();
      await party.done(gm, () => party.combat.createEmbeddedDocuments('Combatant', [left], { keepId: true }));
    }
    expect(party.table.faults).toEqual([]);
  });

  it('is not missed by an exchange in which they have no part, also after a reload', async () => {
    const ask = await party.untilAsked(party.of(ANN));
    await party.remove(BOB);
    gm.reload();
    await party.arrive();
    expect(party.combat.system.open?.fault).toBeUndefined();
    expect(party.askOf(party.of(ANN))?.ask).toEqual(ask.ask);
    await party.answerAll();
    expect(party.combat.system.open).toBeNull();
    expect(party.table.faults).toEqual([]);
  });

  it('loses it when a GM who is not the referee removes them', async () => {
    await party.done(second, () => party.combatAt(second).combatants.get(party.of(ANN)).delete());
    expect([has(ANN), has(BOB)]).toEqual([false, true]);
    expect(party.table.faults).toEqual([]);
  });

  it('leaves all the same if the rules fail', async () => {
    const { ruleset: rules } = gm.page.adapterOf(ruleset);
    const [left, { whyNot }] = [party.of(ANN), rules];
    rules.whyNot = () => {
      throw new Error('broken');
    };
    await party.remove(ANN).finally(() => {
      rules.whyNot = whyNot;
    });
    expect(party.combat.combatants.has(left)).toBe(false);
    expect(party.table.faults.splice(0)).toEqual([expect.stringContaining('broken')]);
  });

  it('keeps it when a player leaves, who might return, until the encounter is deleted', async () => {
    await party.done(ann, () => party.combatAt(ann).combatants.get(party.of(ANN)).delete());
    expect([has(ANN), has(BOB)]).toEqual([true, true]);
    await party.done(gm, () => party.combat.delete());
    expect([has(ANN), has(BOB)]).toEqual([false, false]);
    expect(party.table.faults).toEqual([]);
  });
});
