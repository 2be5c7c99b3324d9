import type { Command } from '../../encounter/command';
import { beginExchange } from '../../encounter/play';
import type { Ruleset } from '../../encounter/ruleset';
import type { Encounter } from '../../encounter/state';
import type { Answer, DiceAsk, Responder } from '../../kernel/ask';
import { parseRoll } from '../../kernel/dice';
import type { Run } from '../../kernel/run';
import { adapterOf, requireAdapter } from '../adapters/registry';
import {
  addressOf,
  documentsOf,
  type ExchangeDocument,
  isDraft,
  keyOfFighter,
  tokenFightersIn,
} from '../host/exchange-document';
import { encounterOf } from '../host/store';
import { refereeThrows } from '../platform/world-settings';
import { type BoundRoll, combatSystem, type OpenExchange, type RequestSystem } from '../stored/systems';
import { automaticAnswer } from './open-asks';
import { entriesOf } from './record';
import { replayExchange } from './replay';
import { originalRequest, senderOf } from './request-edits';
import { readAnswers, readCommand } from './request-shape';
import { mayAnswer } from './responders';
import { activeCommandIn } from './withheld';

/** Dice of a fighter, by the id of the question. */
export type BoundDiceUse = readonly [fighter: Responder, ask: string];

/**
 * The key under which a fighter's dice are bound. A player may delete a combatant or a token and create it again, so their fighters are
 * known by the actor; of other actors each token has its own dice.
 */
export function diceKeyOf(host: ExchangeDocument, fighter: Responder): string {
  const { actor } = documentsOf(host, fighter);
  if (!actor) return keyOfFighter(fighter);
  return keyOfFighter(actor.hasPlayerOwner ? `Actor.${actor.id}` : actor.uuid);
}

/**
 * Dice that the referee has thrown for steps that were not written, in the order they fell. They stay in this window: players read what is
 * stored in the Combat, and would know the dice before they decide.
 */
const unwritten = new Map<string, BoundRoll[]>();

/** The dice of one step. What has fallen for an earlier attempt is used first; what is thrown beside it is kept if the step fails. */
export class StepDice {
  /** Questions that were answered with dice that had fallen before. */
  readonly used: BoundDiceUse[] = [];
  readonly #taken: BoundRoll[] = [];
  readonly #thrown: (readonly [key: string, bound: BoundRoll])[] = [];
  readonly #address: string;
  #isWritten = false;

  constructor(
    private readonly host: ExchangeDocument,
    private readonly encounter: Encounter,
    private readonly ruleset: Ruleset,
  ) {
    this.#address = addressOf(host);
  }

