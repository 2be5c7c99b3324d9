import { afterEach, expect, it } from 'vitest';
import { ANN, Party } from './party';

let party: Party;
afterEach(() => party?.table.close());

it('[T-51] the hand icon draws by Inventory within a Round, and changes the sheet outside of it', async () => {
  party = await Party.open('tempo');
  const [, ann] = party.table.tabs;
  const by = party.of(ANN);
  const actor = () => party.combatAt(ann).combatants.get(by).actor;
  const named = (name: string) => actor().items.getName(name);
  const press = (name: string) => {
    const { windows, adapterOf } = ann.page;
    return party.done(ann, () => windows.pressHandIcon(named(name), windows.actorContext(actor(), adapterOf('tempo'))));
  };
  await press('Round shield');
  expect(named('Round shield').system.equipped).toBe(false);

  await party.start();
  await party.send(ann, { do: 'plan', by, options: { action: 'inventory' } });
  await press('Round shield');
  expect(named('Round shield').system.equipped).toBe(false);
  await party.play({ do: 'count', by: 'gm', options: { skip: true } });
  expect(party.encounter.clock.tempo).toBe(6);
  expect(party.encounter.clock.turn).toBeNull();
  await press('Round shield');
  expect([named('Round shield').system.equipped, party.encounter.clock.turn]).toEqual([true, by]);
  expect(party.encounter.clock.groups).toEqual(['inventory']);
  expect(party.table.faults).toEqual([]);
});
