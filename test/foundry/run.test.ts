import { describe, expect, it } from 'vitest';
import type { QuenchContext } from './quench';
import { assert, TinyQuench } from './run';

/** Runs one batch and returns the result of each test. */
async function run(batch: (context: QuenchContext) => void): Promise<string[]> {
  const quench = new TinyQuench();
  quench.registerBatch('a1', batch);
  return (await quench.runAll()).map(({ test, state }) => `${test} ${state}`);
}

describe('the tiny Quench', () => {
  it('distinguishes passed, failed and skipped tests, and continues', async () => {
    const told = await run(({ describe, it, assert }) =>
      describe('suite', () => {
        it('right', () => assert.ok(true));
        it('wrong', async () => assert.equal(1, 2));
        it('elsewhere', function () {
          this.skip();
        });
      }),
    );
    expect(told).toEqual(['right passed', 'wrong failed', 'elsewhere skipped']);
  });

  it.each([
    ['skipped', 'skipped'],
    ['failed', 'failed'],
  ])('gives every test the result of “before”: %s; “after” runs in any case', async (how, state) => {
    let cleaned = false;
    const told = await run(({ describe, it, before, after }) =>
      describe('suite', () => {
        before(function () {
          if (how === 'skipped') this.skip();
          throw new Error('no world');
        });
        after(() => {
          cleaned = true;
        });
        it('one', () => {
          throw new Error('must not run');
        });
      }),
    );
    expect(told).toEqual([`one ${state}`]);
    expect(cleaned).toBe(true);
  });

  it('reports a failing “after”', async () => {
    const told = await run(({ describe, it, after }) =>
      describe('suite', () => {
        after(async () => {
          throw new Error('not deleted');
        });
        it('one', () => {});
      }),
    );
    expect(told).toEqual(['one passed', 'after “suite” failed']);
  });

  it('asserts what Chai asserts', () => {
    assert.deepEqual({ a: [1] }, { a: [1] });
    expect(() => assert.deepEqual([1], [2])).toThrow('[1] where [2] was expected');
    expect(() => assert.notEqual(1, 1)).toThrow();
    expect(() => assert.match('abc', /d/, 'said')).toThrow('said: "abc" does not match /d/');
    expect(() => assert.ok(0)).toThrow();
  });
});
