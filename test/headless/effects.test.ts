import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, GAMES, Party } from './party';
import type { Tab } from './tab';

describe.each(Object.keys(GAMES))('an active effect in %s', (ruleset) => {
  let party: Party;
  let gm: Tab;

  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster']);
    gm = party.gm;
    await party.start();
  });
  afterAll(() => party?.table.close());

  const actorOf = (token: number): any => party.combat.combatants.get(party.of(token)).actor;
  const condition = (): string => Object.keys(party.rules.conditions)[0]!;

  describe('of a condition draws its icon on the token', () => {
    const shown = () => actorOf(ANN).temporaryEffects.filter(({ statuses }: any) => statuses.has(condition()));
    const given: [string, (id: string, on: boolean) => Promise<void>][] = [
      [
        'given in a step',
        (id, on) => party.play({ do: 'condition', by: 'gm', at: party.of(ANN), options: { condition: id, on } }),
      ],
      ['toggled on the token, as Foundry does it', (id, on) => party.done(gm, () => toggle(id, on))],
      ['put there by a macro', (id, on) => party.done(gm, () => byMacro(id, on))],
    ];
    // Outside a running fight it is Foundry's own way.
    const toggle = (id: string, active: boolean) => {
      const core = Object.getPrototypeOf(Object.getPrototypeOf(actorOf(ANN)));
      return core.toggleStatusEffect.call(actorOf(ANN), id, { active });
    };
    const byMacro = async (id: string, on: boolean) => {
      const { documentClass } = gm.hands.CONFIG.ActiveEffect;
      const ids = shown().map(({ id: key }: any) => key);
      if (!on) return actorOf(ANN).deleteEmbeddedDocuments('ActiveEffect', ids);
      return documentClass.create((await documentClass.fromStatusEffect(id)).toObject(), { parent: actorOf(ANN) });
    };

    it.each(given)('%s', async (_, give) => {
      await give(condition(), true);
      expect(shown()).toHaveLength(1);
      await give(condition(), false);
      expect(shown()).toEqual([]);
    });
  });
});
