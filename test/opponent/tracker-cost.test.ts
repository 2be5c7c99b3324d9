import { describe, expect, it } from 'vitest';
import type { Encounter } from '../../src/encounter/state';
import { defined } from '../../src/kernel/defined';
import type { Judge } from '../../src/opponent/judge';
import { Templates } from '../../src/opponent/templates';
import { IDS, judgeOf, startedSkirmish } from './skirmish';

/** Counts what is read of an object and of all below it. */
function counted<T extends object>(thing: T, count: () => void): T {
  const seen = new WeakMap<object, object>();
  const wrap = (each: object): object => {
    const known = seen.get(each);
    if (known) return known;
    const proxy = new Proxy(each, {
      get(target, key, receiver) {
        count();
        const value = Reflect.get(target, key, receiver);
        return typeof value === 'object' && value !== null ? wrap(value) : value;
      },
    });
    seen.set(each, proxy);
    return proxy;
  };
  return wrap(thing) as T;
}

const MASTER = { gm: true, owns: [], targets: [] };

/** What is asked in every step. */
const QUESTIONS = {
  'the tracker': ({ ruleset }, encounter) => ruleset.views.tracker(encounter, MASTER),
  'what is due': ({ ruleset }, encounter) => ruleset.automation.autoAdvance(encounter),
  'what a fighter can do': (judge, encounter) =>
    new Templates(judge).of(encounter, defined(encounter.fighters.hero1, 'a hero')),
} satisfies Record<string, (judge: Judge, encounter: Encounter) => unknown>;

/** Twice as many fighters cost twice as much, what asks all for each four times, and among many more are tied. */
const MOST = 3.2;

describe.each(Object.entries(QUESTIONS))('%s', (_, ask) => {
  it.each(IDS)('of %s reads twice as much of twice as many fighters', async (id) => {
    const judge = await judgeOf(id);
    const reads = [40, 80, 160].map((fighters) => {
      const encounter = startedSkirmish(judge, { heroes: fighters / 2, foes: fighters / 2, apart: 6 });
      let count = 0;
      const watched = counted(encounter as Encounter, () => count++);
      ask(judge, watched);
      return count;
    });
    for (const [at, now] of reads.slice(1).entries()) expect(now / reads[at]!, reads.join()).toBeLessThan(MOST);
  });
});
