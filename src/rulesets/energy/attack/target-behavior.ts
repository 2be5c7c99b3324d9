import type { Command } from '../../../encounter/command';
import { type Facts, GM } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import type { WithTarget } from '../../../toolkit/define/actions';
import type { Act } from '../action';
import { canEvade, is } from '../conditions';
import { optionsOf } from '../options';
import { isFacingFighter } from './attack';
import { isHiddenFrom } from './sight';
import { isUnaware } from './strikes';

/** E-93. */
export type TargetMovement = NonNullable<ReturnType<typeof optionsOf>['movement']>;

/** What bears on a shot of its target: whether it knows of it, and how it moves. */
export interface TargetBehavior {
  readonly aware: boolean;
  readonly movement: TargetMovement;
}

/** What is to be decided, and what the fight says of it: that first. */
interface OpenQuestion<T extends string> {
  readonly ask: string;
  readonly answers: readonly [T, ...T[]];
}

/** E-89, E-141: whether it is doubtful that the target knows of the shot: it cannot see who shoots, or looks the other way. */
function awarenessQuestion({
  encounter,
  fighter,
  target,
  command,
}: WithTarget<Act>): OpenQuestion<'aware' | 'unaware'> | null {
  if (isHiddenFrom(encounter, fighter, target)) return { ask: 'shot-unseen', answers: ['unaware', 'aware'] };
  const isBehind = optionsOf(command).behind !== true && !isFacingFighter(encounter, target, fighter);
  return isBehind ? { ask: 'shot-behind', answers: ['aware', 'unaware'] } : null;
}

/** Whether it has not moved, acted or been attacked by anybody else in this Round. */
const isQuiet = ({ fighter, target }: WithTarget<Act>): boolean => {
  const { metresMoved = 0, nonMoveEnergy = 0, agileMoves = 0, struckBy = fighter.id } = target.state;
  return metresMoved + nonMoveEnergy + agileMoves === 0 && struckBy === fighter.id;
};

/** E-93, E-A33: whether it is doubtful how the target moves: it has sprinted, or is held, or idles and knows of nothing. */
function movementQuestion(act: WithTarget<Act>, aware: boolean): OpenQuestion<TargetMovement> | null {
  const { target } = act;
  if (target.state.sprinted === true) return { ask: 'shot-sprinted', answers: ['zigzag', 'ordinary', 'still'] };
  if (is(target, 'restrained') || (!aware && isQuiet(act)))
    return { ask: 'shot-still', answers: ['still', 'ordinary', 'zigzag'] };
  return null;
}

/** What is settled without asking: by the game master's word, or because the target can do nothing. E-89, E-125, E-A13. */
function knownBehavior({ target, command }: WithTarget<Act>): Partial<TargetBehavior> {
  const { aware, movement } = optionsOf(command);
  if (!canEvade(target)) return { aware: false, movement: movement ?? 'still' };
  const told = isUnaware(command) ? false : aware;
  return { ...(told !== undefined && { aware: told }), ...(movement && { movement }) };
}

/** Whether the target knows of the shot, as far as it is said or looks so. */
export const isLikelyAware = (act: WithTarget<Act>): boolean =>
  knownBehavior(act).aware ?? awarenessQuestion(act)?.answers[0] !== 'unaware';

/** What counts where nobody is asked: who sprinted darts about, and everybody else moves as one does in a fight. */
const guessOf = (act: WithTarget<Act>): TargetBehavior => ({
  aware: isLikelyAware(act),
  movement: knownBehavior(act).movement ?? (act.target.state.sprinted === true ? 'zigzag' : 'ordinary'),
});

/** The command with all that would be asked of the game master answered as it looks. */
export const withGuessedBehavior = (act: WithTarget<Act>): Command => ({
  ...act.command,
  options: { ...act.command.options, ...guessOf(act) },
});

/**
 * E-89, E-93, E-A33: what the game master says of the target of a player's shot, asked only where something is in doubt.
 * @param dodged whether knowing of it is of any use
 */
export function* askTargetBehavior(act: WithTarget<Act>, dodged: boolean): Procedure<TargetBehavior> {
  const { encounter, fighter, target } = act;
  const guess = guessOf(act);
  if (!dodged || !fighter.player || encounter.settings.shots === 'guessed') return guess;
  const { metresMoved = 0 } = target.state;
  const facts: Facts = { at: fighter.id, other: target.name, metres: Math.round(metresMoved) };
  const known = knownBehavior(act);
  const answerTo = function* <T extends string>({ ask: id, answers }: OpenQuestion<T>): Procedure<T> {
    return yield* choose(id, GM, answers, facts);
  };
  const unknown = known.aware === undefined ? awarenessQuestion(act) : null;
  const aware = unknown ? (yield* answerTo(unknown)) === 'aware' : guess.aware;
  const unclear = known.movement === undefined ? movementQuestion(act, aware) : null;
  return { aware, movement: unclear ? yield* answerTo(unclear) : guess.movement };
}
