import type { FighterInput, Ruleset } from '../src/encounter/ruleset';
import type { Encounter } from '../src/encounter/state';
import type { SheetView, Viewer } from '../src/encounter/view';
import { RULESETS } from '../src/rulesets/index';
import { at, sheet } from '../test/support/rules';
import { left, type Report } from './report';

const DRAWN = 200;
const RUNS = 25;
interface Row {
  /** A clock on which the first fighter may act. */
  readonly clock: object;
  /**
   * Maximum duration of drawing the sheet, relative to serializing it as JSON: without a target, and with one. The
   * limit is half above the current value; repeated lookups or copies of buttons exceed it.
   */
  readonly aims: readonly [plain: number, aimed: number];
}

const ROWS: Readonly<Record<string, Row>> = {
  energy: { clock: { phase: 'open' }, aims: [0.6, 1.2] },
  clash: { clock: { phase: 'active', turn: 'mira' }, aims: [1.8, 3.6] },
  seconds: { clock: { phase: 'turn', turn: 'mira' }, aims: [3, 3.3] },
  slots: { clock: { phase: 'turn', turn: 'mira' }, aims: [3.5, 5.3] },
  tempo: { clock: { phase: 'players', tempo: 4 }, aims: [3.8, 4.1] },
};

/** An encounter of a foe in reach and a fighter with two weapons, one of them in hand. */
function duel(ruleset: Ruleset): Encounter {
  const weapon = (id: string, equipped: boolean): FighterInput['items'][number] => ({
    id,
    name: id,
    type: `${ruleset.id}Weapon`,
    equipped,
  });
  const mira = sheet('mira', {}, { place: at(0.5), items: [weapon('spear', true), weapon('axe', false)] });
  const gnoll = sheet('gnoll', {}, { place: at(1.5), items: [weapon('club', true)] });
  return {
    ruleset: ruleset.id,
    ground: { grid: 'square', cell: 1 },
    settings: {},
    clock: { ...ruleset.idle, round: 1, ...ROWS[ruleset.id]?.clock },
    fighters: { mira: ruleset.fighter(mira, {}), gnoll: ruleset.fighter(gnoll, {}) },
  };
}

/** Returns the minimum in microseconds. */
function timed(work: () => unknown): number {
  let best = Infinity;
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    for (let drawn = 0; drawn < DRAWN; drawn++) work();
    best = Math.min(best, performance.now() - begun);
  }
  return (1000 * best) / DRAWN;
}

/** Draws a sheet with memoized odds. Returns its duration, and the ratio to serializing it. */
function drawn(ruleset: Ruleset, targets: readonly string[]): { readonly micros: number; readonly ratio: number } {
  const on = duel(ruleset);
  const viewer: Viewer = { gm: true, owns: [], targets };
  const draw = (): SheetView => ruleset.views.sheet(on, on.fighters.mira!, viewer);
  const { groups, itemActions } = draw();
  for (const { command } of [...groups.map(({ actions }) => actions), ...Object.values(itemActions)].flat())
    ruleset.views.action(on, command, viewer);
  const view = draw();
  const micros = timed(draw);
  return { micros, ratio: micros / timed(() => JSON.stringify(view)) };
}

/** Prints the drawing times of every ruleset's sheet, without a target and with one. */
export function drawing(report: Report): void {
  for (const ruleset of Object.values(RULESETS) as Ruleset[]) {
    if (left() === 0) {
      console.log(`not measured: ${ruleset.id}, no time left`);
      continue;
    }
    const { aims } = ROWS[ruleset.id]!;
    const sheets = [drawn(ruleset, []), drawn(ruleset, ['gnoll'])];
    const [plain, aimed] = sheets.map(({ micros }) => micros.toFixed(0));
    const ratios = sheets.map(({ ratio }, at) => `${ratio.toFixed(2)} (target: at most ${aims[at]})`).join(' and ');
    report.add(
      { ruleset: ruleset.id, sheets },
      `sheet          ${ruleset.id}: ${plain} µs, with a target ${aimed} µs\n               ${ratios} times as long as serializing it to JSON`,
    );
    if (sheets.some(({ ratio }, at) => ratio > (aims[at] ?? 0))) process.exitCode = 1;
  }
}
