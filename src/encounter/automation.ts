import type { Answer, ChoiceAsk, OfferAsk, SingleAsk } from '../kernel/ask';
import { PASS } from '../kernel/ask';
import type { Command } from './command';
import type { Encounter } from './state';
import type { Message } from './view';

/** Something a fighter may settle beforehand, by the ids of its choices. Where nothing is said the first holds, or the rules decide. */
export interface OrderDefinition {
  readonly id: string;
  readonly label: Message;
  readonly choices: readonly { readonly id: string; readonly label: Message }[];
}

/** What a fighter has settled about something, by its id; its owner wrote it, so it may be anything. */
export type Orders = (id: string) => string | undefined;

/** What needs nobody at the screen: what fighters have settled beforehand, and what a question comes to when its time is up. */
export interface Automation {
  /** In the order of the sheet. Of what is offered, each is called like the command and chosen from `ask` and `pass`. */
  readonly orders: readonly OrderDefinition[];
  /** The option a fighter's orders pick, from what the question itself tells; null where it is to be asked. */
  answerFor(ask: ChoiceAsk, orders: Orders): string | null;
  /**
   * What a choice, an amount or a place comes to when time is up, by its id: options by preference; of a choice without any the first
   * that may be taken, of an amount the least, of places the first. What is not named here waits on.
   */
  readonly fallbacks: Readonly<Record<string, readonly string[]>>;
  /**
   * Seconds a question is left open where the table's countdown does not say so, by its id: a pause in which people may cut in. It runs
   * out for everybody, the game master too.
   */
  timeLimits(settings: Encounter['settings']): Readonly<Record<string, number>>;
  /** What the referee does by itself now, because nobody has anything left to do or somebody has gone; null where it waits for people. */
  autoAdvance(encounter: Encounter): AutoCommand | null;
}

/** A command of the game master, and how long it leaves people to say something first. */
export interface AutoCommand {
  readonly command: Command;
  /** Seconds. */
  readonly delaySeconds: number;
}

/** Nothing but what is offered can be settled, and no choice runs out of time. */
export const NO_AUTOMATION: Automation = {
  orders: [],
  fallbacks: {},
  answerFor: () => null,
  timeLimits: () => ({}),
  autoAdvance: () => null,
};

/** The answer a fighter's orders give to what it is asked, or null where it has to be asked. */
export function answerByOrders(standing: Automation, part: SingleAsk | OfferAsk, orders: Orders): Answer | null {
  if (part.kind === 'offer') return passes(standing, part, orders) ? [PASS] : null;
  if (part.kind !== 'choice') return null;
  const picked = standing.answerFor(part, orders);
  return picked !== null && isOpen(part, picked) ? [picked] : null;
}

/** Whether a taker passes without being asked: because it was ordered to, or because it is like that and no order says otherwise. */
function passes({ orders: definitions }: Automation, part: OfferAsk, orders: Orders): boolean {
  const [{ commands, defaultAnswer }] = part.candidates as [(typeof part.candidates)[number]];
  const offered = new Set((commands as readonly Command[]).map((command) => reactionOf(command)));
  const said = definitions.filter(({ id }) => offered.has(id)).map(({ id }) => orders(id));
  if (said.some((order) => order === 'ask')) return false;
  if (said.some((order) => order === 'pass') && said.every((order) => order === 'pass')) return true;
  return defaultAnswer === 'pass';
}

/** The reaction a command is: a Swift Attack is one whatever the blow it is made with. */
const reactionOf = (command: Command): string => String(command.options?.reaction ?? command.do);

/** What a question comes to when its time is up: an answer, dice to be thrown by whoever keeps the time, or null where it waits on. */
export function fallbackAnswer({ fallbacks }: Automation, part: SingleAsk | OfferAsk): Answer | 'throw' | null {
  if (part.kind === 'offer') return [PASS];
  if (part.kind === 'dice') return 'throw';
  const wanted = fallbacks[part.id];
  if (!wanted) return null;
  if (part.kind === 'amount') return [part.min];
  if (part.kind === 'place') return part.places.slice(0, 1);
  if (part.kind !== 'choice') return null;
  const ids = wanted.length > 0 ? wanted : part.options.map(({ id }) => id);
  const option = ids.find((id) => isOpen(part, id));
  return option === undefined ? null : [option];
}

function isOpen(ask: ChoiceAsk, option: string): boolean {
  return ask.options.some(({ id, whyNot }) => id === option && whyNot.length === 0);
}
