import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Exchange } from '../../src/encounter/exchange';
import {
  checkFightRecord,
  type FightRecord,
  FightReplay,
  makeFightRecord,
  readFightRecord,
} from '../../src/encounter/fight-record';
import { summarizeFight, waitTimesIn } from '../../src/encounter/fight-summary';
import { cloneEncounter } from '../../src/encounter/forecast';
import { defined } from '../../src/kernel/defined';
import { IDS } from '../opponent/skirmish';
import { playRecorded as played } from '../support/recorded-fight';

describe.each(IDS)('a record of %s', (id) => {
  it('has the start, and every moment forward and backward', () => {
    const { record, moments } = played(id, 11);
    expect(record.start).toEqual(moments[0]);
    expect(record.changedManually).toBe(0);
    const replay = new FightReplay(record);
    for (const count of [3, 0, replay.length, 5, replay.length + 9, -2]) {
      replay.goTo(count);
      const position = Math.max(0, Math.min(replay.length, count));
      expect(replay.position).toBe(position);
      expect(replay.encounter).toEqual(moments[position]);
    }
  });

  it('is read as it was written, and played again without a difference', () => {
    const { record, ruleset } = played(id, 12);
    const read = defined(readFightRecord(JSON.stringify(record)), 'a record');
    expect(read).toEqual(JSON.parse(JSON.stringify(record)));
    expect(checkFightRecord(ruleset, read)).toBeNull();
  });

  it('names the first exchange that the rules play in another way', () => {
    const { record, ruleset } = played(id, 13);
    const at = record.exchanges.findLastIndex(({ entries }) => entries.some(({ ask }) => ask.kind === 'dice'));
    const exchanges = record.exchanges.map((exchange, index) => (index === at ? withOtherDice(exchange) : exchange));
    const fault = defined(checkFightRecord(ruleset, { ...record, exchanges } as FightRecord), 'a fault');
    expect(fault.exchange).toBe(at);
    expect(fault.entry).not.toBeNull();
  });

  it('notices that the rules ask more than was answered, unless the fight stopped there', () => {
    const { record, ruleset } = played(id, 13);
    const at = record.exchanges.findIndex(({ entries }) => entries.some(({ ask }) => ask.kind === 'dice'));
    const { entries, ...exchange } = defined(record.exchanges[at], 'an exchange');
    const cut = {
      ...exchange,
      entries: entries.slice(
        0,
        entries.findIndex(({ ask }) => ask.kind === 'dice'),
      ),
    };
    const before = record.exchanges.slice(0, at);
    const after = defined(record.exchanges[at + 1], 'another exchange');
    expect(checkFightRecord(ruleset, { ...record, exchanges: [...before, cut] })).toBeNull();
    const fault = checkFightRecord(ruleset, { ...record, exchanges: [...before, cut, after] });
    expect(fault).toMatchObject({ exchange: at, entry: cut.entries.length });
  });

  it('counts manual changes, after which the start is not certain', () => {
    const { encounter, exchanges } = played(id, 11);
    const changed = cloneEncounter(encounter);
    changed.clock = { ...changed.clock, round: 99 };
    expect(makeFightRecord('A fight', changed, exchanges).changedManually).toBeGreaterThan(0);
  });
});

/** Dice that the procedure does not ask for. */
function withOtherDice({ entries, ...exchange }: Exchange): Exchange {
  const change = (entry: Exchange['entries'][number]) =>
    entry.ask.kind === 'dice' ? { ...entry, ask: { ...entry.ask, dice: { count: 3, sides: 7 } } } : entry;
  return { ...exchange, entries: entries.map(change) as Exchange['entries'] };
}

it.each([
  ['no JSON', '{'],
  ['another file', '{"format":"other"}'],
  ['a later version', JSON.stringify({ format: 'cadence-fight', version: 2 })],
  ['no start', JSON.stringify({ format: 'cadence-fight', version: 1, ruleset: 'x', name: 'x', exchanges: [] })],
  ['nothing', 'null'],
  [
    'broken exchanges',
    JSON.stringify({
      ...{ format: 'cadence-fight', version: 1, ruleset: 'x', name: 'x' },
      ...{ start: { fighters: {}, clock: {} }, exchanges: [{}] },
    }),
  ],
])('%s is no record', (_, text) => {
  expect(readFightRecord(text)).toBeNull();
});

