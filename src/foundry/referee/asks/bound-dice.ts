import type { Command } from '../../../encounter/command';
import { activeCommandIn } from '../../../encounter/exchange';
import { beginExchange } from '../../../encounter/play';
import type { Encounter } from '../../../encounter/state';
import type { Answer } from '../../../kernel/ask';
import { parseRoll } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import type { Run } from '../../../kernel/run';
import { adapterOf, requireAdapter } from '../../adapters/registry';
import { addressOf, type ExchangeDocument, isDraft, tokenFightersIn } from '../../host/exchange-document';
import { encounterOf } from '../../host/store';
import { refereeThrows } from '../../platform/world-settings';
import { type BoundRoll, combatSystem, type OpenExchange, type RequestSystem } from '../../stored/systems';
import { originalRequest, senderOf } from '../requests/request-edits';
import { readAnswers, readCommand } from '../requests/request-shape';
import { mayAnswer } from '../requests/responders';
import { fightersBefore } from './noted-fighters';
import { automaticAnswer } from './open-asks';
import { entriesOf } from './record';
import { replayExchange } from './replay';
import { diceKeyOf } from './step-dice';

/** Returns the update that binds a request's dice to their asks, or null. */
export function bindingUpdateFor(host: ExchangeDocument, message: ChatMessage.Implementation): object | null {
  // A refusal outside encounters leaves no card that could store dice.
  if (isDraft(host)) return null;
  // Where the referee rolls, faces sent by a player do not count.
  if (refereeThrows()) return null;
  const adapter = adapterOf(host.type);
  const request = originalRequest(message);
  if (!adapter || request?.combat !== addressOf(host)) return null;
  const { command, fighter } = request;
  const sentCommand = readCommand(command);
  const sender = senderOf(message);
  // A user binds only the dice of fighters they answer for.
  if (!sender || !mayAnswer(sender, host, fighter) || (sentCommand && sentCommand.by !== fighter)) return null;
  const sentAnswers = readAnswers(request.answers);
  const encounter = encounterOf(host, sentCommand ? tokenFightersIn(host, sentCommand) : []);
  if (!encounter || !sentAnswers?.length) return null;
  const moment = adapter.ruleset.momentOf(encounter.clock);
  const asks = sentCommand
    ? rollsForCommand(host, encounter, sentCommand, sentAnswers)
    : rollsForAnswer(host, encounter, request, sentAnswers);
  const diceKey = diceKeyOf(host, fighter);
  const alreadyBound = lookup(combatSystem(host).boundDice, diceKey) ?? {};
  const entries = new Map<string, BoundRoll>();
  // The first roll counts: neither a second request nor a second roll with the same id replaces it.
  for (const [id, faces] of asks)
    if (lookup(alreadyBound, id)?.moment !== moment && !entries.has(id)) entries.set(id, { moment, faces });
  if (entries.size === 0) return null;
  return { _id: host.id, system: { boundDice: { [diceKey]: Object.fromEntries(entries) } } };
}

type AskFaces = (readonly [ask: string, faces: readonly number[]])[];

/** Returns the named ask and those that follow, with their faces. If an interrupt has renewed the ask, the dice bind to the open one. */
function rollsForAnswer(
  host: ExchangeDocument,
  encounter: Encounter,
  { fighter, ask: key }: RequestSystem,
  sentAnswers: readonly Answer[],
): AskFaces {
  const { open } = combatSystem(host);
  const [first = [], ...remaining] = sentAnswers;
  const named = open?.asks.find((part) => part.key === key);
  const asks = (named ? [named] : (open?.asks ?? [])).flatMap(({ ask }): AskFaces => {
    if (ask.kind !== 'dice' || ask.by !== fighter) return [];
    try {
      return [[ask.id, parseRoll(ask.dice, first as readonly number[]).faces]];
    } catch {
      return [];
    }
  });
  // While several are asked at once, the next asks are unknown.
  if (!open || !named || open.asks.length > 1 || remaining.length === 0) return asks;
  return [...asks, ...rollsAfterAnswer(host, encounter, open, fighter, first, remaining)];
}

function rollsAfterAnswer(
  host: ExchangeDocument,
  encounter: Encounter,
  open: OpenExchange,
  fighter: string,
  first: Answer,
  remaining: readonly Answer[],
): AskFaces {
  const exchange = entriesOf(combatSystem(host), open.exchange);
  const play = replayExchange(exchange, open.card, encounter, fightersBefore(host));
  if ('fault' in play) return [];
  return rollsAlongRun(host, play.run, exchange.command, fighter, remaining, first);
}

/** Plays the command on a copy to find the asks. */
function rollsForCommand(
  host: ExchangeDocument,
  encounter: Encounter,
  command: Command,
  sentAnswers: readonly Answer[],
): AskFaces {
  const { ruleset } = requireAdapter(host.type);
  if (!ruleset.knows(command)) return [];
  try {
    const { run } = beginExchange(ruleset, encounter, command, foundry.utils.randomID);
    return rollsAlongRun(host, run, command, command.by, sentAnswers);
  } catch {
    return [];
  }
}

/** @param first the answer to the open ask, if already known */
function rollsAlongRun(
  host: ExchangeDocument,
  run: Run<unknown>,
  command: Command,
  fighter: string,
  sentAnswers: readonly Answer[],
  first: Answer | null = null,
): AskFaces {
  const { ruleset } = requireAdapter(host.type);
  const asks: AskFaces = [];
  const remaining = [...sentAnswers];
  try {
    if (first) run.answer(first);
    for (let ask = run.open; ask; ask = run.open) {
      const automatic = automaticAnswer(host, ruleset, ask, activeCommandIn(command, run.entries));
      const isOwn = ask.kind !== 'offer' && ask.kind !== 'all' && ask.by === fighter;
      const answer = automatic ?? (isOwn ? remaining.shift() : undefined);
      if (!answer) break;
      run.answer(answer);
      if (ask.kind === 'dice') asks.push([ask.id, answer as readonly number[]]);
    }
  } catch {
    // Invalid faces bind no dice.
  }
  return asks;
}
