import type { Command } from '../../encounter/command';
import type { OptionField, Viewer } from '../../encounter/view';
import {
  fighterOption,
  fightersOption,
  gmOption,
  MANUAL_OPTIONS,
  type Options,
  option,
  optionDialogs,
  optionReader,
} from '../../toolkit/define/options';
import { amount, choice, int, oneOf } from '../../toolkit/define/schema';
import type { Action } from './action';
import { ACTION_KINDS, ROLLABLE_FIGURES } from './schema';
import type { ClashFighter } from './state';

const upTo = (max: number) => amount(0, { min: 0, max });

/** The highest level UPCAST may name: beyond it no sheet goes, and dice by the thousand are nobody's spell. */
export const MAX_UPCAST_LEVEL = 30;

/** Every option a command may have, and whose word it is; those of a dialog in the order they are shown. */
export const OPTIONS = {
  /** C-117, C-A35. */
  pay: option(choice(ACTION_KINDS, 'attack')),
  /** C-A17. */
  attackLevel: gmOption(int(0, { min: -5, max: 5 })),
  defenseLevel: gmOption(int(0, { min: -5, max: 5 })),
  /** C-62, C-A30. */
  behind: gmOption(oneOf(true, false)),
  metres: gmOption(amount(1, { min: 0, max: 500 })),
  /** C-119. */
  height: gmOption(upTo(60)),
  distance: gmOption(upTo(60)),
  /** C-125. */
  cause: gmOption(int(0, { min: 0, max: 60 })),
  incoming: gmOption(int(0, { min: 0, max: 500 })),

  // What only a button says, or the game master of the whole encounter.
  ...MANUAL_OPTIONS,
  /** What is rolled for whatever happens at the table. */
  roll: option(choice(ROLLABLE_FIGURES, ROLLABLE_FIGURES[0])),
  seconds: gmOption(upTo(1_000_000)),
  /** C-110. */
  level: option(int(1, { min: 1, max: MAX_UPCAST_LEVEL }), { why: 'no-number' }),
  /** Whom a spell is aimed at besides. */
  also: fightersOption(),
  kind: option(choice(ACTION_KINDS, 'attack'), { why: 'no-kind' }),
  as: option(choice(['utility'], 'utility')),
  /** What is asked of a condition given by hand. */
  source: fighterOption(),
  towards: fighterOption(),
  amount: option(int(1, { min: 1, max: 20 })),
  tier: option(int(1, { min: 1, max: 10 })),
  strength: option(int(1, { min: 1, max: 60 })),
} as const satisfies Options;

export const optionsOf = optionReader(OPTIONS);

type Key = keyof typeof OPTIONS;
const DIALOGS = optionDialogs(OPTIONS);

/** Which options an action's command may be told, by its verb. */
const KEYS: Readonly<Record<string, readonly Key[]>> = {
  jump: ['pay', 'height', 'distance'],
  fall: ['metres', 'cause', 'incoming'],
  'pass-phase': ['seconds'],
  'mount-extra-action': ['pay', 'attackLevel', 'defenseLevel', 'behind'],
};
/** What is rolled against a defense or a save may be made easier or harder. */
const CONTESTED: readonly Key[] = ['attackLevel', 'defenseLevel', 'behind'];

/** What an action's command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  { category, needs }: Pick<Action, 'category' | 'needs'>,
  { place, items }: Pick<ClashFighter, 'place' | 'items'>,
  { do: id, with: thing }: Command,
  viewer: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  const spell = items.find((item) => item.id === thing);
  const upcast: readonly Key[] = spell?.type === 'clashSpell' && spell.upcastMax > 1 ? ['level'] : [];
  const contested = category === 'attack' && id !== 'escape-grapple' && id !== 'attack-item';
  const offMap: readonly Key[] = needs === 'path' && !place ? ['metres'] : [];
  return DIALOGS.fields([...upcast, ...(KEYS[id] ?? (contested ? CONTESTED : offMap))], viewer);
}

/** What the game master may say of a command of the whole encounter. */
export const clockFields = ({ do: id }: Command, viewer: Pick<Viewer, 'gm'>): readonly OptionField[] =>
  DIALOGS.fields(KEYS[id] ?? [], viewer);
