import { cpus } from 'node:os';
import type { Measured, Part } from './main';

const BEGIN = '<!-- bench table -->';
const END = '<!-- /bench table -->';

const COLUMNS: readonly (readonly [keyof (Measured & Part), string])[] = [
  ['ruleset', 'ruleset'],
  ['combatants', 'combatants'],
  ['steps', 'steps'],
  ['part', 'of them'],
  ['floor', 'floor'],
  ['step', 'attack: step in the GM’s documents'],
  ['tracker', 'tracker, last render'],
  ['renders', 'renders of it'],
  ['busy', 'GM’s main thread busy per step'],
  ['sheetOpened', 'sheet opened'],
  ['sheetDrawn', 'rendered again'],
  ['dragFirst', 'drag, first place'],
  ['drag', 'drag, each mouse move'],
  ['click', 'click answered'],
  ['suggested', 'first suggestion'],
  ['stoodStill', 'longest pause while it thinks'],
];

/** What was not measured stays empty. */
const shown = (value: unknown): string => (Number.isNaN(value) ? '' : String(value ?? ''));

/** Returns the page with a new table between its markers, followed by the same data as JSON. */
export function written(page: string, measured: readonly (Measured | Part)[]): string {
  const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  const lines = [
    row(COLUMNS.map(([, name]) => name)),
    row(COLUMNS.map(() => '---')),
    ...measured.map((each) => row(COLUMNS.map(([key]) => shown(({ ...each } as Partial<Measured & Part>)[key])))),
    '',
    `Measured on ${cpus().length} cores; milliseconds, medians.`,
    '',
    '```json',
    ...measured.map((each) => JSON.stringify(each)),
    '```',
  ];
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return [before, BEGIN, '\n', lines.join('\n'), '\n', END, after].join('');
}
