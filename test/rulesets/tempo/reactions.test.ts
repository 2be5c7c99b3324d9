import { describe, expect, it } from 'vitest';
import { tempo } from '../../../src/rulesets/tempo';
import { at, begun, conditionOf, foe, goOn, hero, item, on, play, reasons, sheet } from './vocabulary';

const claw = item('weapon', 'claw', { speed: 'quick', dice: '1d4' });
const riposte = item('reaction', 'riposte', { tempo: 3, trigger: 'missed', usesPerRound: 3, momentum: 1 });
const blow = { do: 'quick-attack', by: 'rat', at: 'sol' };

describe('[T-78] one Strike is one trigger', () => {
  it('and is answered once by the same Reaction, even with uses left', () => {
    const sol = hero('sol', { reactionsPerTurn: 3 }, { items: [riposte] });
    const encounter = on(3, [sol, foe('rat', {}, { items: [claw] })]);
    play(encounter, blow, [2], [[0]]);
    expect([sol.pools.momentum.value, sol.state['used-riposte']]).toEqual([1, 1]);
  });
  it('and may also be answered by another Reaction', () => {
    const sol = hero('sol', { reactionsPerTurn: 3 }, { items: [riposte, { ...riposte, id: 'sneer' }] });
    play(on(3, [sol, foe('rat', {}, { items: [claw] })]), blow, [2], [[0], [0]]);
    expect(sol.pools.momentum.value).toBe(2);
  });
});

describe('[T-74, T-81] Intercept', () => {
  const scene = (guardAt: number, awake = true) => {
    const guard = hero('guard', {}, { place: at(guardAt, 0), conditions: awake ? [] : [conditionOf('dying')] });
    const kept = conditionOf('guarded', { by: 'guard' });
    const sol = hero('sol', {}, { place: at(1, 0), conditions: [kept] });
    const second = hero('second', {}, { place: at(2, 0) });
    return on(5, [guard, sol, second, foe('rat', {}, { items: [claw], place: at(1, 1) })]);
  };
  const strike = { ...blow, do: 'standard-attack' };
  it.each([
    [0, true, 2],
    [3, true, 1],
    [0, false, 1],
  ])('is offered to a guard at %d, able %s, so that dice to hit are %d', (place, awake, dice) => {
    const encounter = scene(place, awake);
    const played = begun(encounter, strike);
    expect(played.run.open).toMatchObject({ id: 'to-hit', dice: dice === 2 ? { keep: 'low' } : {} });
    const open = goOn(played, Array(dice).fill(20), []);
    expect(open?.id).toBe('damage');
    const asked = played.run.entries.map(({ ask }) => ('id' in ask ? ask.id : ask.kind));
    expect(asked.includes('hit')).toBe(dice === 2);
  });
  it('is not a command of its own', () => {
    expect(tempo.knows({ do: 'intercept', by: 'guard', at: 'sol' })).toBe(false);
    expect(tempo.knows({ do: 'dual-wield', by: 'rat', at: 'sol' })).toBe(false);
  });
  it('is offered to all guards, and the first to accept takes the damage', () => {
    const encounter = scene(0);
    encounter.fighters.sol.conditions.push(conditionOf('guarded', { key: 'two', by: 'second' }));
    play(encounter, strike, [20, 20, 3], [[-1, 0]]);
    expect(['guard', 'sol', 'second'].map((id) => encounter.fighters[id].pools.hp.value)).toEqual([12, 12, 9]);
  });
  it('is asked together with a Reaction of the target, and only the first answer counts', () => {
    const encounter = scene(0);
    const brace = tempo.fighter({ ...sheet('sol'), items: [item('reaction', 'brace', { trigger: 'hit' })] }, {}).items;
    encounter.fighters.sol.items.push(...brace);
    const played = begun(encounter, strike, [20, 20]);
    expect(played.run.open).toMatchObject({ id: 'hit', facts: { at: 'rat', brace: 'brace' } });
    expect(() => played.run.answer([0, 0])).toThrow();
    played.run.answer([0, -1]);
    expect(encounter.fighters.guard.state.reacted).toBe(1);
  });
});

describe('[T-71, T-72, T-79] a Reaction with a trigger that only players can judge', () => {
  const shout = item('reaction', 'shout', { tempo: 2, trigger: 'other' });
  it('may be used in any turn, once, and is no action', () => {
    const sol = hero('sol', {}, { items: [shout] });
    const encounter = on(3, [sol, foe('rat', {}, { items: [claw] })]);
    const command = { do: 'react', by: 'sol', with: 'shout' };
    expect(reasons(encounter, command)).toEqual(['wrong-moment']);
    play(encounter, blow, [2]);
    play(encounter, command);
    expect(reasons(encounter, command)).toEqual(['reaction-spent', 'reaction-used-up']);
    expect(sol.state.record).toBeUndefined();
    expect(tempo.interrupts(command)).toBe('reaction');
  });
  it('is refused to fighters that do not know it', () => {
    expect(reasons(on(3, [hero('sol')]), { do: 'react', by: 'sol', with: 'shout' })).toEqual(['unknown-reaction']);
  });
});

describe('[T-13] during an action', () => {
  it('a part of the Normal Move is no interrupt', () => {
    expect(tempo.interrupts({ do: 'walk', by: 'sol' })).toBeNull();
  });
});

describe('[T-102] a failed Skill roll', () => {
  const roll = { do: 'skill-roll', by: 'sol', options: { attribute: 'ins', against: 15 } };
  it('may be repeated, for a point each', () => {
    const sol = hero('sol', { for: 2 });
    play(on(1, [sol]), roll, [3, 4, 18], [[0], [0]]);
    expect([sol.pools.exertion.value, sol.state.exerted]).toEqual([2, true]);
  });
  it('cannot be repeated by a fighter that cannot Exert', () => {
    const rat = foe('rat');
    play(on(1, [rat]), { ...roll, by: 'rat' }, [3]);
    expect(rat.pools.exertion.value).toBe(0);
  });
});

it('[T-76] the damage of a Reaction is a success of its owner, as that of a Strike', () => {
  const burn = item('reaction', 'burn', { trigger: 'hit', befalls: 'other', harm: '1d4' });
  const sol = hero('sol', {}, { items: [burn] });
  const { table } = play(on(3, [sol, foe('rat', {}, { items: [claw] })]), blow, [20, 3, 2], [[0]]);
  const outcomes = table.effects.flatMap((effect) => (effect.kind === 'outcome' ? [[effect.of, effect.outcome]] : []));
  expect(outcomes).toEqual([
    ['rat', { result: 'damage', success: true, damage: 3 }],
    ['sol', { result: 'damage', success: true, damage: 2 }],
  ]);
});
