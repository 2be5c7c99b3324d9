import { describe, expect, it } from 'vitest';
import { begun, conditionOf, foe, hero, item, on, openPartsOf, play } from './vocabulary';

const scan = { do: 'scan', by: 'zoe', at: 'warden' };
const scene = (rest: Parameters<typeof foe>[2]) => on(2, [hero('zoe'), foe('warden', {}, rest)]);

/** The facts that the scanning player learns. */
const learned = (rest: Parameters<typeof foe>[2], answers: readonly (readonly string[])[]) =>
  play(scene(rest), scan, [], answers).table.effects.flatMap((effect) =>
    effect.kind === 'log' && effect.id.startsWith('scan-') ? [effect.facts] : [],
  );

describe('the answer to a Scan', () => {
  it('[T-27] names the spells that are active, not those that are only known', () => {
    const spell = (id: string, active: number) => item('spell', id, { name: id.toUpperCase(), ongoing: true, active });
    const items = [spell('veil', 1), spell('ward', 0), item('paradigm', 'flame', { active: true }), spell('aura', 2)];
    expect(learned({ items }, [['mind']])).toMatchObject([{ int: 0, ins: 0, spells: ['VEIL', 'AURA'] }]);
  });
  it('[T-28] names all Action Sets and the actions of one', () => {
    const set = (id: string, actions: readonly string[]) => item('actionSet', id, { name: id.toUpperCase(), actions });
    const items = [set('melee', ['Cleave (7)', 'Shove (4)']), set('far', ['Hurl (5)']), item('gear', 'coat')];
    expect(learned({ items }, [['action-sets'], ['melee']])).toEqual([
      { at: 'warden', melee: 'MELEE', far: 'FAR' },
      { at: 'warden', set: 'MELEE', actions: ['Cleave (7)', 'Shove (4)'] },
    ]);
  });
  it('[T-28] is not to be had of a target without Action Sets', () => {
    const open = (items: Parameters<typeof play>[0]['fighters'][string]['items'] | never[]) =>
      openPartsOf(begun(scene({ items: items as never }), scan).run).flatMap((part) =>
        part.kind === 'choice' ? part.options.flatMap(({ id, whyNot }) => whyNot.map((reason) => [id, reason.id])) : [],
      );
    expect(open([])).toEqual([['action-sets', 'no-action-sets']]);
    expect(open([item('actionSet', 'melee') as never])).toEqual([]);
  });
  it('[T-29] separates Statuses from Conditions, with their names and sources', () => {
    const conditions = [
      conditionOf('bolstered', { data: { name: 'Blessed' }, by: 'zoe' }),
      conditionOf('hampered', { data: { name: 'Slowed' } }),
      conditionOf('marked', { by: 'zoe' }),
      conditionOf('prone'),
    ];
    expect(learned({ conditions }, [['conditions']])).toEqual([
      {
        at: 'warden',
        statuses: [{ id: 'bolstered', name: 'Blessed', by: 'zoe' }],
        conditions: [{ id: 'hampered', name: 'Slowed' }, { id: 'marked', by: 'zoe' }, { id: 'prone' }],
      },
    ]);
  });
});
