import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import type { ExchangeRun } from '../../../src/encounter/play';
import { GM } from '../../../src/kernel/ask';
import { at, begun, conditionOf, foe, goOn, hero, item, on } from './vocabulary';

const claw = item('weapon', 'claw', { speed: 'quick', dice: '1d4' });
const dagger = item('weapon', 'dagger', { speed: 'quick', dice: '1d4' });
const blow: Command = { do: 'quick-attack', by: 'rat', at: 'sol' };
const fell = (who: string): Command => ({ do: 'adjust', by: GM, at: who, options: { pool: 'hp', to: 0 } });

/** The log lines and outcomes so far. */
const linesOf = ({ table }: ExchangeRun): string[] =>
  table.effects.flatMap((effect) => {
    if (effect.kind === 'outcome') return effect.outcome.result;
    return effect.kind === 'log' ? effect.id : [];
  });

describe('[T-74] a Reaction that has become impossible while its owner is asked', () => {
  it('is not used: an Intercept of a guard who has gone down', () => {
    const sol = hero('sol', {}, { conditions: [conditionOf('guarded', { by: 'iva' })] });
    const encounter = on(5, [sol, hero('iva'), foe('rat', {}, { items: [claw] })]);
    const played = begun(encounter, { ...blow, do: 'standard-attack' }, [18, 17]);
    expect(played.run.open?.id).toBe('hit');
    played.run.interrupt(fell('iva'));
    expect(goOn(played, [3], [[0]])).toBeNull();
    expect([sol.pools.hp.value, encounter.fighters.iva.state.reacted]).toEqual([9, undefined]);
  });
  it('is not used: an Intercept of a guard who has gone down, even with another guard', () => {
    const sol = hero('sol', {}, { conditions: ['iva', 'pax'].map((by) => conditionOf('guarded', { key: by, by })) });
    const encounter = on(5, [sol, hero('iva'), hero('pax'), foe('rat', {}, { items: [claw] })]);
    const played = begun(encounter, { ...blow, do: 'standard-attack' }, [18, 17]);
    played.run.interrupt(fell('iva'));
    goOn(played, [3], [[0, -1]]);
    expect([sol.pools.hp.value, encounter.fighters.iva.state.reacted]).toEqual([9, undefined]);
  });
  it('is not used: one of a target who has gone down', () => {
    const riposte = item('reaction', 'riposte', { trigger: 'missed', momentum: 1 });
    const sol = hero('sol', {}, { items: [riposte] });
    const played = begun(on(3, [sol, foe('rat', {}, { items: [claw] })]), blow, [2]);
    played.run.interrupt(fell('sol'));
    expect(goOn(played, [], [[0]])).toBeNull();
    expect([sol.pools.momentum.value, sol.state.reacted]).toEqual([0, undefined]);
  });
  it('is stopped before its dice, and stays spent', () => {
    const burn = item('reaction', 'burn', { trigger: 'missed', befalls: 'other', harm: '1d4' });
    const sol = hero('sol', {}, { items: [burn] });
    const played = begun(on(3, [sol, foe('rat', {}, { items: [claw] })]), blow, [2], [[0]]);
    expect(played.run.open?.id).toBe('effect');
    played.run.interrupt(fell('sol'));
    expect([played.run.open, linesOf(played).at(-1), sol.state.reacted]).toEqual([null, 'stopped', 1]);
  });
  it('is not used: a retry of a fighter who has reached the maximum of Exertion (T-102, T-108)', () => {
    const sol = hero('sol');
    const played = begun(on(6, [sol]), { do: 'hide', by: 'sol' }, [2]);
    expect(played.run.open?.id).toBe('retry');
    played.run.interrupt({ do: 'force-exertion', by: GM, at: 'sol', options: { points: 2 } });
    expect(goOn(played, [], [[0]])).toBeNull();
    expect([sol.pools.exertion.value, linesOf(played).at(-1)]).toEqual([2, 'found']);
  });
});

