import type { Message } from '../../encounter/view';
import { buildOf, kitOf, PUT_AWAY } from '../../toolkit/define/build';
import { message } from '../../toolkit/define/labels';
import { ABILITIES, type ActorValues, type EnergyItem, SCHEMA } from './schema';

/** Scores in the order of {@link ABILITIES}. */
const scores = (...each: readonly number[]) =>
  Object.fromEntries(ABILITIES.map((id, at) => [`abilities.${id}.score`, each[at] ?? 10]));

/** Only martial proficiency has points (E-171); the rest is entered. */
export const BUILD = buildOf(SCHEMA, {
  steps: [
    {
      id: 'experience',
      fields: ['level', 'mpl', 'size'],
      presets: {
        novice: { level: 1, mpl: 1 },
        seasoned: { level: 3, mpl: 2 },
        veteran: { level: 6, mpl: 4 },
      },
    },
    {
      id: 'abilities',
      fields: ABILITIES.map((id) => `abilities.${id}.score`),
      presets: {
        bruiser: scores(16, 11, 15, 9, 11, 10),
        guard: scores(13, 15, 13, 10, 12, 11),
        shot: scores(12, 17, 11, 11, 14, 10),
        leader: scores(13, 12, 13, 11, 12, 14),
      },
      kits: {
        bruiser: kitOf(
          {
            Maul: 'qERBDRx3wAgCNqvj',
            Brigandine: 'XEtZstOJWhlhwqGa',
            Javelin: '1Ki8htvfDdSvGp8v',
            Bandages: '9xhS5vhg5p4n9mwe',
          },
          { Javelin: PUT_AWAY },
        ),
        guard: kitOf({
          Spear: 'MQXsdRKOiZTMEkVU',
          'Round shield': 'NMBSsb5G82FkkxEi',
          Mail: 'x1GSBBfAyCptz2oF',
          Bandages: '9xhS5vhg5p4n9mwe',
        }),
        shot: kitOf(
          {
            Bow: 'WJrzrXxpxDZEB4CQ',
            Arrows: 'o2Ph5v6HxIAZWUrl',
            'Short sword': 'FaOupXleA0kBaSLO',
            Leather: 'fRHpx3NGG20750mR',
            Bandages: '9xhS5vhg5p4n9mwe',
          },
          { 'Short sword': PUT_AWAY },
        ),
        leader: kitOf({
          Mace: 'mEgPTcWqE0DqfJOr',
          Buckler: 'j6KVbMI0MZJrC69Y',
          Breastplate: 'Nn889h52pwb1Mppg',
          'Healing herb': 'Zz0urvnmQbBBtoll',
        }),
      },
    },
    {
      id: 'training',
      fields: ['armStrength', 'legStrength', 'initiative', 'armPicks', 'legPicks', 'initiativePicks'],
      presets: {
        strong: { armStrength: 7, legStrength: 4 },
        even: { armStrength: 5, legStrength: 6 },
        nimble: { armStrength: 4, legStrength: 8 },
      },
      // One per level of martial proficiency (E-171).
      budget: { fields: ['armPicks', 'legPicks', 'initiativePicks'], points: ({ mpl }) => mpl },
    },
    {
      id: 'weapons',
      armory: {
        types: ['energyWeapon'],
        shownFields: { energyWeapon: ['damage', 'attackBonus', 'evasionBonus', 'ranged', 'thrown', 'mpr'] },
        warning: untrained,
      },
    },
    {
      id: 'armor',
      armory: {
        types: ['energyArmor', 'energyShield'],
        shownFields: { energyArmor: ['coverage', 'rating', 'penalty', 'mpr'], energyShield: ['bonus', 'mpr'] },
        warning: untrained,
      },
    },
    { id: 'pack', armory: { types: ['energyGear'] } },
  ],
  figures: [
    ...['meleeAV', 'evasion', 'rangedEvasion', 'fortitude', 'will'],
    ...['auraMax', 'staminaMax', 'agilityMax', 'surgesMax', 'speed', 'armStrength', 'legStrength', 'initiative'],
  ],
});

/** E-168. */
function untrained({ mpl }: ActorValues, item: EnergyItem): Message | null {
  return 'mpr' in item && item.mpr > mpl ? message('Build.untrained', { mpr: item.mpr, mpl }) : null;
}
