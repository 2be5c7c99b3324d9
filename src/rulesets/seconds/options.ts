import { BY_HAND, item, lent, type Options, reader, said } from '../../rulebook/options';
import { amount, choice, flag, int } from '../../rulebook/schema';
import { CHECKS } from './words';

/** Every option a command may have, and whose word it is; those of a dialog in the order they are shown. */
export const OPTIONS = {
  hurry: said(flag()),
  object: said(flag()),
  check: said(choice(CHECKS, 'str')),
  found: said(flag()),
  height: said(amount(0, { min: 0, max: 20 })),
  drop: said(flag()),
  attack: lent(choice(['advantage', 'disadvantage'], 'advantage')),
  freely: lent(flag()),
  difficult: lent(flag()),
  metres: lent(amount(1, { min: 0, max: 500 })),
  provoked: lent(flag()),
  distracting: lent(flag()),
  flying: lent(flag()),

  // What only a button says.
  ...BY_HAND,
  /** Which place of the order somebody is put to (S-A11), or what a pool is set to. */
  to: said(int(0, { min: -100_000, max: 100_000 }), { why: 'no-number' }),
  out: item(),
  item: item(),
} as const satisfies Options;

export const saidIn = reader(OPTIONS);
