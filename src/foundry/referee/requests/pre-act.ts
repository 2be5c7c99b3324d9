import type { Command } from '../../../encounter/command';
import type { Answer, OfferAsk, Reason, SingleAsk } from '../../../kernel/ask';
import { GM } from '../../../kernel/ask';
import { documentsOfCommand } from '../../host/command-documents';
import type { ExchangeDocument } from '../../host/exchange-document';

/** Called by the referee before it plays a fighter's command. A listener may refuse it. */
const PRE_ACT_HOOK = 'cadence.preAct';

/** Characters of a listener's reason that are shown. */
const MOST_SHOWN = 300;

type Listener = (host: ExchangeDocument, facts: object) => unknown;

/**
 * Returns the reasons of other packages against a fighter's command: a listener refuses it with a text, with false, or with an error.
 * Hooks.call would ignore texts and log errors. API: Hooks.events
 */
export function vetoReasons(host: ExchangeDocument, user: User.Implementation, command: Command): readonly Reason[] {
  if (command.by === GM) return [];
  const listeners = [...(Hooks.events[PRE_ACT_HOOK] ?? [])];
  if (listeners.length === 0) return [];
  // A listener gets copies, so that it cannot change what is played.
  const facts = { command: foundry.utils.deepClone(command), user, ...documentsOfCommand(host, command) };
  return listeners.flatMap(({ id, fn, once }) => {
    if (once) Hooks.off(PRE_ACT_HOOK, id);
    return vetoOf(() => (fn as Listener)(host, facts)) ?? [];
  });
}

/** Returns the reasons against the commands that an answer to an offer accepts. */
export function vetoReasonsOfAnswer(
  host: ExchangeDocument,
  user: User.Implementation,
  ask: SingleAsk | OfferAsk,
  answer: Answer,
): readonly Reason[] {
  if (ask.kind !== 'offer') return [];
  return answer.flatMap((index, at) => {
    const command = typeof index === 'number' ? ask.candidates[at]?.commands[index] : undefined;
    return command ? vetoReasons(host, user, command as Command) : [];
  });
}

function vetoOf(listen: () => unknown): Reason | null {
  try {
    const result = listen();
    if (result === false) return { id: 'vetoed-silently' };
    if (result instanceof Promise) console.error(`Cadence | a listener of ${PRE_ACT_HOOK} is async: it cannot refuse`);
    return typeof result === 'string' && result !== '' ? vetoWith(result) : null;
  } catch (error) {
    console.warn(`Cadence | a listener of ${PRE_ACT_HOOK} refuses with an error`, error);
    return vetoWith(error instanceof Error ? error.message : String(error));
  }
}

const vetoWith = (why: string): Reason => ({ id: 'vetoed', data: { why: why.slice(0, MOST_SHOWN) } });