describe('the summary of a fight', () => {
  const d20 = { count: 1, sides: 20 };
  const roll = (by: string, face: number) => ({ ask: { kind: 'dice', id: 'hit', by, dice: d20 }, answer: [face] });
  const outcome = (of: string | undefined, result: object) => ({
    ask: { kind: 'apply', change: {} },
    answer: { kind: 'outcome', of, outcome: { result: 'x', ...result } },
  });
  const section = (command: object | null) => ({ ask: { kind: 'section', command }, answer: null });
  const exchange = (command: Command, ...entries: object[]) =>
    ({ version: 1, command, entries }) as unknown as Exchange;
  const attack = { do: 'attack', by: 'ann', at: 'bob' };

  it('counts attempts, damage and rolls by who caused them, counterattacks included', () => {
    const exchanges = [
      exchange(attack, roll('ann', 17), outcome('bob', { success: true, damage: 5 })),
      exchange(attack, roll('ann', 3), outcome('ann', { success: false })),
      exchange(
        attack,
        section({ do: 'riposte', by: 'bob', at: 'ann' }),
        roll('bob', 20),
        outcome('bob', { success: true, damage: 4 }),
        section(null),
        outcome(undefined, { success: true, damage: 2 }),
        outcome(undefined, { damage: 9 }),
      ),
    ];
    expect(summarizeFight(['ann', 'bob', 'cut'], exchanges)).toEqual([
      { fighter: 'ann', given: 7, taken: 4, attempts: 3, successes: 2, best: 17, worst: 3 },
      { fighter: 'bob', given: 4, taken: 7, attempts: 1, successes: 1, best: 20, worst: 20 },
      { fighter: 'cut', given: 0, taken: 0, attempts: 0, successes: 0, best: null, worst: null },
    ]);
  });

  it('counts how long everyone waited for a command or an answer, without breaks', () => {
    const ask = (by: string) => ({ ask: { kind: 'choice', id: 'defense', by, options: [] }, answer: ['none'] });
    const both = { ask: { kind: 'all', id: 'order', asks: [ask('ann').ask, ask('bob').ask] }, answer: [[''], ['']] };
    const interrupt = { ask: { kind: 'interrupt', command: { do: 'dodge', by: 'cut' } }, answer: null };
    const exchanges = [
      exchange(attack, ask('bob'), interrupt, both),
      exchange({ do: 'end', by: 'gm' }),
      exchange(attack),
    ];
    const minute = 60_000;
    const times = [
      { exchange: 0, entry: 0, at: 0 },
      { exchange: 0, entry: 0, at: 3000 },
      { exchange: 0, entry: 1, at: 5000 },
      { exchange: 0, entry: 2, at: 9000 },
      { exchange: 1, entry: 0, at: 10_000 },
      { exchange: 2, entry: 0, at: 20 * minute },
      { exchange: 2, entry: 0, at: 21 * minute },
    ];
    expect(Object.fromEntries(waitTimesIn({ exchanges, times }))).toEqual({
      ann: 3000 + 2000 + minute,
      cut: 2000,
      bob: 2000,
      gm: 1000,
    });
    expect(waitTimesIn({ exchanges }).size).toBe(0);
  });

  it('reads rolls of several fighters at once, of one twenty-sided die only', () => {
    const both = {
      ask: { kind: 'all', id: 'order', asks: [roll('ann', 0).ask, roll('bob', 0).ask] },
      answer: [[8], [9]],
    };
    const damage = { ask: { kind: 'dice', id: 'damage', by: 'ann', dice: { count: 2, sides: 20 } }, answer: [20, 20] };
    const [ann, bob] = summarizeFight(['ann', 'bob'], [exchange(attack, both, damage)]);
    expect([ann?.best, bob?.best]).toEqual([8, 9]);
  });
});
