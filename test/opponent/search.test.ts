import { afterEach, expect, it, vi } from 'vitest';
import { type Ask, GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import type { Procedure } from '../../src/kernel/procedure';
import type { Fight } from '../../src/opponent/fight';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { type Estimate, search } from '../../src/opponent/search';
import { WEIGHTS } from '../../src/opponent/temperament';
import { gamesOf } from './games';
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
    usual: (): string | undefined => undefined,
  };
}

/** Games of each option before any is played on. */
const TRIES = 2;

it('plays an option on to the end of the round, after some tries', async () => {
  const { judge, ...input } = await begun(5);
  const played = vi.spyOn(judge.ruleset, 'play');
  const games = gamesOf(search({ judge, ...input, options: ['wait'], play: () => true }));
  for (let tries = 0; tries < TRIES; tries++) games.next();
  expect(played).not.toHaveBeenCalled();
  games.next();
  const acting = new Set(played.mock.calls.map(([, { by }]) => by));
  expect([...acting].filter((by) => by !== GM)).toHaveLength(10);
});

it('asks once what an option promises, and counts it until the option is played on', async () => {
  const input = await begun(1);
  // What a quick agent has seen may change its play: let it see all that comes.
  const before = gamesOf(search({ ...input, options: ['none', 'much'], play: () => true }));
  for (let n = 0; n < 2 * TRIES + 4; n++) before.next();
  const promise = vi.fn((option: string) => (option === 'much' ? 1 : 0));
  const games = gamesOf(search({ ...input, options: ['none', 'much'], play: () => true, promise }));
  /** Plays so many games of each option; returns how much more the one is worth. */
  const leadAfter = (count: number): number => {
    let known: readonly Estimate<string>[] = [];
    for (let n = 0; n < 2 * count; n++) known = games.next().value ?? known;
    const [none, much] = ['none', 'much'].map((name) => known.find(({ option }) => option === name)?.value);
    return defined(much, 'much') - defined(none, 'none');
  };
  expect(leadAfter(TRIES)).toBeCloseTo(1);
  expect(leadAfter(2)).toBeCloseTo(0);
  expect(promise).toHaveBeenCalledTimes(2);
});

function* asking(ask: Ask): Procedure<void> {
  yield ask;
}

const woundOf = (of: string, by: number) => ({ kind: 'pool', of, pool: 'hp', by: -by }) as const;

/** Returns the options in their order after so many games. */
function orderAfter(games: Iterable<readonly Estimate<string>[]>, count: number): readonly string[] {
  let played = 0;
  for (const known of games) if (++played === count) return known.map(({ option }) => option);
  throw new Error(`fewer than ${count} games`);
}

it('has the usual choice stand unless another one is better beyond doubt', async () => {
  const input = await begun(1);
  const order = (wound: number) =>
    orderAfter(
      gamesOf(
        search({
          ...{ ...input, options: ['another', 'usual'], usual: () => 'usual' },
          play(option, fight) {
            if (option === 'another') fight.follow(asking({ kind: 'apply', change: woundOf('foe1', wound) }));
            return true;
          },
        }),
      ),
      2 * TRIES + 12,
    );
  expect(order(0)).toEqual(['usual', 'another']);
  expect(order(5)).toEqual(['another', 'usual']);
});

it('ends when one option is the best beyond any doubt, and goes on while two are alike', async () => {
  const input = await begun(1);
  const gamesUntilEnd = (wound: number): number => {
    let games = 0;
    const play = (option: string, fight: Fight): boolean => {
      if (option === 'another') fight.follow(asking({ kind: 'apply', change: woundOf('foe1', wound) }));
      return true;
    };
    for (const _ of gamesOf(search({ ...input, options: ['another', 'usual'], play }))) if (++games >= 200) break;
    return games;
  };
  expect(gamesUntilEnd(5)).toBeLessThan(100);
  expect(gamesUntilEnd(0)).toBe(200);
});

it('never leaves out the usual choice', async () => {
  const input = await begun(1);
  const options = Array.from({ length: 12 }, (_, at) => `option ${at}`);
  const promise = (option: string): number => (option === 'option 11' ? -1 : 0);
  const games = gamesOf(search({ ...input, options, usual: () => 'option 11', play: () => true, promise }));
  expect(orderAfter(games, 12 * TRIES + 30)).toContain('option 11');
});

it('has the same dice fall for all others when one option rolls more', async () => {
  const input = await begun(2);
  const roll: Ask = { kind: 'dice', id: 'luck', by: input.fighter, dice: { count: 1, sides: 6 } };
  const options = ['rolls', 'waits'];
  const play = (option: string, fight: Fight): boolean => {
    if (option === 'rolls') fight.follow(asking(roll));
    return true;
  };
  // What a quick agent has seen may change its play: let it see all that comes.
  orderAfter(gamesOf(search({ ...input, options, play })), 2 * TRIES + 40);
  let known: readonly Estimate<string>[] = [];
  const games = gamesOf(search({ ...input, options, play }));
  for (let n = 0; n < 2 * TRIES + 12; n++) known = games.next().value ?? known;
  const [rolls, waits] = options.map((name) => known.find(({ option }) => option === name)?.value);
  expect(rolls).toBeCloseTo(defined(waits, 'waits'));
});
