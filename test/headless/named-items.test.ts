import { afterEach, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { actorAt } from './module-api';
import { ANN, FOE, Party } from './party';
import { idOf } from './world';

let party: Party;
afterEach(() => party?.table.close());

const AWAY = { equipped: false };
const LYING = { equipped: false, dropped: true, lies: [2, 2, 0] };

/** By ruleset: an item, what it does, and how each of its twins that cannot be used differs from it. */
const CASES: readonly (readonly [string, string, string, object, readonly object[]])[] = [
  ['energy', 'melee-attack', 'energyWeapon', { equipped: true }, [AWAY, LYING]],
  [
    'energy',
    'ranged-attack',
    'energyWeapon',
    { ranged: true, range: [20, 40, 60], loadCost: 1, loaded: true },
    [AWAY, { loaded: false }],
  ],
  ['energy', 'use-item', 'energyGear', { usesMax: 2 }, [{ usesSpent: 2 }, { quantity: 0 }, LYING]],
  ['clash', 'attack-basic-melee', 'clashWeapon', { equipped: true }, [AWAY]],
  ['slots', 'primary-attack', 'slotsWeapon', { equipped: true }, [AWAY, LYING]],
  ['slots', 'consume', 'slotsGear', { kind: 'potion', healing: '1d6' }, [{ quantity: 0 }, LYING]],
  ['seconds', 'attack', 'secondsWeapon', { equipped: true }, [AWAY, LYING]],
  ['seconds', 'use-item', 'secondsGear', { potion: true, heals: '1d6' }, [{ quantity: 0 }]],
  ['tempo', 'standard-attack', 'tempoWeapon', { equipped: true, reload: true }, [AWAY, { loaded: false }]],
  ['tempo', 'inventory', 'tempoConsumable', { healing: 3 }, [{ quantity: 0 }]],
];

/** Opens a fight in which the GM plays the first hero beside a foe at which they aim. */
async function open(ruleset: string): Promise<void> {
  party = await Party.open(ruleset, ['Gamemaster']);
  const { gm } = party;
  await party.done(gm, () => gm.page.game.settings.set('cadence', 'gmStrictness', 'off'));
  const [hero, foe] = [ANN, FOE].map((at) => gm.page.game.scenes.contents[0].tokens.get(idOf('Token', at)));
  await party.done(gm, () => foe.update({ x: hero.x, y: hero.y + 100 }));
  await party.start();
  await party.untilTurn(party.of(ANN));
  await party.done(gm, () => gm.page.game.user.update({ character: actorAt(party, gm, ANN).id }));
  gm.page.game.user.targets.add({ document: foe });
}

it.each(CASES)(
  'in %s a macro takes the item that can be used for %s',
  async (ruleset, action, type, system, spoilt) => {
    await open(ruleset);
    const { gm } = party;
    const actor = actorAt(party, gm, ANN);
    const seen: { do: string; with?: string }[] = [];
    gm.page.Hooks.on('cadence.preAct', (_host: unknown, { command }: { command: (typeof seen)[number] }) => {
      seen.push(command);
      return false;
    });
    // The first of a name is the one that Foundry finds.
    const data = [...spoilt.map((each) => ({ ...system, ...each })), system].map((each) => ({
      name: 'Twin',
      type,
      system: each,
    }));
    await party.done(gm, () => actor.createEmbeddedDocuments('Item', data));
    const twins = actor.items.filter(({ name }) => name === 'Twin');
    const usable = defined(twins.at(-1), 'an item');
    await party.done(gm, () => gm.page.windows.actNamed({ ruleset, item: 'Twin' }));
    await party.done(gm, () => gm.page.windows.actNamed({ ruleset, do: action, item: 'Twin' }));
    expect(
      seen.map((command) => command.with),
      party.heard(gm),
    ).toEqual([usable.id, usable.id]);
    expect(seen[1]?.do).toBe(action);
    expect(party.table.faults).toEqual([]);
  },
);

it('a macro of an item in hand neither stows it nor draws another because it cannot be used now', async () => {
  await open('energy');
  const { gm } = party;
  const actor = actorAt(party, gm, ANN);
  await party.done(gm, () => gm.page.game.settings.set('cadence', 'gmStrictness', 'enforce'));
  const data = [AWAY, { equipped: true }].map((system) => ({ name: 'Twin', type: 'energyWeapon', system }));
  await party.done(gm, () => actor.createEmbeddedDocuments('Item', data));
  await party.play({ do: 'adjust', by: 'gm', at: party.of(ANN), options: { pool: 'energy', to: 0 } });
  const [{ step }, from] = [party.combat.system, party.table.log.length];
  await party.done(gm, () => gm.page.windows.actNamed({ ruleset: 'energy', item: 'Twin' }));
  expect([party.combat.system.step, party.heard(gm, from).includes('Energy')]).toEqual([step, true]);
  expect(actor.items.filter(({ name }) => name === 'Twin').map(({ system }) => system.equipped)).toEqual([false, true]);
});