it('[T-A16] an ability that moves and then harms is not stopped by the way that lies behind it', () => {
  const charge = item('ability', 'charge', { tempo: 4, listsAction: 'move', befalls: 'other', harm: '1d4', range: 9 });
  const [sol, rat] = [hero('sol', { speed: 3 }, { items: [charge], place: at(0) }), foe('rat', {}, { place: at(5) })];
  const encounter = on(4, [sol, rat]);
  const played = begun(encounter, { do: 'ability', by: 'sol', with: 'charge', at: 'rat', path: [at(3)] });
  expect([played.run.open?.id, sol.place]).toEqual(['effect', at(3)]);
  played.run.interrupt({ do: 'place', by: GM, at: 'sol', path: [at(7)] });
  expect(goOn(played, [4])).toBeNull();
  expect(rat.pools.hp.value).toBe(8);
});

describe('[T-84, T-86] a Dual Wield Strike', () => {
  const scene = () => {
    const rat = foe('rat', {}, { items: [claw, dagger], place: at(0) });
    return on(3, [rat, hero('sol', {}, { place: at(1) })]);
  };
  const push: Command = { do: 'place', by: GM, at: 'sol', path: [at(9)] };

  it.each([0, 1])('does not happen if weapon %d is put away on the sheet before it is accepted', (which) => {
    const encounter = scene();
    const played = begun(encounter, blow, [2]);
    Object.assign(encounter.fighters.rat.items[which] ?? {}, { equipped: false });
    expect(goOn(played, [], [[0]])).toBeNull();
    expect([linesOf(played).at(-1), encounter.fighters.rat.state.reacted]).toEqual(['stopped', undefined]);
  });
  it('does not happen, and spends nothing, if its target is gone before it is accepted', () => {
    const encounter = scene();
    const played = begun(encounter, blow, [2]);
    expect(played.run.open?.id).toBe('dual-wield');
    played.run.interrupt(push);
    expect(goOn(played, [], [[0]])).toBeNull();
    expect([linesOf(played).at(-1), encounter.fighters.rat.state.reacted]).toEqual(['stopped', undefined]);
  });
  it('is stopped before its roll, and is spent; the first Strike stands (T-76)', () => {
    const encounter = scene();
    const played = begun(encounter, blow, [20, 3], [[0]]);
    expect(played.run.open?.id).toBe('to-hit');
    played.run.interrupt(push);
    expect([played.run.open, encounter.fighters.sol.pools.hp.value]).toEqual([null, 9]);
    expect([linesOf(played).at(-1), encounter.fighters.rat.state.reacted]).toEqual(['stopped', 1]);
    expect(encounter.clock.groups).toEqual(['attack']);
  });
});

describe('what others change while a die lies on the table', () => {
  it('reveals a fighter who has just hidden, once a foe sees them (T-54)', () => {
    const hal = hero('hal', {}, { place: at(0) });
    const encounter = on(6, [hal, foe('sentry', {}, { place: at(6) })]);
    Object.assign(encounter.ground, {
      walls: [{ from: { x: 3, y: -1 }, to: { x: 3, y: 3 }, sight: true, move: true }],
    });
    const played = begun(encounter, { do: 'hide', by: 'hal' }, [2]);
    expect(played.run.open?.id).toBe('retry');
    played.run.interrupt({ do: 'place', by: GM, at: 'sentry', path: [at(1)] });
    expect(goOn(played, [19], [[0]])).toBeNull();
    expect([linesOf(played).at(-1), hal.conditions]).toEqual(['hides', []]);
  });
  it('lowers the number of Hide with the best Awareness (T-A31)', () => {
    const hal = hero('hal', {}, { conditions: [conditionOf('assisted', { by: 'pax' })] });
    const encounter = on(6, [hal, hero('pax'), foe('sentry', { awr: 5 })]);
    const played = begun(encounter, { do: 'hide', by: 'hal', options: { unseen: true } });
    played.run.interrupt(fell('sentry'));
    goOn(played, [11]);
    expect(hal.conditions.map(({ id }) => id)).toEqual(['hidden']);
  });
  it('prices a preparation again (T-103, T-108)', () => {
    const ivo = hero('ivo', { for: 1 });
    const encounter = on(3, [ivo], { turn: 'ivo' });
    const played = begun(encounter, { do: 'exert-prepared', by: 'ivo' }, [], ['I brought a rope', '2']);
    expect(played.run.open?.id).toBe('prepared-accept');
    played.run.interrupt({ do: 'force-exertion', by: GM, at: 'ivo', options: { points: 2 } });
    expect(goOn(played, [], ['accept'])).toBeNull();
    expect([ivo.pools.exertion.value, linesOf(played)]).toEqual([2, ['stopped']]);
  });
});
