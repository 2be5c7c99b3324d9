import type { Command } from '../../../encounter/command';
import type { Candidate } from '../../../kernel/ask';
import { offer, type Procedure } from '../../../kernel/procedure';
import { itemNames } from '../../../toolkit/views/question';
import { type Act, makeAffordable } from '../action';
import { isHiddenFrom } from '../attack/sight';
import { askWhileWithdrawable } from '../movement/withdraw';
import { optionsOf } from '../options';
import { swiftAttacksOn } from '../reactions';
import type { EnergyEncounter, EnergyFighter } from '../state';
import { resolveChallenges } from './initiative';

/** What is asked of others when somebody has declared what they do. */
export const DECLARED = 'declared';

/** Seconds a declaration is left open to others; none where the world says nothing of it. */
export const pauseOf = ({ pause }: EnergyEncounter['settings']): number => Number(pause ?? 0);

/**
 * Section 4, the window: whoever could answer is asked at once, before the first die or the first metre. E-34: what is taken happens at
 * the same moment. Immediate Interrupts go before the challenges (E-24), for they may leave nothing to challenge.
 * Comes to whether anything was.
 * @param stands whether there is still something to answer
 */
export function* offerResponses(declared: Act, stands: () => boolean): Procedure<boolean> {
  const { fighter, runtime } = declared;
  const candidates = takersOf(declared);
  const facts = candidates.length > 0 ? factsOf(declared, candidates) : undefined;
  const asks = offer(DECLARED, candidates, 'all', facts);
  const taken = (yield* candidates.length > 0 ? askWhileWithdrawable(fighter, asks) : asks).map(
    ({ command }) => command as Command,
  );
  const isStill = (command: Command): boolean => stands() && runtime.whyNot(command).length === 0;
  for (const command of taken.filter((each) => !isChallenge(each)))
    if (isStill(command)) yield* runtime.playChild(command);
  const rivals = taken.filter((command) => isChallenge(command) && isStill(command)).map(({ by }) => by);
  if (rivals.length > 0) yield* resolveChallenges(declared, rivals);
  return taken.length > 0;
}

const isChallenge = ({ do: id }: Command): boolean => id === 'challenge-initiative';

/** Foes who are aware of it, and its target: with what they could do about it. What no player leads is asked only where its orders say so. */
function takersOf(declared: Act): Candidate[] {
  const { encounter, fighter, target, runtime } = declared;
  return Object.values(encounter.fighters).flatMap((other): Candidate[] => {
    const { id: by, side, player } = other;
    if (other === fighter || (side === fighter.side && other !== target) || !isAware(declared, other)) return [];
    const commands = answersTo(other, fighter, runtime);
    return commands.length > 0 ? [{ by, commands, defaultAnswer: player ? 'ask' : 'pass' }] : [];
  });
}

/** Whoever sees who acts; a target that is taken unawares by the game master's word does not (E-89, E-158). */
function isAware({ encounter, fighter, target, command }: Act, other: EnergyFighter): boolean {
  const { aware, pointBlank } = optionsOf(command);
  if (other === target && (aware === false || pointBlank === true)) return false;
  return !isHiddenFrom(encounter, fighter, other);
}

function answersTo(other: EnergyFighter, actor: EnergyFighter, runtime: Act['runtime']): Command[] {
  const { id: by } = other;
  const isPossible = (command: Command): boolean => runtime.whyNot(command).length === 0;
  // Who can pay for nothing has no reason to be quicker: there is nothing cheaper than to defend.
  const couldAct = isPossible(makeAffordable(runtime, { do: 'defend', by }));
  const challenge: Command = { do: 'challenge-initiative', by, at: actor.id };
  const away: Command = { do: 'agile-move', by };
  return [
    ...(other.side !== actor.side && couldAct && isPossible(challenge) ? [challenge] : []),
    ...(other.place && actor.place && isPossible(away) ? [away] : []),
    ...(other.side !== actor.side ? swiftAttacksOn(other, actor, runtime) : []),
  ];
}

function factsOf({ encounter, fighter, target, command }: Act, candidates: readonly Candidate[]) {
  const offered = candidates.flatMap(({ commands }) => commands as readonly Command[]);
  return {
    at: fighter.id,
    action: command.do,
    ...(target && { other: target.name }),
    ...itemNames(Object.values(encounter.fighters), offered),
  };
}
