import { describe, expect, it } from 'vitest';
import type { OptionField, OptionInput } from '../../../src/encounter/view';
import { type TypedInput, withOptions } from '../../../src/foundry/apps/ui/typed-input';

const field = (key: string, input: OptionInput): OptionField => ({
  key,
  input,
  gm: false,
  label: { key: 'l' },
  hint: { key: 'h' },
});
const FIELDS = [
  field('aware', { kind: 'toggle', value: false }),
  field('enhance', { kind: 'number', min: 1, max: 4 }),
  field('nonLethal', {
    kind: 'choice',
    emptyLabel: { key: 'u' },
    choices: [
      { value: 0, label: { key: 'a' } },
      { value: 2, label: { key: 'b' } },
    ],
  }),
];
const command = { do: 'strike', by: 'mira' };

describe('options from input fields', () => {
  it.each([
    [{ aware: true }, { aware: false }],
    [{ enhance: ' 3 ' }, { enhance: 3 }],
    [{ nonLethal: '0' }, { nonLethal: 0 }],
    [{ nonLethal: '1' }, { nonLethal: 2 }],
    [
      { aware: true, enhance: '1' },
      { aware: false, enhance: 1 },
    ],
  ])('%j sets %j', (entered, options) => {
    expect(withOptions(command, FIELDS, entered)).toEqual({ ...command, options });
  });

  it.each<Record<string, TypedInput>>([
    { aware: false },
    { enhance: '' },
    { enhance: '5' },
    { enhance: '0' },
    { enhance: '1.5' },
    { enhance: 'x' },
    { nonLethal: '' },
    { nonLethal: '7' },
  ])('%j sets nothing', (entered) => {
    expect(withOptions(command, FIELDS, entered)).toEqual(command);
  });

  it('replaces earlier values and keeps options without a field', () => {
    const said = { ...command, options: { enhance: 2, swift: true } };
    expect(withOptions(said, FIELDS, { enhance: '' })).toEqual({ ...command, options: { swift: true } });
    expect(withOptions(said, FIELDS, {})).toEqual(said);
    expect(said.options.enhance).toBe(2);
  });
});
