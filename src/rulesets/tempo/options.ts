import { ADVANTAGES } from '../../toolkit/combat/check';
import {
  fighterOption,
  gmOption,
  itemOption,
  itemsOption,
  MANUAL_OPTIONS,
  type Options,
  option,
  optionReader,
} from '../../toolkit/define/options';
import { choice, either, flag, int, line } from '../../toolkit/define/schema';
import { ALTERABLE_FIGURES, ATTRIBUTES, USES } from './schema';

/** In the order of the dialog. */
export const OPTIONS = {
  jump: option(flag()),
  stand: option(flag()),
  spaces: option(int(1, { min: 1, max: 99 })),
  /** T-54: hidden by something without a token, such as a wall. */
  unseen: gmOption(flag()),
  against: option(int(1, { min: 1, max: 40 })),
  lent: gmOption(choice(ADVANTAGES, 'advantage')),
  skip: option(flag()),
  empty: option(flag()),
  /** For an ability that lists Magic or an Attack. */
  spell: itemOption(),
  item: itemOption(),
  /** T-103 to T-109. */
  points: gmOption(int(1, { min: 1, max: 9 }), { why: 'no-number' }),

  // Set only by buttons.
  ...MANUAL_OPTIONS,
  /** The planned action, and the key of its slot. */
  action: option(line()),
  slot: option(either(int(1), line())),
  off: option(flag()),
  /** T-49 to T-53: the use of an item, and what to put away first. */
  use: option(choice(USES, 'load'), { why: 'one-option' }),
  away: itemsOption(),
  attribute: option(choice(ATTRIBUTES, 'str')),
  /** For free checks. */
  roll: option(choice(ATTRIBUTES, 'str')),
  /** Fields of a custom condition, and the source of a condition. */
  name: option(line()),
  figure: option(choice(ALTERABLE_FIGURES, 'defence')),
  amount: option(int(1, { min: -20, max: 20 })),
  source: fighterOption(),
} as const satisfies Options;

export const optionsOf = optionReader(OPTIONS);
