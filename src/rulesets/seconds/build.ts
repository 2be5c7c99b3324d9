import type { Json } from '../../kernel/json';
import { buildOf, kitOf, PUT_AWAY } from '../../toolkit/define/build';
import { SCHEMA } from './schema';

const SKILLS = ['sleightOfHand', 'stealth', 'perception', 'intimidation', 'willpower'] as const;

/** Sets every field, so that no earlier calling remains. */
const calling = (values: Readonly<Record<string, Json>>) => ({
  str: 0,
  dex: 0,
  agi: 0,
  hpMax: 10,
  size: 'medium',
  weight: 80,
  fortitudeMisc: 0,
  ...Object.fromEntries(SKILLS.map((id) => [id, 0])),
  ...values,
});

/** The ledger has no points to spend. */
export const BUILD = buildOf(SCHEMA, {
  steps: [
    {
      id: 'calling',
      presets: {
        fighter: calling({ str: 3, dex: 1, agi: 1, hpMax: 14, intimidation: 4, willpower: 2, perception: 2 }),
        bruiser: calling({ str: 5, dex: -1, agi: -1, hpMax: 16, size: 'large', weight: 140, fortitudeMisc: 2 }),
        scout: calling({
          str: 1,
          dex: 8,
          agi: 4,
          hpMax: 9,
          size: 'small',
          weight: 45,
          sleightOfHand: 4,
          stealth: 5,
          perception: 3,
        }),
        mage: calling({ dex: 3, agi: 2, hpMax: 10, willpower: 4, perception: 4, stealth: 2 }),
      },
      kits: {
        fighter: kitOf(
          {
            Sword: 'ybE0WGangRmzV2VY',
            Javelin: 'eHTHyL9NPvW4ortv',
            Rope: 'blwuTnRNgUJwafxf',
            'Healing draught': '8qJOZfvBdgiSFU6E',
          },
          { Javelin: PUT_AWAY },
        ),
        bruiser: kitOf({
          Maul: 'MBnTV5Z2V7xkB1cO',
          Manacles: 'c8NWTxCIsvQ0EHZ2',
          'Healing draught': '8qJOZfvBdgiSFU6E',
        }),
        scout: kitOf(
          {
            Dagger: 'hh0tKRm1TlEuxv2N',
            Bow: 'gzRJpY8aYbXL6bD1',
            Rope: 'blwuTnRNgUJwafxf',
            'Healing draught': '8qJOZfvBdgiSFU6E',
          },
          { Bow: PUT_AWAY },
        ),
        mage: kitOf({
          Staff: 'qvIu0TUkUTqhbFg1',
          Spark: 'KySC0KDRsehq4fqb',
          'Slow fire': 'AgKmByIOjOlW9T3J',
          'Firm footing': 'RYo7KHpwEJPhXIaU',
          'Healing draught': '8qJOZfvBdgiSFU6E',
        }),
      },
    },
    { id: 'abilities', fields: ['str', 'dex', 'agi'] },
    { id: 'body', fields: ['hpMax', 'size', 'weight', 'fortitudeMisc', 'reflexMisc'] },
    { id: 'skills', fields: SKILLS },
    {
      id: 'weapons',
      armory: { types: ['secondsWeapon'], shownFields: { secondsWeapon: ['timeCost', 'damage', 'kind', 'thrown'] } },
    },
    {
      id: 'magic',
      armory: { types: ['secondsSpell'], shownFields: { secondsSpell: ['timeCost', 'damage', 'range'] } },
    },
    {
      id: 'pack',
      armory: { types: ['secondsGear'], shownFields: { secondsGear: ['timeCost', 'heals', 'restrains'] } },
    },
  ],
  figures: [
    ...['speed', 'dodge', 'defence', 'fortitude', 'reflex', 'willpower'],
    ...['sleightOfHand', 'stealth', 'perception', 'intimidation'],
  ],
});
