import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/encounter/forecast';
import type { FighterInput } from '../../../src/encounter/ruleset';
import type { Viewer } from '../../../src/encounter/view';
import { defined } from '../../../src/kernel/defined';
import { energy } from '../../../src/rulesets/energy/index';
import type { EnergyEncounter } from '../../../src/rulesets/energy/state';
import { ODDS } from '../../../src/rulesets/energy/view/odds';
import { maskUnknown } from '../../../src/toolkit/combat/mask-unknown';
import { logLineOf } from '../../../src/toolkit/views/card';
import { armor, at, byId, conditionOf, encounter, fighter, saidIn, weapon } from './vocabulary';

const gm: Viewer = { gm: true, owns: [], targets: [] };
const ann: Viewer = { gm: false, owns: ['mira'], targets: ['gnoll'] };
const strike = { do: 'melee-attack', by: 'mira', at: 'gnoll' };

/** Mira strikes with an attack value of 15 for 1d8, and is critical on a twenty. */
const mira = (rest: Partial<FighterInput> = {}) =>
  fighter('mira', {}, { player: true, items: [weapon('sword', { damage: '1d8' })], place: at(0.5, 0.5), ...rest });
const gnoll = (evasion: number, coverage: number, rating: number, rest: Partial<FighterInput> = {}) =>
  fighter('gnoll', { overrides: { evasion } }, { items: [armor(coverage, rating)], place: at(0.5, 1.5, 180), ...rest });

/** Ids of labels to chances. */
const chances = (odds: ReturnType<typeof ODDS.compute>) =>
  Object.fromEntries(odds.map(({ label, chance }) => [label.key, chance]));

/** The chance that an exploding ten totals at most `most`. */
function atMost(most: number): number {
  let below = 0;
  for (let face = 1; face <= 9; face++) if (face <= most) below += 0.1;
  return most >= 11 ? below + 0.1 * atMost(most - 10) : below;
}

/** Counted face by face: 20 for the blow, exploding tens for Evasion as deep as they matter, 8 for damage. */
function counted(evasion: number, coverage: number, rating: number) {
  let hit = 0;
  let sum = 0;
  const strikes = (chance: number, off: number): void => {
    hit += chance;
    for (let face = 1; face <= 8; face++) sum += (Math.max(0, face - off) * chance) / 8;
  };
  for (let combat = 2; combat <= 19; combat++) strikes((1 / 20) * atMost(15 - evasion), combat < coverage ? rating : 0);
  strikes(1 / 20, 0);
  return { hit, expected: sum / hit };
}

