import { expect, it } from 'vitest';
import { adjustPool } from '../../../src/encounter/change';
import type { Command } from '../../../src/encounter/command';
import { defined } from '../../../src/kernel/defined';
import { d20, dice } from '../../../src/kernel/dice';
import { choose, type Procedure, roll, section } from '../../../src/kernel/procedure';
import { encounter, fighter, madeUp, type Rule } from '../../support/encounter';
import { type Batch, Desk } from '../desk';

const options = (...ids: string[]) => ids.map((id) => ({ id, whyNot: [] }));

/** An open attack, then the defense. A parry that falls short costs blood, and a counter may follow. */
function* melee(encounter: Parameters<Rule>[0], { by, at: target }: Command): Procedure<'hit' | 'stopped'> {
  const at = defined(target, 'a target');
  const attack = yield* roll('attack', d20, by);
  const way = yield* choose('defense', at, options('dodge', 'parry', 'none'), { attack });
  if (way === 'dodge') return (yield* roll('dodge', d20, at)) >= attack ? 'stopped' : yield* wound(by, at, 0);
  if (way === 'none') return yield* wound(by, at, 0);
  const parry = yield* roll('parry', d20, at);
  const zone = yield* choose('zone', at, options('torso', 'arms'));
  const braced = (yield* choose('brace', at, options('yes', 'no'))) === 'yes';
  const stops = braced ? yield* roll('brace-die', dice(1, 6), at) : 0;
  if (parry >= attack) return 'stopped';
  const outcome = yield* wound(by, at, stops, zone);
  const counter = yield* choose('after-parry', at, options('counter', 'pass'));
  if (counter === 'counter') {
    const command: Command = { do: 'melee', by: at, at: by };
    yield* section(command, melee(encounter, command));
  }
  return outcome;
}

function* wound(by: string, at: string, stops: number, zone = 'torso'): Procedure<'hit' | 'stopped'> {
  const damage = yield* roll('damage', dice(1, 12), by, { zone });
  const lost = yield* adjustPool(at, 'hp', Math.min(0, stops - damage));
  return lost < 0 ? 'hit' : 'stopped';
}

const rules = madeUp({ melee });
const scene = () => encounter(fighter('gnoll', { side: 'foes' }), fighter('mira'));

const parried = () => {
  const desk = new Desk(rules, scene());
  desk.begin({ do: 'melee', by: 'gnoll', at: 'mira' }, [12]);
  return desk;
};

const hers = [['parry'], [7], ['arms'], ['yes'], [6]];
const thrown = [10];

it('a parry and its counter are one exchange, answered by two players in turn', () => {
  const desk = parried();
  expect(desk.open).toMatchObject({ key: '1.1', ask: { id: 'defense', by: 'mira', facts: { attack: 12 } } });

  // Mira's client plays ahead until the damage, which the gnoll rolls.
  expect(desk.prepareAnswer(hers).waits).toMatchObject({ id: 'damage', by: 'gnoll' });
  desk.answer('1.1', ...hers, thrown);
  expect(desk.documents).toHavePool('mira', 'hp', 3);
  expect(desk.open).toMatchObject({ key: '2.1', ask: { id: 'after-parry' } });

  desk.answer('2.1', ['counter'], [14]);
  expect(desk.open).toMatchObject({ key: '3.1', ask: { id: 'defense', by: 'gnoll' } });
  desk.answer('3.1', ['dodge'], [20]);
  expect([desk.step, desk.open]).toEqual([4, null]);
  expect(desk.documents).toHavePool('gnoll', 'hp', 7);
  const sections = desk.recorded(1).entries.flatMap(({ ask }) => (ask.kind === 'section' ? [ask.command] : []));
  expect(sections).toEqual([{ do: 'melee', by: 'mira', at: 'gnoll' }, null]);
});

it('if two tabs referee the same answer, one writes it and the other continues from the written state', () => {
  const desk = parried();
  desk.requests.add('ann');
  // Both tabs were reloaded: each restores the exchange from the documents and the transcript.
  const tabs: Batch[] = [desk.prepareAnswer([...hers, thrown], 'ann'), desk.prepareAnswer([...hers, thrown], 'ann')];
  expect(tabs[1]).toEqual(tabs[0]);
  expect(tabs.map((batch) => desk.commit(batch))).toEqual([true, false]);
  expect([desk.step, [...desk.history.keys()]]).toEqual([2, [1, 2]]);
  expect(desk.documents).toHavePool('mira', 'hp', 3);

  expect(desk.answer('1.1', ['dodge'])).toBe(false);
  expect(desk.answer('2.1', ['pass'])).toBe(true);
  expect(desk.recorded(1).entries.filter(({ ask }) => ask.kind === 'apply')).toHaveLength(1);
  expect(desk.open).toBeNull();
});

it('a manual change at a pause is kept', () => {
  const desk = parried();
  desk.answer('1.1', ...hers, thrown);
  desk.documents.fighters.mira.pools.hp.value = 9;
  desk.answer(desk.openAsk.key, ['counter'], [14]);
  expect(desk.documents).toHavePool('mira', 'hp', 9);
});
