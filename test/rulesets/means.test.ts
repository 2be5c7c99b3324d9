import { describe, expect, it } from 'vitest';
import type { FighterInput, Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { clash } from '../../src/rulesets/clash/index';
import { energy } from '../../src/rulesets/energy/index';
import { seconds } from '../../src/rulesets/seconds/index';
import { slots } from '../../src/rulesets/slots/index';
import { tempo } from '../../src/rulesets/tempo/index';
import type { Vocabulary } from '../support/rules';
import * as ofClash from './clash/vocabulary';
import * as ofEnergy from './energy/vocabulary';
import * as ofSeconds from './seconds/vocabulary';
import * as ofSlots from './slots/vocabulary';
import * as ofTempo from './tempo/vocabulary';

/** The attacks of a ruleset that have a default item; `fields` are those of a weapon in hand. */
interface Sample {
  readonly ruleset: Ruleset;
  readonly words: unknown;
  readonly fields: object;
  readonly attacks: readonly string[];
}

const SAMPLES: readonly Sample[] = [
  {
    ruleset: energy as unknown as Ruleset,
    words: ofEnergy,
    fields: { damage: '1d6', equipped: true },
    attacks: ['melee-attack', 'trip', 'disarm', 'finish-off'],
  },
  {
    ruleset: tempo as unknown as Ruleset,
    words: ofTempo,
    fields: { speed: 'quick', dice: '1d6', equipped: true },
    attacks: ['quick-attack', 'standard-attack', 'slow-attack'],
  },
  {
    ruleset: clash as unknown as Ruleset,
    words: ofClash,
    fields: { damage: '1d6', equipped: true },
    attacks: ['attack-basic-melee'],
  },
  {
    ruleset: seconds as unknown as Ruleset,
    words: ofSeconds,
    fields: { damage: '1d6', equipped: true },
    attacks: ['attack', 'pin', 'opportunity-attack'],
  },
  {
    ruleset: slots as unknown as Ruleset,
    words: ofSlots,
    fields: { equipped: true },
    attacks: ['primary-attack', 'secondary-attack', 'tertiary-attack', 'sunder'],
  },
];

type Words = Vocabulary<Encounter>;

describe.each(SAMPLES)('an attack of $ruleset.id without an item', ({ ruleset, words, fields, attacks }) => {
  const { fighter, item, encounter } = words as Words;
  const weapon = (id: string, more = {}): FighterInput['items'][number] => item('weapon', id, { ...fields, ...more });
  const fought = (items: FighterInput['items']) =>
    encounter([fighter('mira', {}, { items }), fighter('gnoll', {}, { items: [weapon('axe')] })]);
  const by = { by: 'mira', at: 'gnoll' };

  it.each(attacks)('%s is recorded with the weapon it is made with', (id) => {
    expect(ruleset.knows({ do: id, ...by })).toBe(true);
    const on = fought([weapon('bag', { equipped: false }), weapon('sword')]);
    expect(ruleset.withItem(on, { do: id, ...by })).toEqual({ do: id, ...by, with: 'sword' });
  });
  it.each(attacks)('%s is unchanged if it names an item, or no weapon is in hand', (id) => {
    const named = { do: id, ...by, with: 'club' };
    expect(ruleset.withItem(fought([weapon('sword'), weapon('club')]), named)).toBe(named);
    const bare = { do: id, ...by };
    expect(ruleset.withItem(fought([]), bare)).toBe(bare);
  });
  it('other commands stay without an item', () => {
    const on = fought([weapon('sword')]);
    for (const command of [
      { do: 'start', by: 'gm' },
      { do: 'wait', by: 'mira' },
      { do: 'unknown', by: 'absent' },
    ])
      expect(ruleset.withItem(on, command)).toBe(command);
  });
});
