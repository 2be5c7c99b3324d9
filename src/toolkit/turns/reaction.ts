import type { OrderDefinition } from '../../encounter/automation';
import type { Command } from '../../encounter/command';
import { type AcceptedOffer, isAlsoAllowed } from '../../kernel/answer';
import type { Candidate, Facts, Reason } from '../../kernel/ask';
import { deepEqual } from '../../kernel/deep-equal';
import { offer, type Procedure } from '../../kernel/procedure';
import { endsAction, logStop } from '../act/command-run';
import type { Runtime } from '../act/commands';

/** An offer, judged when it is made and again when it is accepted. */
export interface Moment {
  readonly id: string;
  /** Whether the first acceptance ends the offer. */
  readonly wait: 'first' | 'all';
  /** Returns who may react now, with what is legal now; called again at each acceptance. */
  candidates(): readonly Candidate[];
  facts?(candidates: readonly Candidate[]): Facts;
  /** Returns the reasons against an accepted command that is no longer offered. */
  whyNot?(command: Command): readonly Reason[];
  /** Called when all candidates have passed. */
  passed?(candidates: readonly Candidate[]): void;
  /** Plays the question; by default as it is. */
  asking?(asks: Procedure<readonly AcceptedOffer[]>): Procedure<readonly AcceptedOffer[]>;
  /** Returns the procedure of an accepted command, in its section. */
  playChild(command: Command): Procedure<unknown>;
  /** Accepted commands that happen together, after the others. */
  readonly together?: {
    has(command: Command): boolean;
    play(commands: readonly Command[]): Procedure<unknown>;
  };
}

/** Returns the commands offered to all candidates. */
export const commandsOf = (candidates: readonly Candidate[]): readonly Command[] =>
  candidates.flatMap(({ commands }) => commands as readonly Command[]);

/** Plays what others accept inside an action, see `Runtime`. */
type Player = Pick<Runtime, 'playReaction'>;

/** Offers reactions and plays accepted ones until no candidate accepts. Returns true if any was played. */
export function* offerReactions(runtime: Player, moment: Moment): Procedure<boolean> {
  for (let wasPlayed = false; ; wasPlayed = true)
    if ((yield* offerOnce(runtime, moment)).length === 0) return wasPlayed;
}

/**
 * Makes an offer once and plays what is accepted, if it is still legal then. Who accepted what no longer is, is asked
 * again with what is, or gets a line on the card. Returns the commands that were played.
 */
export function* offerOnce(runtime: Player, moment: Moment): Procedure<readonly Command[]> {
  const played: Command[] = [];
  let asked = moment.candidates();
  while (asked.length > 0) {
    const accepted = yield* ask(moment, asked);
    if (accepted.length === 0 && played.length === 0) moment.passed?.(asked);
    const refused: AcceptedOffer[] = [];
    try {
      if (accepted.length > 0) yield* runtime.playReaction(playAccepted(moment, accepted, played, refused));
    } catch (error) {
      // The action that was answered has ended, so nothing else is asked.
      if (endsAction(error)) yield* logRefused(moment, refused);
      throw error;
    }
    if (refused.length === 0) break;
    // A refused first acceptance leaves those open who were not waited for.
    const mayAnswer = new Set((moment.wait === 'first' ? asked : refused).map(({ by }) => by));
    const again = moment.candidates().filter(({ by }) => mayAnswer.has(by));
    yield* logRefused(
      moment,
      refused.filter(({ by }) => !again.some((candidate) => candidate.by === by)),
    );
    asked = again;
  }
  return played;
}

function ask(moment: Moment, candidates: readonly Candidate[]): Procedure<readonly AcceptedOffer[]> {
  const asks = offer(moment.id, candidates, moment.wait, moment.facts?.(candidates));
  return moment.asking?.(asks) ?? asks;
}

/** Plays what is still legal and adds it to `played`, the others to `refused`. */
function* playAccepted(
  moment: Moment,
  accepted: readonly AcceptedOffer[],
  played: Command[],
  refused: AcceptedOffer[],
): Procedure<void> {
  const { together } = moment;
  const isTogether = ({ command }: AcceptedOffer): boolean => together?.has(command as Command) ?? false;
  for (const each of accepted.filter((one) => !isTogether(one))) {
    // An earlier one may have made it impossible.
    if (!isOffered(moment, each)) {
      refused.push(each);
      continue;
    }
    played.push(each.command as Command);
    yield* moment.playChild(each.command as Command);
  }
  const last = accepted.filter(isTogether);
  const legal = last.filter((each) => isOffered(moment, each));
  refused.push(...last.filter((each) => !legal.includes(each)));
  if (!together || legal.length === 0) return;
  const commands = legal.map(({ command }) => command as Command);
  played.push(...commands);
  yield* together.play(commands);
}

const isOffered = (moment: Moment, { by, command }: AcceptedOffer): boolean =>
  moment
    .candidates()
    .some(
      (candidate) =>
        candidate.by === by &&
        (candidate.commands.some((each) => deepEqual(each, command)) || isAlsoAllowed(candidate, command)),
    );

/** Writes on the card why an accepted command was not played. */
function* logRefused(moment: Moment, refused: readonly AcceptedOffer[]): Procedure<void> {
  for (const { by, command } of refused) {
    const reasons = moment.whyNot?.(command as Command) ?? [];
    yield* logStop(by, reasons.length > 0 ? reasons : [{ id: 'moment-passed' }]);
  }
}

/** Returns the order for a reaction: ask or pass. */
export const reactionOrder = (id: string): OrderDefinition => ({
  id,
  label: { key: `Action.${id}.label` },
  choices: [
    { id: 'ask', label: { key: 'App.Order.ask' } },
    { id: 'pass', label: { key: 'App.Order.pass' } },
  ],
});
