import { deflateSync, strFromU8 } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pack } from '../../src/foundry/platform/packed';
import { plain } from '../headless/drawn';
import { ANNS, FOE, HostileTable, OPENING } from './hostile-table';

/** Characters of packed text decoded in all tabs since the test began. */
let decoded = 0;
const { atob } = globalThis;

const said = (name: string) => ({
  ask: { kind: 'apply', change: { kind: 'log', id: 'hit', of: ANNS, facts: { name } } },
  answer: { kind: 'log', id: 'hit', of: ANNS, facts: { name } },
});

/** Returns packed text that unpacks to thousands of lines. */
const bomb = (nth: number): string => {
  const json = JSON.stringify(Array(25_000).fill(said(`n${nth}`)));
  return `.${btoa(strFromU8(deflateSync(new TextEncoder().encode(json), { level: 9 }), true))}`;
};

describe('a card that a player writes', () => {
  let hostile: HostileTable;
  beforeAll(async () => {
    hostile = await HostileTable.open('energy');
  }, OPENING);
  afterAll(() => hostile?.table.close());
  beforeEach(() => {
    decoded = 0;
    globalThis.atob = (text) => {
      decoded += text.length;
      return atob(text);
    };
  });
  afterEach(() => {
    globalThis.atob = atob;
  });

  const card = async (system: object): Promise<string> => {
    const given = { command: { do: 'wait', by: ANNS }, names: {}, ...system };
    const heard = hostile.sends({ type: 'energy', content: 'x', system: given });
    await hostile.table.settle();
    const { result, error } = await heard;
    expect(error).toBeUndefined();
    return result[0]._id;
  };
  const drawn = (id: string): Promise<string> =>
    hostile.gm.page.windows.cardHTML(hostile.gm.page.game.messages.get(id)).then(plain);

  it.each([
    ['one text that unpacks to 25,000 lines', { parts: { 0: bomb(0) } }],
    ['many such texts', { parts: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at, bomb(at)])) }],
    [
      'as many steps of a history',
      { history: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [at, bomb(at)])) },
    ],
    ['an honest line', { parts: { 0: pack([said('Mira')]) } }],
  ])('with %s is neither unpacked nor rendered, now or after a reload', async (_, system) => {
    const id = await card(system);
    expect(await drawn(id)).toMatch(/not written by a GM/);
    hostile.gm.reload();
    await hostile.table.settle();
    const message = hostile.gm.page.game.messages.get(id);
    expect(message.type).toBe('energy');
    expect(await drawn(id)).toMatch(/not written by a GM/);
    // The reload unpacks the history of the encounter, and nothing of the message.
    expect(decoded).toBeLessThan(5_000);
    expect(hostile.table.faults).toEqual([]);
  });

  it('with a thousand texts, or a megabyte of them, is read as one without texts', async () => {
    const texts = (count: number, length: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [at, 'x'.repeat(length)]));
    for (const parts of [texts(1_000, 10), texts(100, 10_000)]) {
      const id = await card({ parts, history: parts });
      const { system } = hostile.gm.page.game.messages.get(id);
      expect(Object.keys(system.parts)).toEqual([]);
      expect(Object.keys(system.history)).toEqual([]);
    }
    expect(decoded).toBe(0);
  });

  it('with unpacked lines of versions before 0.5.0 is not packed beyond the limit', async () => {
    const id = await card({
      entries: Array(3_000).fill(said('Mira')),
      history: { 1: { entries: Array(3_000).fill(said('x')) } },
    });
    const { parts, history } = hostile.gm.page.game.messages.get(id)._source.system;
    expect(JSON.stringify([parts, history]).length).toBeLessThan(200);
  });

  it('does not prevent the GM’s card next to it from being rendered', async () => {
    await card({ parts: { 0: bomb(1) } });
    await hostile.commands({ do: 'defend', by: FOE });
    const { card: id } = hostile.combat.system.history[hostile.combat.system.cursor];
    expect(await drawn(id)).not.toMatch(/not written by a GM|cannot be/);
  });
});
