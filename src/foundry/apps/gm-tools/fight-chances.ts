import { type FightRecord, FightReplay } from '../../../encounter/fight-record';
import { cloneEncounter } from '../../../encounter/forecast';
import type { Ruleset } from '../../../encounter/ruleset';
import { type ForecastMoment, nextMoment } from '../../../opponent/turning-point';
import { startTask, type TaskRun } from '../opponent/opponent-worker';

/** Fights from each moment, and the milliseconds that they may take. */
const FIGHTS = 40;
const BUDGET = 5000;
/** The same dice at every moment, so that moments differ by what has happened. */
const SEED = 1;

/** Each side's chance to win during a fight, by short forecasts from some of its moments. */
export class FightChances {
  /** In order. */
  moments: readonly ForecastMoment[] = [];
  isRunning = false;
  #run: TaskRun | null = null;

  constructor(
    private readonly ruleset: Ruleset,
    private readonly record: FightRecord,
    private readonly onProgress: () => void,
  ) {}

  async start(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    const replay = new FightReplay(this.record);
    for (let next = this.#next(); next !== null && this.isRunning; next = this.#next()) {
      replay.goTo(next);
      const encounter = cloneEncounter(replay.encounter);
      this.#run = startTask(this.ruleset, { kind: 'forecast', encounter, fights: FIGHTS, seed: SEED }, BUDGET);
      const result = await this.#run.finished;
      if (result?.kind !== 'forecast') break;
      const shares = Object.entries(result.forecast.chances);
      const chances = Object.fromEntries(shares.map(([side, { value }]) => [side, value]));
      this.moments = [...this.moments, { position: next, chances }].sort((a, b) => a.position - b.position);
      this.onProgress();
    }
    this.isRunning = false;
    this.#run = null;
    this.onProgress();
  }

  /** What is known so far remains. */
  stop(): void {
    this.isRunning = false;
    this.#run?.stop();
  }

  #next(): number | null {
    return nextMoment(this.record.exchanges.length, this.moments);
  }
}
