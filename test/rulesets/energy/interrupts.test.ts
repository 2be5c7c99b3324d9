import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import type { AskView } from '../../../src/encounter/view';
import { partsOf } from '../../../src/kernel/answer';
import { type OfferAsk, PASS } from '../../../src/kernel/ask';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { energy } from '../../../src/rulesets/energy/index';
import type { EnergyEncounter } from '../../../src/rulesets/energy/state';
import { at, begun, encounter, fighter, weapon } from './vocabulary';

const axe = weapon('axe', { name: 'Axe', damage: '1d6', reach: 0 });
const foe = (rest = {}) => fighter('gnoll', { meleeAV: 20 }, { items: [axe], place: at(2.5, 0.5), ...rest });
const hero = (id: string, rest = {}) =>
  fighter(id, { evasion: 10 }, { side: 'heroes', player: true, state: { nonMoveEnergy: 2 }, ...rest });
const cells = (...xs: number[]) => xs.map((x) => at(x + 0.5, 1.5, 270));

/** Plays up to the first question, passes every offer, and returns who would have been asked at each, without orders. */
function askedIn(on: EnergyEncounter, command: Command): string[][] {
  const played = begun(on, command);
  const asked: string[][] = [];
  while (played.run.open?.kind === 'offer') {
    const { candidates } = played.run.open;
    asked.push(candidates.filter(({ defaultAnswer }) => defaultAnswer === 'ask').map(({ by }) => by));
    played.run.answer(candidates.map(() => PASS));
  }
  return asked;
}

describe('[E-155] a movement past a fighter', () => {
  const run: Command = { do: 'run', by: 'mira', path: cells(1, 2, 3, 4, 5, 6) };
  const stage = () => encounter([foe(), fighter('mira', { evasion: 10 }, { place: at(0.5, 1.5, 270) })]);

  it('asks once who lets it happen, though the offer comes at each meter', () => {
    expect(askedIn(stage(), run)).toEqual([['gnoll'], [], [], []]);
  });

  it('[E-36] that is stopped where no space of its way is free ends where it began', () => {
    const on = encounter([
      ...[foe(), hero('mira', { place: at(0.5, 1.5, 270) })],
      ...[hero('bob', { place: at(0.5, 1.5) }), hero('dov', { place: at(1.5, 1.5) })],
    ]);
    const played = begun(on, { do: 'run', by: 'mira', path: cells(1, 2, 3) });
    expect(on.fighters.mira.place?.x).toBe(1.5);
    played.run.interrupt({ do: 'condition', by: 'gm', at: 'mira', options: { condition: 'prone', on: true } });
    for (let asks = 0; played.run.open && asks < 5; asks++) played.run.answer([PASS]);
    expect(on.fighters.mira.place?.x).toBe(0.5);
  });

  it('names what comes to pass: it moves within reach, or leaves it', () => {
    const labels: string[] = [];
    const played = begun(stage(), run);
    while (played.run.open?.kind === 'offer') {
      const [view] = energy.views.card({
        exchange: { version: TRANSCRIPT_VERSION, command: run, entries: played.run.entries },
        open: partsOf(played.run.open),
        names: {},
        viewer: { gm: true, owns: [], targets: [] },
      }).asks as [AskView];
      labels.push(view.label.key);
      expect(view.suggested).toBe('pass');
      played.run.answer([PASS]);
    }
    expect(labels).toEqual(['Ask.swift', 'Ask.swift', 'Ask.swift', 'Ask.swift-leaves']);
  });
});

describe('[E-24, E-32] a declared action', () => {
  const paused = (...fighters: Parameters<typeof encounter>[0]) => {
    const on = encounter(fighters);
    return { ...on, settings: { ...on.settings, pause: 5 } };
  };
  const near = hero('mira', { place: at(2.5, 1.5, 180) });
  const far = hero('kor', { place: at(9.5, 9.5, 180) });
  const archer = hero('nim', {
    place: at(9.5, 0.5, 90),
    items: [weapon('bow', { name: 'Bow', damage: '1d6', ranged: true, range: [20, 40, 60] })],
  });

  const answersTo = (on: EnergyEncounter, command: Command) => {
    const { id, candidates } = begun(on, command).run.open as OfferAsk;
    expect(id).toBe('declared');
    return Object.fromEntries(candidates.map(({ by, defaultAnswer }) => [by, defaultAnswer]));
  };
  const blow: Command = { do: 'melee-attack', by: 'gnoll', at: 'mira' };

  it('asks its target, and offers a blow that others survive to everyone else', () => {
    const on = paused(foe({ place: at(2.5, 0.5, 0) }), near, far, archer);
    expect(answersTo(on, blow)).toEqual({ mira: 'ask', kor: 'pass', nim: 'pass' });
  });

  it('asks those who could attack at once if it may kill a friend, or is no mere blow', () => {
    const spent = { ...near, pools: { ...near.pools, aura: { ...near.pools.aura, value: 0 } } };
    const on = paused(foe({ place: at(2.5, 0.5, 0) }), spent, far, archer);
    expect(answersTo(on, blow)).toEqual({ mira: 'ask', kor: 'pass', nim: 'ask' });
    const before = paused(foe({ place: at(2.5, 0.5, 0) }), near, far, archer);
    expect(answersTo(before, { ...blow, do: 'trip' })).toEqual({ mira: 'ask', kor: 'pass', nim: 'ask' });
  });

  it('asks those to whom the attacker gives an opening', () => {
    const on = paused(foe({ place: at(2.5, 0.5, 0), conditions: [{ id: 'unguarded' }] }), near, far, archer);
    expect(answersTo(on, blow)).toEqual({ mira: 'ask', kor: 'pass', nim: 'ask' });
  });

  it('asks the target of a friend only about an attack', () => {
    const on = paused(hero('kor', { place: at(2.5, 0.5, 0), items: [axe] }), near, foe({ place: at(8.5, 8.5, 0) }));
    expect(answersTo(on, { ...blow, by: 'kor' }).mira).toBe('ask');
    expect(answersTo(on, { do: 'hand-over', by: 'kor', at: 'mira', with: 'axe' }).mira).toBe('pass');
  });

  it('of one meter costs a player at most one question', () => {
    const shift: Command = { do: 'shift', by: 'gnoll', path: [at(3.5, 0.5)] };
    const on = paused(foe({ place: at(2.5, 0.5, 0) }), near, far, archer);
    const asked = askedIn(on, shift).flat();
    expect(asked.filter((by) => by === 'mira').length).toBeLessThanOrEqual(1);
    expect(asked).not.toContain('kor');
    expect(asked).not.toContain('nim');
  });
});
