import { afterEach, expect, it, vi } from 'vitest';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { type Estimate, search } from '../../src/opponent/search';
import { WEIGHTS } from '../../src/opponent/temperament';
import { judgeOf, startedSkirmish } from './skirmish';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns a fight in Clash that has begun, and what else a search of it needs. */
async function begun(side: number) {
  const judge = await judgeOf('clash');
  return {
    judge,
    encounter: startedSkirmish(judge, { heroes: side, foes: side }),
    fighter: 'hero1',
    weights: WEIGHTS.cunning,
    seed: 7,
    quickAgent: new QuickAgent(judge),
  };
}

/** Games of each option before any is played on. */
const TRIES = 3;

it('plays an option on to the end of the round, after some tries', async () => {
  const { judge, ...input } = await begun(5);
  const played = vi.spyOn(judge.ruleset, 'play');
  const games = search({ judge, ...input, options: ['wait'], play: () => true });
  for (let tries = 0; tries < TRIES; tries++) games.next();
  expect(played).not.toHaveBeenCalled();
  games.next();
  const acting = new Set(played.mock.calls.map(([, { by }]) => by));
  expect([...acting].filter((by) => by !== GM)).toHaveLength(10);
});

it('asks once what an option promises, and counts it like what comes at once', async () => {
  const input = await begun(1);
  // What a quick agent has seen may change its play: let it see all that comes.
  const before = search({ ...input, options: ['none', 'much'], play: () => true });
  for (let n = 0; n < 2 * TRIES + 4; n++) before.next();
  const promise = vi.fn((option: string) => (option === 'much' ? 1 : 0));
  const games = search({ ...input, options: ['none', 'much'], play: () => true, promise });
  /** Plays so many games of each option; returns how much more the one is worth. */
  const leadAfter = (count: number): number => {
    let known: readonly Estimate<string>[] = [];
    for (let n = 0; n < 2 * count; n++) known = games.next().value ?? known;
    const [none, much] = ['none', 'much'].map((name) => known.find(({ option }) => option === name)?.value);
    return defined(much, 'much') - defined(none, 'none');
  };
  expect(leadAfter(TRIES)).toBeCloseTo(1);
  expect(leadAfter(2)).toBeCloseTo(0.6);
  expect(promise).toHaveBeenCalledTimes(2);
});
