import { deepEqual } from '../../../kernel/deep-equal';
import type { FightForecast } from '../../../opponent/forecast-fight';
import { countIn, type Roster, withRoster } from '../../../opponent/what-if';
import { noteChange } from '../../host/changes';
import type { ExchangeDocument } from '../../host/exchange-document';
import type { LoadedEncounter } from '../../views/fight';
import { startTask, type TaskRun } from './opponent-worker';

export interface ForecastLimits {
  readonly fights: number;
  /** In milliseconds. */
  readonly budget: number;
}

const LIMITS: ForecastLimits = { fights: 400, budget: 20_000 };
const SEEDS = 2 ** 31;

type Forecastable = Pick<LoadedEncounter, 'host' | 'adapter' | 'encounter'>;

/** A forecast of an encounter, in this client's memory only. */
export class EncounterForecast {
  status: 'running' | 'stopped' | 'finished' = 'running';
  result: FightForecast | null = null;
  /** Resolves when it is finished or stopped. */
  readonly finished: Promise<void>;
  /** The number of fights that were asked for; fewer are played if time runs out. */
  readonly fights: number;
  readonly #encounter: LoadedEncounter['encounter'];
  readonly #run: TaskRun;

  constructor(
    { adapter, encounter }: Forecastable,
    readonly roster: Roster,
    { fights, budget }: ForecastLimits,
    onProgress: () => void,
  ) {
    this.fights = fights;
    this.#encounter = encounter;
    const task = {
      kind: 'forecast',
      encounter: withRoster(encounter, roster),
      fights,
      seed: Math.floor(Math.random() * SEEDS),
    } as const;
    this.#run = startTask(adapter.ruleset, task, budget, (known) => {
      if (this.status !== 'running' || known.kind !== 'forecast') return;
      this.result = known.forecast;
      onProgress();
    });
    this.finished = this.#run.finished.then((known) => {
      if (this.status !== 'running') return;
      if (known?.kind === 'forecast') this.result = known.forecast;
      this.status = known ? 'finished' : 'stopped';
      onProgress();
    });
  }

  /** What is known so far remains. */
  stop(): void {
    if (this.status !== 'running') return;
    this.status = 'stopped';
    this.#run.stop();
  }

  /** Returns true if the fight is as it was when the forecast began. */
  isOf({ encounter }: Forecastable): boolean {
    return deepEqual(encounter, this.#encounter);
  }

  /** Returns true if fighters of the encounter were left out or added. */
  get isChanged(): boolean {
    return Object.keys(this.#encounter.fighters).some((id) => countIn(this.roster, id) !== 1);
  }
}

const forecasts = new WeakMap<ExchangeDocument, EncounterForecast>();
/** The last finished ones of fights that were not changed. */
const finishedForecasts = new WeakMap<ExchangeDocument, EncounterForecast>();
const listeners = new Set<(host: ExchangeDocument) => void>();

export const forecastOf = (host: ExchangeDocument): EncounterForecast | null => forecasts.get(host) ?? null;
export const finishedForecastOf = (host: ExchangeDocument): EncounterForecast | null =>
  finishedForecasts.get(host) ?? null;

/** Calls back with what is known so far of any forecast. Returns the function that stops it. */
export function onForecast(listener: (host: ExchangeDocument) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts a forecast of the fight as it is now, in place of one under way. */
export function startForecast(
  fight: Forecastable,
  roster: Roster = {},
  limits: ForecastLimits = LIMITS,
): EncounterForecast {
  const { host } = fight;
  forecasts.get(host)?.stop();
  const forecast = new EncounterForecast(fight, roster, limits, () => {
    if (forecast.status === 'finished' && !forecast.isChanged) {
      finishedForecasts.set(host, forecast);
      // The tracker shows it.
      noteChange();
    }
    for (const listener of listeners) listener(host);
  });
  forecasts.set(host, forecast);
  return forecast;
}
