import { ADVANTAGES } from '../../toolkit/combat/check';
import {
  BY_HAND,
  fighter,
  fighters,
  item,
  lent,
  naming,
  type Options,
  reader,
  said,
} from '../../toolkit/define/options';
import { choice, either, flag, int, line, oneOf } from '../../toolkit/define/schema';
import { CAUSES } from './schema';

/** Every option a command may have, and whose word it is; those of a dialog in the order they are shown. */
export const OPTIONS = {
  /** E-18. */
  swap: said(flag()),
  /** E-160 to E-167: steps that make the attack harder and sparing surer. */
  nonLethal: said(oneOf(0, 1, 2, 3), { why: 'no-steps' }),
  /** E-20; more than four only as a single ability (E-21). */
  enhance: said(int(1, { min: 1, max: 10 })),
  single: said(flag()),
  attack: lent(choice(ADVANTAGES, 'advantage')),
  /** Or that none is rolled (E-A14). */
  defense: lent(choice([...ADVANTAGES, 'none'], 'advantage')),
  behind: lent(flag()),
  moving: lent(flag()),
  /** E-89, E-93. */
  aware: lent(oneOf(true, false)),
  pointBlank: lent(flag()),
  /** E-141. */
  cover: lent(flag()),
  movement: lent(choice(['still', 'ordinary', 'zigzag'], 'still')),
  other: lent(int(0, { min: -20, max: 20 })),
  metres: lent(int(1, { min: 1, max: 500 })),
  /** E-64 to E-66. */
  energy: lent(int(0, { min: 0, max: 5 })),
  passing: lent(flag()),
  /** E-164. */
  injuryFrom: lent(int(1, { min: 1, max: 30 })),
  /** E-221. */
  deathRoll: lent(oneOf('none', 10, 15, 20)),
  /** E-A37. */
  deathBonus: lent(int(0, { min: -20, max: 20 })),
  /** E-137. */
  doublings: lent(oneOf(1, 2, 3)),
  /** E-129. */
  against: said(int(10, { min: 1, max: 30 })),
  /** E-27. */
  race: said(flag()),
  /** E-199. */
  minutes: said(int(5, { min: 5, max: 30 }), { why: 'no-minutes' }),
  /** E-203. */
  hours: lent(int(0, { min: 0, max: 8 }), { why: 'no-hours' }),

  // What only a button says, or the game master of the whole encounter.
  ...BY_HAND,
  /** Of what is set by hand whether it is given or taken; of what a challenge is made for, at whom (E-31). */
  on: naming('fighter', said(either(flag(), line()), { why: 'no-mark' })),
  anyway: lent(flag()),
  /** E-156: a side. */
  surprised: lent(line()),
  swift: said(flag()),
  agility: said(flag()),
  /** E-31: what a challenge is made for, and who is challenged besides. */
  action: said(line()),
  also: fighters(),
  item: item(),
  reaction: said(line()),
  side: said(line()),
  suppress: said(flag()),
  /** What is asked of a condition given by hand. */
  source: fighter(),
  holds: fighter(),
  cause: said(choice(CAUSES, CAUSES[0])),
} as const satisfies Options;

export const saidIn = reader(OPTIONS);
