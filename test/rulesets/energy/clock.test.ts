import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '../../../src/rulesets/energy/conditions';
import { energy } from '../../../src/rulesets/energy/index';
import { energyPerRound } from '../../../src/rulesets/energy/stats';
import { conditionOf, encounter, fighter, play, reasons } from './vocabulary';

const gm = (id: string, options = {}) => ({ do: id, by: 'gm', options });
const MASTER = { gm: true, owns: [], targets: [] };
const idle = { clock: { round: 0, phase: 'idle' } };

it.each`
  stamina | plain | exhausted
  ${9}    | ${5}  | ${3}
  ${5}    | ${5}  | ${3}
  ${4}    | ${4}  | ${2}
  ${2}    | ${2}  | ${0}
  ${1}    | ${1}  | ${0}
  ${0}    | ${0}  | ${0}
`('[E-03, E-04, E-230] Stamina $stamina gives $plain Energy, exhausted $exhausted', ({ stamina, plain, exhausted }) => {
  expect([energyPerRound(stamina, false), energyPerRound(stamina, true)]).toEqual([plain, exhausted]);
  const tired = fighter('mira', {}, { pools: { stamina, energy: 2 }, conditions: [conditionOf('exhausted')] });
  const on = encounter([fighter('kor', {}, { pools: { stamina, energy: 2 } }), tired], idle);
  play(on, gm('start'));
  expect([on.fighters.kor.pools.energy.value, tired.pools.energy.value]).toEqual([plain, exhausted]);
});

describe('[E-05, E-06, E-10, E-18] a Round', () => {
  it('begins with the first, with full Agility and cleared state', () => {
    const mira = fighter('mira', {}, { pools: { agility: 0 }, state: { staminaSubs: 1, metresMoved: 9, heading: 90 } });
    const on = encounter([mira], idle);
    play(on, gm('start'));
    expect(on.clock).toEqual({ round: 1, phase: 'open' });
    expect(mira.pools.agility.value).toBe(3);
    expect(mira.state).toEqual({});
  });
  it('is followed by the next', () => {
    const on = encounter([fighter('mira')]);
    play(on, gm('end-round'));
    expect(on.clock).toEqual({ round: 2, phase: 'open' });
  });
});

it('[E-13] a clock that is left to itself goes on once all wait or have nothing to spend, and who waits has no move', () => {
  const spent = fighter('kor', {}, { pools: { energy: 0, agility: 0 } });
  const on = encounter([fighter('mira'), spent]);
  const next = (isLeft: boolean) => energy.automation.autoAdvance(on, isLeft)?.command ?? null;
  const ready = () =>
    energy.views
      .tracker(on, MASTER)
      .rows.filter((row) => row.ready)
      .map(({ id }) => id);
  expect([next(true), ready()]).toEqual([null, ['mira']]);
  play(on, { do: 'wait', by: 'mira' });
  expect([next(false), next(true), ready()]).toEqual([null, { do: 'end-round', by: 'gm' }, []]);
});

it('[E-199] a rest is no button of a fight, also while a Round begins with a roll', () => {
  const idsAt = (phase: string) =>
    energy.views
      .tracker(encounter([fighter('mira')], { clock: { round: 1, phase } }), MASTER)
      .controls.map(({ command }) => command.do);
  expect(idsAt('idle')).toContain('short-rest');
  for (const phase of ['round-start', 'open', 'round-end']) expect(idsAt(phase)).not.toContain('short-rest');
});

describe('[E-148, E-150] conditions end with the Round they last to', () => {
  it.each([
    [1, 1, false],
    [2, 1, true],
    [2, 2, false],
    [1, 3, false],
  ])('until %d, at the end of %d: still active %s', (n, round, there) => {
    const mira = fighter('mira', {}, { conditions: [conditionOf('exposed', { until: { at: 'round-end', n } })] });
    const on = encounter([mira], { clock: { round, phase: 'open' } });
    play(on, gm('end-round'));
    expect(mira.conditions.length > 0).toBe(there);
  });
  it('those until a Short Rest and without an end stay', () => {
    const conditions = [conditionOf('exhausted', { until: { at: 'short-rest' } }), conditionOf('prone')];
    const mira = fighter('mira', {}, { conditions });
    play(encounter([mira]), gm('end-round'));
    expect(mira.conditions).toHaveLength(2);
  });
});

