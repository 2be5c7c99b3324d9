import type { Timing } from '../../encounter/timing';
import type { Answer, DiceAsk, SingleAsk } from '../../kernel/ask';
import { documentsOf, type ExchangeDocument } from '../host/exchange-document';
import { rollFoundryDice } from '../platform/dice';
import { hasGroupInitiative, refereeThrows } from '../platform/world-settings';
import type { StepDice } from './bound-dice';
import { playersOf } from './responders';

/** Dice that the referee throws: those of fighters no player owns, or all. */
export async function rollAsReferee(host: ExchangeDocument, ask: SingleAsk, dice: StepDice): Promise<Answer | null> {
  if (ask.kind !== 'dice') return null;
  return refereeThrows() || playersOf(host, ask.by).length === 0 ? reuseOrRoll(ask, dice) : null;
}

/** Dice that fell for this question before, or else are thrown now. */
export async function reuseOrRoll(ask: DiceAsk, dice: StepDice): Promise<readonly number[]> {
  const fallen = dice.reuse(ask);
  if (fallen) return fallen;
  const faces = await rollFoundryDice(ask.dice, false);
  dice.record(ask, faces);
  return faces;
}

/** The same of several questions at once. Where the world has it so, those of one kind roll once for their place in the order. */
export function rollAllAsReferee(
  host: ExchangeDocument,
  timing: Pick<Timing, 'rollsAtStart' | 'initiativeAsk'>,
  asks: readonly SingleAsk[],
  dice: StepDice,
): Promise<(Answer | null)[]> {
  const thrown = new Map<string, Promise<Answer | null>>();
  const isByKind = timing.rollsAtStart && hasGroupInitiative();
  const all = asks.map((ask) => {
    const kind =
      isByKind && ask.kind === 'dice' && ask.id === (timing.initiativeAsk ?? 'initiative') ? kindOf(host, ask) : null;
    if (kind === null) return rollAsReferee(host, ask, dice);
    const faces = thrown.get(kind) ?? rollAsReferee(host, ask, dice);
    thrown.set(kind, faces);
    return faces;
  });
  return Promise.all(all);
}

/** From what a fighter without a player was made that stands for itself, and with what dice it rolls; null for everybody else. */
function kindOf(host: ExchangeDocument, { by, dice }: DiceAsk): string | null {
  const { token } = documentsOf(host, by);
  if (!token?.actorId || token.actorLink || playersOf(host, by).length > 0) return null;
  return JSON.stringify([token.actorId, dice]);
}
