import type { Command } from '../../../encounter/command';
import { activeCommandIn, type Exchange, effectIn } from '../../../encounter/exchange';
import { beginExchange, type ExchangeRun, resumeExchange } from '../../../encounter/play';
import { partsOf, responderOf } from '../../../kernel/answer';
import type { Answer, InputAsk, Responder } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { BY_ORDER, type Entry } from '../../../kernel/transcript';
import { requireAdapter } from '../../adapters/registry';
import type { ExchangeDocument } from '../../host/exchange-document';
import { encounterOf } from '../../host/store';
import { rollFoundryDice } from '../../platform/dice';
import { autoThrow } from '../../platform/user-settings';
import { refereeThrows } from '../../platform/world-settings';
import { unsealEntries } from '../../secrets/sealed';
import { combatSystem, type OpenExchange } from '../../stored/systems';
import type { Assessment } from '../requests/assess';
import { isAsked } from '../requests/responders';
import { automaticAnswer } from './open-asks';
import { entriesOf } from './record';

/** Plays ahead with this client's dice, so that one request carries all of them. The referee plays it again and uses what fits. */
export async function collectAnswersAhead(
  host: ExchangeDocument,
  command: Command,
  { ruleset, encounter }: Assessment,
): Promise<Answer[]> {
  const play = beginExchange(ruleset, encounter, command, foundry.utils.randomID);
  return collectOwnAnswers(host, play, command);
}

export async function collectAnswersAfter(
  host: ExchangeDocument,
  open: OpenExchange,
  answer: Answer,
): Promise<Answer[]> {
  const adapter = requireAdapter(host.type);
  const written = entriesOf(combatSystem(host), open.exchange);
  const exchange = { ...written, entries: unsealEntries(written.entries) };
  const play = resumeExchange(
    adapter.ruleset,
    defined(encounterOf(host), 'an encounter'),
    exchange,
    foundry.utils.randomID,
  );
  play.run.answer(answer, game.user.id);
  return [answer, ...(await collectOwnAnswers(host, play, exchange.command))];
}

async function collectOwnAnswers(host: ExchangeDocument, play: ExchangeRun, command: Command): Promise<Answer[]> {
  const { ruleset } = requireAdapter(host.type);
  const answers: Answer[] = [];
  for (let ask = play.run.open; ask; ask = play.run.open) {
    const automatic = automaticAnswer(host, ruleset, ask, activeCommandIn(command, play.run.entries));
    if (automatic) {
      play.run.answer(automatic, BY_ORDER);
      continue;
    }
    if (ask.kind !== 'dice' || !isRolledAutomatically(host, { command, entries: play.run.entries }, ask)) break;
    const answer = await rollFoundryDice(ask.dice);
    play.run.answer(answer, game.user.id);
    answers.push(answer);
  }
  return answers;
}

/** A command and what has been asked and answered in it so far. */
type Played = Pick<Exchange, 'command' | 'entries'>;

/** Returns true if this client rolls without a click: the dice follow from its own, in an action of the fighter or in an answer. */
export function isRolledAutomatically(host: ExchangeDocument, played: Played, ask: InputAsk): boolean {
  if (ask.kind !== 'dice' || refereeThrows() || !isAsked(game.user, host, ask.by)) return false;
  const when = autoThrow();
  return (
    when === 'always' || (when === 'own-actions' && (played.command.by === ask.by || hasJustAnswered(played, ask.by)))
  );
}

/**
 * Returns true if the last decision came from this user, for the fighter. What others decide in between is news, and so is what has come of
 * it; their dice are not.
 */
function hasJustAnswered({ entries }: Played, fighter: Responder): boolean {
  const last = entries.findLast((entry) => isNews(entry, fighter));
  return (
    last !== undefined &&
    'user' in last &&
    last.user === game.user.id &&
    last.ask.kind !== 'interrupt' &&
    partsOf(last.ask).some((part) => responderOf(part) === fighter)
  );
}

/** Returns true for a decision, an outcome, and dice of the fighter's own. */
function isNews(entry: Entry, fighter: Responder): boolean {
  const { ask } = entry;
  if (ask.kind === 'apply') return effectIn(entry)?.kind === 'outcome';
  return ask.kind === 'dice' ? ask.by === fighter : ask.kind !== 'section';
}
