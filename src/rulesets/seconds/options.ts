import { ADVANTAGES } from '../../toolkit/combat/check';
import {
  fighterOption,
  fightersOption,
  gmOption,
  itemOption,
  MANUAL_OPTIONS,
  type Options,
  option,
  optionReader,
} from '../../toolkit/define/options';
import { amount, choice, flag, int, line } from '../../toolkit/define/schema';
import { CHECKS, OCCASIONS, SAVES, TASKS } from './schema';

export const OPTIONS = {
  hurry: option(flag()),
  object: option(flag()),
  check: option(choice(CHECKS, 'str')),
  found: option(flag()),
  /** S-60. */
  for: option(choice(TASKS, 'grapple')),
  /** S-21. */
  when: option(choice(OCCASIONS, 'comes')),
  whom: fighterOption(),
  /** Further targets. */
  also: fightersOption(),
  height: option(amount(0, { min: 0, max: 20 })),
  drop: option(flag()),
  attack: gmOption(choice(ADVANTAGES, 'advantage')),
  freely: gmOption(flag()),
  difficult: gmOption(flag()),
  metres: gmOption(amount(1, { min: 0, max: 500 })),
  provoked: gmOption(flag()),
  distracting: gmOption(flag()),
  flying: gmOption(flag()),

  // Set by buttons only.
  ...MANUAL_OPTIONS,
  /** A place in the order (S-A11), or a pool's value. */
  to: option(int(0, { min: -100_000, max: 100_000 }), { why: 'no-number' }),
  out: itemOption(),
  /** Of an item on the ground. */
  owner: fighterOption(),
  /** For free checks. */
  roll: option(choice([...CHECKS, ...SAVES], 'str')),
  /** Of a condition that the GM adds: seconds of fear (S-93), the total to break free (S-84). */
  source: fighterOption(),
  towards: fighterOption(),
  holds: fighterOption(),
  fear: option(int(1, { min: 1, max: 60 })),
  against: option(int(0, { min: 0, max: 60 })),
  /** Of unconsciousness (S-109). */
  cause: option(line()),
  item: itemOption(),
} as const satisfies Options;

export const optionsOf = optionReader(OPTIONS);
