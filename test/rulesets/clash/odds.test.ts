import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { type ForecastQuestion, forecast } from '../../../src/encounter/forecast';
import type { Encounter } from '../../../src/encounter/state';
import { makeCountingIds, workingCopyOf } from '../../../src/encounter/table';
import type { Viewer } from '../../../src/encounter/view';
import { type Ask, hintsOf } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { lineKey, odds } from '../../../src/kernel/drivers/odds';
import type { Procedure } from '../../../src/kernel/procedure';
import { clash } from '../../../src/rulesets/clash';
import { ODDS } from '../../../src/rulesets/clash/view/odds';
import { at, encounter, fighter, shield, spell, weapon } from './vocabulary';

const GM: Viewer = { gm: true, owns: [], targets: [] };
const ANN: Viewer = { gm: false, owns: ['mira'], targets: [] };
const sword = weapon('sword', { attackValue: 5, parryValue: 6 });
const buckler = shield('buckler', { blockValue: 4 });
const blow = { do: 'attack-basic-melee', by: 'mira', at: 'gnoll' };

const here = (gnoll: object = {}) =>
  encounter([
    fighter(
      'mira',
      { mod: { int: 4 }, mpMax: 5 },
      {
        player: true,
        items: [sword, spell('spike', { line: 'SA INT vs WIL', effect: 'damage', dice: '1d6', upcastMax: 3 })],
      },
    ),
    fighter('gnoll', { mod: { dex: 2, per: 1, wil: 2 }, ...gnoll }, { items: [sword, buckler] }),
  ]);

/** Counted face by face: the chance that a d20 with a bonus exceeds a d12 with a bonus. */
function past(attack: number, defense: number): number {
  let count = 0;
  for (let a = 1; a <= 20; a++) for (let d = 1; d <= 12; d++) if (d + defense < a + attack) count++;
  return count / 240;
}

const chances = (viewer: Viewer, command: object, on = here()) =>
  Object.fromEntries(ODDS.compute(on, viewer, command as never).map(({ label, chance }) => [label.key, chance]));

/** Hides from the driver which dice no longer count, so that no branches are merged. */
function* neverForgetting(procedure: Procedure<unknown>): Procedure<unknown> {
  let step = procedure.next();
  while (!step.done) {
    const ask = step.value;
    step = procedure.next(yield { ...ask, hints: { ...hintsOf(ask), forgets: false } } as Ask);
  }
  return step.value;
}

describe('all lines of a basic attack', () => {
  /** Every line with all its effects, and the number of games played for it. */
  function told(on: ReturnType<typeof here>, command: Command, forgets: boolean) {
    let games = 0;
    const effects: unknown[] = [];
    const table = workingCopyOf(on as never, makeCountingIds());
    const noting = {
      ...table,
      apply(change: unknown) {
        const effect = table.apply(change);
        if (effect) effects.push(effect);
        return effect;
      },
      undo(effect: unknown) {
        table.undo(effect);
        effects.pop();
      },
    };
    const all = () => JSON.stringify(effects, (key, value) => (key === 'key' ? undefined : value));
    const start = () => {
      games++;
      const procedure = clash.play(on as never, command);
      return forgets ? procedure : neverForgetting(procedure);
    };
    const lines = odds(start, noting, all, 400_000);
    return { games, lines: new Map(lines.map(({ choices, chances }) => [lineKey(choices), chances])) };
  }

  it.each([
    ['open', {}],
    ['hidden', { attackTotal: 'hidden' }],
  ])('are the same with merged branches, the total %s', (_, settings) => {
    const little = weapon('sword', { attackValue: 5, parryValue: 6, damage: '1d2' });
    const on = encounter(
      [
        fighter('mira', {}, { items: [little] }),
        fighter('gnoll', { mod: { dex: 2, per: 1 }, hpMax: 4 }, { items: [little, buckler] }),
      ],
      { settings },
    );
    const [merged, single] = [told(on, blow, true), told(on, blow, false)];
    // One game for each new question, not one for each face.
    expect(merged.games).toBeLessThan(single.games / 8);
    expect([...merged.lines.keys()].sort()).toEqual([...single.lines.keys()].sort());
    for (const [line, chances] of single.lines) {
      const others = defined(merged.lines.get(line), line);
      expect([...others.keys()].sort()).toEqual([...chances.keys()].sort());
      for (const [outcome, chance] of chances)
        expect(Math.abs(defined(others.get(outcome), outcome) - chance)).toBeLessThan(1e-12);
    }
  });
});

describe('all lines of a basic attack on a map', () => {
  const hp: ForecastQuestion<Encounter> = { outcome: ({ fighters }) => String(fighters.gnoll?.pools.hp?.value) };
  const whole = (mira: object, gnoll: object) => {
    const fighters = [
      fighter('mira', {}, { items: [sword], ...mira }),
      fighter('gnoll', { mod: { dex: 2 } }, { items: [sword, buckler], ...gnoll }),
    ];
    return forecast(clash as never, encounter(fighters) as unknown as Encounter, blow, hp);
  };

  it('are exact and equal to those without a map: a fighter that may step after a parry stays', () => {
    const [on, off] = [whole({ place: at(0.5, 0.5) }, { place: at(1.5, 0.5, 180) }), whole({}, {})];
    expect([on.exact, off.exact]).toEqual([true, true]);
    expect(on.lines.map(({ choices }) => lineKey(choices)).filter((line) => line.includes('parry-step'))).not.toEqual(
      [],
    );
    const told = ({ lines }: typeof on) =>
      lines.map(({ choices, chances }) => [
        lineKey(choices),
        [...chances].map(([left, chance]) => [left, chance.toFixed(12)]),
      ]);
    expect(told(on)).toEqual(told(off));
  });
});

