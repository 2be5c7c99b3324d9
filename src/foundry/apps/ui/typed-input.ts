import type { Command } from '../../../encounter/command';
import type { OptionField, OptionInput, OptionValue } from '../../../encounter/view';

/**
 * A number typed into a pool, in points: itself, or with a sign what to add to the present value. Null for what is none.
 * @param present points there are now
 * @param per how many points make one of what is typed; where there are several, parts may be typed too
 */
export function readAmount(typed: string, present: number, per = 1): number | null {
  const trimmed = typed.trim().replace('−', '-').replace(',', '.');
  if (!(per > 1 ? /^[+-]?\d+(\.\d+)?$/ : /^[+-]?\d+$/).test(trimmed)) return null;
  const number = Math.round(Number(trimmed) * per);
  return Math.max(0, /^[+-]/.test(trimmed) ? present + number : number);
}

/** What somebody has put into a field: whether a box is checked, or the text of a field or of the place among its choices. */
export type TypedInput = boolean | string;

/**
 * The command with its options as they were entered. An empty field, an unchecked box and a number out of bounds say nothing; options
 * that have no field stay as they are.
 */
export function withOptions(
  command: Command,
  fields: readonly OptionField[],
  entered: Readonly<Record<string, TypedInput>>,
): Command {
  const options: Record<string, OptionValue | undefined> = { ...command.options };
  for (const { key, input } of fields) {
    if (entered[key] === undefined) continue;
    const value = read(input, entered[key]);
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
