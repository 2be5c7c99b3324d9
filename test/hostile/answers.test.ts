import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { core, thorough } from '../tiers/tier';
import { ANNS, BOBS, FOE, HostileTable, OPENING } from './hostile-table';

/** Answers that none of these asks accepts. */
const NONSENSE: readonly (readonly [answer: string, answers: unknown[], refused: string])[] = [
  ['nothing', [], 'bad-answer'],
  ['no face', [[]], 'bad-answer'],
  ['a nought', [[0]], 'bad-answer'],
  ['one more than there is', [[21]], 'bad-answer'],
  ['half a face', [[1.5]], 'bad-answer'],
  ['less than nothing', [[-20]], 'bad-answer'],
  ['two where one is asked', [[20, 20]], 'bad-answer'],
  ['a very large number', [[1e300]], 'bad-answer'],
  ['a word', [['20']], 'bad-answer'],
  ['a prototype', [['__proto__']], 'bad-answer'],
  ['an option there is not', [['constructor']], 'bad-answer'],
  ['a place', [[{ x: 1, y: 1, width: 1, height: 1, elevation: 0, facing: 0 }]], 'bad-answer'],
  ['what is no number', [[Number.NaN]], 'malformed'],
  ['an object', [[{}]], 'malformed'],
  ['no list', ['20'], 'malformed'],
];

const openKey = (hostile: HostileTable, fighter = ANNS): string | undefined =>
  hostile.combat.system.open?.asks.find(({ ask }) => (ask.by ?? ask.candidates?.[0].by) === fighter)?.key;
const givenKey = (hostile: HostileTable): string => defined(openKey(hostile), 'an open ask');

describe.each([
  ['of the subtype', false],
  ['as a flag', true],
])('an answer %s', thorough, (_form, isFlagged) => {
  let hostile: HostileTable;

  beforeAll(async () => {
    hostile = await HostileTable.open('energy', { isFlagged });
    await hostile.commands({ do: 'unarmed-attack', by: FOE, at: ANNS });
  }, OPENING);
  afterAll(() => hostile?.table.close());

  /** The encounter after the foe's attack, when Ann is asked for her Evasion. */
  const attacked = async () => {
    while (hostile.combat.system.cursor > 2) await hostile.rewinds();
    expect(hostile.combat.system.open?.asks[0].ask.id).toBe('evasion');
  };

  const refusedUnchanged = async (message: object, refused: string, tab = hostile.ann) => {
    const before = hostile.picture();
    expect(await hostile.posts(message, tab)).toBe(refused);
    expect(hostile.picture()).toEqual(before);
    expect(hostile.table.faults).toEqual([]);
  };

  it.each(NONSENSE)('that is %s is refused', (_, answers, refused) =>
    refusedUnchanged(hostile.answer(givenKey(hostile), answers), refused),
  );

  it.each([
    ['that was never asked', '99.1'],
    ['whose key is a prototype', '__proto__'],
    ['whose key is empty', ''],
  ])('to an ask %s is refused', (_, key) => refusedUnchanged(hostile.answer(key, [[0]]), 'closed'));

  it('for another user’s fighter is refused, under any responder it names', async () => {
    const bob = hostile.tab('Bob');
    await refusedUnchanged(hostile.answer(givenKey(hostile), [[5]]), 'not-yours', bob);
    await refusedUnchanged(hostile.answer(givenKey(hostile), [[5]], { fighter: BOBS }), 'not-yours', bob);
  });

  it('sent to another encounter is refused', async () => {
    const key = givenKey(hostile);
    await hostile.gmDoes((game) => game.combats.documentClass.create({ _id: OTHER, type: 'energy' }, { keepId: true }));
    await refusedUnchanged(hostile.answer(key, [[5]], { combat: OTHER }), 'closed');
    await refusedUnchanged(hostile.intent({ do: 'wait', by: ANNS }, { combat: OTHER, moment: 'r0' }), 'no-fighter');
  });

  it('binds no dice of others', async () => {
    const swing = { do: 'unarmed-attack', by: BOBS, at: FOE };
    await refusedUnchanged(hostile.intent(swing, { answers: [[1]] }), 'not-yours');
    await refusedUnchanged(hostile.answer('9.9', [[1]], { fighter: BOBS }), 'closed');
  });

  it('with dice keeps its first roll when it is read, deleted and rolled again', async () => {
    const swing = hostile.intent({ do: 'unarmed-attack', by: ANNS, at: FOE }, { answers: [[2]] });
    await hostile.posts(swing);
    const [waiting] = hostile.waiting();
    const { error } = await hostile.writes({
      type: 'ChatMessage',
      action: 'delete',
      operation: { ids: [waiting.id], cadence: { step: hostile.combat.system.step } },
    });
    expect(error).toBeUndefined();
    const again = hostile.intent({ do: 'unarmed-attack', by: ANNS, at: FOE }, { answers: [[20]] });
    await hostile.posts(again);
    await hostile.posts(hostile.answer(givenKey(hostile), [[2]]));
    const { history, cursor } = hostile.combat.system;
    expect(history[cursor].command).toMatchObject({ do: 'unarmed-attack', by: ANNS });
    expect(history[cursor].entries.find(({ ask }) => ask.id === 'combat')?.answer).toEqual([2]);
    expect(hostile.table.faults).toEqual([]);
  });

  it('sent twice at once counts once; sent again later it finds the ask closed', async () => {
    await attacked();
    const key = givenKey(hostile);
    const { step } = hostile.combat.system;
    expect(await hostile.saysAll([hostile.answer(key, [[3]]), hostile.answer(key, [[9]])])).toEqual([
      'taken',
      'closed',
    ]);
    expect(hostile.combat.system.history[step + 1].entries[0].answer).toEqual([3]);
    await refusedUnchanged(hostile.answer(key, [[0]]), 'closed');
  });

  it('to an ask from before an undo is refused: it is asked again under another key', async () => {
    await attacked();
    const key = givenKey(hostile);
    await hostile.posts(hostile.answer(key, [[3]]));
    await hostile.rewinds();
    expect(openKey(hostile)).not.toBe(key);
    await refusedUnchanged(hostile.answer(key, [[0]]), 'closed');
  });

  it('with faces is ignored where the referee rolls', async () => {
    await attacked();
    await hostile.gmDoes((game) => game.settings.set('cadence', 'dice', 'referee'));
    await refusedUnchanged(
      hostile.intent({ do: 'unarmed-attack', by: ANNS, at: FOE }, { moment: 'r9', answers: [[20]] }),
      'moment-passed',
    );
    const thrown: unknown[] = [];
    for (let tries = 0; tries < 3; tries++) {
      const key = givenKey(hostile);
      await hostile.posts(hostile.answer(key, [[9]]));
      const { history, cursor } = hostile.combat.system;
      thrown.push(history[cursor].entries.find(({ ask }) => ask.id === 'evasion')?.answer[0]);
      await hostile.rewinds();
    }
    expect(thrown.every((face) => face === 9)).toBe(false);
  });
});

