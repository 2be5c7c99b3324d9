import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { core, thorough } from '../tiers/tier';
import { ANNS, BOBS, FOE, OPENING, Siege } from './siege';

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

const openKey = (siege: Siege, fighter = ANNS): string | undefined =>
  siege.combat.system.open?.asks.find(({ ask }) => (ask.by ?? ask.candidates?.[0].by) === fighter)?.key;
const givenKey = (siege: Siege): string => defined(openKey(siege), 'an open ask');

describe.each([
  ['of the subtype', false],
  ['as a flag', true],
])('an answer %s', thorough, (_form, isFlagged) => {
  let siege: Siege;

  beforeAll(async () => {
    siege = await Siege.open('energy', { isFlagged });
    await siege.commands({ do: 'unarmed-attack', by: FOE, at: ANNS });
  }, OPENING);
  afterAll(() => siege?.table.close());

  /** The encounter after the foe's attack, when Ann is asked for her Evasion. */
  const attacked = async () => {
    while (siege.combat.system.cursor > 2) await siege.rewinds();
    expect(siege.combat.system.open?.asks[0].ask.id).toBe('evasion');
  };

  const refusedUnchanged = async (message: object, refused: string, tab = siege.ann) => {
    const before = siege.picture();
    expect(await siege.posts(message, tab)).toBe(refused);
    expect(siege.picture()).toEqual(before);
    expect(siege.table.faults).toEqual([]);
  };

  it.each(NONSENSE)('that is %s is refused', (_, answers, refused) =>
    refusedUnchanged(siege.answer(givenKey(siege), answers), refused),
  );

  it.each([
    ['that was never asked', '99.1'],
    ['whose key is a prototype', '__proto__'],
    ['whose key is empty', ''],
  ])('to an ask %s is refused', (_, key) => refusedUnchanged(siege.answer(key, [[0]]), 'closed'));

  it('for another user’s fighter is refused, under any responder it names', async () => {
    const bob = siege.tab('Bob');
    await refusedUnchanged(siege.answer(givenKey(siege), [[5]]), 'not-yours', bob);
    await refusedUnchanged(siege.answer(givenKey(siege), [[5]], { fighter: BOBS }), 'not-yours', bob);
  });

  it('sent to another encounter is refused', async () => {
    const key = givenKey(siege);
    await siege.gmDoes((game) => game.combats.documentClass.create({ _id: OTHER, type: 'energy' }, { keepId: true }));
    await refusedUnchanged(siege.answer(key, [[5]], { combat: OTHER }), 'closed');
    await refusedUnchanged(siege.intent({ do: 'wait', by: ANNS }, { combat: OTHER, moment: 'r0' }), 'no-fighter');
  });

  it('binds no dice of others', async () => {
    const swing = { do: 'unarmed-attack', by: BOBS, at: FOE };
    await refusedUnchanged(siege.intent(swing, { answers: [[1]] }), 'not-yours');
    await refusedUnchanged(siege.answer('9.9', [[1]], { fighter: BOBS }), 'closed');
  });

  it('with dice keeps its first roll when it is read, deleted and rolled again', async () => {
    const swing = siege.intent({ do: 'unarmed-attack', by: ANNS, at: FOE }, { answers: [[2]] });
    await siege.posts(swing);
    const [waiting] = siege.waiting();
    const { error } = await siege.writes({
      type: 'ChatMessage',
      action: 'delete',
      operation: { ids: [waiting.id], cadence: { step: siege.combat.system.step } },
    });
    expect(error).toBeUndefined();
    const again = siege.intent({ do: 'unarmed-attack', by: ANNS, at: FOE }, { answers: [[20]] });
    await siege.posts(again);
    await siege.posts(siege.answer(givenKey(siege), [[2]]));
    const { history, cursor } = siege.combat.system;
    expect(history[cursor].command).toMatchObject({ do: 'unarmed-attack', by: ANNS });
    expect(history[cursor].entries.find(({ ask }) => ask.id === 'combat')?.answer).toEqual([2]);
    expect(siege.table.faults).toEqual([]);
  });

  it('sent twice at once counts once; sent again later it finds the ask closed', async () => {
    await attacked();
    const key = givenKey(siege);
    const { step } = siege.combat.system;
    expect(await siege.saysAll([siege.answer(key, [[3]]), siege.answer(key, [[9]])])).toEqual(['taken', 'closed']);
    expect(siege.combat.system.history[step + 1].entries[0].answer).toEqual([3]);
    await refusedUnchanged(siege.answer(key, [[0]]), 'closed');
  });

  it('to an ask from before an undo is refused: it is asked again under another key', async () => {
    await attacked();
    const key = givenKey(siege);
    await siege.posts(siege.answer(key, [[3]]));
    await siege.rewinds();
    expect(openKey(siege)).not.toBe(key);
    await refusedUnchanged(siege.answer(key, [[0]]), 'closed');
  });

  it('with faces is ignored where the referee rolls', async () => {
    await attacked();
    await siege.gmDoes((game) => game.settings.set('cadence', 'dice', 'referee'));
    await refusedUnchanged(
      siege.intent({ do: 'unarmed-attack', by: ANNS, at: FOE }, { moment: 'r9', answers: [[20]] }),
      'moment-passed',
    );
    const thrown: unknown[] = [];
    for (let tries = 0; tries < 3; tries++) {
      const key = givenKey(siege);
      await siege.posts(siege.answer(key, [[9]]));
      const { history, cursor } = siege.combat.system;
      thrown.push(history[cursor].entries.find(({ ask }) => ask.id === 'evasion')?.answer[0]);
      await siege.rewinds();
    }
    expect(thrown.every((face) => face === 9)).toBe(false);
  });
});

