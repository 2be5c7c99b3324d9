import { afterEach, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANN, Party } from './party';

let party: Party;
afterEach(() => party?.table.close());

it.each(['energy', 'clash', 'seconds', 'slots'])(
  'the card of an attack in %s names the weapon that the rules took',
  async (ruleset) => {
    party = await Party.open(ruleset);
    await party.start();
    const fighter = party.of(ANN);
    await party.untilTurn(fighter);
    expect(party.asking(fighter, fighter).with).toBeUndefined();
    await party.untilAsked(fighter);
    const weapon = party.combat.combatants
      .get(fighter)
      .actor.items.find((item) => item.type.endsWith('Weapon') && item.system.equipped);
    for (const tab of party.table.tabs) {
      const { command, names } = defined(
        tab.page.game.messages.filter(({ type }) => type === ruleset).at(-1),
        'a card',
      ).system;
      expect([command.with, names[command.with ?? '']]).toEqual([weapon.id, weapon.name]);
    }
  },
);
