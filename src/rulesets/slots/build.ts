import type { Message } from '../../encounter/view';
import type { Json } from '../../kernel/json';
import { buildOf, kitOf, PUT_AWAY } from '../../toolkit/define/build';
import { message } from '../../toolkit/define/labels';
import { ABILITIES, type ActorValues, SAVES, SCHEMA, SKILLS, type SlotsItem } from './schema';

/** Returns a preset with every field of a calling, so that a second choice leaves nothing of the first. */
const calling = (values: Readonly<Record<string, Json>>) => ({
  ...Object.fromEntries(ABILITIES.map((id) => [id, 0])),
  level: 3,
  progression: 'half',
  hpMax: 16,
  sqMax: 0,
  castingAbility: 'int',
  psionic: false,
  ...Object.fromEntries(SAVES.map((id) => [`${id}Base`, 0])),
  ...Object.fromEntries(SKILLS.map((id) => [`ranks.${id}`, 0])),
  ...values,
});

/** The guided build. The ledger has no points to spend, so values are entered. */
export const BUILD = buildOf(SCHEMA, {
  steps: [
    {
      id: 'calling',
      presets: {
        warrior: calling({
          str: 3,
          dex: 1,
          con: 2,
          wis: 1,
          progression: 'full',
          hpMax: 26,
          fortitudeBase: 3,
          reflexBase: 1,
          willBase: 1,
          'ranks.athletics': 4,
          'ranks.alertness': 2,
          'ranks.endurance': 2,
        }),
        wizard: calling({
          int: 4,
          dex: 2,
          con: 1,
          hpMax: 15,
          sqMax: 9,
          willBase: 3,
          'ranks.magicalAptitude': 5,
          'ranks.endurance': 3,
          'ranks.schooling': 4,
          'ranks.literacy': 4,
        }),
        healer: calling({
          wis: 4,
          str: 1,
          con: 2,
          hpMax: 20,
          sqMax: 8,
          castingAbility: 'wis',
          fortitudeBase: 2,
          willBase: 3,
          'ranks.survival': 4,
          'ranks.magicalAptitude': 3,
          'ranks.alertness': 3,
        }),
        psion: calling({
          dex: 3,
          int: 3,
          wis: 1,
          hpMax: 16,
          sqMax: 8,
          psionic: true,
          reflexBase: 3,
          willBase: 2,
          'ranks.agility': 4,
          'ranks.deception': 4,
          'ranks.endurance': 4,
          'ranks.stealth': 4,
        }),
      },
      kits: {
        warrior: kitOf(
          {
            Longsword: 'cWg5omq3IItz2XxM',
            'Round shield': 'MYTKqtkckYAd4AW1',
            'Mail shirt': 'yTS7gg7EetydNnP7',
            'Short bow': 'tOvLOWz4WViffL0S',
            'Healing draught': 'GVK157TbqC8BfBkW',
            Waterskin: 'yhb6dR1X5tPgeUt3',
          },
          { 'Short bow': PUT_AWAY },
        ),
        wizard: kitOf(
          {
            'Carved wand': '5iMwWYqtppwLJGGg',
            Dagger: 'a1HhJXkeYflj1buq',
            'Pinch of amber': '2fYgmz9gE16tqvvB',
            Spark: 'XHbYkOuSGiORfpbs',
            'Fire lance': 'QFgo7k8CYt199M3o',
            'Frost breath': '9jruwAEdqe5w4Yyn',
            Ward: 'Sq7XaiR2v28MHdn6',
            Waterskin: 'yhb6dR1X5tPgeUt3',
          },
          { Dagger: PUT_AWAY },
        ),
        healer: kitOf({
          Mace: 'oSc7lT3d1oNpcnep',
          'Leather harness': 'gSyZnxabIO4yoLae',
          'Carved wand': '5iMwWYqtppwLJGGg',
          'Mending touch': 'NGd5vKhNnjonjV4Z',
          'Great mending': 'KxcF0Tif6qHdxDVE',
          Aegis: 'k7J6OT3ZccdkK2ul',
          'Healing draught': 'GVK157TbqC8BfBkW',
          Waterskin: 'yhb6dR1X5tPgeUt3',
        }),
        psion: kitOf({
          Rapier: 'HdyZV62KfT0DvY4m',
          'Padded coat': 'igEkhxcWN4VjBNSZ',
          'Dull crystal': 'pjiU3K7HtcFDxyid',
          'Mind spike': 'x8EV3Gq386YQisbE',
          Stun: 'nUG0VajUh86FfMz7',
          Bewilder: 'iVeUSmLMFyjkb78B',
          Waterskin: 'yhb6dR1X5tPgeUt3',
        }),
      },
    },
    { id: 'abilities', fields: ABILITIES },
    { id: 'training', fields: ['level', 'progression', 'hpMax', ...SAVES.map((id) => `${id}Base`), 'speed', 'feats'] },
    { id: 'skills', fields: SKILLS.map((id) => `ranks.${id}`) },
    {
      id: 'weapons',
      armory: {
        types: ['slotsWeapon'],
        shownFields: { slotsWeapon: ['dice', 'kind', 'critMin', 'critMult', 'range', 'attackBonus'] },
      },
    },
    { id: 'armor', armory: { types: ['slotsArmor'], shownFields: { slotsArmor: ['bonus'] } } },
    {
      id: 'magic',
      fields: ['sqMax', 'castingAbility', 'psionic'],
      armory: {
        types: ['slotsSpell'],
        shownFields: { slotsSpell: ['order', 'school', 'damage', 'healing', 'save'] },
        warning: beyondQuantity,
      },
    },
    { id: 'pack', armory: { types: ['slotsGear'], shownFields: { slotsGear: ['kind', 'capacity', 'healing'] } } },
  ],
  figures: ['bab', 'ac', 'initiative', ...SAVES, ...SKILLS],
});

/** L-104, L-105: a spell of an Order above the Spell Quantity needs a Material Component. */
function beyondQuantity({ sqMax }: ActorValues, item: SlotsItem): Message | null {
  return item.type === 'slotsSpell' && item.order > sqMax
    ? message('Build.quantity', { order: item.order, sqMax })
    : null;
}
