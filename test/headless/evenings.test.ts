import { afterEach, describe, expect, it } from 'vitest';
import { requestIn } from '../support/request';
import { Evening, type Prompt } from './evening';

/** The seed with which the last foe falls to plain play in each prepared fight. */
const SEEDS = { energy: 1, tempo: 1, clash: 1, seconds: 5, slots: 9 } as const;

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

async function plays(ruleset: keyof typeof SEEDS, milliseconds: number): Promise<Evening> {
  evening = await Evening.open(ruleset, SEEDS[ruleset]);
  evening.table.delay.milliseconds = milliseconds;
  expect(await evening.play()).toBe('heroes');
  await evening.end();
  expect(evening.combat.system.clock.phase).toBe(evening.rules.idle.phase);
  expect(heard(evening)).toEqual([]);
  expect(requests(evening)).toEqual([]);
  evening.table.delay.milliseconds = 0;
  await evening.table.judge();
  expect(evening.table.faults).toEqual([]);
  return evening;
}

describe('an evening of a GM and two players, with defaults', { timeout: 300_000 }, () => {
  it.each(Object.keys(SEEDS) as (keyof typeof SEEDS)[])(
    'is played to the last foe in %s, without a needless question',
    async (ruleset) => {
      const { prompts } = await plays(ruleset, 0);
      expect(needless(prompts)).toEqual([]);
      expect(prompts.some(({ user }) => user === 'Ann')).toBe(true);
    },
  );

  it('is played with three seconds of delay on every message, without a word about it', async () => {
    await plays('clash', 3000);
  });
});
