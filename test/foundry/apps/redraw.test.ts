import { afterEach, expect, it, vi } from 'vitest';
import { AT_ONCE, Redraw } from '../../../src/foundry/apps/ui/redraw';

/** A start that the test triggers. */
function startSignal() {
  const waiting: (() => void)[] = [];
  return {
    start: () => new Promise<void>((go) => void waiting.push(go)),
    go: async () => {
      for (const each of waiting.splice(0)) each();
      await new Promise((done) => setImmediate(done));
    },
  };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('renders once for all requests before it starts', async () => {
  const { start, go } = startSignal();
  const drawn: (readonly string[])[] = [];
  const redraw = new Redraw<string>((requests) => drawn.push(requests), start);
  const both = Promise.all([redraw.request('a'), redraw.request('b')]);
  expect(redraw.isPending).toBe(true);
  await go();
  await both;
  expect(redraw.isPending).toBe(false);
  await Promise.all([redraw.request('c'), go()]);
  expect(drawn).toEqual([['a', 'b'], ['c']]);
});

it('never runs twice at the same time', async () => {
  const { start, go } = startSignal();
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const redraw = new Redraw<string>(
    ([first = '']) =>
      new Promise<void>((end) => {
        begun.push(first);
        ends.push(end);
      }),
    start,
  );
  void redraw.request('a');
  await go();
  const second = redraw.request('b');
  await go();
  expect(begun).toEqual(['a']);
  ends[0]!();
  await go();
  expect(begun).toEqual(['a', 'b']);
  ends[1]!();
  await second;
});

it('continues after an error, which it reports', async () => {
  const { start, go } = startSignal();
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const drawn: string[] = [];
  const redraw = new Redraw<string>(([first = '']) => {
    if (first === 'bad') throw new Error('no');
    drawn.push(first);
  }, start);
  await Promise.all([redraw.request('bad'), go()]);
  await Promise.all([redraw.request('good'), go()]);
  expect(drawn).toEqual(['good']);
  expect(reported).toHaveBeenCalledTimes(1);
});

it('starts in the next task for all changes of this one, and in the next frame soon after it has drawn', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  const drawn: string[][] = [];
  const redraw = new Redraw<string>((requests) => drawn.push([...requests]));
  const nextTask = () => new Promise((done) => setTimeout(done));
  void redraw.request('a');
  await Promise.resolve();
  void redraw.request('b');
  await nextTask();
  expect([drawn, frames.length]).toEqual([[['a', 'b']], 0]);
  const next = redraw.request('c');
  await nextTask();
  expect([drawn.length, frames.length]).toEqual([1, 1]);
  frames[0]!();
  await next;
  expect(drawn.at(-1)).toEqual(['c']);
});

it('draws at once, with what waits, what belongs to a drawing that has started', async () => {
  const drawn: string[][] = [];
  const redraw = new Redraw<string>(
    (requests) => drawn.push([...requests]),
    () => new Promise(() => {}),
  );
  const waiting = redraw.request('a');
  await redraw.requestNow('b');
  await waiting;
  expect(drawn).toEqual([['a', 'b']]);
  const immediate = new Redraw<string>((requests) => drawn.push([...requests]), AT_ONCE);
  await immediate.requestNow('c');
  expect(drawn.at(-1)).toEqual(['c']);
});
