import type { Command } from '../../encounter/command';
import type { OptionField, Viewer } from '../../encounter/view';
import { message } from '../../rulebook/labels';
import { BY_HAND, dialogs, item, lent, type Options, reader, said } from '../../rulebook/options';
import { amount, choice, flag, int } from '../../rulebook/schema';
import { inHand } from './attack/attack';
import type { SecondsFighter } from './stats';
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

type Key = keyof typeof OPTIONS;
const DIALOGS = dialogs(OPTIONS);

const BODILY: readonly string[] = ['grapple', 'restrain', 'pin', 'trip', 'break-grapple', 'break-pin'];
const BY_BODY = ['str', 'dex'];
/** Which checks one may choose among, by the action; where one may choose, and all there are where nothing is said. */
const CHECKS_OF: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(BODILY.map((verb) => [verb, BY_BODY])),
  disarm: ['sleight-of-hand', 'str'],
  help: CHECKS,
};

/** The options an action may be told in a dialog. */
function keysOf({ do: verb, with: tool }: Command, fighter: SecondsFighter): readonly Key[] {
  const { place } = fighter;
  const goes = verb === 'move' || verb === 'jump';
  const when = (is: boolean, ...keys: Key[]): Key[] => (is ? keys : []);
  return [
    ...when(verb === 'attack', 'hurry', 'object'),
    ...when(verb in CHECKS_OF, 'check'),
    ...when(verb === 'pin' && tool === undefined, 'found'),
    ...when(verb === 'jump', 'height'),
    ...when(verb === 'change-equipment' && inHand(fighter).length > 0, 'drop'),
    ...when(verb === 'attack', 'attack'),
    ...when(verb === 'move', 'freely'),
    ...when(verb === 'move' && !place, 'difficult'),
    ...when(goes && !place, 'metres'),
    ...when(verb === 'opportunity-attack', 'provoked'),
    ...when(DISTRACTS.includes(verb), 'distracting'),
  ];
}

/** What the game master may say takes one's eyes off the enemy (S-A23). */
const DISTRACTS: readonly string[] = [
  'use-item',
  'change-equipment',
  'wake',
  'help',
  'hide',
  'improvise',
  'speak',
  'clear-eyes',
];

/** Which place of the order somebody is put to. @param last how many places there are */
export const orderFields = (last: number): readonly OptionField[] => [
  { ...DIALOGS.field('to'), gm: true, input: { kind: 'number', min: 1, max: last } },
];

/** What a command may be told besides, as far as it is the viewer's to say. */
export const fieldsOf = (
  command: Command,
  fighter: SecondsFighter,
  viewer: Pick<Viewer, 'gm'>,
): readonly OptionField[] =>
  keysOf(command, fighter)
    .flatMap((key) => (key === 'check' ? checkFields(CHECKS_OF[command.do] ?? []) : [DIALOGS.field(key)]))
    .filter(({ gm }) => viewer.gm || !gm);

const checkFields = (checks: readonly string[]): readonly OptionField[] =>
  DIALOGS.among(
    'check',
    checks.map((value) => ({ value, label: message(`Rolled.${value}`) })),
  );
