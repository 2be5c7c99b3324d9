import { effectsOf } from '../../../encounter/exchange';
import type { Reason } from '../../../kernel/ask';
import { type ExchangeDocument, writerOf } from '../../host/exchange-document';
import { idOf } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { wasGamemaster } from '../../stored/gamemasters';
import { isRequest, requestSystem } from '../../stored/request';
import { combatSystem } from '../../stored/systems';
import { stepsInForce } from '../asks/record';
import { deleteMessages } from '../requests/requests';

type Message = ChatMessage.Implementation;

/** How many requests a user may send: at once, and per second afterwards. */
interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

/**
 * An honest player sends about one request a second. The largest bursts: answers for many fighters asked at once, and requests that waited
 * for a GM.
 */
const REQUESTS: Limit = { burst: 100, perSecond: 2 };
/** Outside encounters each request becomes a card in the chat: twenty at once, then ten a minute. */
const CARDS: Limit = { burst: 20, perSecond: 1 / 6 };
/** Refused requests of one user that stay in the chat. */
const MOST_REFUSED = 20;
/** Steps that one player may add by their own commands until the clock advances, of the hundred that can be undone. */
const MOST_STEPS = 40;
/**
 * Steps that all players together may add to their own commands until the clock advances or a GM acts. The others are left for the GM's
 * steps. Ten players who attack three times each, with a step for the dice, take as many.
 */
const MOST_TOGETHER = 60;

class Budget {
  #left: number;
  #at = Date.now();
  /** Over the limit, and not yet back at half of it. */
  #isOver = false;

  constructor(private readonly limit: Limit) {
    this.#left = limit.burst;
  }

  /** Returns `first` for the first request over the limit, `more` for those after it. */
  spend(): 'within' | 'first' | 'more' {
    const { burst, perSecond } = this.limit;
    const now = Date.now();
    // A clock that was set back changes nothing.
    this.#left = Math.min(burst, this.#left + (Math.max(0, now - this.#at) / 1000) * perSecond);
    this.#at = now;
    if (this.#left >= burst / 2) this.#isOver = false;
    if (this.#left >= 1) {
      this.#left--;
      return 'within';
    }
    if (this.#isOver) return 'more';
    this.#isOver = true;
    return 'first';
  }
}

interface Budgets {
  readonly requests: Budget;
  readonly cards: Budget;
}

/** By user. Kept in this window only, so a reload resets them. */
const budgets = new Map<string, Budgets>();
/** So that no request counts twice. */
const counted = new WeakSet<Message>();

/** Counts a request once. Returns `refuse` for the first that is too fast, `delete` for those after it. */
export function countRequest(message: Message): 'fine' | 'refuse' | 'delete' {
  // A message with an uncertain writer counts for its author, and is deleted anyway.
  const user = writerOf(message) ?? message.author;
  if (!user || user.isGM || counted.has(message)) return 'fine';
  counted.add(message);
  const { requests, cards } = budgetsOf(user);
  const spent = requests.spend();
  const isOutside = requestSystem(message).combat === '';
  const pace = spent === 'within' && isOutside ? cards.spend() : spent;
  if (pace === 'first') notify('warn', text('CADENCE.Notice.flood', { user: user.name ?? '' }));
  return pace === 'within' ? 'fine' : pace === 'first' ? 'refuse' : 'delete';
}

function budgetsOf(user: User.Implementation): Budgets {
  const id = idOf(user);
  const known = budgets.get(id) ?? { requests: new Budget(REQUESTS), cards: new Budget(CARDS) };
  budgets.set(id, known);
  return known;
}

/** Deletes a request that came too fast, and all uncounted ones of its author. */
export async function deleteFlood(message: Message, waiting: readonly Message[]): Promise<void> {
  const others = waiting.filter((other) => other.author === message.author && !counted.has(other));
  await deleteMessages([message, ...others]);
}

export async function deleteOldRefusals({ author }: Message): Promise<void> {
  if (!author || author.isGM) return;
  const refused = (game.messages?.contents ?? []).filter(
    (message) => message.author === author && isRequest(message) && requestSystem(message).refused.length > 0,
  );
  if (refused.length > MOST_REFUSED) await deleteMessages(refused.slice(0, refused.length - MOST_REFUSED));
}

/**
 * Returns why a player may not begin another exchange, or null: their commands would push the steps of others out of the history. Answers of
 * the GM do not count, and one player's share does not count their answers to others, because they are not a choice.
 */
export function stepLimitReason(host: ExchangeDocument, user: User.Implementation): Reason | null {
  if (user.isGM) return null;
  const { history } = combatSystem(host);
  let own = 0;
  let together = 0;
  let hasGMActed = false;
  for (const { step } of stepsInForce(combatSystem(host)).reverse()) {
    const beganBy = history[step.exchange]?.user;
    hasGMActed ||= wasGamemaster(beganBy, step.at);
    if (step.user === user.id && beganBy === user.id) own++;
    if (!hasGMActed && !wasGamemaster(step.user, step.at)) together++;
    if (own >= MOST_STEPS) return { id: 'too-many-steps', data: { most: MOST_STEPS } };
    if (together >= MOST_TOGETHER) return { id: 'too-many-together', data: { most: MOST_TOGETHER } };
    if (effectsOf(step.entries).some(({ kind }) => kind === 'clock')) return null;
  }
  return null;
}
