import { expect, it } from 'vitest';
import { adjustPool, applyChange, log } from '../../../src/encounter/change';
import type { Command } from '../../../src/encounter/command';
import { fighterOf } from '../../../src/encounter/state';
import { PASS } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { d20, dice } from '../../../src/kernel/dice';
import { offer, type Procedure, roll, section } from '../../../src/kernel/procedure';
import { encounter, fighter, madeUp, type Rule } from '../../support/encounter';
import { Desk } from '../desk';

/** A blow hits its target, or a fighter that intercepts it. The die is rolled before the intercept is offered. */
function* hit({ fighters }: Parameters<Rule>[0], { by, at }: Command): Procedure<void> {
  const total = yield* roll('attack', d20, by);
  if (total < 8) return;
  const candidates = Object.values(fighters)
    .filter((each) => each.side === 'heroes' && each.id !== at && each.pools.energy.value > 0)
    .map((each) => ({
      by: each.id,
      commands: [{ do: 'intercept', by: each.id, at }],
      defaultAnswer: 'ask' as const,
    }));
  const [taken] = yield* offer('hit', candidates, 'first', { total });
  const struck = taken ? yield* section(taken.command, intercept(taken.by)) : defined(at, 'a target');
  const damage = yield* roll('damage', dice(1, 8), by);
  const sturdy = fighters[struck].state.sturdy === true ? 1 : 0;
  if (sturdy) yield* log('sturdy', {}, struck);
  yield* adjustPool(struck, 'hp', sturdy - damage);
  if (fighters[struck].pools.hp.value > 0) return;
  yield* applyChange({ kind: 'condition-added', of: struck, condition: { id: 'dying' } });
  yield* adjustPool(struck, 'energy', -9);
}

function* intercept(by: string): Procedure<string> {
  yield* adjustPool(by, 'energy', -1);
  return by;
}

const rules = madeUp({ hit });
const scene = () =>
  encounter(
    fighter('brute', { side: 'foes' }),
    fighter('dov'),
    fighter('kor', { state: { sturdy: true }, pools: { hp: { value: 4, max: 10 }, energy: { value: 3, max: 5 } } }),
  );
const blow: Command = { do: 'hit', by: 'brute', at: 'dov' };

/** The encounter at the 57th step: the blow waits for Kor. */
const waiting = () => {
  const desk = new Desk(rules, scene());
  desk.step = 56;
  desk.begin(blow, [15]);
  return desk;
};

it('an undone and redone blow keeps its die, opens its ask again, and refuses a late answer', () => {
  const desk = waiting();
  expect(desk.open).toMatchObject({ key: '57.1', ask: { candidates: [{ by: 'kor' }], facts: { total: 15 } } });

  desk.rewind();
  expect([desk.step, desk.open]).toEqual([58, null]);
  expect(desk.documents).toEqual(scene());
  expect(desk.answer('57.1', [0])).toBe(false);
  expect(desk.documents).toEqual(scene());

  desk.redo();
  expect(desk.open).toMatchObject({ key: '59.1', ask: { facts: { total: 15 } } });
  expect(desk.recorded(57).entries[0]).toMatchObject({ ask: { id: 'attack' }, answer: [15] });
  expect(desk.answer('57.1', [0])).toBe(false);

  // Kor intercepts. One step follows: the damage, Sturdy, no hit points left, dying, the last strength gone.
  expect(desk.answer('59.1', [0], [6])).toBe(true);
  expect([desk.step, desk.open]).toEqual([60, null]);
  expect(desk.documents).toHavePool('kor', 'hp', 0);
  expect(desk.documents).toHavePool('kor', 'energy', 0);
  expect(desk.documents).toHavePool('dov', 'hp', 7);
  expect(fighterOf(desk.documents, 'kor').conditions).toMatchObject([{ id: 'dying' }]);
  const words = desk.recorded(57).entries.map(({ ask }) => ('id' in ask ? ask.id : ask.kind));
  expect(words).toEqual(['attack', 'hit', 'section', 'apply', 'section', 'damage', 'apply', 'apply', 'apply', 'apply']);
});

it('a new step discards the steps that could be redone', () => {
  const desk = waiting();
  desk.rewind();
  desk.begin(blow, [7]);
  expect([...desk.history.keys()]).toEqual([59]);
});

it('an exchange that is undone to its ask accepts the other answer', () => {
  const desk = waiting();
  desk.answer('57.1', [0], [6]);
  desk.rewind();
  expect(desk.documents).toEqual(scene());
  expect(desk.open).toMatchObject({ key: '59.1', exchange: 57 });
  desk.answer('59.1', [PASS], [6]);
  expect(desk.documents).toHavePool('dov', 'hp', 1);
  expect(desk.documents).toHavePool('kor', 'hp', 4);
});
