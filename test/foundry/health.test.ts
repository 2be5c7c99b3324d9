import { describe, expect, it } from 'vitest';
import { healthOf, remainingHealth } from '../../src/foundry/adapters/health';
import { actorPool, encounterPool } from '../../src/toolkit/define/sheet-schema';

describe('the health of a schema', () => {
  const pools = { hp: actorPool('hp'), wounds: actorPool('body.wounds'), beats: encounterPool('beats') };

  it('is the first bar, else the first pool, or what it names', () => {
    const none = { path: 'hp', countsUp: false };
    expect(healthOf({ pools })).toEqual(none);
    expect(healthOf({ pools, bars: ['wounds'] })).toEqual({ path: 'body.wounds', countsUp: false });
    expect(healthOf({ pools, bars: ['wounds'], health: { pool: 'hp' } })).toEqual(none);
    expect(healthOf({ pools, health: { pool: 'wounds', countsUp: true } })?.countsUp).toBe(true);
    expect(healthOf({ pools, health: { pool: 'beats' } })).toBeNull();
  });

  it('is what is left, also of a pool that damage fills', () => {
    const pool = { value: 3, max: 10 };
    expect(remainingHealth({ path: 'hp', countsUp: false }, pool)).toEqual({ value: 3, max: 10, min: 0 });
    expect(remainingHealth({ path: 'wounds', countsUp: true }, pool)).toEqual({ value: 7, max: 10, min: 0 });
    expect(remainingHealth({ path: 'wounds', countsUp: true }, { value: 12, max: 10 }).value).toBe(0);
  });
});