describe('the odds of an attack', () => {
  it('are one line for each defense and match a manual count', () => {
    const odds = chances(GM, blow);
    expect(Object.keys(odds)).toEqual(['Odds.dodge', 'Odds.parry', 'Odds.block']);
    expect(odds['Odds.dodge']).toBeCloseTo(past(5, 3), 10);
    expect(odds['Odds.parry']).toBeCloseTo(past(5, 6), 10);
    expect(odds['Odds.block']).toBeCloseTo(past(5, 4), 10);
  });

  it.each([
    ['on a map', at(0, 1), at(0, 3, 180), 3],
    ['without one', null, null, 3],
    ['against a body behind it', at(0, 1), at(0, 3, 180), 3, at(0, 4)],
    ['with a pull from an adjacent place', at(0, 1), at(0, 2, 180), -3],
  ])(
    '[C-95] of a contested spell that only pushes its target are those of its save, %s',
    (_, mine, its, push, wall?) => {
      const gust = spell('gust', { line: 'SA INT vs WIL', effect: 'none', push });
      const on = encounter([
        fighter('mira', { mod: { int: 4 }, mpMax: 5 }, { player: true, items: [gust], place: mine }),
        fighter('gnoll', { mod: { wil: 2 } }, { place: its }),
        ...(wall ? [fighter('troll', {}, { place: wall })] : []),
      ]);
      let works = 0;
      for (let cast = 1; cast <= 20; cast++) for (let save = 1; save <= 20; save++) if (save + 2 < cast + 4) works++;
      const command = { do: 'attack-spell', by: 'mira', at: 'gnoll', with: 'gust' };
      const odds = chances(GM, command, on);
      expect(odds['Odds.works']).toBeCloseTo(works / 400, 10);
    },
  );
  it('of a contested spell are those of its save', () => {
    let works = 0;
    for (let cast = 1; cast <= 20; cast++) for (let save = 1; save <= 20; save++) if (save + 2 < cast + 4) works++;
    const odds = chances(GM, { do: 'attack-spell', by: 'mira', at: 'gnoll', with: 'spike' });
    expect(odds['Odds.works']).toBeCloseTo(works / 400, 10);
  });

  it('are hidden from a player who does not know the numbers of the foe', () => {
    expect(chances(ANN, blow)).toEqual({});
    const friend = here();
    expect(Object.keys(chances({ ...ANN, owns: ['mira', 'gnoll'] }, blow, friend))).toHaveLength(3);
  });

  it('are empty without an attack, and leave the encounter unchanged', () => {
    const on = here();
    const before = structuredClone(on);
    expect(chances(GM, { do: 'move-walk', by: 'mira', at: 'gnoll' }, on)).toEqual({});
    expect(chances(GM, { do: 'attack-basic-melee', by: 'mira', at: 'absent' }, on)).toEqual({});
    expect(clash.views.action(on, blow, GM).odds).toHaveLength(3);
    expect(on).toEqual(before);
  });
});

describe('the odds of an area', () => {
  const mist = spell('mist', {
    line: 'SA INT vs CON',
    keywords: ['ZONE'],
    radius: 2,
    range: 20,
    inflicts: 'off-balance',
  });
  const field = spell('field', { line: 'SURECAST', keywords: ['FIELD'], radius: 2, range: 20 });
  const on = encounter([
    fighter('mira', { mod: { int: 4 }, mpMax: 5 }, { player: true, place: at(0.5, 0.5), items: [mist, field] }),
    fighter('gnoll', { mod: { con: 2 } }, { place: at(20.5, 0.5) }),
  ]);
  const placed = (id: string) => ({ do: 'attack-spell', by: 'mira', with: id, path: [at(19.5, 0.5)] });

  it('[C-80, C-81] are those of the save of each fighter inside, however far away', () => {
    const inside = clash.views.area(on, GM, placed('mist') as never)?.placements[0]?.inside.map(({ id }) => id);
    expect(inside).toEqual(['gnoll']);
    const [odds] = clash.views.odds?.(on, GM, { ...placed('mist'), at: 'gnoll' } as never) ?? [];
    expect(odds).toMatchObject({ label: { key: 'Odds.works' }, chance: expect.closeTo(1 - 171 / 400, 9), exact: true });
    expect(clash.views.odds?.(on, ANN, { ...placed('mist'), at: 'gnoll' } as never)).toEqual([]);
  });
  it('are not shown without a save', () => {
    expect(clash.views.odds?.(on, GM, { ...placed('field'), at: 'gnoll' } as never)).toEqual([]);
  });
});
