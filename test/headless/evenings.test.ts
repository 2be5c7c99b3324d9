import { afterEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { requestIn } from '../support/request';
import { Evening, type Prompt } from './evening';

/** The seed with which the heroes win each prepared fight. */
const SEEDS = { energy: 1, tempo: 1, clash: 1, seconds: 2, slots: 2 } as const;

/** What a GM of a prepared fight reads before it begins. */
const TOLD = /measured in “spaces”/;

let evening: Evening | undefined;

afterEach(() => evening?.table.close());

/** Questions with a single answer, and questions that repeat what the same fighter was asked about the same command. */
const needless = (prompts: readonly Prompt[]): readonly Prompt[] =>
  prompts.filter(
    (one, at) =>
      one.answers < 2 ||
      prompts
        .slice(0, at)
        .some(
          ({ user, ask, by, during }) => user === one.user && ask === one.ask && by === one.by && during === one.during,
        ),
  );

const heard = ({ table }: Evening) => table.log.filter((line) => line.includes(' reads ') && !TOLD.test(line));
const requests = ({ gm }: Evening) => gm.hands.game.messages.contents.flatMap((message) => requestIn(message) ?? []);

describe.each(Object.entries(SEEDS))('an evening of %s', (ruleset, seed) => {
  it.each([
    ['to the last foe, without a needless question', 0],
    ['with three seconds of delay on every message, without a word about it', 3000],
  ])('is played by a GM and two players %s', { timeout: 300_000 }, async (_, milliseconds) => {
    evening = await Evening.open(ruleset, seed);
    evening.table.delay.milliseconds = milliseconds;
    expect(await evening.play()).toBe('heroes');
    expect(needless(evening.prompts)).toEqual([]);
    await evening.end();
    expect(evening.combat.system.clock.phase).toBe(evening.rules.idle.phase);
    evening.table.delay.milliseconds = 0;
    await evening.table.judge();
    expect(evening.table.faults).toEqual([]);
    expect(heard(evening)).toEqual([]);
    expect(requests(evening)).toEqual([]);
    expect(
      defined(
        evening.prompts.find(({ user }) => user === 'Ann'),
        'a question to a player',
      ),
    ).toBeDefined();
  });
});
