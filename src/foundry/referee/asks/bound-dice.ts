import type { Command } from '../../../encounter/command';
import { activeCommandIn } from '../../../encounter/exchange';
import { beginExchange } from '../../../encounter/play';
import type { Ruleset } from '../../../encounter/ruleset';
import type { Encounter } from '../../../encounter/state';
import type { Answer, DiceAsk, Responder } from '../../../kernel/ask';
import { parseRoll } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import type { Run } from '../../../kernel/run';
import { adapterOf, requireAdapter } from '../../adapters/registry';
import {
  addressOf,
  documentsOf,
  type ExchangeDocument,
  isDraft,
  keyOfFighter,
  tokenFightersIn,
} from '../../host/exchange-document';
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

export type BoundDiceUse = readonly [fighter: Responder, ask: string];

/**
 * Returns the key of a fighter's bound dice: the actor where players own it, because they may recreate combatants and tokens; otherwise the
 * token's actor.
 */
export function diceKeyOf(host: ExchangeDocument, fighter: Responder): string {
  const { actor } = documentsOf(host, fighter);
  if (!actor) return keyOfFighter(fighter);
  return keyOfFighter(actor.hasPlayerOwner ? `Actor.${actor.id}` : actor.uuid);
}

/**
 * Dice that the referee rolled for steps that were not written, oldest first. Never stored in the Combat, where players could read them
 * before deciding.
 */
const unwritten = new Map<string, BoundRoll[]>();

/** The dice of one step. Dice of an earlier attempt are used first; new dice are kept if the step fails. */
export class StepDice {
  readonly used: BoundDiceUse[] = [];
  readonly #taken: BoundRoll[] = [];
  readonly #bound: (readonly [key: string, bound: BoundRoll])[] = [];
  readonly #address: string;
  #isWritten = false;

  constructor(
    private readonly host: ExchangeDocument,
    private readonly encounter: Encounter,
    private readonly ruleset: Ruleset,
  ) {
    this.#address = addressOf(host);
  }

  reuse({ by, id, dice }: DiceAsk): readonly number[] | null {
    const stored = lookup(lookup(combatSystem(this.host).boundDice, diceKeyOf(this.host, by)), id);
    const earlier = [...(stored ? [stored] : []), ...(unwritten.get(this.#keyOf(by, id)) ?? [])];
    const bound = earlier.find((each) => each.moment === this.#moment && !this.#taken.includes(each));
    if (!bound) return null;
    try {
      const { faces } = parseRoll(dice, bound.faces);
      this.#taken.push(bound);
      this.used.push([by, id]);
      return faces;
    } catch {
      // The ask has other dice now, such as two instead of one with advantage.
      return null;
    }
  }

  record({ by, id }: DiceAsk, faces: readonly number[]): void {
    this.#bound.push([this.#keyOf(by, id), { moment: this.#moment, faces }]);
  }

  /** Call once the step is written: its dice are used up. */
  markWritten(): void {
    this.#isWritten = true;
    for (const [key, bound] of unwritten) {
      const left = bound.filter((each) => !this.#taken.includes(each));
      if (left.length > 0) unwritten.set(key, left);
      else unwritten.delete(key);
    }
  }

  /** Call at the end: dice of an unwritten step are kept for the next attempt. */
  finish(): void {
    if (this.#isWritten) return;
    for (const [key, bound] of this.#bound) {
      const present = (unwritten.get(key) ?? []).filter(({ moment }) => moment === bound.moment);
      unwritten.set(key, [...present, bound]);
    }
  }

  get #moment(): string {
    return this.ruleset.momentOf(this.encounter.clock);
  }

  #keyOf(by: Responder, id: string): string {
    return `${this.#address} ${diceKeyOf(this.host, by)} ${id}`;
  }
}

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
