import type { Answer, ChoiceAsk, OfferAsk, SingleAsk } from '../kernel/ask';
import { PASS } from '../kernel/ask';
import { lookup } from '../kernel/lookup';
import type { Command } from './command';
import type { Encounter } from './state';
import type { Message } from './view';

/** A question that a fighter can decide in advance. Without a decision the first choice holds, or the rules decide. */
export interface OrderDefinition {
  readonly id: string;
  readonly label: Message;
  readonly choices: readonly { readonly id: string; readonly label: Message }[];
}

/** A fighter's order by id. Users write orders, so the value is not validated. */
export type Orders = (id: string) => string | undefined;

/**
 * The order about all questions of a fighter: it is always asked, or reacts to nothing in this fight, or in the round of
 * that number. Without it, it is asked when the rules hold that its answer may matter.
 */
export const ASKING = { id: 'asking', always: 'always', never: 'never' } as const;

/** Returns true if a fighter wants to be asked even if its answer hardly matters. */
export const isAlwaysAsked = (orders: Orders): boolean => orders(ASKING.id) === ASKING.always;

/** What happens without a click: orders, fallback answers after a timeout, and automatic commands. */
export interface Automation {
  /** In the order of the sheet. For an offered command the id is the command's, the choices `ask` and `pass`. */
  readonly orders: readonly OrderDefinition[];
  /** Returns the option that the orders pick, or null to ask. */
  answerFor(ask: ChoiceAsk, orders: Orders): string | null;
  /**
   * Answers after a timeout, by ask id: options by preference. An empty list means the first allowed option, the
   * smallest amount or the first place. An ask that is missing here waits.
   */
  readonly fallbacks: Readonly<Record<string, readonly string[]>>;
  /**
   * Seconds by ask id, used if the world sets no countdown. They end the ask for everyone, the GM included: a pause
   * to interrupt.
   */
  timeLimits(settings: Encounter['settings']): Readonly<Record<string, number>>;
  /**
   * Returns the command that is given without a user now, or null.
   * @param isLeft true if the GM has left the clock to itself: then it advances as soon as it waits for no fighter
   */
  autoAdvance(encounter: Encounter, isLeft?: boolean): AutoCommand | null;
}

/** A GM command with the delay in which users may still act. */
export interface AutoCommand {
  readonly command: Command;
  readonly delaySeconds: number;
}

/** Automation for a ruleset without any. */
export const NO_AUTOMATION: Automation = {
  orders: [],
  fallbacks: {},
  answerFor: () => null,
  timeLimits: () => ({}),
  autoAdvance: () => null,
};

/** Returns the answer that the orders give, or null if the ask must be put to a user. */
export function answerByOrders(automation: Automation, part: SingleAsk | OfferAsk, orders: Orders): Answer | null {
  if (part.kind === 'offer') return passes(automation, part, orders) ? [PASS] : null;
  if (part.kind !== 'choice') return null;
  const picked = automation.answerFor(part, orders);
  return picked !== null && isOpen(part, picked) ? [picked] : null;
}

/** Returns true if the offer is one of reactions only, so that a fighter may decide on it in advance. */
export const isReactionOffer = (
  { orders }: Pick<Automation, 'orders'>,
  { kind, ...ask }: SingleAsk | OfferAsk,
): boolean =>
  'candidates' in ask &&
  ask.candidates.every(({ commands }) =>
    (commands as readonly Command[]).every((command) => orders.some(({ id }) => id === reactionOf(command))),
  );

/** Returns true if a candidate passes without being asked. An order overrides the candidate's default. */
function passes({ orders: definitions }: Automation, part: OfferAsk, orders: Orders): boolean {
  const [{ commands, defaultAnswer }] = part.candidates as [(typeof part.candidates)[number]];
  const offered = new Set((commands as readonly Command[]).map((command) => reactionOf(command)));
  const decisions = definitions.filter(({ id }) => offered.has(id)).map(({ id }) => orders(id));
  if (decisions.some((order) => order === 'ask')) return false;
  if (decisions.some((order) => order === 'pass') && decisions.every((order) => order === 'pass')) return true;
  return defaultAnswer === 'pass' && !isAlwaysAsked(orders);
}

/** Returns the id of the reaction: a Swift Attack is one, independent of its strike. */
const reactionOf = (command: Command): string => String(command.options?.reaction ?? command.do);

/** Returns the answer after a timeout, 'throw' if dice must be rolled, or null if the ask waits on. */
export function fallbackAnswer({ fallbacks }: Automation, part: SingleAsk | OfferAsk): Answer | 'throw' | null {
  if (part.kind === 'offer') return [PASS];
  if (part.kind === 'dice') return 'throw';
  const preferred = lookup(fallbacks, part.id);
  if (!preferred) return null;
  if (part.kind === 'amount') return [part.min];
  if (part.kind === 'place') return part.places.slice(0, 1);
  if (part.kind !== 'choice') return null;
  const ids = preferred.length > 0 ? preferred : part.options.map(({ id }) => id);
  const option = ids.find((id) => isOpen(part, id));
  return option === undefined ? null : [option];
}

function isOpen(ask: ChoiceAsk, option: string): boolean {
  return ask.options.some(({ id, whyNot }) => id === option && whyNot.length === 0);
}
