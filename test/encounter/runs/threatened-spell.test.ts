import { describe, expect, it } from 'vitest';
import { adjustPool, applyChange } from '../../../src/encounter/change';
import type { Command } from '../../../src/encounter/command';
import { effectsOf } from '../../../src/encounter/exchange';
import { type Encounter, fighterOf } from '../../../src/encounter/state';
import { combineAnswers, partsOf } from '../../../src/kernel/answer';
import { type Answer, GM, PASS, type SingleAsk } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { d20, dice } from '../../../src/kernel/dice';
import { askAll, offer, type Procedure, roll, section } from '../../../src/kernel/procedure';
import { encounter, fighter, madeUp } from '../../support/encounter';
import { Desk } from '../desk';

const ORDER = ['gnoll', 'witch'];

/**
 * A spell costs its slot first. Then all may try to identify it at once, foes may strike, and foes may unravel it, each
 * once a round.
 */
function* cast(state: Encounter, { by }: Command): Procedure<'cast' | 'lost' | 'unraveled'> {
  yield* adjustPool(by, 'energy', -1);
  const asks: SingleAsk[] = ['bob', GM].map((who) => ({ kind: 'dice', id: `identify-${who}`, by: who, dice: d20 }));
  const totals = (yield* askAll('identify', asks)) as readonly number[];
  for (const [at, { by: who }] of asks.entries())
    if (totals[at] >= 10) yield* applyChange({ kind: 'log', id: 'identified', facts: { who } });

  const down = () => fighterOf(state, by).pools.hp.value === 0;
  yield* inTurn(state, 'opportunity', down, (foe) => opportunity(foe, by));
  if (down()) return 'lost';
  const unraveled = { now: false };
  yield* inTurn(
    state,
    'counterspell',
    () => unraveled.now,
    function* (foe) {
      yield* applyChange({ kind: 'state', of: foe, key: 'reaction', to: true });
      unraveled.now = true;
    },
  );
  return unraveled.now ? 'unraveled' : 'cast';
}

/** Offers to one foe after the other, each judged at its turn, until no reaction is left. */
function* inTurn(
  state: Encounter,
  reaction: string,
  isOver: () => boolean,
  react: (foe: string) => Procedure<void>,
): Procedure<void> {
  for (const foe of ORDER) {
    if (isOver() || fighterOf(state, foe).state.reaction === true) continue;
    const command: Command = { do: reaction, by: foe };
    const taken = yield* offer(reaction, [{ by: foe, commands: [command], defaultAnswer: 'ask' }], 'first');
    if (taken.length > 0) yield* section(command, react(foe));
  }
}

function* opportunity(foe: string, at: string): Procedure<void> {
  yield* applyChange({ kind: 'state', of: foe, key: 'reaction', to: true });
  if ((yield* roll('attack', d20, foe)) < 10) return;
  yield* adjustPool(at, 'hp', -(yield* roll('damage', dice(1, 8), foe)));
}

const casting = () => {
  const desk = new Desk(
    madeUp({ cast }),
    encounter(fighter('mira'), fighter('gnoll', { side: 'foes' }), fighter('witch', { side: 'foes' })),
  );
  desk.begin({ do: 'cast', by: 'mira' });
  return desk;
};

const identified = () => {
  const desk = casting();
  desk.answer('1.1', [[3], [3]]);
  return desk;
};
const offered = (desk: Desk) => {
  const ask = desk.open?.ask;
  return ask?.kind === 'offer' ? [ask.id, ...ask.candidates.map(({ by }) => by)] : null;
};

describe('a spell under threat', () => {
  it('is paid before anyone is asked, and waits until both fighters have tried to identify it', () => {
    const desk = casting();
    expect(desk.documents).toHavePool('mira', 'energy', 2);
    const { ask } = desk.openAsk;
    expect(partsOf(ask).map((part) => 'by' in part && part.by)).toEqual(['bob', GM]);

    // Bob's answer waits as a request. Nothing is written before the game master's answer.
    const waiting: (Answer | undefined)[] = [[11], undefined];
    expect(combineAnswers(ask, waiting)).toBeNull();
    waiting[1] = [4];
    desk.answer('1.1', defined(combineAnswers(ask, waiting), 'an answer'));
    expect([desk.step, offered(desk)]).toEqual([2, ['opportunity', 'gnoll']]);
    const said = effectsOf(desk.recorded(1).entries).filter(({ kind }) => kind === 'log');
    expect(said).toMatchObject([{ facts: { who: 'bob' } }]);
  });

  it('is lost to the first foe that strikes the caster down, and no further offer is made', () => {
    const desk = identified();
    desk.answer('2.1', [0], [10], [7]);
    expect(desk.open).toBeNull();
    expect(desk.documents).toHavePool('mira', 'hp', 0);
    expect(fighterOf(desk.documents, 'witch').state).toEqual({});
  });

  it('can be unraveled only by a foe that has not reacted yet', () => {
    const desk = identified();
    desk.answer('2.1', [0], [9]);
    expect(offered(desk)).toEqual(['opportunity', 'witch']);
    desk.answer(desk.openAsk.key, [PASS]);
    expect(offered(desk)).toEqual(['counterspell', 'witch']);
    desk.answer(desk.openAsk.key, [0]);
    expect(desk.open).toBeNull();
    expect(fighterOf(desk.documents, 'witch').state).toEqual({ reaction: true });
  });

  it('is cast if all strikes have missed', () => {
    const desk = identified();
    desk.answer('2.1', [0], [1]);
    desk.answer(desk.openAsk.key, [0], [1]);
    expect(desk.open).toBeNull();
    expect(desk.documents).toHavePool('mira', 'hp', 7);
  });
});
