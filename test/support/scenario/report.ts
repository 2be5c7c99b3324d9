import { holds, type StepResult } from './play';

const format = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function linesOf(result: StepResult): string[] {
  const mark = holds(result) ? 'ok  ' : 'FAIL';
  return [
    `  ${mark} ${String(result.line).padStart(4)}  ${result.does}`,
    ...result.faults.map((fault) => `             ${fault}`),
    ...result.differences.flatMap(({ key, expected, found }) => [
      `             ${key}`,
      `               - ${format(expected)}`,
      `               + ${format(found)}`,
    ]),
  ];
}
