import type { Command } from '../../encounter/command';
import type { Effect, Outcome } from '../../encounter/effect';
import { forecast } from '../../encounter/forecast';
import type { Encounter } from '../../encounter/state';
import type { Message, Odds, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import type { RecordedChoice } from '../../kernel/drivers/odds';
import type { Procedure } from '../../kernel/procedure';
import { computeIfKnown, maskUnknown, NO_ODDS } from '../combat/mask-unknown';

/** One outcome with its chance. */
export interface OutcomeChance {
  readonly outcome: Outcome;
  readonly chance: number;
}

/** What may come of a command after one line of choices; the chances sum to one. */
export interface Prospect {
  readonly choices: readonly RecordedChoice[];
  readonly chances: readonly OutcomeChance[];
}

/** How a ruleset has its odds reckoned. */
export interface OddsRules<E extends Encounter> {
  /** Whether such commands have odds, before anything is looked up: it is asked of every button at every step. */
  isRolled(command: Command): boolean;
  /**
   * The part of a command that odds follow: from its first die on, since what stands before it would be gone through anew for each of
   * some thousand ways the dice can fall and changes none of them. Null where a command has no odds.
   */
  roll(encounter: E, command: Command): Procedure<unknown> | null;
  /** What stands against the command; what is impossible has no odds. */
  whyNot(encounter: E, command: Command): readonly Reason[];
  /** All that the part looks at of fighters when one acts at the other, as JSON: odds are kept by it. Fails where the viewer does not know it. */
  cacheKey(encounter: E, by: string, at: string): unknown;
  /** What is shown of the prospects; every one of them has come to something. */
  show(prospects: readonly Prospect[], exact: boolean, command: Command): readonly Odds[];
  /** What settles the matter besides an outcome that says whether it came off. */
  settles?(effect: Effect, command: Command): Outcome | null;
}

/** What a command would come to, for a viewer; empty where that takes a number the viewer does not know. */
export interface OddsCache<E extends Encounter> {
  /** Reckons them where they are not at hand. */
  compute(encounter: E, viewer: Viewer, command: Command): readonly Odds[];
  /**
   * Where odds are to be kept that are reckoned elsewhere, of the fight as it is now; null where they are at hand, and where there are none
   * to reckon.
   */
  cacheSlot(encounter: E, viewer: Viewer, command: Command): ((odds: readonly Odds[]) => void) | null;
  /** Those that were reckoned lately, for the buttons of one drawing: meanwhile the encounter stays as it is, and is looked at once. */
  cachedFor(encounter: E, viewer: Viewer): (command: Command) => readonly Odds[];
}

interface CacheEntry<E> {
  /** The encounter as the viewer knows it. */
  readonly seen: E;
  readonly key: string;
  readonly remembered?: readonly Odds[];
}

/** As many as there are buttons on a few sheets. */
const KEPT = 200;

/** The odds of a ruleset, with a memory of those reckoned lately: a sheet is drawn at every step, and most steps change none of them. */
export function oddsOf<E extends Encounter>(rules: OddsRules<E>): OddsCache<E> {
  const memory = new Map<string, readonly Odds[]>();
  const scenes = new Map<string, number>();
  let scenesSeen = 0;

  function reckon(seen: E, command: Command): readonly Odds[] {
    const prospects = prospectsOf(rules, seen, command);
    return prospects ? rules.show(prospects.lines, prospects.exact, command) : NO_ODDS;
  }

  const isImpossible = (encounter: E, command: Command): boolean =>
    rules.whyNot(encounter, command).some((reason) => 'impossible' in reason);

  /** Stands for all that odds are kept by besides the command; fails where the viewer does not know it all. */
  function sceneOf(seen: E, { by, at = by }: Command): number {
    const text = JSON.stringify([seen.clock, seen.settings, seen.ground, rules.cacheKey(seen, by, at)]);
    return keep(scenes, text, scenes.get(text) ?? ++scenesSeen);
  }

  const keyOf = (scene: number, command: Command): string => `${scene} ${JSON.stringify(command)}`;

  /** Puts it last, and drops the first where there are too many: a map keeps the order of insertion. */
  function keep<V>(map: Map<string, V>, key: string, value: V): V {
    map.delete(key);
    const [oldest] = map.keys();
    if (map.size >= KEPT && oldest !== undefined) map.delete(oldest);
    map.set(key, value);
    return value;
  }

  /** What stands of the odds of a command in memory, and the key it is kept by; null where there are none to reckon. */
  function lookUp(encounter: E, viewer: Viewer, command: Command): CacheEntry<E> | null {
    // Only what is possible has a roll to look for.
    if (!rules.isRolled(command) || isImpossible(encounter, command)) return null;
    const seen = maskUnknown(encounter, viewer);
    // Before anything is reckoned: it is told here whether the viewer knows all that it takes.
    const key = keyOf(sceneOf(seen, command), command);
    const remembered = memory.get(key);
    if (remembered) return { seen, key, remembered: keep(memory, key, remembered) };
    // What is not known of a fighter's gear cannot be used by it.
    if (seen !== encounter && isImpossible(seen, command)) return null;
    return rules.roll(seen, command) === null ? null : { seen, key };
  }

  return {
    compute: (encounter, viewer, command) =>
      computeIfKnown(() => {
        const found = lookUp(encounter, viewer, command);
        if (!found) return NO_ODDS;
        return found.remembered ?? keep(memory, found.key, reckon(found.seen, command));
      }, NO_ODDS),
    cacheSlot: (encounter, viewer, command) =>
      computeIfKnown(() => {
        const found = lookUp(encounter, viewer, command);
        if (!found || found.remembered) return null;
        return (odds: readonly Odds[]) => void keep(memory, found.key, odds);
      }, null),
    cachedFor(encounter, viewer) {
      const seen = maskUnknown(encounter, viewer);
      const pairs = new Map<string, number>();
      return (command) => {
        if (!rules.isRolled(command)) return NO_ODDS;
        return computeIfKnown(() => {
          const pair = `${command.by} ${command.at}`;
          const scene = pairs.get(pair) ?? sceneOf(seen, command);
          pairs.set(pair, scene);
          // What is at hand was possible where all it looks at was the same.
          const key = keyOf(scene, command);
          const remembered = memory.get(key);
          return remembered ? keep(memory, key, remembered) : NO_ODDS;
        }, NO_ODDS);
      };
    },
  };
}

/** The prospects of a command; null where a game may end with nothing settled. */
function prospectsOf<E extends Encounter>(
  { roll, settles }: OddsRules<E>,
  encounter: E,
  command: Command,
): { readonly lines: readonly Prospect[]; readonly exact: boolean } | null {
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

/** What a game is counted under that came to nothing. */
const UNSETTLED = '';

/** The chance of all outcomes a test holds for. */
export const chanceOf = (chances: readonly OutcomeChance[], is: (outcome: Outcome) => boolean): number =>
  chances.reduce((sum, { outcome, chance }) => (is(outcome) ? sum + chance : sum), 0);

export const isSuccess = ({ success }: Outcome): boolean => success === true;
const isCritical = ({ critical }: Outcome): boolean => critical === true;

/** What hits do on average, to a tenth; null where nothing is hit. */
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

/** How a ruleset calls the odds of a blow; `critical` where a hit may be one. */
export interface HitLabels {
  readonly hit: Message;
  readonly critical?: Message;
  damage(facts: { expected: number }): Message;
}

/** Of a blow: the chance to hit, critical hits among them, that of a critical hit, and what hits do on average. */
export function hitOdds(chances: readonly OutcomeChance[], exact: boolean, labels: HitLabels): readonly Odds[] {
  const expected = expectedDamage(chances);
  return [
    { label: labels.hit, chance: chanceOf(chances, isSuccess), exact },
    ...(labels.critical ? [{ label: labels.critical, chance: chanceOf(chances, isCritical), exact }] : []),
    ...(expected === null ? [] : [{ label: labels.damage({ expected }), chance: null, exact }]),
  ];
}

/** The one line of prospects in which nobody chooses; null where people choose: there is then no one number for a button. */
export const onlyLine = (prospects: readonly Prospect[]): readonly OutcomeChance[] | null =>
  prospects.length === 1 ? (prospects[0]?.chances ?? null) : null;
