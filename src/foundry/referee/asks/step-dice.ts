import type { Ruleset } from '../../../encounter/ruleset';
import type { Encounter } from '../../../encounter/state';
import type { DiceAsk, Responder } from '../../../kernel/ask';
import { parseRoll } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import { addressOf, documentsOf, type ExchangeDocument, keyOfFighter } from '../../host/exchange-document';
import { type BoundRoll, combatSystem } from '../../stored/systems';

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
