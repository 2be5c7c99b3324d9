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
import { choice, either, flag, int, line } from '../../toolkit/define/schema';
import { AWARE, CRIPPLED, FOCI, LIMBS, LORE, MODES, SAVES, SKILLS, TRIGGERS, VERBS } from './schema';

const upTo = (max: number, min = 0) => int(min, { min, max });

/** Every option a command may have, and whose word it is; those of a dialog in the order they are shown. */
export const OPTIONS = {
  /** L-08. */
  slot: said(choice(['standard', 'move', 'quick', 'waited'], 'standard'), { checked: 'standard' }),
  /** L-32. */
  hide: said(flag()),
  /** L-75. */
  group: said(choice(FOCI, FOCI[0]), { why: 'no-group' }),
  /** L-09: what one waits for, of whom where not of any foe, and in words. */
  when: said(choice(TRIGGERS, 'told')),
  whom: fighter(),
  ready: said(line()),
  /** L-76. */
  skill: said(choice(LORE, LORE[0]), { why: 'no-lore' }),
  /** L-122, L-134. */
  sense: said(choice(['sight', 'hearing'], 'sight'), { why: 'no-sense' }),
  /** L-51. */
  mode: said(choice(MODES, MODES[0])),
  /** L-65, L-66: feet. */
  across: said(upTo(200)),
  up: said(upTo(200)),
  after: said(upTo(500)),
  /** L-54: squares the map does not show. */
  difficult: said(upTo(50)),
  /** Off the map: feet, and whether the way has a turn in it. */
  feet: said(upTo(500, 5)),
  turning: said(flag()),
  /** L-42. */
  strength: said(int(0, { min: -5, max: 40 })),
  other: lent(int(0, { min: -20, max: 20 })),

  // What only a button says, or the game master of the whole encounter.
  ...BY_HAND,
  /** L-21: a side, or fighters. */
  ambushers: naming('fighter', lent(either(line(), fighters().field))),
  /** L-21: how it is known who sees an ambush coming. */
  aware: lent(choice(AWARE, AWARE[0])),
  provoked: lent(flag()),
  /** What is rolled for whatever happens at the table. */
  roll: said(choice([...SKILLS, ...SAVES], SKILLS[0])),
  verb: said(choice(VERBS, VERBS[0]), { why: 'no-verb' }),
  text: said(line()),
  item: item(),
  component: item(),
  /** L-176. */
  kind: said(line()),
  towards: fighter(),
  source: fighter(),
  /** What else a condition may be told. */
  variant: said(choice(CRIPPLED, 'speed')),
  limb: said(choice(LIMBS, LIMBS[0])),
  escape: said(upTo(60)),
  stealth: said(upTo(80)),
  cause: said(line()),
} as const satisfies Options;

export const saidIn = reader(OPTIONS);
