import { describe, expect, it } from 'vitest';
import { resumeExchange } from '../../../src/encounter/play';
import type { Grid, Wall } from '../../../src/encounter/state';
import { makeCountingIds } from '../../../src/encounter/table';
import type { PlaceAsk } from '../../../src/kernel/ask';
import { defined } from '../../../src/kernel/defined';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { droppedPlaceOf } from '../../../src/rulesets/energy/gear';
import { energy } from '../../../src/rulesets/energy/index';
import { statsOf } from '../../../src/rulesets/energy/stats';
import { metresBetween } from '../../../src/toolkit/space/space';
import { at, begun, encounter, fighter, goOn, item, play, reasons, weapon } from './vocabulary';

const shield = (fields = {}) => item('shield', 'shield', { bonus: 2, ...fields });

describe('[E-121] totals follow the gear in hand', () => {
  it('also when the last thing is taken away, and others stay', () => {
    const mira = fighter('mira', {}, { items: [weapon('staff', { evasionBonus: 1 }), shield()] });
    expect(statsOf(mira).evasion).toBe(11);
    expect(statsOf({ ...mira, items: mira.items.slice(0, 1) }).evasion).toBe(9);
  });
  it('also when another thing is taken up in its place', () => {
    const mira = fighter('mira', {}, { items: [weapon('staff', { evasionBonus: 1 })] });
    const gnoll = fighter('gnoll', {}, { items: [weapon('spear', { evasionBonus: 3 })] });
    const others = { ...mira, items: gnoll.items };
    expect([statsOf(others).evasion, Object.keys(statsOf(others).strikes)]).toEqual([11, ['spear', 'unarmed']]);
  });
  it('at once, and again after undo', () => {
    const mira = fighter('mira', {}, { items: [shield(), weapon('staff', { evasionBonus: 1, equipped: false })] });
    const on = encounter([mira]);
    expect([statsOf(mira).evasion, statsOf(mira)]).toEqual([10, mira.stats]);
    const played = play(on, { do: 'stow-item', by: 'mira', with: 'shield' });
    expect([statsOf(mira).evasion, statsOf(mira).figures.rangedEvasion.value]).toEqual([8, 0]);
    play(on, { do: 'equip-item', by: 'mira', with: 'staff' });
    expect(statsOf(mira).evasion).toBe(9);
    for (const effect of [...played.table.effects].reverse()) played.table.undo(effect);
    expect(statsOf(mira).evasion).toBe(11);
    expect(energy.views.sheet(on, mira, { gm: true, owns: [], targets: [] }).figures).toContainEqual(
      expect.objectContaining({ id: 'evasion', value: 11 }),
    );
  });
});

describe('[E-185, E-186] an item that is flung', () => {
  const stage = (grid: Grid, cell = 1, walls: readonly Wall[] = []) =>
    encounter(
      [
        fighter('mira', { meleeAV: 30 }, { items: [weapon('sword', { reach: 9 })], place: at(5.5, 5.5) }),
        fighter('gnoll', {}, { items: [weapon('axe', { evasionBonus: 4 })], place: at(5.5, 6.5, 180) }),
      ],
      { ground: { grid, cell, walls } },
    );
  const disarm = { do: 'disarm', by: 'mira', at: 'gnoll', with: 'sword' };

  it.each`
    grid             | places
    ${'square'}      | ${24}
    ${'hex-rows'}    | ${18}
    ${'hex-columns'} | ${18}
    ${'gridless'}    | ${16}
  `('lands within two metres: on $grid in one of $places places', ({ grid, places }) => {
    const on = stage(grid);
    const played = begun(on, disarm);
    goOn(played, [10, 2, 2, 2], [], 'wait');
    goOn(played, [], [['fling']] as never[]);
    const ask = played.run.open as PlaceAsk;
    expect([ask.id, ask.by, ask.places.length]).toEqual(['fling-place', 'mira', places]);
    const gnoll = on.fighters.gnoll;
    for (const place of ask.places as (typeof gnoll.place)[]) {
      const metres = metresBetween(on.ground, defined(gnoll.place, 'a place'), defined(place, 'a place'));
      expect(metres).toBeGreaterThan(0);
      expect(metres).toBeLessThanOrEqual(2 + 1e-6);
    }
    played.run.answer([ask.places[0]]);
    expect(droppedPlaceOf(on, gnoll.items[0])).toMatchObject({ x: (ask.places[0] as { x: number }).x });
  });
  it.each([
    ['lands on no far side of a wall', true, 14],
    ['flies over a low wall', false, 24],
  ])('%s', (_, sight, places) => {
    const on = stage('square', 1, [{ from: { x: 6, y: 5 }, to: { x: 6, y: 8 }, sight, move: true }]);
    const played = begun(on, disarm);
    goOn(played, [10, 2, 2, 2], [], 'wait');
    goOn(played, [], [['fling']] as never[]);
    const landing = (played.run.open as PlaceAsk).places as { x: number }[];
    expect(landing).toHaveLength(places);
    expect(landing.some(({ x }) => x > 6)).toBe(!sight);
  });
  it('falls where it was held if the cells are larger than its range', () => {
    const on = stage('square', 5);
    play(on, disarm, [10, 2, 2, 2], [['fling']]);
    expect(droppedPlaceOf(on, on.fighters.gnoll.items[0])).toMatchObject({ x: 5.5, y: 6.5 });
    expect(on).toHavePool('mira', 'agility', 2);
  });
  it('does not change earlier answers when the exchange is resumed', () => {
    const on = stage('square');
    const played = begun(on, disarm);
    goOn(played, [10, 2, 2, 2], [], 'wait');
    expect(played.run.open?.id).toBe('fling-weapon');
    const again = encounter(
      Object.values(on.fighters).map((each) =>
        // Stats as read from the documents after the step: the axe is no longer in hand.
        each.id === 'mira' ? each : { ...each, stats: statsOf(each) },
      ),
    );
    const exchange = { version: TRANSCRIPT_VERSION, command: disarm, entries: played.run.entries };
    expect(resumeExchange(energy, again, exchange, makeCountingIds()).run.open?.id).toBe('fling-weapon');
  });
});

describe('[E-65] picking up an item', () => {
  const pick = { do: 'pick-up-item', by: 'mira', with: 'axe' };
  const lying = (lies: readonly number[], place: ReturnType<typeof at> | null = at(3.5, 3.5)) =>
    encounter([fighter('mira', {}, { items: [weapon('axe', { equipped: false, dropped: true, lies })], place })]);
  it.each`
    lies             | why
    ${[3.5, 3.5, 0]} | ${[]}
    ${[4.5, 4.5, 0]} | ${[]}
    ${[5.5, 3.5, 0]} | ${['lies-away']}
    ${[3.5, 3.5, 4]} | ${['lies-away']}
    ${[]}            | ${[]}
  `('is allowed at $lies: $why', ({ lies, why }) => {
    expect(reasons(lying(lies), pick)).toEqual(why);
  });
  it('needs no place without a map', () => {
    expect(reasons(lying([9.5, 9.5, 0], null), pick)).toEqual([]);
  });
  it('reports the distance', () => {
    expect(energy.whyNot(lying([5.5, 3.5, 0]), pick)).toEqual([{ id: 'lies-away', data: { distance: 2 } }]);
  });
});
