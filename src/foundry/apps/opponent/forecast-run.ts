import { deepEqual } from '../../../kernel/deep-equal';
import type { FightForecast } from '../../../opponent/forecast-fight';
import { countIn, type Roster, withRoster } from '../../../opponent/what-if';
import { noteChange } from '../../host/changes';
import type { ExchangeDocument } from '../../host/exchange-document';
import { type FighterLevels, withLevels } from '../../host/fighter-variants';
import type { LoadedEncounter } from '../../views/fight';
import { startTask, type TaskRun } from './opponent-worker';
import { makeSeed } from './run-task';

interface ForecastLimits {
  readonly fights: number;
  /** In milliseconds. */
  readonly budget: number;
}

/** What is other than in the fight. */
interface ForecastChange {
  readonly roster?: Roster;
  readonly levels?: FighterLevels;
}

const LIMITS: ForecastLimits = { fights: 400, budget: 20_000 };

type Forecastable = Pick<LoadedEncounter, 'host' | 'adapter' | 'encounter'>;

/** A forecast of an encounter, in this client's memory only. */
export class EncounterForecast {
  status: 'running' | 'stopped' | 'finished' = 'running';
  result: FightForecast | null = null;
  /** Resolves when it is finished or stopped. */
  readonly finished: Promise<void>;
  /** The number of fights that were asked for; fewer are played if time runs out. */
  readonly fights: number;
  readonly roster: Roster;
  /** Of fighters that have another one than in the fight. */
  readonly levels: FighterLevels;
  readonly #encounter: LoadedEncounter['encounter'];
  readonly #run: TaskRun;

  constructor(
    fight: Forecastable,
    { roster = {}, levels = {} }: ForecastChange,
    { fights, budget }: ForecastLimits,
    onProgress: () => void,
  ) {
    const { adapter, encounter } = fight;
    this.fights = fights;
    this.roster = roster;
    this.levels = levels;
    this.#encounter = encounter;
    const task = {
      kind: 'forecast',
      encounter: withRoster(withLevels(fight, levels), roster),
      fights,
      seed: makeSeed(),
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

  /** Returns true if fighters of the encounter were left out or added, or have another level. */
  get isChanged(): boolean {
    return Object.keys(this.#encounter.fighters).some((id) => countIn(this.roster, id) !== 1 || id in this.levels);
  }
}

interface Forecasts {
  readonly latest: EncounterForecast;
  /** The last finished one of the fight as it was, without changes. */
  readonly finished: EncounterForecast | null;
}

/** By encounter. A forecast goes on while its window is closed, and the tracker shows its result. */
const forecasts = new WeakMap<ExchangeDocument, Forecasts>();
/** Open windows. */
const listeners = new Set<(host: ExchangeDocument) => void>();

export const forecastOf = (host: ExchangeDocument): EncounterForecast | null => forecasts.get(host)?.latest ?? null;
export const finishedForecastOf = (host: ExchangeDocument): EncounterForecast | null =>
  forecasts.get(host)?.finished ?? null;

/** Calls back with what is known so far of any forecast. Returns the function that stops it. */
export function onForecast(listener: (host: ExchangeDocument) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts a forecast of the fight as it is now, in place of one under way. */
export function startForecast(
  fight: Forecastable,
  change: ForecastChange = {},
  limits: ForecastLimits = LIMITS,
): EncounterForecast {
  const { host } = fight;
  const before = forecasts.get(host);
  before?.latest.stop();
  const forecast = new EncounterForecast(fight, change, limits, () => {
    if (forecast.status === 'finished' && !forecast.isChanged) {
      forecasts.set(host, { latest: forecast, finished: forecast });
      // The tracker shows it.
      noteChange();
    }
    for (const listener of listeners) listener(host);
  });
  forecasts.set(host, { latest: forecast, finished: before?.finished ?? null });
  return forecast;
}
