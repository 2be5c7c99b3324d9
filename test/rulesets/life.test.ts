import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIONS as CLASH } from '../../src/rulesets/clash/actions';
import { ACTIONS as ENERGY } from '../../src/rulesets/energy/actions';
import { RULESETS } from '../../src/rulesets/index';
import { ACTIONS as SECONDS } from '../../src/rulesets/seconds/actions';
import { ACTIONS as SLOTS } from '../../src/rulesets/slots/actions';
import { ACTIONS as TEMPO } from '../../src/rulesets/tempo/actions';
import { SIDE_ACTIONS } from '../../src/rulesets/tempo/turn/side-actions';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { playScenario } from '../support/scenario/play';
import { sampled } from '../tiers/tier';

type Rows = Record<string, { play(...parts: unknown[]): unknown }>;
const TABLES: readonly (readonly [string, readonly object[]])[] = [
  ['clash', [CLASH]],
  ['energy', [ENERGY]],
  ['seconds', [SECONDS]],
  ['slots', [SLOTS]],
  ['tempo', [TEMPO, SIDE_ACTIONS]],
];

describe.each(sampled(TABLES, 2))('the rows of %s', (id, tables) => {
  const rows = tables.flatMap((table) => Object.entries(table as Rows));
  const before = new Map(rows.map(([, row]) => [row, row.play]));
  /** Who called a row, by action. */
  const callers = new Map<string, Set<string>>();

  beforeAll(() => {
    for (const [action, row] of rows) {
      const { play } = row;
      row.play = (...parts) => {
        const [, , caller = ''] = (new Error().stack ?? '').split('\n');
        const file = /src\/[\w/-]+\.ts/.exec(caller)?.[0] ?? caller;
        callers.set(action, (callers.get(action) ?? new Set()).add(file));
        return play.apply(row, parts);
      };
    }
  });
  afterAll(() => {
    for (const [row, play] of before) row.play = play;
  });

  it('are played by the machine only', () => {
    const scenarios = scenariosOf(id);
    for (const scenario of scenarios) for (const _step of playScenario(scenario, RULESETS as never, gearOf(id, '.')));
    const others = [...callers].filter(([, files]) => [...files].some((file) => file !== 'src/toolkit/act/life.ts'));
    expect(others).toEqual([]);
    expect(callers.size).toBeGreaterThan(rows.length / 4);
  });
});
