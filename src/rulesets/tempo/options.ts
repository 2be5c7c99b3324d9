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

/** Every option a command may have, and whose word it is; those of a dialog in the order they are shown. */
export const OPTIONS = {
  jump: option(flag()),
  stand: option(flag()),
  spaces: option(int(1, { min: 1, max: 99 })),
  /** T-54: walls and what else no token stands for. */
  unseen: gmOption(flag()),
  against: option(int(1, { min: 1, max: 40 })),
  lent: gmOption(choice(ADVANTAGES, 'advantage')),
  skip: option(flag()),
  /** An ability that lists Magic or an Attack is done with these. */
  spell: itemOption(),
  item: itemOption(),
  /** T-103 to T-109. */
  points: gmOption(int(1, { min: 1, max: 9 }), { why: 'no-number' }),

  // What only a button says.
  ...MANUAL_OPTIONS,
  /** The action planned, and the slot, by its key. */
  action: option(line()),
  slot: option(either(int(1), line())),
  off: option(flag()),
  /** T-49 to T-53: what is done with an item, and what is put away first. */
  use: option(choice(USES, 'load'), { why: 'one-option' }),
  away: itemsOption(),
  attribute: option(choice(ATTRIBUTES, 'str')),
  /** What a condition of the table's own is called, and who brings one about. */
  name: option(line()),
  figure: option(choice(ALTERABLE_FIGURES, 'defence')),
  amount: option(int(1, { min: -20, max: 20 })),
  source: fighterOption(),
} as const satisfies Options;

export const optionsOf = optionReader(OPTIONS);
