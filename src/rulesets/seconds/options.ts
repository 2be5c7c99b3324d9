import type { Command } from '../../encounter/command';
import type { OptionField, Viewer } from '../../encounter/view';
import { message } from '../../rulebook/labels';
import { BY_HAND, dialogs, fighter, item, lent, type Options, reader, said } from '../../rulebook/options';
import { amount, choice, each, flag, int } from '../../rulebook/schema';
import { inHand, type SecondsFighter } from './stats';
import { CHECKS } from './terms';

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
  /** What is asked of a condition given by hand: the seconds of fear (S-93), the total to break free of (S-84). */
  source: fighter(),
  towards: fighter(),
  holds: fighter(),
  fear: said(int(1, { min: 1, max: 60 })),
  against: said(int(0, { min: 0, max: 60 })),
  item: item(),
} as const satisfies Options;

export const saidIn = reader(OPTIONS);

const DIALOGS = dialogs(OPTIONS);

const BODILY = ['grapple', 'restrain', 'pin', 'trip', 'break-grapple', 'break-pin'] as const;
const BY_BODY = ['str', 'dex'];
/** Among which checks one may choose, by the action. */
const CHECKS_OF: Readonly<Record<string, readonly string[]>> = {
  ...each(BODILY, () => BY_BODY),
  disarm: ['sleight-of-hand', 'str'],
  help: CHECKS,
};

/** What the game master may say takes one's eyes off the enemy (S-A23). */
const DISTRACTS: readonly string[] = [
  ...['use-item', 'change-equipment', 'wake', 'help', 'hide', 'improvise', 'speak', 'clear-eyes'],
];

/** Whether a dialog asks for an option, in the order they are shown. */
const ASKED: readonly (readonly [keyof typeof OPTIONS, (command: Command, fighter: SecondsFighter) => boolean])[] = [
  ['hurry', ({ do: id }) => id === 'attack'],
  ['object', ({ do: id }) => id === 'attack'],
  ['check', ({ do: id }) => id in CHECKS_OF],
  ['found', ({ do: id, with: tool }) => id === 'pin' && tool === undefined],
  ['height', ({ do: id }) => id === 'jump'],
  ['drop', ({ do: id }, fighter) => id === 'change-equipment' && inHand(fighter).length > 0],
  ['attack', ({ do: id }) => id === 'attack'],
  ['freely', ({ do: id }) => id === 'move'],
  ['difficult', ({ do: id }, { place }) => id === 'move' && !place],
  ['metres', ({ do: id }, { place }) => (id === 'move' || id === 'jump') && !place],
  ['provoked', ({ do: id }) => id === 'opportunity-attack'],
  ['distracting', ({ do: id }) => DISTRACTS.includes(id)],
];

/** Which place of the order somebody is put to. @param last how many places there are */
export const orderFields = (last: number): readonly OptionField[] => [
  { ...DIALOGS.field('to'), gm: true, input: { kind: 'number', min: 1, max: last } },
];

/** What a command may be told besides, as far as it is the viewer's to say. */
export const fieldsOf = (
  command: Command,
  fighter: SecondsFighter,
  target: SecondsFighter | undefined,
  { gm }: Pick<Viewer, 'gm'>,
): readonly OptionField[] => [
  ...ASKED.flatMap(([key, isAsked]): readonly OptionField[] => {
    if ((OPTIONS[key].gm && !gm) || !isAsked(command, fighter)) return [];
    return key === 'check' ? checkFields(CHECKS_OF[command.do] ?? []) : [DIALOGS.field(key)];
  }),
  ...(command.do === 'change-equipment' ? oneOf('out', fighter) : []),
  ...(command.do === 'disarm' && target ? oneOf('item', target) : []),
];

/** A choice among the weapons in somebody's hands; none where there is but one. */
function oneOf(key: 'out' | 'item', fighter: SecondsFighter): readonly OptionField[] {
  const weapons = inHand(fighter).map(({ id: value, name }) => ({ value, label: message('Option.item', { name }) }));
  return weapons.length > 1 ? DIALOGS.among(key, weapons) : [];
}

const checkFields = (checks: readonly string[]): readonly OptionField[] =>
  DIALOGS.among(
    'check',
    checks.map((value) => ({ value, label: message(`Rolled.${value}`) })),
  );
