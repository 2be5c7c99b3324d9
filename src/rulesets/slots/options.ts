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
import { choice, either, flag, int, line } from '../../toolkit/define/schema';
import { CRIPPLE_EFFECTS, FOCI, LIMBS, LORE, MODES, SAVES, SKILLS, TRIGGERS, VERBS } from './schema';

const upTo = (max: number, min = 0) => int(min, { min, max });

/** How awareness of an ambush is decided (L-21). */
const AWARENESS = ['none', 'rolled', 'chosen'] as const;

/** The options of all commands; those of a dialog in display order. */
export const OPTIONS = {
  /** L-08. */
  slot: option(choice(['standard', 'move', 'quick', 'waited'], 'standard'), { checked: 'standard' }),
  /** L-32. */
  hide: option(flag()),
  /** L-75. */
  group: option(choice(FOCI, FOCI[0]), { why: 'no-group' }),
  /** L-09: the trigger, its fighter (else any foe), and a description. */
  when: option(choice(TRIGGERS, 'told')),
  whom: fighterOption(),
  ready: option(line()),
  /** L-76. */
  skill: option(choice(LORE, LORE[0]), { why: 'no-lore' }),
  /** L-122, L-134. */
  sense: option(choice(['sight', 'hearing'], 'sight'), { why: 'no-sense' }),
  /** L-51. */
  mode: option(choice(MODES, MODES[0])),
  /** L-65, L-66: feet. */
  across: option(upTo(200)),
  up: option(upTo(200)),
  after: option(upTo(500)),
  /** L-54: squares the map does not show. */
  difficult: option(upTo(50)),
  /** Off the map: feet, and whether the path turns. */
  feet: option(upTo(500, 5)),
  turning: option(flag()),
  /** L-42. */
  strength: option(int(0, { min: -5, max: 40 })),
  other: gmOption(int(0, { min: -20, max: 20 })),

  // Options of buttons, or of the GM for the whole encounter.
  ...MANUAL_OPTIONS,
  /** L-21: a side, or fighters. */
  ambushers: optionOf('fighter', gmOption(either(line(), fightersOption().field))),
  /** L-21: how awareness of an ambush is decided. */
  aware: gmOption(choice(AWARENESS, AWARENESS[0])),
  provoked: gmOption(flag()),
  roll: option(choice([...SKILLS, ...SAVES], SKILLS[0])),
  verb: option(choice(VERBS, VERBS[0]), { why: 'no-verb' }),
  text: option(line()),
  item: itemOption(),
  component: itemOption(),
  /** L-176. */
  kind: option(line()),
  towards: fighterOption(),
  source: fighterOption(),
  variant: option(choice(CRIPPLE_EFFECTS, 'speed')),
  limb: option(choice(LIMBS, LIMBS[0])),
  escape: option(upTo(60)),
  stealth: option(upTo(80)),
  cause: option(line()),
} as const satisfies Options;

export const optionsOf = optionReader(OPTIONS);
