import { afterEach, describe, expect, it } from 'vitest';
import { requestIn } from '../support/request';
import { Evening, type Prompt } from './evening';

/** Who wins each prepared fight by plain play, and with which seed. In Slots it takes more than plain play to win. */
const FIGHTS = {
  energy: { seed: 1, winner: 'heroes' },
  tempo: { seed: 1, winner: 'heroes' },
  clash: { seed: 1, winner: 'heroes' },
  seconds: { seed: 5, winner: 'heroes' },
  slots: { seed: 1, winner: 'foes' },
} as const;

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
const requests = ({ gm }: Evening) => gm.page.game.messages.contents.flatMap((message) => requestIn(message) ?? []);

async function plays(ruleset: keyof typeof FIGHTS, milliseconds: number): Promise<Evening> {
  const { seed, winner } = FIGHTS[ruleset];
  evening = await Evening.open(ruleset, seed);
  evening.table.delay.milliseconds = milliseconds;
  expect(await evening.play()).toBe(winner);
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
  it.each(Object.keys(FIGHTS) as (keyof typeof FIGHTS)[])(
    'is played to the last fighter of a side in %s, without a needless question',
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
