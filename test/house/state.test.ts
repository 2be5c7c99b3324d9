import { describe, expect, it } from 'vitest';
import { filesBelow, read } from './sources';

/** A variable of a module, or a collection that it fills; what is only read is declared as read-only. */
const STATE = /^(?:export )?(?:let \w+|const \w+(?:: (?!Readonly(?:Map|Set)\b)[^=]*)? = new (?:Weak)?(?:Map|Set)\b)/;

const states = filesBelow('src/foundry', /\.ts$/).flatMap((file) => {
  const lines = read(file).split('\n');
  return lines.flatMap((line, at) =>
    STATE.test(line) ? [{ where: `${file}:${at + 1}`, hasReason: lines[at - 1]?.endsWith('*/') === true }] : [],
  );
});

/**
 * Today's number; it may only fall. The state of a window belongs to its instance, several collections with one key are one
 * record, and a cache belongs to what it caches.
 */
const MOST = 111;

describe('the state of modules in src/foundry', () => {
  it('has a comment above each, which says why it outlives a call', () => {
    expect(states.filter(({ hasReason }) => !hasReason).map(({ where }) => where)).toEqual([]);
  });

  it('does not become more', () => {
    expect(states.length).toBeLessThanOrEqual(MOST);
  });
});
