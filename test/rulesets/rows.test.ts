import { describe, expect, it } from 'vitest';
import { ACTIONS as CLASH } from '../../src/rulesets/clash/actions';
import { ACTIONS as TEMPO } from '../../src/rulesets/tempo/actions';
import { SIDE_ACTIONS } from '../../src/rulesets/tempo/turn/side-actions';
import type { Row } from '../../src/toolkit/define/actions';

type Rows = Readonly<Record<string, Pick<Row<never>, 'promise'>>>;
const TABLES: readonly (readonly [file: string, rows: Rows])[] = [
  ['src/rulesets/clash/actions.ts', CLASH as Rows],
  ['src/rulesets/tempo/actions.ts', TEMPO as Rows],
  ['src/rulesets/tempo/turn/side-actions.ts', SIDE_ACTIONS as Rows],
];

describe.each(TABLES)('each row of %s', (file, rows) => {
  it.each(Object.keys(rows))('%s says what it is worth to opponents', (id) => {
    expect(rows[id].promise, `${file}: ${id} needs a promise; null if opponents never do it`).not.toBeUndefined();
  });
});
