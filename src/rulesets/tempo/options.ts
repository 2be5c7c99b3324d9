import { ADVANTAGES } from '../../toolkit/combat/check';
import { BY_HAND, fighter, item, items, lent, type Options, reader, said } from '../../toolkit/define/options';
import { choice, either, flag, int, line } from '../../toolkit/define/schema';
import { ALTERABLE, ATTRIBUTES, USES } from './schema';

/** Every option a command may have, and whose word it is; those of a dialog in the order they are shown. */
export const OPTIONS = {
  jump: said(flag()),
  stand: said(flag()),
  spaces: said(int(1, { min: 1, max: 99 })),
  /** T-54: walls and what else no token stands for. */
  unseen: lent(flag()),
  against: said(int(1, { min: 1, max: 40 })),
  lent: lent(choice(ADVANTAGES, 'advantage')),
  skip: said(flag()),
  /** An ability that lists Magic or an Attack is done with these. */
  spell: item(),
  item: item(),
  /** T-103 to T-109. */
  points: lent(int(1, { min: 1, max: 9 }), { why: 'no-number' }),

  // What only a button says.
  ...BY_HAND,
  /** The action planned, and the slot, by its key. */
  action: said(line()),
  slot: said(either(int(1), line())),
  off: said(flag()),
  /** T-49 to T-53: what is done with an item, and what is put away first. */
  use: said(choice(USES, 'load'), { why: 'one-option' }),
  away: items(),
  attribute: said(choice(ATTRIBUTES, 'str')),
  /** What a condition of the table's own is called, and who brings one about. */
  name: said(line()),
  figure: said(choice(ALTERABLE, 'defence')),
  amount: said(int(1, { min: -20, max: 20 })),
  source: fighter(),
} as const satisfies Options;

export const saidIn = reader(OPTIONS);
