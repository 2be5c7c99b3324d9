import type { Command } from '../../../encounter/command';
import { areFoes, areOnOneSide } from '../../../encounter/sides';
import type { Candidate } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { commandsOf, offerOnce } from '../../../toolkit/turns/reaction';
import { itemNames } from '../../../toolkit/views/question';
import { type Action, type EnergyContext, has, makeAffordable } from '../action';
import { isHiddenFrom } from '../attack/sight';
import { isSwift } from '../attack/strikes';
import { askWhileWithdrawable, closeWindow, hasWithdrawn } from '../movement/withdraw';
import { optionsOf } from '../options';
import { canAttack, swiftAttacksOn } from '../reactions';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { resolveChallenges } from './initiative';

/** Id of the offer to answer a declared action. */
export const DECLARED = 'declared';

/** Returns seconds; zero disables the window. */
export const pauseOf = ({ pause }: EnergyEncounter['settings']): number => Number(pause ?? 0);

/**
 * Section 4: offers a declared action to others before the first die or metre. E-34: all accepted answers happen at once. Interrupts go
 * before challenges (E-24), which they may make moot. Returns true if any was accepted.
 */
export function* offerResponses(declared: EnergyContext): Procedure<boolean> {
  const { fighter, runtime } = declared;
  let isAnswered = false;
  const offered = offerOnce(runtime, {
    id: DECLARED,
    wait: 'all',
    candidates: () => (hasWithdrawn(fighter) ? [] : candidatesFor(declared)),
    facts: (candidates) => factsOf(declared, candidates),
    whyNot: runtime.whyNot,
    *asking(asks) {
      const accepted = yield* asks;
      // What others do together with it, or at once, cannot be escaped.
      yield* closeWindow(fighter);
      isAnswered ||= accepted.length > 0;
      return accepted;
    },
    playChild: runtime.playChild,
    together: {
      has: isChallenge,
      // Their rolls are no part of the declared action, which can still end.
      play: (commands) =>
        resolveChallenges(
          declared,
          commands.map(({ by }) => by),
        ),
    },
  });
  const played = yield* askWhileWithdrawable(fighter, offered);
  // E-A40: an action that was withdrawn had been answered all the same.
  return played.length > 0 || (isAnswered && hasWithdrawn(fighter));
}

const isChallenge = ({ do: id }: Command): boolean => id === 'challenge-initiative';

/** Aware opponents and the target. Others than concerned players are asked only by standing orders. */
function candidatesFor(declared: EnergyContext): Candidate[] {
  const { encounter, fighter, target } = declared;
  return Object.values(encounter.fighters).flatMap((other): Candidate[] => {
    const { id: by, player } = other;
    if (other === fighter || (areOnOneSide(other, fighter) && other !== target) || !isAware(declared, other)) return [];
    const commands = possibleAnswers(declared, other);
    const defaultAnswer = player && isConcerned(declared, other, commands) ? 'ask' : 'pass';
    return commands.length > 0 ? [{ by, commands, defaultAnswer }] : [];
  });
}

/**
 * Returns true if the answer may matter. A movement is answered where it comes within reach (E-155). Of a friend, only an
 * attack is; of others, what a fighter could stop by an attack of its own.
 */
function isConcerned(declared: EnergyContext, other: EnergyFighter, answers: readonly Command[]): boolean {
  const { command, fighter, target, runtime } = declared;
  const action = runtime.find(command)?.action;
  if (!action || action.category === 'move') return false;
  if (other === target) return action.category === 'attack' || !areOnOneSide(other, fighter);
  if (!areFoes(other, fighter) || !canAttack(other, fighter, runtime)) return false;
  return answers.some(isSwift) || !isSurvived(action, target);
}

/** E-A57: a blow at a fighter with Aura left does no more than take it. Maneuvers, which have odds of their own, do. */
const isSurvived = ({ category, odds }: Action, target: EnergyFighter | null): boolean =>
  category === 'attack' && odds === undefined && target !== null && has(target, 'aura') > 0;

/** E-89, E-158: returns true if a fighter notices the action before it happens. */
export function isAware({ encounter, fighter, target, command }: EnergyContext, other: EnergyFighter): boolean {
  const { aware, pointBlank } = optionsOf(command);
  if (other === target && (aware === false || pointBlank === true)) return false;
  return !isHiddenFrom(encounter, fighter, other);
}

function possibleAnswers(declared: EnergyContext, other: EnergyFighter): Command[] {
  const { encounter, fighter: actor, target, runtime } = declared;
  const { id: by } = other;
  const isPossible = (command: Command): boolean => runtime.whyNot(command).length === 0;
  // Winning Initiative is useless without Energy for the cheapest action.
  const couldAct = isPossible(makeAffordable(runtime, { do: 'defend', by }));
  const challenge: Command = { do: 'challenge-initiative', by, at: actor.id };
  const isOpposed = areFoes(other, actor) || (other === target && !areOnOneSide(other, actor));
  const agileMove: Command = { do: 'agile-move', by };
  return [
    ...(isOpposed && couldAct && isPossible(challenge) ? [challenge] : []),
    ...(other.place && actor.place && isPossible(agileMove) ? [agileMove] : []),
    ...(isOpposed ? swiftAttacksOn(encounter, other, actor, runtime) : []),
  ];
}

function factsOf({ encounter, fighter, target, command }: EnergyContext, candidates: readonly Candidate[]) {
  return {
    at: fighter.id,
    action: command.do,
    ...(target && { other: target.name }),
    ...itemNames(Object.values(encounter.fighters), commandsOf(candidates)),
  };
}