const OTHER = 'otherCombat00000';

describe('a hundred requests at once', core, () => {
  let hostile: HostileTable;

  beforeAll(async () => {
    hostile = await HostileTable.open('energy', { seed: 2 });
  }, OPENING);
  afterAll(() => hostile?.table.close());

  it('do not block others: one waits for each fighter, and other users have the next turn', async () => {
    const { table, ann, combat } = hostile;
    const bob = hostile.tab('Bob');
    const flood = Array.from({ length: 100 }, () => hostile.intent({ do: 'defend', by: ANNS }));
    const sent = flood.map((message) => hostile.sends(message));
    const own = hostile.sends(hostile.intent({ do: 'defend', by: BOBS }), bob);
    while (ann.wire.pending.includes('up')) await table.deliver({ tab: ann, direction: 'up' });
    await table.deliver({ tab: bob, direction: 'up' });
    await table.settle();
    expect(hostile.fateOf(await own)).toBe('taken');
    await Promise.all(sent);
    // Of the refused requests only the last stay in the chat.
    expect(hostile.waiting()).toEqual([]);
    const steps = Object.values(combat.system.history).map(({ command }) => command.by);
    expect(steps.indexOf(BOBS)).toBeLessThan(4);
    expect(steps.filter((by) => by === ANNS).length).toBeLessThan(3);
    expect(table.faults).toEqual([]);
  });

  it('with nonsense data block no fighter and change nothing', async () => {
    const { table, ann } = hostile;
    const bob = hostile.tab('Bob');
    const { step } = hostile.combat.system;
    const flood = Array.from({ length: 100 }, (_, at) => hostile.answer(`9.${at}`, [[1]]));
    const sent = flood.map((message) => hostile.sends(message));
    const own = hostile.sends(hostile.intent({ do: 'wait', by: BOBS }), bob);
    while (ann.wire.pending.includes('up')) await table.deliver({ tab: ann, direction: 'up' });
    await table.deliver({ tab: bob, direction: 'up' });
    const order = hostile.watchFates();
    await table.settle();
    await Promise.all(sent);
    expect(hostile.waiting()).toEqual([]);
    expect(hostile.combat.system.step).toBe(step + 1);
    expect(hostile.fateOf(await own)).toBe('taken');
    expect(order.indexOf((await own).result[0]._id)).toBeLessThan(3);
  });
});
