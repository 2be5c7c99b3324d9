import type { Message } from '../../encounter/view';
import { buildOf, kitOf } from '../../toolkit/define/build';
import { message } from '../../toolkit/define/labels';
import type { ItemOf } from '../../toolkit/define/sheet-schema';
import { type ActorValues, ATTRIBUTES, SCHEMA, ZONES } from './schema';

interface Calling {
  /** In the order of {@link ATTRIBUTES}. */
  readonly mods: readonly number[];
  readonly body: {
    readonly hpMax: number;
    readonly speed: number;
    readonly mpMax?: number;
    readonly carryLimit: number;
  };
  readonly skills: { readonly athletics: number; readonly riding: number };
  readonly magicDefense?: number;
}

/** Sets every field, so that no earlier calling remains. */
const calling = ({ mods, body, skills, magicDefense = 0 }: Calling) => ({
  ...Object.fromEntries(ATTRIBUTES.map((id, at) => [`mod.${id}`, mods[at] ?? 0])),
  mpMax: 0,
  magicDefense,
  ...body,
  'skill.athletics': skills.athletics,
  'skill.riding': skills.riding,
});

/** The ledger has no points to spend. */
export const BUILD = buildOf(SCHEMA, {
  steps: [
    {
      id: 'calling',
      presets: {
        bulwark: calling({
          mods: [4, 0, 4, 1, 0, 2],
          body: { hpMax: 34, speed: 5, carryLimit: 70 },
          skills: { athletics: 4, riding: 2 },
        }),
        fencer: calling({
          mods: [1, 4, 1, 3, 1, 1],
          body: { hpMax: 22, speed: 7, carryLimit: 40 },
          skills: { athletics: 3, riding: 1 },
        }),
        rider: calling({
          mods: [2, 3, 2, 3, 1, 2],
          body: { hpMax: 24, speed: 6, mpMax: 8, carryLimit: 45 },
          skills: { athletics: 2, riding: 5 },
        }),
        mage: calling({
          mods: [0, 1, 1, 2, 5, 3],
          body: { hpMax: 16, speed: 6, mpMax: 20, carryLimit: 30 },
          skills: { athletics: 0, riding: 0 },
          magicDefense: 1,
        }),
      },
      kits: {
        bulwark: kitOf({
          'War hammer': 'ZChY5O0yonjYnIyE',
          'Round shield': 'aQEKi2A0ZYejwoir',
          'Mail shirt': '6NFDqradUJBhYMeI',
          'Open helm': 'hqzQdWXRdpsuGROv',
          Greaves: 'BbSXNTq0LQBnWdl3',
          'Healing draught': 'Lj060DwJxSbGWxAc',
        }),
        fencer: kitOf({
          Rapier: 'hObrgavCO8cdjkgf',
          Dagger: 'BcsXdI2R8DjWElbm',
          Buckler: 'AaxZAWQfPxEfw2PU',
          'Leather harness': 'rZ0OU6TknlS1DsEN',
          Feint: 'qXGWBMXkblhFUuQO',
          Riposte: 'lnsXd2q37rmhTAgH',
        }),
        rider: kitOf({
          Sabre: 'sgCY90u7Nw4cLFyY',
          'Short bow': '9ht99nbMiqyf7zH9',
          'Padded coat': 'jLnpjsjWdIemZ0xm',
          'Holy sigil': 'hdLkN3aznd14wLOl',
          'Mending Touch': '6IAmJ59XFvWUydng',
          'Shield of Faith': 'rEyX61rjbM3u1A8S',
        }),
        mage: kitOf({
          Staff: 'CS7aaFRkFWtvbKnY',
          'Warded robe': '2LKZwOZkJ1MlVsun',
          'Arcane orb': '5eSDs1OaB25FQH5S',
          'Mind Spike': 'JQE8HdqULFk2ypnn',
          'Fire Lance': 'acnsif2r0pT4xQXi',
          'Arcane Barrier': 'wY2Qf7rZfpti5P9a',
          'Blink Step': 'SSkuPf29t1ebNKAY',
        }),
      },
    },
    { id: 'attributes', fields: ATTRIBUTES.map((id) => `mod.${id}`) },
    { id: 'body', fields: ['hpMax', 'mpMax', 'speed', 'magicDefense', 'carryLimit'] },
    { id: 'skills', fields: ['skill.athletics', 'skill.riding', 'concentrationLimit', 'perks'] },
    {
      id: 'weapons',
      armory: {
        types: ['clashWeapon', 'clashShield'],
        shownFields: {
          clashWeapon: ['damage', 'attackValue', 'parryValue', 'blockValue', 'ranged'],
          clashShield: ['blockValue', 'blockStrength'],
        },
      },
    },
    {
      id: 'armor',
      armory: { types: ['clashArmor'], shownFields: { clashArmor: [...ZONES, 'magicDefense', 'weight'] } },
    },
    {
      id: 'talents',
      armory: {
        types: ['clashSkill', 'clashSpell'],
        shownFields: { clashSkill: ['purpose'], clashSpell: ['baseMp', 'line', 'dice'] },
        warning: beyondMana,
      },
    },
    { id: 'pack', armory: { types: ['clashGear'], shownFields: { clashGear: ['focusOf', 'dice'] } } },
  ],
  figures: [
    ...['dodge', 'initiativeMod', 'speed', 'head', 'torso', 'arms', 'legs', 'magicDefense'],
    ...['hpMax', 'mpMax', 'athletics', 'riding', 'totalWeight', 'carryLimit'],
  ],
});

function beyondMana({ mpMax }: ActorValues, item: ItemOf<typeof SCHEMA>): Message | null {
  return item.type === 'clashSpell' && item.baseMp > mpMax ? message('Build.mana', { cost: item.baseMp, mpMax }) : null;
}
