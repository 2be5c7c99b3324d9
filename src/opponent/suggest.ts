import type { Command } from '../encounter/command';
import { areFoes } from '../encounter/sides';
import type { Encounter, FighterId } from '../encounter/state';
import { deepEqual } from '../kernel/deep-equal';
import type { Judge } from './judge';
import { QuickAgent } from './quick-agent';
import { type Estimate, search, type Thoughts, untriedEstimate } from './search';
import { type Temperament, WEIGHTS } from './temperament';

/** What a fighter could do now, and why. */
export interface Suggestion {
  readonly command: Command;
  readonly value: number;
  /** How often it was tried; few games tell little. */
  readonly games: number;
  readonly chance: number | null;
  readonly damage: number | null;
  /** Foes that threaten the place where it leads, and did not before. */
  readonly exposedTo: readonly FighterId[];
}

interface SuggestInput {
  readonly judge: Judge;
  /** As the fighter's side knows it. */
  readonly encounter: Encounter;
  readonly fighter: FighterId;
  readonly temperament: Temperament;
  readonly seed: number;
  readonly quickAgent?: QuickAgent;
}

/** The most options that are compared. */
const MOST_OPTIONS = 24;
const SUGGESTIONS = 3;

/**
 * Yields the best commands of a fighter, the usual one at once and better ones as it goes on; stop when there is no more
 * time. The command null is to be done.
 */
export function* suggestCommands(input: SuggestInput): Thoughts<Command | null> {
  const { judge, encounter, fighter: id, temperament, seed } = input;
  const fighter = encounter.fighters[id];
  if (!fighter || judge.worth.isOut(fighter)) return;
  const quickAgent = input.quickAgent ?? new QuickAgent(judge);
  const wholeOf = (command: Command | null) => command && judge.ruleset.withItem(encounter, command);
  const quickly = (): Command | null => quickAgent.command(encounter, fighter);
  const first = quickly();
  yield [untriedEstimate(first)];
  // A command is the same with its usual item named or not.
  const commands = first ? [first] : [];
  const wholes: unknown[] = commands.map(wholeOf);
  for (const command of quickAgent.options(encounter, fighter)) {
    const whole = command && wholeOf(command);
    if (command && !wholes.some((other) => deepEqual(other, whole))) commands.push(command);
    if (wholes.length < commands.length) wholes.push(whole);
    if (commands.length === MOST_OPTIONS) break;
    yield null;
  }
  const mayDoNothing = commands.length === 0 || judge.worth.isAwaited?.(encounter, fighter) !== true;
  const options = [...commands, ...(mayDoNothing ? [null] : [])];
  yield* search<Command | null>({
    ...{ judge, encounter, fighter: id, seed, quickAgent, options },
    weights: WEIGHTS[temperament],
    usual() {
      const usual = wholeOf(quickly());
      return options.find((option) => deepEqual(wholeOf(option), usual));
    },
    promise: (command) => (command ? (judge.worth.promise(encounter, command) ?? 0) : 0),
    play(command, fight, board) {
      const actor = board.encounter.fighters[id];
      if (command) fight.play(command);
      else if (actor) fight.pass(actor);
      return true;
    },
  });
}

/** Returns the best commands, three at most, with what is known of them. */
export function suggestionsFrom(
  { judge, encounter, fighter }: SuggestInput,
  estimates: readonly Estimate<Command | null>[],
): readonly Suggestion[] {
  const done = estimates.find(({ option }) => option === null);
  // What is worth less than to do nothing, beyond doubt, is no suggestion.
  const isWorse = ({ value, spread }: Estimate<unknown>): boolean =>
    done !== undefined && done.value - done.spread > value + spread;
  return estimates
    .flatMap((estimate) => {
      const { option, value, games, chance, damage } = estimate;
      if (!option || isWorse(estimate)) return [];
      return [
        { command: option, value, games, chance, damage, exposedTo: exposedBy(judge, encounter, fighter, option) },
      ];
    })
    .slice(0, SUGGESTIONS);
}

function exposedBy(
  { ruleset: { threat } }: Judge,
  encounter: Encounter,
  id: FighterId,
  { path }: Command,
): readonly FighterId[] {
  const fighter = encounter.fighters[id];
  const end = path?.at(-1);
  if (!fighter?.place || !end) return [];
  const { place } = fighter;
  const foes = Object.values(encounter.fighters).filter((other) => areFoes(fighter, other));
  return foes.flatMap(({ id: foe }) =>
    threat.reaches(encounter, foe, end) && !threat.reaches(encounter, foe, place) ? [foe] : [],
  );
}
