import { expect, it } from 'vitest';
import { GM } from '../../../src/kernel/ask';
import { tempo } from '../../../src/rulesets/tempo';
import { at, begun, conditionOf, foe, hero, item, on, play, thing } from './vocabulary';

const cleanUp = { do: 'clean-up', by: GM };
const idsOf = ({ conditions }: { readonly conditions: readonly { readonly id: string }[] }) =>
  conditions.map(({ id }) => id);

it('[T-01] the turn of a fighter who has left ends', () => {
  const encounter = on(3, [hero('ann'), hero('bob')], { turn: 'ann', action: { action: 'help' }, entry: '1' });
  Reflect.deleteProperty(encounter.fighters, 'ann');
  const going = tempo.automation.autoAdvance(encounter);
  expect(going).toEqual({ command: { do: 'close-turn', by: GM }, delaySeconds: 0 });
  play(encounter, { do: 'close-turn', by: GM });
  expect(tempo.automation.autoAdvance(encounter)).toBeNull();
  expect(encounter.clock).toMatchObject({ turn: null, action: null, entry: '', justEnded: true });
  expect(tempo.whyNot(encounter, { do: 'count', by: GM })).toEqual([]);
});

it('[T-A41] a spell that is no longer on the sheet ends with its conditions', () => {
  const rat = foe(
    'rat',
    {},
    { conditions: [conditionOf('hampered', { by: 'gia', data: { name: 'Bind', spell: 'bind' } })] },
  );
  const gia = hero('gia', {}, { items: [item('spell', 'bind', { active: 1, ongoing: true })] });
  const encounter = on(3, [gia, rat]);
  play(encounter, cleanUp);
  expect(idsOf(rat)).toEqual(['hampered']);
  gia.items.pop();
  play(encounter, cleanUp);
  expect(idsOf(rat)).toEqual([]);
});

it('[T-56] a crate that is taken away, or a wall that is opened, hides no fighter', () => {
  const hal = hero('hal', {}, { place: at(0), conditions: [conditionOf('hidden')] });
  const encounter = on(3, [hal, thing('crate', 1, at(3)), foe('sentry', {}, { place: at(6) })]);
  play(encounter, cleanUp);
  expect(idsOf(hal)).toEqual(['hidden']);
  Reflect.deleteProperty(encounter.fighters, 'crate');
  expect(tempo.automation.autoAdvance(encounter)?.command).toEqual(cleanUp);
  play(encounter, cleanUp);
  expect(idsOf(hal)).toEqual([]);
});

it('[T-A24, T-A27] a Mark and a Guard by those who are gone end; a Mark by a Dying fighter stays', () => {
  const bonds = [conditionOf('marked', { by: 'ann' }), conditionOf('guarded', { by: 'ann' })];
  const rat = foe('rat', {}, { conditions: bonds });
  const ann = hero('ann', {}, { conditions: [conditionOf('dying')] });
  const encounter = on(3, [ann, rat]);
  play(encounter, cleanUp);
  expect(idsOf(rat)).toEqual(['marked']);
  play(encounter, { do: 'condition', by: GM, at: 'ann', options: { condition: 'dead', on: true } });
  expect([idsOf(rat), idsOf(ann)]).toEqual([[], ['dead']]);
});

it('[T-A41] a question about a spell is not asked any more once its caster is dead', () => {
  const veil = item('spell', 'veil', { active: 2, ongoing: true });
  const bearing = (id: string) =>
    foe(id, {}, { conditions: [conditionOf('hampered', { by: 'gia', data: { name: 'Veil', spell: 'veil' } })] });
  const gia = hero('gia', {}, { items: [veil] });
  const encounter = on(3, [gia, bearing('rat'), bearing('cat')]);
  const played = begun(encounter, { do: 'end-spell', by: 'gia', with: 'veil' });
  expect(played.run.open?.id).toBe('whose-spell');
  played.run.interrupt({ do: 'condition', by: GM, at: 'gia', options: { condition: 'dead', on: true } });
  expect(played.run.open).toBeNull();
  expect(['rat', 'cat'].map((id) => idsOf(encounter.fighters[id]))).toEqual([[], []]);
});
