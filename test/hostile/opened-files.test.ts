import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FightRecord } from '../../src/encounter/fight-record';
import { defined } from '../../src/kernel/defined';
import { FOE, HostileTable, OPENING } from './hostile-table';

const NAME = 'Quixotl Ambusher';

/** What a GM opens, and what the GM posts of it. */
describe('the record of a fight with a hidden foe', () => {
  let hostile: HostileTable;
  let record: FightRecord;
  const asked: { content: string; buttons: { action: string }[] }[] = [];
  let choice: string | null = null;

  beforeAll(async () => {
    hostile = await HostileTable.open('energy', { seed: 7 });
    await hostile.calm();
    const foe = () => hostile.combat.combatants.get(FOE);
    await hostile.gmDoes(() => foe().update({ name: NAME, hidden: true }));
    const { DialogV2 } = hostile.gm.page.foundry.applications.api;
    Object.assign(DialogV2, {
      wait: async (question: (typeof asked)[number]) => {
        asked.push(question);
        return choice;
      },
    });
    record = defined(hostile.gm.page.windows.recordOf(hostile.combat), 'a record');
  }, OPENING);
  afterAll(() => hostile?.table.close());

  /** Posts the summary. Returns the messages that it made. */
  async function posted(chosen: string | null, hidden: readonly string[] | null) {
    choice = chosen;
    asked.length = 0;
    const { page } = hostile.gm;
    const before = new Set(page.game.messages.map(({ id }) => id));
    const { rules: ruleset } = hostile;
    const fight = { ruleset, record, chances: null, hidden: hidden && new Set(hidden) };
    hostile.gm.does('posts', () => page.windows.postSummary(fight));
    await hostile.table.settle();
    return page.game.messages.filter(({ id }) => !before.has(id));
  }
  const ids = () => Object.keys(record.start.fighters);

  it('says who was hidden', () => {
    const { hiddenIn } = hostile.gm.page.windows;
    expect(record.hidden).toEqual([FOE]);
    expect(hiddenIn(hostile.combat, ids(), [])).toEqual([FOE]);
    // Of a fight that is gone, the record knows.
    expect(hiddenIn(null, ids(), [FOE])).toEqual([FOE]);
  });

  it('is posted without the foe, or whispered to GMs, as the GM chooses', async () => {
    const hidden = [FOE];
    const [shown] = await posted('public', hidden);
    expect(asked[0]?.content).toContain(NAME);
    expect(shown?.whisper).toEqual([]);
    expect(JSON.stringify(shown?.toObject())).not.toContain(NAME);
    expect(shown?.content).toContain('cadence-summary');
    const [whispered] = await posted('whisper', hidden);
    expect(whispered?.content).toContain(NAME);
    expect(whispered?.whisper.length).toBeGreaterThan(0);
    expect(await posted(null, hidden)).toEqual([]);
  });

  it('is posted at once if no one was hidden, and not if that is unknown', async () => {
    const [shown] = await posted(null, []);
    expect(asked).toEqual([]);
    expect(shown?.content).toContain(NAME);
    expect(await posted(null, null)).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  const file = (text: string, size = text.length) => ({ name: 'fight.json', size, text: async () => text });
  const effect = (change: object) => (copy: FightRecord) =>
    copy.exchanges.find(({ entries }) =>
      (entries as object[]).unshift({
        ask: { kind: 'apply', change: { kind: 'log', id: 'x', facts: {} } },
        answer: change,
      }),
    );

  it.each([
    ['no fighter, but a prototype', effect({ kind: 'pool', of: '__proto__', pool: 'hp', by: 1 }), 'answer.of'],
    ['no pool, but a prototype', effect({ kind: 'pool', of: FOE, pool: '__proto__', by: 1 }), 'answer.pool'],
    ['no place', effect({ kind: 'move', of: 'constructor', to: null, by: [] }), 'answer.of'],
    ['no condition', effect({ kind: 'condition-added', of: FOE, condition: { key: 'a', id: 'nope' } }), 'condition.id'],
    ['no number', (copy: FightRecord) => Object.assign(copy, { changedManually: 'x' }), 'changedManually'],
    ['no state', effect({ kind: 'state', of: FOE, key: 'nope', from: null, to: 1 }), 'answer.to'],
  ] as const)('is refused if an effect names %s, and says where', async (_, spoil, where) => {
    const copy: FightRecord = JSON.parse(JSON.stringify(record));
    spoil(copy);
    hostile.table.log.length = 0;
    expect(await hostile.gm.page.windows.openRecordFile(file(JSON.stringify(copy)))).toBeNull();
    expect(hostile.table.log.join()).toContain(where);
    expect(hostile.table.faults).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('is opened as it was written', async () => {
    const opened = await hostile.gm.page.windows.openRecordFile(file(JSON.stringify(record)));
    expect(opened?.record.start.fighters[FOE]?.name).toBe(NAME);
    expect(await hostile.gm.page.windows.openRecordFile(file('{}', 1e12))).toBeNull();
  });
});
