import { expect, it } from 'vitest';
import { defined } from '../../../src/kernel/defined';
import { seconds } from '../../../src/rulesets/seconds';
import { encounter, fighter, weapon } from './vocabulary';

const WORTH = await defined(seconds.loadWorth, 'what states are worth')();

/** Returns what it promises to attack with seconds left; a turn has three. */
function promiseOf(timeCost: number, left: number, options = {}) {
  const mira = fighter('mira', {}, { items: [weapon('sword', { timeCost })], pools: { seconds: left } });
  const scene = encounter([mira, fighter('gnoll', {}, { side: 'foes' })]);
  return WORTH.promise(scene, { do: 'attack', by: 'mira', at: 'gnoll', with: 'sword', options });
}

it('[S-28] an attack for which no time is left promises nothing unless it is hurried', () => {
  expect(promiseOf(2, 20)).toBeGreaterThan(0);
  expect(promiseOf(2, 19)).toBeNull();
  expect(promiseOf(2, 19, { hurry: true })).toBeGreaterThan(0);
});

it('[S-11] an attack that needs more than a turn is begun', () => {
  expect(promiseOf(3.5, 30)).toBeGreaterThan(0);
});
