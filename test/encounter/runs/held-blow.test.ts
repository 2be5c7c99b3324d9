import { describe, expect, it } from 'vitest';
import { adjustPool, applyChange } from '../../../src/encounter/change';
import type { Command } from '../../../src/encounter/command';
import { type Encounter, fighterOf } from '../../../src/encounter/state';
import { PASS } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { d20, dice } from '../../../src/kernel/dice';
import { askText, offer, type Procedure, roll, section } from '../../../src/kernel/procedure';
import { encounter, fighter, madeUp } from '../../support/encounter';
import { at } from '../../support/rules';
import { Desk } from '../desk';

/**
 * Each metre costs a point. A fighter that holds a blow may strike when the walker enters its reach. A felled walker
 * stops.
 */
function* move(state: Encounter, { by, path = [] }: Command): Procedure<void> {
  const walker = fighterOf(state, by);
  for (const to of path) {
    if (walker.pools.hp.value === 0) return;
    yield* adjustPool(by, 'energy', -1);
    yield* applyChange({ kind: 'move', of: by, to, by: [] });
    const candidates = Object.values(state.fighters)
      .filter(
        ({ id, state, place }) => id !== by && state.held !== undefined && defined(place, 'a place').x - to.x === 1,
      )
      .map(({ id }) => ({
        by: id,
        commands: [{ do: 'perform', by: id, at: by }],
        defaultAnswer: 'ask' as const,
      }));
    for (const { by: holder, command } of yield* offer('enters-reach', candidates, 'all'))
      yield* section(command, perform(state, { do: 'perform', by: holder, at: by }));
  }
}

function* hold(_: Encounter, { by }: Command): Procedure<void> {
  const trigger = yield* askText('trigger', by, 80);
  yield* applyChange({ kind: 'state', of: by, key: 'held', to: trigger });
}

function* perform(_: Encounter, { by, at }: Command): Procedure<void> {
  yield* applyChange({ kind: 'state', of: by, key: 'held', to: null });
  if ((yield* roll('attack', d20, by)) < 10) return;
  yield* adjustPool(defined(at, 'a target'), 'hp', -(yield* roll('damage', dice(1, 8), by)));
}

function* wait(_: Encounter, { by }: Command): Procedure<void> {
  yield* roll('patience', d20, by);
}

const rules = madeUp({ move, hold, perform, wait });
const armed = () => {
  const desk = new Desk(
    rules,
    encounter(
      fighter('gnoll', { place: at(0), pools: { hp: { value: 7, max: 9 }, energy: { value: 9, max: 9 } } }),
      fighter('mira', { place: at(4) }),
    ),
  );
  desk.begin({ do: 'hold', by: 'mira' }, ['it comes close']);
  desk.begin({ do: 'move', by: 'gnoll', path: [1, 2, 3, 4, 5].map((x) => at(x)) });
  return desk;
};
const xOf = (desk: Desk) => fighterOf(desk.documents, 'gnoll').place?.x;
const held = (desk: Desk) => fighterOf(desk.documents, 'mira').state.held;

describe('a held blow inside a move', () => {
  it('stops the walker at the offer, with the metres so far walked and paid', () => {
    const desk = armed();
    expect([xOf(desk), desk.openAsk.ask.id]).toEqual([3, 'enters-reach']);
    expect(desk.documents).toHavePool('gnoll', 'energy', 6);
  });

  it('that fells the walker ends the move, and the points stay paid', () => {
    const desk = armed();
    desk.answer(desk.openAsk.key, [0], [15], [7]);
    expect([xOf(desk), held(desk), desk.open]).toEqual([3, undefined, null]);
    expect(desk.documents).toHavePool('gnoll', 'hp', 0);
    expect(desk.documents).toHavePool('gnoll', 'energy', 6);
  });

  it('that only hurts the walker lets the move continue', () => {
    const desk = armed();
    desk.answer(desk.openAsk.key, [0], [15], [6]);
    expect([xOf(desk), desk.open]).toEqual([5, null]);
    expect(desk.documents).toHavePool('gnoll', 'energy', 4);
  });

  it('stays armed if it is declined', () => {
    const desk = armed();
    desk.answer(desk.openAsk.key, [PASS]);
    expect([xOf(desk), held(desk), desk.open]).toEqual([5, 'it comes close', null]);
    desk.begin({ do: 'move', by: 'gnoll', path: [at(3)] });
    expect(desk.openAsk.ask.id).toBe('enters-reach');
  });

  it('is undone stretch by stretch: place, points and plan', () => {
    const desk = armed();
    desk.answer(desk.openAsk.key, [0], [15], [6]);
    desk.rewind();
    expect([xOf(desk), held(desk)]).toEqual([3, 'it comes close']);
    expect(desk.openAsk.ask.id).toBe('enters-reach');
    desk.rewind();
    expect([xOf(desk), desk.open]).toEqual([0, null]);
    expect(desk.documents).toHavePool('gnoll', 'energy', 9);
  });
});

describe('a held blow with a trigger in free text', () => {
  it('interrupts at any pause, and the same ask is opened again', () => {
    const desk = new Desk(rules, encounter(fighter('gnoll', { place: at(0) }), fighter('mira', { place: at(1) })));
    desk.begin({ do: 'hold', by: 'mira' }, ['it grows impatient']);
    desk.begin({ do: 'wait', by: 'gnoll' });
    const { ask } = desk.openAsk;
    desk.cutIn({ do: 'perform', by: 'mira', at: 'gnoll' }, [15], [3]);
    expect(desk.open).toMatchObject({ key: '3.1', ask });
    expect(desk.documents).toHavePool('gnoll', 'hp', 4);
    expect(held(desk)).toBeUndefined();

    desk.rewind();
    expect([desk.openAsk.ask, held(desk)]).toEqual([ask, 'it grows impatient']);
    desk.redo();
    desk.answer(desk.openAsk.key, [1]);
    expect(desk.open).toBeNull();
    expect(desk.documents).toHavePool('gnoll', 'hp', 4);
  });
});
