import { beforeAll, describe, expect, it } from 'vitest';
import type { Condition } from '../../src/encounter/condition';
import { cloneEncounter } from '../../src/encounter/forecast';
import type { Encounter, Fighter, FighterId } from '../../src/encounter/state';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { Fight } from '../../src/opponent/fight';
import { playToTheEnd } from '../../src/opponent/forecast-fight';
import type { Judge } from '../../src/opponent/judge';
import { Board } from '../../src/opponent/play';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';
import { withRoster } from '../../src/opponent/what-if';
import { isFree } from '../../src/toolkit/space/space';
import { core, sampled } from '../tiers/tier';
import { IDS, judgeOf, skirmish } from './skirmish';

const condition = (id: string, members: Partial<Condition> = {}): Condition => ({
  key: `key-${id}`,
  id,
  until: null,
  ...members,
});

const changed = (encounter: Encounter, id: FighterId, members: Partial<Fighter>): Encounter => ({
  ...encounter,
  fighters: { ...encounter.fighters, [id]: { ...defined(encounter.fighters[id], id), ...members } },
});

const idsOf = ({ fighters }: Encounter): string[] => Object.values(fighters).map(({ id }) => id);
const conditionsOf = ({ fighters }: Encounter, id: FighterId): Condition[] => defined(fighters[id], id).conditions;

describe('a fight with other fighters', core, () => {
  const fight = skirmish('energy', { heroes: 2, foes: 2 });

  it('is the same if none is changed', () => {
    expect(withRoster(fight, {})).toEqual(fight);
    expect(withRoster(fight, { hero1: 1 })).toEqual(fight);
  });

  it('leaves some out and adds copies beside their originals, and leaves the encounter as it is', () => {
    const before = structuredClone(fight);
    const next = withRoster(fight, { hero2: 0, foe1: 3, gone: 2 });
    expect(idsOf(next)).toEqual(['hero1', 'foe1', 'foe1+1', 'foe1+2', 'foe2']);
    expect(Object.keys(next.fighters)).toEqual(idsOf(next));
    expect(next.fighters['foe1+2']).toMatchObject({ side: 'foes', stats: fight.fighters.foe1?.stats });
    expect(fight).toEqual(before);
  });

  it('places copies on the nearest free cells', () => {
    const next = withRoster(fight, { foe1: 9 });
    const places = Object.values(next.fighters).map(({ place }) => defined(place, 'a place'));
    for (const [at, place] of places.entries())
      expect(
        isFree(
          next.ground,
          place,
          places.filter((_, other) => other !== at),
        ),
      ).toBe(true);
    const { cell } = next.ground;
    const origin = defined(fight.fighters.foe1?.place, 'a place');
    const far = places.map(({ x, y }) => Math.max(Math.abs(x - origin.x), Math.abs(y - origin.y)));
    expect(Math.max(...far)).toBeLessThanOrEqual(2 * cell);
  });

  it('places no copy behind a wall or on ground that cannot be crossed', () => {
    const { cell } = fight.ground;
    const { x, y } = defined(fight.fighters.foe2?.place, 'a place');
    const east = { from: { x: x + cell / 2, y: y - 99 }, to: { x: x + cell / 2, y: y + 99 }, sight: true, move: true };
    const pit = { x, y: y + 49.5 * cell + cell, width: 99 * cell, height: 99 * cell, cost: null };
    const next = withRoster({ ...fight, ground: { ...fight.ground, walls: [east], difficult: [pit] } }, { foe2: 5 });
    const places = Object.values(next.fighters).flatMap(({ id, place }) => (place && id.includes('+') ? place : []));
    expect(places).toHaveLength(4);
    for (const place of places) {
      expect(place.x).toBeLessThan(x + cell / 2);
      expect(place.y).toBeLessThan(y + cell / 2);
    }
  });

  it('leaves a copy without a place if its original has none', () => {
    const next = withRoster(changed(fight, 'foe1', { place: null }), { foe1: 2 });
    expect(next.fighters['foe1+1']?.place).toBeNull();
  });

  it('ends conditions whose source, moment or only counterpart is left out', () => {
    const all = [
      condition('own', { by: 'hero1' }),
      condition('from-other', { by: 'hero2' }),
      condition('no-source'),
      condition('from-before', { by: 'deleted-long-ago' }),
      condition('moment', { until: { at: 'turn-start', of: 'hero2' } }),
      condition('towards', { towards: ['hero2'] }),
      condition('towards-two', { towards: ['hero2', 'foe1'] }),
      condition('data', { data: { whom: ['hero2'] } }),
    ];
    const next = withRoster(changed(fight, 'hero1', { conditions: all }), { hero2: 0 });
    expect(conditionsOf(next, 'hero1').map(({ id }) => id)).toEqual(['own', 'no-source', 'from-before', 'towards-two']);
    expect(conditionsOf(next, 'hero1').at(-1)?.towards).toEqual(['foe1']);
  });

  it('gives copies what their originals have of themselves, and no ties to others', () => {
    const conditions = [
      condition('own', { by: 'foe1', until: { at: 'turn-start', of: 'foe1' }, data: { of: 'foe1' } }),
      condition('held', { by: 'hero1' }),
      condition('towards', { towards: ['hero1'] }),
    ];
    const state = { energy: 3, helpBy: ['hero1'], mine: ['foe1'] };
    const next = withRoster(changed(fight, 'foe1', { conditions, state }), { foe1: 2 });
    expect(conditionsOf(next, 'foe1')).toEqual(conditions);
    expect(conditionsOf(next, 'foe1+1')).toEqual([
      condition('own', { by: 'foe1+1', until: { at: 'turn-start', of: 'foe1+1' }, data: { of: 'foe1+1' } }),
    ]);
    expect(next.fighters['foe1+1']?.state).toEqual({ energy: 3, mine: ['foe1+1'] });
  });
});

describe.each(sampled(IDS, 1, 1))('a changed fight in %s', (id) => {
  let judge: Judge;
  beforeAll(async () => {
    judge = await judgeOf(id);
  });

  it('can be played to its end from any moment, with any fighter left out and another added', () => {
    const die = seededDie(5);
    const agent = new QuickAgent(judge);
    const board = new Board(judge.ruleset, cloneEncounter(skirmish(id, { heroes: 2, foes: 2, apart: 4 })));
    const fight = new Fight(judge, board, () => agent, makeQuickAnswerer(judge, board.encounter, die), die);
    fight.play({ do: defined(judge.ruleset.clockCommands[0], 'a start'), by: GM });
    const winners = new Set<string | null>();
    for (let moment = 0; moment < 12 && fight.winner === null; moment++) {
      const ids = Object.keys(board.encounter.fighters);
      const out = defined(ids[moment % ids.length], 'a fighter');
      const more = defined(ids[(moment + 1) % ids.length], 'a fighter');
      winners.add(playToTheEnd(judge, withRoster(board.encounter, { [out]: 0, [more]: 2 }), agent, moment).winner);
      fight.next();
    }
    expect(winners.has(null)).toBe(false);
  });

  it('is won by those who became many', () => {
    const start = skirmish(id, { heroes: 2, foes: 2 });
    const play = (roster: Record<string, number>) =>
      [1, 2, 3].map((seed) => playToTheEnd(judge, withRoster(start, roster), new QuickAgent(judge), seed).winner);
    expect(play({ hero1: 4, foe2: 0 })).toEqual(Array(3).fill('heroes'));
    expect(play({ hero1: 0, foe2: 4 })).toEqual(Array(3).fill('foes'));
  });
});
