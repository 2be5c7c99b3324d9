import type { Command } from '../../../encounter/command';
import type { OptionField, OptionInput, Viewer } from '../../../encounter/view';
import { message as words } from '../../../rulebook/labels';
import { inHand } from './attack';
import type { SecondsFighter } from './stats';
import { CHECKS } from './words';

const toggle: OptionInput = { kind: 'toggle', value: true };
const number = (min: number, max: number): OptionInput => ({ kind: 'number', min, max });
const choice = (key: string, values: readonly string[], label: (value: string) => string): OptionInput => ({
  kind: 'choice',
  unsaid: words(`Field.${key}.unsaid`),
  choices: values.map((value) => ({ value, label: words(label(value)) })),
});

/** Options that are the game master's word alone. */
export const GM_OPTIONS = ['attack', 'freely', 'difficult', 'distracting', 'provoked', 'flying', 'metres'] as const;

/** Every option a command may have: those of a dialog, and those that only a button says. */
export const OPTIONS: readonly string[] = [
  ...GM_OPTIONS,
  ...['hurry', 'object', 'check', 'found', 'height', 'drop', 'out', 'item', 'pool', 'to', 'condition', 'on'],
];

const BY_BODY = ['str', 'dex'];
const rolled = (value: string): string => `Rolled.${value}`;

/** Every option a command may be told in a dialog, with the actions it belongs to. */
function inputs({ do: verb, with: tool }: Command, fighter: SecondsFighter): Readonly<Record<string, OptionInput>> {
  const isAttack = verb === 'attack';
  const swaps = verb === 'change-equipment';
  return {
    ...(isAttack && { hurry: toggle, object: toggle }),
    ...(BODILY.includes(verb) && { check: choice('check', BY_BODY, rolled) }),
    ...(verb === 'disarm' && { check: choice('check', ['sleight-of-hand', 'str'], rolled) }),
    ...(verb === 'help' && { check: choice('check', CHECKS, rolled) }),
    ...(verb === 'pin' && tool === undefined && { found: toggle }),
    ...(verb === 'jump' && { height: number(0, 20) }),
    ...(swaps && inHand(fighter).length > 0 && { drop: toggle }),
    ...(isAttack && { attack: choice('attack', ['advantage', 'disadvantage'], (value) => `Field.attack.${value}`) }),
    ...(verb === 'move' && { freely: toggle }),
    ...(verb === 'move' && !fighter.place && { difficult: toggle }),
    ...((verb === 'move' || verb === 'jump') && !fighter.place && { metres: number(1, 500) }),
    ...(verb === 'opportunity-attack' && { provoked: toggle }),
    ...(DISTRACTS.includes(verb) && { distracting: toggle }),
  };
}

const BODILY: readonly string[] = ['grapple', 'restrain', 'pin', 'trip', 'break-grapple', 'break-pin'];
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
  { key: 'to', label: words('Field.to.label'), hint: words('Field.to.hint'), gm: true, input: number(1, last) },
];

/** What a command may be told besides, as far as it is the viewer's to say. */
export function fieldsOf(
  command: Command,
  fighter: SecondsFighter,
  { gm }: Pick<Viewer, 'gm'>,
): readonly OptionField[] {
  return Object.entries(inputs(command, fighter))
    .map(([key, input]) => ({
      key,
      label: words(`Field.${key}.label`),
      hint: words(`Field.${key}.hint`),
      gm: (GM_OPTIONS as readonly string[]).includes(key),
      input,
    }))
    .filter((field) => gm || !field.gm);
}
