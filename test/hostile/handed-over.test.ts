import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { Table } from '../headless/table';
import { COMBAT, fight } from '../headless/world';
import { refusingRequests } from '../support/request';
import { ANNS, BOBS, OPENING } from './hostile-table';

describe('where players can create requests in no form', () => {
  let table: Table;
  const tab = (name: string) => table.tabOf(name);
  const gm = () => tab('Gamemaster').page;
  const requests = () => gm().game.messages.contents.filter(({ type }) => type === 'request');
  const draft = (fighter: string) => ({
    combat: COMBAT,
    fighter,
    moment: '',
    command: { do: 'melee-attack', by: fighter },
    ask: null,
    answers: [],
    force: false,
    refused: [{ id: 'forged' }],
  });
  /** Sends a query that no button sends. */
  const asks = async (name: string, data: unknown) => {
    const { game } = tab(name).page;
    const master = game.users.contents.find((user) => user.isGM && user.active);
    let answer: unknown;
    tab(name).does('asks', async () => {
      answer = await defined(master, 'the game master')
        .query('cadence.request', data, { timeout: 1000 })
        .catch(() => 'refused');
    });
    await table.settle();
    return answer;
  };

  beforeAll(async () => {
    const world = await fight('energy', seededDie(3));
    // The sender of a query has to be known.
    const variants = { querySender: 'named' } as const;
    table = await Table.open({
      seed: 3,
      present: ['Gamemaster', 'Ann', 'Bob'],
      world,
      breaks: refusingRequests({ flags: true }),
      variants,
    });
    const { submit, adapterOf, game } = gm();
    const [start] = adapterOf('energy').ruleset.clockCommands;
    tab('Gamemaster').does('starts', () => submit(game.combats.get(COMBAT), { do: start, by: 'gm' }));
    await table.settle();
  }, OPENING);
  afterAll(() => table?.close());

  it('the GM’s window writes them for the sender, and the referee judges them', async () => {
    const { submit, game, isAble } = tab('Ann').page;
    const step = () => gm().game.combats.get(COMBAT).system.step;
    const before = step();
    tab('Ann').does('acts', () => submit(game.combats.get(COMBAT), { do: 'defend', by: ANNS }));
    await table.settle();
    expect(step(), table.log.slice(-8).join('\n')).toBe(before + 1);
    expect(requests()).toEqual([]);
    expect([isAble('requests'), isAble('flaggedRequests')]).toEqual([false, false]);
  });

  it('no user can write for another, and only requests are written', async () => {
    expect(await asks('Bob', draft(ANNS))).toBe(true);
    const forged = requests().find(({ author }) => author.name === 'Bob');
    expect(forged?.system.refused.map(({ id }) => id)).toEqual(['not-yours']);
    const count = requests().length;
    for (const nonsense of [null, 'x', 5, [], { fighter: {} }, { ...draft(BOBS), answers: 'x', combat: {} }])
      await asks('Bob', nonsense);
    expect(requests().filter(({ system }) => system.refused.length === 0)).toEqual([]);
    expect(requests().length - count).toBeLessThan(7);
    expect(table.faults).toEqual([]);
  });
});