describe('odds on a melee button', () => {
  it.each([
    [8, 12, 4],
    [12, 0, 0],
    [3, 20, 2],
    [20, 5, 1],
  ])('[E-72] match a brute-force count: Evasion %i, coverage %i, armor %i', (evasion, coverage, rating) => {
    const odds = ODDS.compute(encounter([mira(), gnoll(evasion, coverage, rating)]), gm, strike);
    const count = counted(evasion, coverage, rating);
    const found = chances(odds);
    // The driver cuts off an explosion at a chance of a millionth.
    expect(found['Odds.hit']).toBeCloseTo(count.hit, 5);
    expect(found['Odds.critical']).toBeCloseTo(1 / 20, 9);
    expect(found['Odds.damage']).toBeNull();
    const { expected } = odds[2].label.facts as { expected: number };
    expect(Math.abs(expected - count.expected)).toBeLessThan(0.06);
    expect(odds.every(({ exact }) => exact)).toBe(true);
  });

  it.each([
    [3, 4],
    [8, 12],
    [9, 0],
  ])(
    '[E-179, E-183] of a trip are the chances of tripping the target: Evasion %i, Fortitude %i',
    (evasion, fortitude) => {
      const lying = fighter(
        'gnoll',
        { overrides: { evasion, fortitude } },
        { place: at(0.5, 1.5, 180), conditions: [conditionOf('exposed')] },
      );
      const odds = ODDS.compute(encounter([mira(), lying]), gm, { ...strike, do: 'trip' });
      const through = 1 / 20 + (18 / 20) * atMost(15 - 5 - evasion);
      expect(odds.map(({ label }) => label.key)).toEqual(['Odds.trip']);
      expect(odds[0].chance).toBeCloseTo(through * atMost(15 - fortitude), 5);
    },
  );

  it('cover the whole command, including its declaration, with all offers passed', () => {
    const on = encounter([mira({ place: null }), gnoll(12, 14, 2, { place: null })]);
    const hits = (word: string) => word === 'hit' || word === 'critical';
    const { lines, exact } = forecast<EnergyEncounter>(energy, on, strike, {
      settles: (effect) => logLineOf(effect) !== null,
      outcome: (_, effects) => saidIn(effects).join(),
    });
    let hit = 0;
    for (const [word, chance] of lines[0].chances) if (hits(word)) hit += chance;
    expect([lines.length, exact]).toEqual([1, true]);
    expect(chances(ODDS.compute(on, gm, strike))['Odds.hit']).toBeCloseTo(hit, 9);
  });

  it('are empty without a target and for an impossible blow', () => {
    const on = encounter([mira(), gnoll(8, 0, 0)]);
    for (const command of [
      { do: 'defend', by: 'mira' },
      { do: 'defend', by: 'mira', at: 'gnoll' },
      { do: 'melee-attack', by: 'mira' },
      { do: 'melee-attack', by: 'mira', at: 'mira' },
      { do: 'melee-attack', by: 'mira', at: 'absent' },
      { do: 'melee-attack', by: 'gnoll', at: 'mira' },
      { do: 'end-round', by: 'gm' },
    ])
      expect(ODDS.compute(on, gm, command)).toEqual([]);
  });

  it('ignore reach and empty pools', () => {
    const far = gnoll(8, 0, 0, { place: at(0.5, 9.5) });
    expect(ODDS.compute(encounter([mira({ pools: { energy: 0 } }), far]), gm, strike)).toHaveLength(3);
  });

  it('follow changes of the encounter', () => {
    const on = encounter([mira(), gnoll(8, 0, 0)]);
    const before = defined(chances(ODDS.compute(on, gm, strike))['Odds.hit'], 'a chance to hit');
    on.fighters.gnoll.conditions = [conditionOf('prone')];
    const prone = chances(ODDS.compute(on, gm, strike))['Odds.hit'];
    expect(prone).toBeGreaterThan(before);
    on.fighters.gnoll.conditions = [];
    expect(chances(ODDS.compute(on, gm, strike))['Odds.hit']).toBe(before);
  });

  it('leave the encounter unchanged', () => {
    const on = encounter([mira(), gnoll(8, 12, 4, { pools: { aura: 0 } })]);
    const before = JSON.stringify(on);
    ODDS.compute(on, gm, strike);
    expect(JSON.stringify(on)).toBe(before);
  });

  it('are computed once, then cached', () => {
    const on = encounter([mira(), gnoll(9, 11, 3)]);
    expect(ODDS.compute(on, gm, strike)).toBe(ODDS.compute(on, gm, strike));
  });
});

describe('the sheet', () => {
  it('shows odds on buttons that strike at the target, as far as the viewer may know', () => {
    const on = encounter([mira(), gnoll(8, 12, 4)]);
    const buttons = (viewer: Viewer) => {
      const views = energy.views.sheet(on, on.fighters.mira, viewer);
      for (const { command } of views.groups.flatMap(({ actions }) => actions))
        energy.views.action(on, command, viewer);
      const { groups, itemActions } = energy.views.sheet(on, on.fighters.mira, viewer);
      return [...groups.flatMap(({ actions }) => actions), ...itemActions.sword].filter(({ odds }) => odds);
    };
    const shown = buttons({ ...gm, targets: ['gnoll'] });
    expect(shown.map(({ id }) => id)).toEqual(expect.arrayContaining(['melee-attack', 'unarmed-attack', 'trip']));
    expect(shown.map(({ command }) => command.at)).toEqual(shown.map(() => 'gnoll'));
    expect(buttons(gm)).toEqual([]);
    expect(buttons(ann)).toEqual([]);
  });
});

