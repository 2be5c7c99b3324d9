import type { Command } from '../../../encounter/command';
import type { OptionField, OptionInput, OptionValue } from '../../../encounter/view';
import { lookup } from '../../../kernel/lookup';

/**
 * Returns the points for a number typed into a pool; a sign makes it relative. Null if it is invalid.
 * @param present current points
 * @param per points for each unit typed; above 1, decimals are allowed
 */
export function readAmount(typed: string, present: number, per = 1): number | null {
  const trimmed = typed.trim().replace('−', '-').replace(',', '.');
  if (!(per > 1 ? /^[+-]?\d+(\.\d+)?$/ : /^[+-]?\d+$/).test(trimmed)) return null;
  const number = Math.round(Number(trimmed) * per);
  return Math.max(0, /^[+-]/.test(trimmed) ? present + number : number);
}

/** The value of an input: whether a box is checked, the text of a field, or the index of a choice. */
export type TypedInput = boolean | string;

/** Returns the command with the entered options; empty, unchecked and invalid inputs omit theirs. */
export function withOptions(
  command: Command,
  fields: readonly OptionField[],
  entered: Readonly<Record<string, TypedInput>>,
): Command {
  const options: Record<string, OptionValue | undefined> = { ...command.options };
  for (const { key, input } of fields) {
    const typed = lookup(entered, key);
    if (typed === undefined) continue;
    const value = read(input, typed);
    if (value === null) delete options[key];
    else options[key] = value;
  }
  const { options: _, ...bare } = command;
  return Object.keys(options).length > 0 ? { ...bare, options } : bare;
}

function read(input: OptionInput, entered: TypedInput): OptionValue | null {
  if (input.kind === 'toggle') return entered === true ? input.value : null;
  const typed = String(entered).trim().replace('−', '-');
  if (typed === '') return null;
  if (input.kind === 'text') return String(entered).trim();
  const number = Number(typed);
  if (!Number.isInteger(number)) return null;
  if (input.kind === 'choice') return input.choices[number]?.value ?? null;
  return number >= input.min && number <= input.max ? number : null;
}