const OTHER = 'otherCombat00000';

describe('a hundred requests at once', core, () => {
  let siege: Siege;

  beforeAll(async () => {
    siege = await Siege.open('energy', { seed: 2 });
  }, OPENING);
  afterAll(() => siege?.table.close());

  it('do not block others: one waits for each fighter, and other users have the next turn', async () => {
    const { table, ann, combat } = siege;
    const bob = siege.tab('Bob');
    const flood = Array.from({ length: 100 }, () => siege.intent({ do: 'defend', by: ANNS }));
    const sent = flood.map((message) => siege.sends(message));
    const own = siege.sends(siege.intent({ do: 'defend', by: BOBS }), bob);
    while (ann.wire.pending.includes('up')) await table.deliver({ tab: ann, direction: 'up' });
    await table.deliver({ tab: bob, direction: 'up' });
    await table.settle();
    expect(siege.fateOf(await own)).toBe('taken');
    await Promise.all(sent);
    // Of the refused requests only the last stay in the chat.
    expect(siege.waiting()).toEqual([]);
    const steps = Object.values(combat.system.history).map(({ command }) => command.by);
    expect(steps.indexOf(BOBS)).toBeLessThan(4);
    expect(steps.filter((by) => by === ANNS).length).toBeLessThan(3);
    expect(table.faults).toEqual([]);
  });

  it('with nonsense data block no fighter and change nothing', async () => {
    const { table, ann } = siege;
    const bob = siege.tab('Bob');
    const { step } = siege.combat.system;
    const flood = Array.from({ length: 100 }, (_, at) => siege.answer(`9.${at}`, [[1]]));
    const sent = flood.map((message) => siege.sends(message));
    const own = siege.sends(siege.intent({ do: 'wait', by: BOBS }), bob);
    while (ann.wire.pending.includes('up')) await table.deliver({ tab: ann, direction: 'up' });
    await table.deliver({ tab: bob, direction: 'up' });
    const order = siege.watchFates();
    await table.settle();
    await Promise.all(sent);
    expect(siege.waiting()).toEqual([]);
    expect(siege.combat.system.step).toBe(step + 1);
    expect(siege.fateOf(await own)).toBe('taken');
    expect(order.indexOf((await own).result[0]._id)).toBeLessThan(3);
  });
});
