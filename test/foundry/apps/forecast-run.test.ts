import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Ruleset } from '../../../src/encounter/ruleset';
import type { Encounter } from '../../../src/encounter/state';
import type { Adapter } from '../../../src/foundry/adapters/adapter';
import {
  type EncounterForecast,
  finishedForecastOf,
  forecastOf,
  onForecast,
  startForecast,
} from '../../../src/foundry/apps/opponent/forecast-run';
import { changeCount } from '../../../src/foundry/host/changes';
import type { ExchangeDocument } from '../../../src/foundry/host/exchange-document';
import { gameOf, skirmish } from '../../opponent/skirmish';

const adapter = { ruleset: gameOf('energy').ruleset as Ruleset } as Adapter;
const forecastFor = (encounter: Encounter) => ({ host: {} as ExchangeDocument, adapter, encounter });
const fights = (forecast: EncounterForecast): number => forecast.result?.fights ?? 0;
/** Longer than the time between two reports. */
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 400));

describe('the forecast of an encounter', () => {
  const encounter = skirmish('energy', { heroes: 2, foes: 2 });
  let stop: () => void = () => {};
  afterEach(() => stop());

  it('tells what is known so far, and keeps it when it is stopped', async () => {
    const fight = forecastFor(encounter);
    const seen: number[] = [];
    stop = onForecast((host) => host === fight.host && seen.push(fights(forecastOf(host) as EncounterForecast)));
    const forecast = startForecast(fight, {}, { fights: 1_000_000, budget: 60_000 });
    expect(forecastOf(fight.host)).toBe(forecast);
    expect(forecast).toMatchObject({ status: 'running', result: null });
    await vi.waitUntil(() => seen.length > 1, { timeout: 30_000 });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    forecast.stop();
    await forecast.finished;
    const [told, known] = [seen.length, fights(forecast)];
    await pause();
    expect([seen.length, fights(forecast)]).toEqual([told, known]);
    expect(known).toBeGreaterThan(0);
    expect(forecast.status).toBe('stopped');
    expect(finishedForecastOf(fight.host)).toBeNull();
  });

  it('ends after its fights, or when time is up', async () => {
    const few = startForecast(forecastFor(encounter), {}, { fights: 5, budget: 60_000 });
    await few.finished;
    expect([few.status, fights(few)]).toEqual(['finished', 5]);
    const brief = startForecast(forecastFor(encounter), {}, { fights: 1_000_000, budget: 50 });
    await brief.finished;
    expect(brief.status).toBe('finished');
    expect(fights(brief)).toBeLessThan(1_000_000);
  });

  it('is of the fight until that moves on, and the last one of an unchanged fight is remembered', async () => {
    const fight = forecastFor(encounter);
    const before = changeCount();
    const real = startForecast(fight, { roster: { gone: 0 }, levels: { gone: 2 } }, { fights: 2, budget: 60_000 });
    await real.finished;
    expect(changeCount()).toBe(before + 1);
    expect(finishedForecastOf(fight.host)).toBe(real);
    const changed = startForecast(fight, { roster: { hero1: 0 } }, { fights: 2, budget: 60_000 });
    await changed.finished;
    expect([real.isChanged, changed.isChanged]).toEqual([false, true]);
    expect(changed.result?.fighters.map(({ fighter }) => fighter)).toEqual(['hero2', 'foe1', 'foe2']);
    expect(forecastOf(fight.host)).toBe(changed);
    expect(finishedForecastOf(fight.host)).toBe(real);
    expect(real.isOf({ ...fight, encounter: structuredClone(encounter) })).toBe(true);
    const later = structuredClone(encounter);
    Object.assign(later.clock, { round: 2 });
    expect(real.isOf({ ...fight, encounter: later })).toBe(false);
  });

  it('replaces one under way', async () => {
    const fight = forecastFor(encounter);
    const first = startForecast(fight, {}, { fights: 1_000_000, budget: 60_000 });
    const second = startForecast(fight, {}, { fights: 2, budget: 60_000 });
    await Promise.all([first.finished, second.finished]);
    expect([first.status, second.status]).toEqual(['stopped', 'finished']);
  });
});
