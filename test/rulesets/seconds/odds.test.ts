import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import type { Viewer } from '../../../src/encounter/view';
import { defined } from '../../../src/kernel/defined';
import { seconds } from '../../../src/rulesets/seconds';
import { conditionOf, encounter, fighter, item, weapon } from './vocabulary';

const GM: Viewer = { gm: true, owns: [], targets: [] };
const table = () =>
  encounter([
    fighter('mira', { str: 2, dex: 4 }, { player: true, items: [weapon('sword'), item('spell', 'hush')] }),
    fighter('foe', { agi: 1, fortitude: 3 }),
  ]);
const oddsOf = (command: Partial<Command>, viewer = GM, on = table()) =>
  (seconds.views.action(on, { do: 'attack', by: 'mira', at: 'foe', ...command }, viewer).odds ?? []).map(
    ({ label, chance }) => [label.key, Math.round(defined(chance, 'a chance') * 10_000) / 10_000],
  );

describe('the odds on a button', () => {
  it('of a blow are the faces that reach the defense', () => {
    // 11 - 2: a nine or more.
    expect(oddsOf({ with: 'sword' })).toEqual([['Odds.hit', 0.6]]);
  });

  it('of a hurried blow use the lower of two dice', () => {
    const on = table();
    on.fighters.mira.pools.seconds.value = 10;
    expect(oddsOf({ with: 'sword', options: { hurry: true } }, GM, on)).toEqual([['Odds.hit', 0.36]]);
  });

  it('[S-A15] use one die if the seconds that are paid end the attacker’s fear', () => {
    const afraid = (fear: number, seconds = 30) => {
      const on = table();
      on.fighters.mira.conditions.push(conditionOf('frightened', { by: 'foe' }));
      on.fighters.mira.state.fear = fear;
      on.fighters.mira.pools.seconds.value = seconds;
      return on;
    };
    // With DEX 4 the sword takes 1.6 s.
    const chances = (on: ReturnType<typeof table>, command: Partial<Command> = {}) =>
      oddsOf({ with: 'sword', ...command }, GM, on);
    expect(chances(afraid(16))).toEqual([['Odds.hit', 0.6]]);
    expect(chances(afraid(17))).toEqual([['Odds.hit', 0.36]]);
    expect(chances(afraid(16, 10))).toEqual([['Odds.hit', 0.6]]);
    const reaction = { do: 'opportunity-attack', options: { provoked: true } };
    const onAnotherTurn = { ...afraid(16), clock: { round: 1, phase: 'turn', turn: 'foe' } } as const;
    expect(chances(onAnotherTurn as unknown as ReturnType<typeof table>, reaction)).toEqual([['Odds.hit', 0.36]]);
  });

  it('of a contest are those of each possible check against each possible save', () => {
    // STR 2 against Fortitude 3, DEX 4 against Reflex 1; a tie is not enough.
    const more = (by: number) =>
      Array.from({ length: 400 }, (_, at) => (at % 20) + by > Math.floor(at / 20)).filter(Boolean).length / 400;
    expect(oddsOf({ do: 'trip' })).toEqual([
      ['Rolled.str', more(-1)],
      ['Rolled.dex', more(3)],
    ]);
    expect(oddsOf({ do: 'trip', options: { check: 'dex' } })).toEqual([['Odds.works', more(3)]]);
  });

  it('with a choice of saves are those against the target’s better one', () => {
    const [[, chance]] = oddsOf({ do: 'shove' }) as [[string, number]];
    expect(chance).toBe(oddsOf({ do: 'trip', options: { check: 'str' } })[0][1]);
  });

  it('are missing for an action without dice, and for a viewer who does not know the foe', () => {
    expect(oddsOf({ do: 'throw' })).toEqual([]);
    expect(oddsOf({ do: 'cast-spell', with: 'hush' })).toEqual([]);
    expect(oddsOf({ with: 'sword' }, { gm: false, owns: ['mira'], targets: [] })).toEqual([]);
  });
});
