import type { Encounter, FighterId } from '../../../encounter/state';
import { deepEqual } from '../../../kernel/deep-equal';
import type { ThreatQuestion } from '../../../opponent/measure-threat';
import type { ThreatRating } from '../../../opponent/threat-rating';
import { countIn, type Roster } from '../../../opponent/what-if';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { freshFighter } from '../../host/fighter-variants';
import { notify } from '../../platform/notice';
import { SYSTEM_ID } from '../../platform/settings';
import { text } from '../../platform/text';
import type { LoadedEncounter } from '../../views/fight';
import { startTask, type TaskRun } from './opponent-worker';
import { makeSeed } from './run-task';
import { loadFightSides, threatOf } from './threat-context';

type MeasurableFight = Pick<LoadedEncounter, 'host' | 'adapter' | 'encounter'>;

/** An actor of the world whose threat is measured, with all of its combatants in the fight. */
interface MeasuredFoe {
  readonly actorId: string;
  readonly name: string;
  readonly combatants: readonly FighterId[];
  readonly question: ThreatQuestion;
}

/** A measurement of foes against the heroes of a fight, one after the other. What is known is stored at once. */
export class ThreatMeasurement {
  isRunning = true;
  /** The index of the foe that is measured now. */
  at = 0;
  /** Fights that were played for it. */
  fights = 0;
  /** Resolves when it is finished or stopped. */
  readonly finished: Promise<void>;
  #run: TaskRun | null = null;

  constructor(
    { host, adapter }: MeasurableFight,
    readonly foes: readonly MeasuredFoe[],
    onProgress: () => void,
  ) {
    this.finished = this.#measureAll(host, adapter.ruleset, onProgress);
  }

  /** What was measured so far remains. */
  stop(): void {
    this.isRunning = false;
    this.#run?.stop();
  }

  async #measureAll(
    host: ExchangeDocument,
    ruleset: MeasurableFight['adapter']['ruleset'],
    onProgress: () => void,
  ): Promise<void> {
    for (const [at, foe] of this.foes.entries()) {
      Object.assign(this, { at, fights: 0 });
      const task = { kind: 'measure', ...foe.question } as const;
      // Without a limit of time, because half a measurement is worth nothing.
      this.#run = startTask(ruleset, task, Number.POSITIVE_INFINITY, (known) => {
        if (!this.isRunning || known.kind !== 'measure') return;
        this.fights = known.fights;
        onProgress();
      });
      const result = await this.#run.finished;
      if (!this.isRunning) break;
      if (result?.kind === 'measure' && result.rating) await storeThreat(host, foe, result.rating);
      else notify('warn', text('CADENCE.App.Threat.notMeasured', { name: foe.name }));
      if (!this.isRunning) break;
    }
    this.isRunning = false;
    onProgress();
  }
}

/** Stores the threat with the actor of the world, so that its later tokens have it too. */
async function storeThreat(
  host: ExchangeDocument,
  { actorId, name, combatants }: MeasuredFoe,
  threat: ThreatRating,
): Promise<void> {
  const actor = game.actors?.get(actorId);
  if (!actor) return notify('warn', text('CADENCE.App.Threat.gone', { name }));
  const isStored = async (owner: Actor.Implementation): Promise<boolean> => {
    if (!deepEqual(threatOf(owner), threat)) await owner.update({ flags: { [SYSTEM_ID]: { threat } } } as never);
    return deepEqual(threatOf(owner), threat);
  };
  try {
    let isEverywhere = await isStored(actor);
    // A token may have a value of its own, which hides that of its actor.
    for (const id of combatants) {
      const own = documentsOf(host, id).actor;
      if (own?.isToken) isEverywhere = (await isStored(own)) && isEverywhere;
    }
    if (isEverywhere) return;
  } catch (error) {
    console.error('Cadence | the threat could not be stored', error);
  }
  notify('error', text('CADENCE.App.Threat.notStored', { name }));
}

/** By encounter. A measurement goes on while its window is closed. */
const measurements = new WeakMap<ExchangeDocument, ThreatMeasurement>();
/** Open windows. */
const listeners = new Set<(host: ExchangeDocument) => void>();

/** Returns the measurement under way. */
export function measurementOf(host: ExchangeDocument): ThreatMeasurement | null {
  const measurement = measurements.get(host);
  return measurement?.isRunning ? measurement : null;
}

/** Calls back with the progress of any measurement. Returns the function that stops it. */
export function onMeasurement(listener: (host: ExchangeDocument) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Measures the foes of a fight that have no threat, or all of them again, against its heroes.
 * @param roster leaves fighters out
 * @returns null if nothing can be measured, or something is
 */
export async function startMeasurement(fight: MeasurableFight, roster: Roster = {}): Promise<ThreatMeasurement | null> {
  const { host } = fight;
  if (!game.user.isGM) return null;
  const foes = await measuredFoesOf(fight, roster);
  if (foes.length === 0 || measurementOf(host)) return null;
  const measurement = new ThreatMeasurement(fight, foes, () => {
    for (const listener of listeners) listener(host);
  });
  measurements.set(host, measurement);
  return measurement;
}

async function measuredFoesOf(fight: MeasurableFight, roster: Roster): Promise<readonly MeasuredFoe[]> {
  const { host } = fight;
  const sides = await loadFightSides(fight);
  const idsOf = (side: keyof typeof sides): FighterId[] =>
    sides[side].flatMap(({ id }) => (countIn(roster, id) > 0 ? id : []));
  const [heroes, others, foes] = [idsOf('heroes'), idsOf('others'), idsOf('foes')];
  const unrated = foes.filter((id) => threatOf(documentsOf(host, id).actor) === null);
  if (heroes.length === 0) return [];
  const byActor = new Map<string, FighterId[]>();
  for (const id of unrated.length > 0 ? unrated : foes) {
    const actorId = documentsOf(host, id).actor?.id ?? '';
    byActor.set(actorId, [...(byActor.get(actorId) ?? []), id]);
  }
  const encounter = encounterBefore(fight);
  return [...byActor].flatMap(([actorId, combatants]) => {
    const actor = game.actors?.get(actorId);
    const [foe] = combatants;
    const fighter = actor && foe ? freshFighter(fight, foe, actor) : null;
    if (!actor || !fighter || !foe) {
      notify('warn', text('CADENCE.App.Threat.notMeasured', { name: encounter.fighters[foe ?? '']?.name ?? '' }));
      return [];
    }
    const fighters = { ...encounter.fighters, [foe]: fighter };
    const seed = makeSeed();
    const question = { encounter: { ...encounter, fighters }, foe, heroes, others, seed };
    return { actorId, name: actor.name, combatants, question };
  });
}

/** Returns the fight as if it began now, on the present places. */
function encounterBefore(fight: MeasurableFight): Encounter {
  const { encounter, adapter } = fight;
  const fighters = Object.keys(encounter.fighters).flatMap((id) => freshFighter(fight, id) ?? []);
  return {
    ...encounter,
    clock: adapter.ruleset.idle,
    fighters: Object.fromEntries(fighters.map((fighter) => [fighter.id, fighter])),
  };
}
