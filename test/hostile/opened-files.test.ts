import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FightRecord } from '../../src/encounter/fight-record';
import { defined } from '../../src/kernel/defined';
import { FOE, OPENING, Siege } from './siege';

const NAME = 'Quixotl Ambusher';

/** What a GM opens, and what the GM posts of it. */
describe('the record of a fight with a hidden foe', () => {
  let siege: Siege;
  let record: FightRecord;
  const asked: { content: string; buttons: { action: string }[] }[] = [];
  let choice: string | null = null;

  beforeAll(async () => {
    siege = await Siege.open('energy', { seed: 7 });
    await siege.calm();
    const foe = () => siege.combat.combatants.get(FOE);
    await siege.gmDoes(() => foe().update({ name: NAME, hidden: true }));
    const { DialogV2 } = siege.gm.page.foundry.applications.api;
    Object.assign(DialogV2, {
      wait: async (question: (typeof asked)[number]) => {
        asked.push(question);
        return choice;
      },
    });
    record = defined(siege.gm.page.windows.recordOf(siege.combat), 'a record');
  }, OPENING);
  afterAll(() => siege?.table.close());

  /** Posts the summary. Returns the messages that it made. */
  async function posted(chosen: string | null, hidden: readonly string[] | null) {
    choice = chosen;
    asked.length = 0;
    const { page } = siege.gm;
    const before = new Set(page.game.messages.map(({ id }) => id));
    const { rules: ruleset } = siege;
    const fight = { ruleset, record, chances: null, hidden: hidden && new Set(hidden) };
    siege.gm.does('posts', () => page.windows.postSummary(fight));
    await siege.table.settle();
    return page.game.messages.filter(({ id }) => !before.has(id));
  }
  const ids = () => Object.keys(record.start.fighters);

  it('says who was hidden', () => {
    const { hiddenIn } = siege.gm.page.windows;
    expect(record.hidden).toEqual([FOE]);
    expect(hiddenIn(siege.combat, ids(), [])).toEqual([FOE]);
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
    siege.table.log.length = 0;
    expect(await siege.gm.page.windows.openRecordFile(file(JSON.stringify(copy)))).toBeNull();
    expect(siege.table.log.join()).toContain(where);
    expect(siege.table.faults).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('is opened as it was written', async () => {
    const opened = await siege.gm.page.windows.openRecordFile(file(JSON.stringify(record)));
    expect(opened?.record.start.fighters[FOE]?.name).toBe(NAME);
    expect(await siege.gm.page.windows.openRecordFile(file('{}', 1e12))).toBeNull();
  });
});
