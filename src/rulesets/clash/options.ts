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
import { amount, choice, flag, int, oneOf } from '../../toolkit/define/schema';
import { ACTION_KINDS, COVERS, LIGHTS, ROLLABLE_FIGURES } from './schema';

const upTo = (max: number) => gmOption(amount(0, { min: 0, max }), { why: 'no-number' });

/** Above every sheet's cast level; caps the number of dice. */
export const MAX_UPCAST_LEVEL = 30;

/** Metres; caps the number of dice. */
export const MAX_FALL_METRES = 200;
/** Metres. */
export const MAX_JUMP_METRES = 60;

/** Dialogs show options in this order. */
export const OPTIONS = {
  /** C-11: of a skill that strikes. */
  weapon: itemOption(),
  /** C-117, C-A35. */
  pay: option(choice(ACTION_KINDS, 'attack')),
  /** C-A17. */
  attackLevel: gmOption(int(0, { min: -5, max: 5 })),
  defenseLevel: gmOption(int(0, { min: -5, max: 5 })),
  /** C-62, C-A30. */
  behind: gmOption(oneOf(true, false)),
  /** C-113: with the move, before it ends the turn. */
  sneak: option(flag()),
  /** C-114, C-116: what the GM says in place of the map. */
  cover: gmOption(choice(COVERS, 'none')),
  light: gmOption(choice(LIGHTS, 'bright')),
  /** C-17: without a map. */
  moved: option(amount(1, { min: 0, max: 500 })),
  /** C-122. */
  metres: gmOption(amount(1, { min: 0, max: MAX_FALL_METRES }), { why: 'no-number' }),
  /** C-119. */
  height: upTo(MAX_JUMP_METRES),
  distance: upTo(MAX_JUMP_METRES),
  /** C-125. */
  cause: gmOption(int(0, { min: 0, max: 60 })),
  incoming: gmOption(int(0, { min: 0, max: 500 })),

  // Set by buttons or by the GM only.
  ...MANUAL_OPTIONS,
  /** For free checks. */
  roll: option(choice(ROLLABLE_FIGURES, ROLLABLE_FIGURES[0])),
  seconds: upTo(1_000_000),
  /** C-110. */
  level: option(int(1, { min: 1, max: MAX_UPCAST_LEVEL }), { why: 'no-number' }),
  /** Further targets. */
  also: fightersOption(),
  kind: option(choice(ACTION_KINDS, 'attack'), { why: 'no-kind' }),
  as: option(choice(['utility'], 'utility')),
  /** Of a condition that the GM adds. */
  source: fighterOption(),
  towards: fighterOption(),
  amount: option(int(1, { min: 1, max: 20 })),
  tier: option(int(1, { min: 1, max: 10 })),
  strength: option(int(1, { min: 1, max: 60 })),
} as const satisfies Options;

export const optionsOf = optionReader(OPTIONS);

/** Of attacks and of contested spells. */
export const CONTEST_OPTIONS = ['attackLevel', 'defenseLevel', 'behind'] as const;
export const SIGHT_OPTIONS = ['cover', 'light'] as const;
export const JUMP_OPTIONS = ['pay', 'sneak', ...SIGHT_OPTIONS, 'height', 'distance'] as const;