describe('a sheet of many weapons', () => {
  it('is drawn without odds that are not computed yet', () => {
    const on = encounter([mira(), gnoll(10, 12, 5)]);
    const viewer = { ...gm, targets: ['gnoll'] };
    const blow = () => {
      const { groups } = energy.views.sheet(on, on.fighters.mira, viewer);
      return byId(
        groups.flatMap(({ actions }) => actions),
        'melee-attack',
      );
    };
    expect(blow().odds).toBeUndefined();
    const { odds } = energy.views.action(on, blow().command, viewer);
    expect(odds).toHaveLength(3);
    expect(blow().odds).toEqual(odds);
  });
});

describe('a player', () => {
  it('sees no odds against a foe, whose Evasion is hidden', () => {
    expect(ODDS.compute(encounter([mira(), gnoll(8, 12, 4)]), ann, strike)).toEqual([]);
    const helpless = gnoll(8, 12, 4, { state: { helpless: true } });
    expect(ODDS.compute(encounter([mira(), helpless]), ann, strike)).toEqual([]);
  });

  it('sees no odds of a foe’s blow at the own fighter', () => {
    const armed = gnoll(8, 0, 0, { items: [weapon('axe')] });
    const on = encounter([mira(), armed]);
    expect(ODDS.compute(on, ann, { do: 'melee-attack', by: 'gnoll', at: 'mira' })).toEqual([]);
    expect(ODDS.compute(on, gm, { do: 'melee-attack', by: 'gnoll', at: 'mira' })).toHaveLength(3);
  });

  it('sees the same as the game master if both fighters are players’', () => {
    const on = encounter([mira(), gnoll(8, 12, 4, { player: true })]);
    expect(ODDS.compute(on, ann, strike)).toEqual(ODDS.compute(on, gm, strike));
    expect(ODDS.compute(on, ann, strike)).toHaveLength(3);
  });

  it('learns nothing: hidden numbers do not change the view', () => {
    const any = fc.record({
      evasion: fc.integer({ min: 0, max: 25 }),
      coverage: fc.integer({ min: 0, max: 20 }),
      rating: fc.integer({ min: 0, max: 8 }),
      helpless: fc.boolean(),
      condition: fc.constantFrom('prone', 'dazed', 'unconscious', 'defending', null),
    });
    fc.assert(
      fc.property(any, any, (one, other) => {
        const shown = ({ evasion, coverage, rating }: typeof one) => {
          const { helpless, condition } = one;
          const rest: Partial<FighterInput> = {
            state: { helpless },
            conditions: condition ? [conditionOf(condition)] : [],
          };
          const on = encounter([mira(), gnoll(evasion, coverage, rating, rest)]);
          // The same client also renders for the game master; the cache must not leak to the player.
          ODDS.compute(on, gm, strike);
          return ODDS.compute(on, ann, strike);
        };
        expect(shown(one)).toEqual(shown(other));
      }),
      { numRuns: 25 },
    );
  });

  it('is shown only public facts of a foe', () => {
    const lying = gnoll(8, 12, 4, { conditions: [conditionOf('prone')], state: { posture: 'kneeling' } });
    const seen = maskUnknown(encounter([mira(), lying]), ann).fighters.gnoll;
    expect(seen.conditions).toEqual(lying.conditions);
    expect(seen.state.posture).toBe('kneeling');
    expect(seen.items).toEqual([]);
    expect(() => seen.stats.evasion).toThrow();
    expect(() => seen.stats.armor).toThrow();
  });
});