  /** Takes the dice that have fallen for this question at this moment; null where there are none. */
  reuse({ by, id, dice }: DiceAsk): readonly number[] | null {
    const stored = combatSystem(this.host).thrown[diceKeyOf(this.host, by)]?.[id];
    const fallen = [...(stored ? [stored] : []), ...(unwritten.get(this.#keyOf(by, id)) ?? [])];
    const bound = fallen.find((each) => each.moment === this.#moment && !this.#taken.includes(each));
    if (!bound) return null;
    try {
      const { faces } = parseRoll(dice, bound.faces);
      this.#taken.push(bound);
      this.used.push([by, id]);
      return faces;
    } catch {
      // Different dice are asked for now, such as two instead of one with advantage.
      return null;
    }
  }

  /** Notes dice that the referee has just thrown. */
  record({ by, id }: DiceAsk, faces: readonly number[]): void {
    this.#thrown.push([this.#keyOf(by, id), { moment: this.#moment, faces }]);
  }

  /** Call when the step was written: its dice have counted. */
  markWritten(): void {
    this.#isWritten = true;
    for (const [key, bound] of unwritten) {
      const left = bound.filter((each) => !this.#taken.includes(each));
      if (left.length > 0) unwritten.set(key, left);
      else unwritten.delete(key);
    }
  }

  /** Call when all is done: dice of a step that was not written are kept for the next attempt. */
  finish(): void {
    if (this.#isWritten) return;
    for (const [key, bound] of this.#thrown) {
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

/** The update that keeps a request's dice bound to what they were thrown for; null where there is nothing to keep. */
export function bindingUpdateFor(host: ExchangeDocument, message: ChatMessage.Implementation): object | null {
  // What is refused outside encounters leaves no card to keep dice on.
  if (isDraft(host)) return null;
  // Faces a player names are no throw where the referee throws.
  if (refereeThrows()) return null;
  const adapter = adapterOf(host.type);
  const request = originalRequest(message);
  if (!adapter || request?.combat !== addressOf(host)) return null;
  const { command, fighter } = request;
  const wanted = readCommand(command);
  const sender = senderOf(message);
  // Nobody binds dice for others.
  if (!sender || !mayAnswer(sender, host, fighter) || (wanted && wanted.by !== fighter)) return null;
  const given = readAnswers(request.answers);
  const encounter = encounterOf(host, wanted ? tokenFightersIn(host, wanted) : []);
  if (!encounter || !given?.length) return null;
  const moment = adapter.ruleset.momentOf(encounter.clock);
  const asks = wanted ? thrownFor(host, encounter, wanted, given) : thrownLate(host, encounter, request, given);
  const bearer = diceKeyOf(host, fighter);
  const known = combatSystem(host).thrown[bearer] ?? {};
  const entries = new Map<string, BoundRoll>();
  // The first throw counts: neither a second request nor a second throw of the same name unbinds it.
  for (const [id, faces] of asks)
    if (known[id]?.moment !== moment && !entries.has(id)) entries.set(id, { moment, faces });
  if (entries.size === 0) return null;
  return { _id: host.id, system: { thrown: { [bearer]: Object.fromEntries(entries) } } };
}

type Asks = (readonly [ask: string, faces: readonly number[]])[];

/**
 * What the faces of an answer are bound to: the question it names and those that follow from it. Where that question is not open any more,
 * because an interrupt has renewed it, they are the dice of the question that waits now.
 */
function thrownLate(
  host: ExchangeDocument,
  encounter: Encounter,
  { fighter, ask: key }: RequestSystem,
  given: readonly Answer[],
): Asks {
  const { open } = combatSystem(host);
  const [first = [], ...left] = given;
  const named = open?.asks.find((part) => part.key === key);
  const asks = (named ? [named] : (open?.asks ?? [])).flatMap(({ ask }): Asks => {
    if (ask.kind !== 'dice' || ask.by !== fighter) return [];
    try {
      return [[ask.id, parseRoll(ask.dice, first as readonly number[]).faces]];
    } catch {
      return [];
    }
  });
  // Of several who are asked at once none knows what follows.
  if (!open || !named || open.asks.length > 1 || left.length === 0) return asks;
  return [...asks, ...thrownAfter(host, encounter, open, fighter, first, left)];
}

/** What the faces are for that were sent along with an answer. */
function thrownAfter(
  host: ExchangeDocument,
  encounter: Encounter,
  open: OpenExchange,
  fighter: string,
  first: Answer,
  left: readonly Answer[],
): Asks {
  const exchange = entriesOf(combatSystem(host), open.exchange);
  const play = replayExchange(exchange, open.card, encounter);
  if ('fault' in play) return [];
  return thrownAlong(host, play.run, exchange.command, fighter, left, first);
}

/** What the faces answer, found by playing the command on a copy as far as they go. */
function thrownFor(host: ExchangeDocument, encounter: Encounter, command: Command, given: readonly Answer[]): Asks {
  const { ruleset } = requireAdapter(host.type);
  if (!ruleset.knows(command)) return [];
  try {
    const { run } = beginExchange(ruleset, encounter, command, foundry.utils.randomID);
    return thrownAlong(host, run, command, command.by, given);
  } catch {
    // A command that cannot be played binds nothing.
    return [];
  }
}

/** @param first what answers the question that is open, if that was found out already */
function thrownAlong(
  host: ExchangeDocument,
  run: Run<unknown>,
  command: Command,
  fighter: string,
  given: readonly Answer[],
  first: Answer | null = null,
): Asks {
  const { ruleset } = requireAdapter(host.type);
  const asks: Asks = [];
  const left = [...given];
  try {
    if (first) run.answer(first);
    for (let ask = run.open; ask; ask = run.open) {
      const settled = automaticAnswer(host, ruleset, ask, activeCommandIn(command, run.entries));
      const isOwn = ask.kind !== 'offer' && ask.kind !== 'all' && ask.by === fighter;
      const answer = settled ?? (isOwn ? left.shift() : undefined);
      if (!answer) break;
      run.answer(answer);
      if (ask.kind === 'dice') asks.push([ask.id, answer as readonly number[]]);
    }
  } catch {
    // What is no throw binds nothing.
  }
  return asks;
}
