import { describe, expect, it } from 'vitest';
import type { Encounter, Item } from '../../src/encounter/state';
import { makeCountingIds, workingCopyOf } from '../../src/encounter/table';
import { simulate } from '../../src/kernel/drivers/simulate';
import type { Procedure } from '../../src/kernel/procedure';
import {
  clearDropPlaces,
  dropItem,
  droppedAt,
  equipmentFields,
  GROUND_FIELDS,
  isDropped,
  placeOf,
  SHOTS,
  setItem,
  spendShot,
  whyNoEffects,
  whyNotShots,
} from '../../src/toolkit/define/item';
import { readFields, whyUnfit } from '../../src/toolkit/define/schema';
import { encounter, fighter } from '../support/encounter';

const GROUND = { grid: 'square', cell: 1 } as const;

describe('the place of an item on the ground', () => {
  const place = { x: 3.5, y: 1.5, elevation: 2, width: 2, height: 2, facing: 90 };

  it('is where it was dropped, one cell in size', () => {
    expect(droppedAt(place)).toEqual({ dropped: true, lies: [3.5, 1.5, 2], sceneLevel: '', scene: '' });
    expect(placeOf(GROUND, droppedAt(place))).toEqual({ ...place, width: 1, height: 1, facing: 0 });
  });

  it('is on the level where it was dropped', () => {
    expect(placeOf(GROUND, droppedAt({ ...place, level: 'attic' }))).toMatchObject({ level: 'attic' });
  });

  it('is on the scene where it was dropped, one cell of it in size', () => {
    const ground = { ...GROUND, scene: 'field', scenes: { cellar: { ...GROUND, cell: 2, scene: 'cellar' } } };
    const there = droppedAt({ ...place, scene: 'cellar' });
    expect(placeOf(ground, there)).toMatchObject({ scene: 'cellar', width: 2 });
  });

  it('is null without a map, or if not all of it is known', () => {
    expect(placeOf(GROUND, droppedAt(null))).toBeNull();
    for (const lies of [[1], [1, 2], [undefined, 2, 0], [1, undefined, 0]])
      expect(placeOf(GROUND, { lies: lies as number[], sceneLevel: '' })).toBeNull();
  });
});

const axe = {
  id: 'axe',
  name: 'Axe',
  type: 'weapon',
  equipped: true,
  dropped: false,
  lies: [] as number[],
  sceneLevel: '',
  scene: '',
};
const bow = { id: 'bow', name: 'Bow', type: 'weapon', shots: 2 as number | null };
const withItems = (...items: Item[]): Encounter =>
  encounter(fighter('mira', { items: items.map((item) => ({ ...item })) as never }));

/** Plays a procedure. Returns the changed values of items. */
function written(on: Encounter, procedure: Procedure<unknown>): unknown[] {
  const table = workingCopyOf(on, makeCountingIds());
  simulate(procedure, table, () => 1);
  return table.effects.map((effect) => (effect.kind === 'item' ? [effect.item, effect.key, effect.to] : effect));
}

describe('an item', () => {
  it('is written value by value, and only where something changes', () => {
    expect(written(withItems(bow), setItem({ id: 'mira' }, bow, { name: 'Longbow', shots: 2, type: 'bow' }))).toEqual([
      ['bow', 'name', 'Longbow'],
      ['bow', 'type', 'bow'],
    ]);
  });

  it('that is dropped leaves the hand and lies where its fighter stands', () => {
    const place = { x: 1.5, y: 2.5, elevation: 3, width: 1, height: 1, facing: 0, level: 'attic' };
    expect(written(withItems(axe), dropItem({ id: 'mira' }, axe, place))).toEqual([
      ['axe', 'equipped', false],
      ['axe', 'dropped', true],
      ['axe', 'lies', [1.5, 2.5, 3]],
      ['axe', 'sceneLevel', 'attic'],
    ]);
    expect(written(withItems(axe), dropItem({ id: 'mira' }, axe, null))).toEqual([
      ['axe', 'equipped', false],
      ['axe', 'dropped', true],
    ]);
  });

  it.each([
    [{ dropped: true, lies: [] }, true],
    [{ dropped: false, lies: [] }, false],
    [{ dropped: true }, false],
    [{ dropped: 'yes', lies: [] }, false],
    [{ lies: [] }, false],
    [{}, false],
  ])('like %j lies on the ground: %s', (item, lies) => expect(isDropped(item)).toBe(lies));

  it('lies nowhere in particular after the fight', () => {
    const on = withItems({ ...axe, id: 'lost', dropped: true, lies: [1, 2, 0] } as Item, axe, bow);
    expect(written(on, clearDropPlaces(Object.values(on.fighters)))).toEqual([['lost', 'lies', []]]);
    expect([...clearDropPlaces(Object.values(on.fighters))]).toEqual([]);
  });

  it('has a place of three numbers or none, anywhere on the map', () => {
    const { lies } = GROUND_FIELDS;
    expect([[], [-5, 1e6, -2.5]].map((value) => whyUnfit(lies, value))).toEqual([null, null]);
    for (const value of [
      [1, 2],
      [1, 2, 3, 4],
      ['a', 'b', 'c'],
    ])
      expect(whyUnfit(lies, value)).not.toBeNull();
    expect(readFields(GROUND_FIELDS, {})).toEqual({ dropped: false, lies: [], sceneLevel: '', scene: '' });
  });
});

describe('the shots of a weapon', () => {
  const spent = (shots: number | null) => {
    const weapon = { ...bow, shots };
    return [written(withItems(weapon), spendShot({ id: 'mira' }, weapon)), whyNotShots(weapon)];
  };

  it.each([
    [2, [['bow', 'shots', 1]], []],
    [1, [['bow', 'shots', 0]], []],
    [0, [], [{ id: 'no-shots' }]],
    [null, [], []],
  ])('%s become %j, with the reasons %j against a shot', (shots, effects, reasons) => {
    expect(spent(shots)).toEqual([effects, reasons]);
  });

  it('are counted up to 9999, or not at all', () => {
    expect(readFields(SHOTS, {})).toEqual({ shots: null });
    expect([0, 9999, null].map((shots) => whyUnfit(SHOTS.shots, shots))).toEqual([null, null, null]);
    for (const shots of [-1, 10_000, 0.5]) expect(whyUnfit(SHOTS.shots, shots)).not.toBeNull();
  });
});

describe('the active effects of an item', () => {
  const fields = (isUsually: boolean) => readFields(equipmentFields(isUsually), {});

  it.each([
    ['in hand or worn', { ...fields(true), equipped: true }, null],
    ['stowed', { ...fields(true), equipped: false }, 'stowed'],
    ['stowed, but they count while it is carried', { equipped: false, effectsApply: 'carried' }, null],
    ['that is usually carried unequipped', fields(false), null],
    ['that is never equipped', { quantity: 2 }, null],
    ['used up', { quantity: 0, ...fields(false) }, 'used-up'],
    ['on the ground', { ...fields(false), ...droppedAt(null) }, 'on-ground'],
    ['picked up', { ...fields(true), ...droppedAt(null), dropped: false }, null],
  ])('%s', (_, item, why) => expect(whyNoEffects(item)).toBe(why));
});
