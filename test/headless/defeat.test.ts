import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOE, LAST, Party } from './party';

/** The condition that the GM's button gives, and one that the rules give. */
const DEFEATS: Readonly<Record<string, readonly [byGm: string, byRules: string]>> = {
  energy: ['dead', 'unconscious'],
  slots: ['corpse', 'unconscious'],
  seconds: ['unconscious', 'unconscious'],
  tempo: ['defeated', 'dying'],
  clash: ['defeated', 'defeated'],
};

describe.each(Object.entries(DEFEATS))('a defeated fighter in %s', (ruleset, [byGm, byRules]) => {
  let party: Party;
  beforeAll(async () => {
    party = await Party.open(ruleset);
    await party.start();
  });
  afterAll(() => party?.table.close());

  const foe = () => party.combat.combatants.get(party.of(FOE));
  const isDefeatedAt = () =>
    party.table.tabs.map((tab) => party.combatAt(tab).combatants.get(party.of(FOE)).isDefeated);
  const everywhere = (isDefeated: boolean) => party.table.tabs.map(() => isDefeated);
  const conditions = () => party.encounter.fighters[party.of(FOE)].conditions.map(({ id }) => id);

  it('counts as defeated for Foundry, and its token is covered by the icon', async () => {
    await party.play({ do: 'condition', by: 'gm', at: party.of(FOE), options: { condition: byRules, on: true } });
    expect(isDefeatedAt()).toEqual(everywhere(true));
    expect(foe().actor.effects.contents.some(({ flags }) => flags.core?.overlay === true)).toBe(true);
    await party.done(party.gm, () => party.combat.previousTurn());
    expect(isDefeatedAt()).toEqual(everywhere(false));
  });

  it('leaves the fight decided, if it was the last on its side', async () => {
    const shown = () => {
      const { windows } = party.gm.page;
      const { hint, foes } = windows.trackerContext(windows.fightOf(party.combat));
      return [hint, foes !== null];
    };
    expect(shown()[1]).toBe(true);
    for (const at of [FOE, LAST]) {
      expect(shown()[0]).not.toBe('Only one side is still standing.');
      await party.play({ do: 'condition', by: 'gm', at: party.of(at), options: { condition: byRules, on: true } });
    }
    expect(shown()).toEqual(['Only one side is still standing.', false]);
    for (const _ of [FOE, LAST]) await party.done(party.gm, () => party.combat.previousTurn());
  });

  it('is defeated and revived by the GM in steps, and nothing of it is stored', async () => {
    await party.done(party.gm, () => foe().update({ defeated: true }));
    expect([isDefeatedAt(), foe()._source.defeated, conditions()]).toEqual([everywhere(true), false, [byGm]]);
    // As a saved form of the combatant does.
    await party.done(party.gm, () => foe().update({ defeated: false, hidden: false }));
    expect(isDefeatedAt()).toEqual(everywhere(true));
    await party.done(party.gm, () => party.gm.page.setDefeated(foe().actor, false));
    expect([isDefeatedAt(), conditions()]).toEqual([everywhere(false), []]);
    await party.done(party.gm, () => party.combat.previousTurn());
    expect(conditions()).toEqual([byGm]);
    await party.done(party.gm, () => party.combat.previousTurn());
    expect(conditions()).toEqual([]);
  });

  it('is defeated by core’s status of another package', async () => {
    const { DEFEATED } = party.gm.page.CONFIG.specialStatusEffects;
    await party.done(party.gm, () => foe().actor.toggleStatusEffect(DEFEATED, { active: true, overlay: true }));
    expect(isDefeatedAt()).toEqual(everywhere(true));
    expect(foe().actor.effects.size).toBe(1);
    await party.done(party.gm, () => party.combat.previousTurn());
    expect(isDefeatedAt()).toEqual(everywhere(false));
  });
});
