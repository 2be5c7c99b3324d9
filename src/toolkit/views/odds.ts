import type { Command } from '../../encounter/command';
import type { Effect, Outcome } from '../../encounter/effect';
import { forecast } from '../../encounter/forecast';
import type { Encounter } from '../../encounter/state';
import type { Message, Odds, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import type { RecordedChoice } from '../../kernel/drivers/odds';
import type { Procedure } from '../../kernel/procedure';
import { computeIfKnown, maskUnknown, NO_ODDS } from '../combat/mask-unknown';

interface OutcomeChance {
  readonly outcome: Outcome;
  readonly chance: number;
}

/** The outcomes for one sequence of choices; the chances sum to 1. */
interface OddsBranch {
  readonly choices: readonly RecordedChoice[];
  readonly chances: readonly OutcomeChance[];
}

export interface OddsRules<E extends Encounter> {
  /** Returns true if such commands have odds. Must be cheap: called for every button at every step. */
  isRolled(command: Command): boolean;
  /**
   * Returns the procedure that odds follow, or null. Start at the first die: earlier steps would only be repeated for
   * every branch.
   */
  roll(encounter: E, command: Command): Procedure<unknown> | null;
  /** An impossible command has no odds. */
  whyNot(encounter: E, command: Command): readonly Reason[];
  /**
   * Returns everything the procedure reads of both fighters, as JSON; part of the cache key. Throws if the viewer
   * does not know it.
   */
  cacheKey(encounter: E, by: string, at: string): unknown;
  /** Returns what is shown; every game reached an outcome. */
  show(prospects: readonly OddsBranch[], exact: boolean, command: Command): readonly Odds[];
  /** Returns another effect's outcome, if it also ends the attempt. */
  settles?(effect: Effect, command: Command): Outcome | null;
}

/** Odds for a viewer; empty if they need a number that the viewer does not know. */
export interface OddsCache<E extends Encounter> {
  /** Returns odds, computing them if not cached. */
  compute(encounter: E, viewer: Viewer, command: Command): readonly Odds[];
  /**
   * Returns the callback that caches odds computed elsewhere, for the current state; null if cached or if the
   * command has none.
   */
  cacheSlot(encounter: E, viewer: Viewer, command: Command): ((odds: readonly Odds[]) => void) | null;
  /** Returns a lookup of cached odds for one rendering, during which the encounter must not change. */
  cachedFor(encounter: E, viewer: Viewer): (command: Command) => readonly Odds[];
}

interface CacheEntry<E> {
  /** The encounter as the viewer knows it. */
  readonly known: E;
  readonly key: string;
  readonly cached?: readonly Odds[];
}

/** About the buttons of a few sheets. */
const CACHE_SIZE = 200;

/** Returns the odds of a ruleset with an LRU cache: sheets render at every step, and most steps change no odds. */
export function oddsOf<E extends Encounter>(rules: OddsRules<E>): OddsCache<E> {
  const cache = new Map<string, readonly Odds[]>();
  const sceneNumbers = new Map<string, number>();
  let sceneCount = 0;

  function computeOdds(known: E, command: Command): readonly Odds[] {
    const prospects = prospectsOf(rules, known, command);
    return prospects ? rules.show(prospects.lines, prospects.exact, command) : NO_ODDS;
  }

  const isImpossible = (encounter: E, command: Command): boolean =>
    rules.whyNot(encounter, command).some((reason) => 'impossible' in reason);

  /** Returns a number for the cache key without the command. Throws if the viewer does not know a part of it. */
  function sceneOf(known: E, { by, at = by }: Command): number {
    const text = JSON.stringify([known.clock, known.settings, known.ground, rules.cacheKey(known, by, at)]);
    return store(sceneNumbers, text, sceneNumbers.get(text) ?? ++sceneCount);
  }

  const keyOf = (scene: number, command: Command): string => `${scene} ${JSON.stringify(command)}`;

  /** Moves an entry to the end and evicts the first: a Map keeps insertion order. */
  function store<V>(map: Map<string, V>, key: string, value: V): V {
    map.delete(key);
    const [oldest] = map.keys();
    if (map.size >= CACHE_SIZE && oldest !== undefined) map.delete(oldest);
    map.set(key, value);
    return value;
  }

  /** Returns cache key and cached odds, or null if the command has no odds. */
  function findEntry(encounter: E, viewer: Viewer, command: Command): CacheEntry<E> | null {
    // Only an allowed command has a roll.
    if (!rules.isRolled(command) || isImpossible(encounter, command)) return null;
    const known = maskUnknown(encounter, viewer);
    // Throws here if the viewer lacks knowledge, before the expensive part.
    const key = keyOf(sceneOf(known, command), command);
    const cached = cache.get(key);
    if (cached) return { known, key, cached: store(cache, key, cached) };
    // A hidden item cannot be used.
    if (known !== encounter && isImpossible(known, command)) return null;
    return rules.roll(known, command) === null ? null : { known, key };
  }

  return {
    compute: (encounter, viewer, command) =>
      computeIfKnown(() => {
        const found = findEntry(encounter, viewer, command);
        if (!found) return NO_ODDS;
        return found.cached ?? store(cache, found.key, computeOdds(found.known, command));
      }, NO_ODDS),
    cacheSlot: (encounter, viewer, command) =>
      computeIfKnown(() => {
        const found = findEntry(encounter, viewer, command);
        if (!found || found.cached) return null;
        return (odds: readonly Odds[]) => void store(cache, found.key, odds);
      }, null),
    cachedFor(encounter, viewer) {
      const known = maskUnknown(encounter, viewer);
      const scenesByPair = new Map<string, number>();
      return (command) => {
        if (!rules.isRolled(command)) return NO_ODDS;
        return computeIfKnown(() => {
          const pair = `${command.by} ${command.at}`;
          const scene = scenesByPair.get(pair) ?? sceneOf(known, command);
          scenesByPair.set(pair, scene);
          // Cached odds imply that the command was possible in the same state.
          const key = keyOf(scene, command);
          const cached = cache.get(key);
          return cached ? store(cache, key, cached) : NO_ODDS;
        }, NO_ODDS);
      };
    },
  };
}

/** Returns the prospects; null if a game may end without an outcome. */
function prospectsOf<E extends Encounter>(
  { roll, settles }: OddsRules<E>,
  encounter: E,
  command: Command,
): { readonly lines: readonly OddsBranch[]; readonly exact: boolean } | null {
  const outcomes = new Map<string, Outcome>();
  const outcomeIn = (effect: Effect): Outcome | null =>
    effect.kind === 'outcome' && effect.outcome.success !== undefined
      ? effect.outcome
      : (settles?.(effect, command) ?? null);
  const play = (on: E): Procedure<unknown> => {
    const procedure = roll(on, command);
    if (procedure === null) throw new Error(`${command.do} has no roll whose odds could be followed`);
    return procedure;
  };
  const { lines, exact } = forecast({ play }, encounter, command, {
    settles: (effect) => outcomeIn(effect) !== null,
    outcome(_, effects) {
      const last = effects.at(-1);
      const outcome = last ? outcomeIn(last) : null;
      if (outcome === null) return UNSETTLED;
      const key = JSON.stringify(outcome);
      outcomes.set(key, outcome);
      return key;
    },
  });
  if (lines.some(({ chances }) => chances.has(UNSETTLED))) return null;
  return {
    exact,
    lines: lines.map(({ choices, chances }) => ({
      choices,
      chances: [...chances].flatMap(([key, chance]) => {
        const outcome = outcomes.get(key);
        return outcome ? [{ outcome, chance }] : [];
      }),
    })),
  };
}

/** Key of games without an outcome. */
const UNSETTLED = '';

/** Returns the chance of all matching outcomes. */
export const chanceOf = (chances: readonly OutcomeChance[], matches: (outcome: Outcome) => boolean): number =>
  chances.reduce((sum, { outcome, chance }) => (matches(outcome) ? sum + chance : sum), 0);

export const isSuccess = ({ success }: Outcome): boolean => success === true;
const isCritical = ({ critical }: Outcome): boolean => critical === true;

/** Returns the average damage of hits, to a tenth; null without hits. */
function expectedDamage(chances: readonly OutcomeChance[]): number | null {
  let sum = 0;
  let hits = 0;
  for (const { outcome, chance } of chances) {
    const { success, damage } = outcome;
    if (!success || damage === undefined) continue;
    sum += damage * chance;
    hits += chance;
  }
  return hits > 0 ? Math.round((10 * sum) / hits) / 10 : null;
}

export interface HitLabels {
  readonly hit: Message;
  readonly critical?: Message;
  damage(facts: { expected: number }): Message;
}

/** Returns the chance to hit (critical hits included), of a critical hit, and the average damage. */
export function hitOdds(chances: readonly OutcomeChance[], exact: boolean, labels: HitLabels): readonly Odds[] {
  const expected = expectedDamage(chances);
  return [
    { label: labels.hit, chance: chanceOf(chances, isSuccess), exact },
    ...(labels.critical ? [{ label: labels.critical, chance: chanceOf(chances, isCritical), exact }] : []),
    ...(expected === null ? [] : [{ label: labels.damage({ expected }), chance: null, exact }]),
  ];
}

/** Returns the chances if no user chooses, else null: a button shows one number only. */
export const onlyLine = (prospects: readonly OddsBranch[]): readonly OutcomeChance[] | null =>
  prospects.length === 1 ? (prospects[0]?.chances ?? null) : null;
