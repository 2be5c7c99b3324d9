import type { Command } from '../../../encounter/command';
import { type Facts, GM } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import type { WithTarget } from '../../../toolkit/act/actions';
import type { EnergyContext } from '../action';
import { canEvade, is } from '../conditions';
import { optionsOf } from '../options';
import type { EnergyFighter } from '../state';
import { isFacingFighter } from './attack';
import { isHiddenFrom } from './sight';
import { isUnaware } from './strikes';

/** E-93. */
export type TargetMovement = NonNullable<ReturnType<typeof optionsOf>['movement']>;

/** How a target reacts to a shot. */
export interface TargetBehavior {
  readonly aware: boolean;
  readonly movement: TargetMovement;
}

/** The first answer is the likely one. */
interface OpenQuestion<T extends string> {
  readonly ask: string;
  readonly answers: readonly [T, ...T[]];
}

/** E-89, E-141: unclear if the target cannot see the shooter or faces away. */
function awarenessQuestion({
  encounter,
  fighter,
  target,
  command,
}: WithTarget<EnergyContext>): OpenQuestion<'aware' | 'unaware'> | null {
  if (isHiddenFrom(encounter, fighter, target)) return { ask: 'shot-unseen', answers: ['unaware', 'aware'] };
  const isBehind = optionsOf(command).behind !== true && !isFacingFighter(encounter, target, fighter);
  return isBehind ? { ask: 'shot-behind', answers: ['aware', 'unaware'] } : null;
}

/** Returns true if the fighter has neither moved nor acted this Round. */
const isQuiet = ({ state }: EnergyFighter): boolean => {
  const { metresMoved = 0, nonMoveEnergy = 0, agileMoves = 0 } = state;
  return metresMoved + nonMoveEnergy + agileMoves === 0;
};

/** E-93, E-A33: unclear after a Sprint, while held, or if unaware and idle. */
function movementQuestion(act: WithTarget<EnergyContext>, aware: boolean): OpenQuestion<TargetMovement> | null {
  const { target } = act;
  if (target.state.sprinted === true) return { ask: 'shot-sprinted', answers: ['zigzag', 'ordinary', 'still'] };
  if (is(target, 'restrained') || (!aware && isQuiet(target)))
    return { ask: 'shot-still', answers: ['still', 'ordinary', 'zigzag'] };
  return null;
}

/** Set by the GM, or certain because the target is helpless. E-89, E-125, E-A13. */
function knownBehavior({ target, command }: WithTarget<EnergyContext>): Partial<TargetBehavior> {
  const { aware, movement } = optionsOf(command);
  if (!canEvade(target)) return { aware: false, movement: movement ?? 'still' };
  const awareness = isUnaware(command) ? false : aware;
  return { ...(awareness !== undefined && { aware: awareness }), ...(movement && { movement }) };
}

/** Returns true if the target is, or probably is, aware. */
export const isLikelyAware = (act: WithTarget<EnergyContext>): boolean =>
  knownBehavior(act).aware ?? awarenessQuestion(act)?.answers[0] !== 'unaware';

/** Defaults without a question. */
const guessBehavior = (act: WithTarget<EnergyContext>): TargetBehavior => ({
  aware: isLikelyAware(act),
  movement: knownBehavior(act).movement ?? (act.target.state.sprinted === true ? 'zigzag' : 'ordinary'),
});

/** Returns the command with the likely answers as options. */
export const withGuessedBehavior = (act: WithTarget<EnergyContext>): Command => ({
  ...act.command,
  options: { ...act.command.options, ...guessBehavior(act) },
});

/**
 * E-89, E-93, E-A33: asks the GM only for a player's shot, and only if it is unclear.
 * @param dodged false if awareness makes no difference
 */
export function* askTargetBehavior(act: WithTarget<EnergyContext>, dodged: boolean): Procedure<TargetBehavior> {
  const { encounter, fighter, target } = act;
  const guess = guessBehavior(act);
  if (!dodged || !fighter.player || encounter.settings.shots === 'guessed') return guess;
  const { metresMoved = 0 } = target.state;
  const facts: Facts = { at: fighter.id, other: target.name, metres: Math.round(metresMoved) };
  const known = knownBehavior(act);
  const answerTo = function* <T extends string>({ ask: id, answers }: OpenQuestion<T>): Procedure<T> {
    return yield* choose(id, GM, answers, facts);
  };
  const awarenessAsk = known.aware === undefined ? awarenessQuestion(act) : null;
  const aware = awarenessAsk ? (yield* answerTo(awarenessAsk)) === 'aware' : guess.aware;
  const movementAsk = known.movement === undefined ? movementQuestion(act, aware) : null;
  return { aware, movement: movementAsk ? yield* answerTo(movementAsk) : guess.movement };
}