describe('[E-156, E-157, E-159] a side caught off guard', () => {
  it('is surprised through the first Round, and Defend has no effect', () => {
    const on = encounter([fighter('mira'), fighter('gnoll')], idle);
    play(on, gm('start', { surprised: 'mira' }));
    expect(on.fighters.mira.conditions).toMatchObject([{ id: 'surprised', until: { n: 1 } }]);
    expect(on.fighters.gnoll.conditions).toEqual([]);
    play(on, { do: 'defend', by: 'mira' });
    expect(on).toHaveCondition('mira', 'unguarded', CONDITIONS);
    play(on, gm('end-round'));
    expect(on).not.toHaveCondition('mira', 'exposed', CONDITIONS);
  });
});

describe('the start of a Round', () => {
  it('[E-214, E-219, E-224] asks for saves, wake rolls, then refreshes Energy', () => {
    const bleeding = fighter('mira', {}, { conditions: [conditionOf('bleeding-out')] });
    const out = conditionOf('unconscious', { data: { cause: 'stamina' } });
    const fainted = fighter('kor', {}, { pools: { stamina: 0, energy: 0 }, conditions: [out] });
    const played = play(encounter([fainted, bleeding]), gm('end-round'), [11, 20]);
    const asks = played.run.entries.flatMap(({ ask }) => (ask.kind === 'dice' ? [`${ask.by} ${ask.id}`] : []));
    expect(asks).toEqual(['mira death-save', 'kor wake']);
    expect([fainted.pools.stamina.value, fainted.pools.energy.value]).toEqual([1, 1]);
    expect(fainted.conditions).toEqual([]);
  });
  it('[E-224] wakes no fighter on a roll below twenty', () => {
    const out = conditionOf('unconscious', { data: { cause: 'stamina' } });
    const kor = fighter('kor', {}, { pools: { stamina: 0 }, conditions: [out] });
    play(encounter([kor]), gm('end-round'), [19]);
    expect([kor.conditions.length, kor.pools.stamina.value]).toEqual([1, 0]);
  });
  it('[E-226, E-227] asks no fighter that is dying, asleep or dead', () => {
    const dying = fighter('a', {}, { conditions: [conditionOf('unconscious', { data: { cause: 'dying' } })] });
    const asleep = fighter('b', {}, { conditions: [conditionOf('unconscious', { data: { cause: 'sleep' } })] });
    const dead = fighter('c', {}, { conditions: [conditionOf('dead'), conditionOf('bleeding-out')] });
    play(encounter([dying, asleep, dead]), gm('end-round'));
    expect(dead.pools.energy.value).toBe(0);
  });
  it('[E-225] uses one roll for both causes, and adds Stamina only to a fighter without any', () => {
    const causes = ['stamina', 'non-lethal', 'sleep'].map((cause) => ({
      ...conditionOf('unconscious'),
      key: cause,
      data: { cause },
    }));
    const kor = fighter('kor', {}, { pools: { stamina: 3 }, conditions: causes });
    play(encounter([kor]), gm('end-round'), [20]);
    expect(kor.conditions).toMatchObject([{ data: { cause: 'sleep' } }]);
    expect(kor.pools.stamina.value).toBe(3);
  });
});

describe('the end of the encounter', () => {
  it('clears conditions that Rounds would have ended, and nothing else', () => {
    const conditions = [conditionOf('exposed', { until: { at: 'round-end', n: 7 } }), conditionOf('prone')];
    const mira = fighter('mira', {}, { conditions });
    const on = encounter([mira]);
    play(on, gm('end'));
    expect(mira.conditions).toMatchObject([{ id: 'prone' }]);
    expect(on.clock).toEqual({ round: 0, phase: 'idle' });
  });
  it('warns while a fighter is bleeding out, unless it is confirmed', () => {
    const on = encounter([fighter('mira', {}, { conditions: [conditionOf('bleeding-out')] })]);
    expect(reasons(on, gm('end'))).toEqual(['still-in-danger']);
    expect(reasons(on, gm('end', { anyway: true }))).toEqual([]);
  });
});

it.each([
  ['start', { round: 1, phase: 'open' }, ['already-open']],
  ['end-round', { round: 0, phase: 'idle' }, ['not-open']],
  ['end', { round: 0, phase: 'idle' }, ['not-open']],
])('%s is refused at the wrong time', (id, clock, wanted) => {
  expect(reasons(encounter([], { clock }), gm(id))).toEqual(wanted);
});

it('only the game master moves the clock', () => {
  const on = encounter([fighter('mira')]);
  expect(
    ['start', 'end-round', 'end', 'adjust', 'condition', 'helpless'].map((id) => reasons(on, { do: id, by: 'mira' })),
  ).toEqual(Array(6).fill(['gm-only']));
});
