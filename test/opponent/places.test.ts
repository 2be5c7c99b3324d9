import { describe, expect, it } from 'vitest';
import type { Encounter, Fighter, Place } from '../../src/encounter/state';
import type { Judge } from '../../src/opponent/judge';
import { isFlanking, isUnseen, isUnthreatened } from '../../src/opponent/places';

const at = (x: number, y: number): Place => ({ x, y, width: 1, height: 1, elevation: 0, facing: 0 });
const fighter = (id: string, place: Place | null): Fighter => ({ id, place }) as Fighter;
const WALL = { from: { x: 4, y: -5 }, to: { x: 4, y: 5 }, sight: true, move: true };
const encounter = (walls: readonly object[] = []): Encounter =>
  ({ ground: { grid: 'square', cell: 1, walls }, fighters: {} }) as never;
const GNOLL = fighter('gnoll', at(5.5, 0.5));

describe('a place', () => {
  it.each`
    ally             | place           | flanks
    ${at(4.5, 0.5)}  | ${at(6.5, 0.5)} | ${true}
    ${at(4.5, 0.5)}  | ${at(6.5, 1.5)} | ${true}
    ${at(4.5, 0.5)}  | ${at(5.5, 1.5)} | ${false}
    ${at(4.5, 0.5)}  | ${at(7.5, 0.5)} | ${false}
    ${at(3.5, 0.5)}  | ${at(6.5, 0.5)} | ${false}
    ${at(4.5, -0.5)} | ${at(6.5, 1.5)} | ${true}
    ${null}          | ${at(6.5, 0.5)} | ${false}
  `('flanks with an ally behind the foe: $ally.x, $ally.y and $place.x, $place.y', ({ ally, place, flanks }) => {
    expect(isFlanking(encounter(), GNOLL, [fighter('kor', ally)])(place)).toBe(flanks);
    expect(isFlanking(encounter(), fighter('nowhere', null), [fighter('kor', ally)])(place)).toBe(false);
  });

  it('is out of reach if no foe threatens it', () => {
    const reaches = (_: Encounter, id: string, { x }: Place) => (id === 'gnoll' ? x > 4 : x > 6);
    const judge = { ruleset: { threat: { reaches } } } as unknown as Judge;
    const isSafe = isUnthreatened(judge, encounter(), [fighter('wolf', null), GNOLL]);
    expect([at(3.5, 0.5), at(4.5, 0.5), at(6.5, 0.5)].map(isSafe)).toEqual([true, false, false]);
  });

  it('is out of sight behind a wall, from all foes', () => {
    const on = encounter([WALL]);
    const [left, right] = [at(1.5, 0.5), at(6.5, 0.5)];
    expect([left, right].map(isUnseen(on, [GNOLL]))).toEqual([true, false]);
    expect([left, right].map(isUnseen(on, [GNOLL, fighter('wolf', at(2.5, 2.5))]))).toEqual([false, false]);
    expect(isUnseen(on, [])(right)).toBe(true);
  });
});
