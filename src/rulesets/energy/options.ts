import { ADVANTAGES } from '../../toolkit/combat/check';
import {
  fighterOption,
  fightersOption,
  gmOption,
  itemOption,
  MANUAL_OPTIONS,
  type Options,
  option,
  optionOf,
  optionReader,
} from '../../toolkit/define/options';
import { choice, either, flag, int, line, oneOf } from '../../toolkit/define/schema';
import { CAUSES, CHECKS } from './schema';

/** In the order of the dialog. */
export const OPTIONS = {
  /** E-18: a mark means one point. */
  swap: option(either(flag(), int(1, { min: 1, max: 10 })), { checked: true }),
  /** E-160 to E-167: steps that make the attack harder and the Chance roll easier. */
  nonLethal: option(oneOf(0, 1, 2, 3), { why: 'no-steps' }),
  /** E-20; more than four only as a single ability (E-21). */
  enhance: option(int(1, { min: 1, max: 10 })),
  single: option(flag()),
  attack: gmOption(choice(ADVANTAGES, 'advantage')),
  /** `none`: no Defense roll (E-A14). */
  defense: gmOption(choice([...ADVANTAGES, 'none'], 'advantage')),
  behind: gmOption(flag()),
  moving: gmOption(flag()),
  /** E-89, E-93. */
  aware: gmOption(oneOf(true, false)),
  pointBlank: gmOption(flag()),
  /** E-141. */
  cover: gmOption(flag()),
  movement: gmOption(choice(['still', 'ordinary', 'zigzag'], 'still')),
  other: gmOption(int(0, { min: -20, max: 20 })),
  metres: gmOption(int(1, { min: 1, max: 500 })),
  /** E-64 to E-66. */
  energy: gmOption(int(0, { min: 0, max: 5 })),
  passing: gmOption(flag()),
  /** E-164. */
  injuryFrom: gmOption(int(1, { min: 1, max: 30 })),
  /** E-221. */
  deathRoll: gmOption(oneOf('none', 10, 15, 20)),
  /** E-A37. */
  deathBonus: gmOption(int(0, { min: -20, max: 20 })),
  /** E-137. */
  doublings: gmOption(oneOf(1, 2, 3)),
  /** E-129. */
  against: option(int(10, { min: 1, max: 30 })),
  /** E-116: the number to beat with a roll for which no attack asks. */
  toBeat: option(int(10, { min: 1, max: 60 })),
  /** E-132, E-133, E-160: of damage without an attack. */
  damageType: gmOption(line()),
  subdues: gmOption(flag()),
  /** E-27. */
  race: option(flag()),
  /** E-199. */
  minutes: option(int(5, { min: 5, max: 30 }), { why: 'no-minutes' }),
  /** E-203. */
  hours: gmOption(int(0, { min: 0, max: 8 }), { why: 'no-hours' }),

  // Set by buttons, or by the GM for the encounter.
  ...MANUAL_OPTIONS,
  /** For manual changes: add or remove. For a challenge: the target of its action (E-31). */
  on: optionOf('fighter', option(either(flag(), line()), { why: 'no-mark' })),
  anyway: gmOption(flag()),
  /** E-156: a side. */
  surprised: gmOption(line()),
  swift: option(flag()),
  agility: option(flag()),
  /** E-31: the action of a challenge, and further opponents. */
  action: option(line()),
  also: fightersOption(),
  item: itemOption(),
  /** For free checks. */
  roll: option(choice(CHECKS, 'chance')),
  reaction: option(line()),
  suppress: option(flag()),
  /** Fields of a manual condition. */
  source: fighterOption(),
  holds: fighterOption(),
  cause: option(choice(CAUSES, CAUSES[0])),
} as const satisfies Options;

export const optionsOf = optionReader(OPTIONS);
