import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ActiveEffect } from '../../src/client/documents/active-effect';
import type { Sandbox } from '../../src/server/server';
import { COMBAT, folders, MINE, MIRA, start } from '../server/table';
import { createIn, openTab, type Tab } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Tab;

beforeEach(async () => {
  place = await folders();
  sandbox = await start(place);
  gm = await openTab(sandbox, 'Gamemaster');
  gm.CONFIG.time.roundTime = 6;
});
afterEach(async () => {
  gm.close();
  await sandbox.close();
  await place.remove();
});

const mira = () => gm.game.actors.get(MIRA)!;
const START = { combat: COMBAT, combatant: MINE, initiative: null, round: 1, turn: 0 };
const put = async (duration: object) =>
  (await createIn(mira(), 'ActiveEffect', {
    name: 'Blessed',
    duration,
    start: { ...START, time: gm.game.time.worldTime },
  })) as ActiveEffect;
const refresh = (event: string, context: object = {}) =>
  gm.CONFIG.ActiveEffect.documentClass.registry.refresh(event, context);

it('ends an endless effect that a system calls temporary, and no other', async () => {
  const [plain, called] = [await put({}), await put({})];
  Object.defineProperty(called, 'isTemporary', { value: true });
  await refresh('updateWorldTime');
  expect([plain.duration.expired, called.duration.expired]).toEqual([false, true]);
  expect([called.active, called.isExpiryTrackable]).toEqual([false, false]);
});

it('tracks no effect of an item, which gets no start', async () => {
  const item = await createIn(mira(), 'Item', { name: 'Sword', type: 'base' });
  const effect = (await createIn(item, 'ActiveEffect', {
    name: 'Sharp',
    duration: { value: 1, units: 'seconds' },
  })) as ActiveEffect;
  expect([effect.start, effect.isExpiryTrackable]).toEqual([null, false]);
});

it('counts world time beside the rounds of a combat, and compares combats by identity', async () => {
  const combat = gm.game.combats.get(COMBAT)!;
  await combat.update({ round: 1, turn: 0 }, { turnEvents: false });
  const effect = await put({ value: 5, units: 'rounds' });
  expect(effect.start?.combat === combat).toBe(true);
  expect(effect._source.start?.combat).toBe(COMBAT);
  expect(effect.updateDuration().remaining).toBe(5);
  expect(effect.updateDuration({ round: 3 }).remaining).toBe(3);
  effect.updateSource({ 'start.time': gm.game.time.worldTime - 24 });
  expect(effect.updateDuration().remaining).toBe(1);
});

it('leaves an expired effect expired when the turns go back', async () => {
  const combat = gm.game.combats.get(COMBAT)!;
  await combat.update({ round: 1, turn: 0 }, { turnEvents: false });
  const effect = await put({ value: 1, units: 'rounds', expiry: 'roundStart' });
  await combat.update({ round: 2 }, { turnEvents: false });
  await refresh('roundStart', { combat });
  expect(effect.duration.expired).toBe(true);
  await combat.update({ round: 1 }, { turnEvents: false });
  await refresh('combatRewind', { combat });
  expect(effect._source.duration.expired).toBe(true);
});
