import type { Timing } from '../../../encounter/timing';
import type { Answer, DiceAsk, SingleAsk } from '../../../kernel/ask';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { rollFoundryDice } from '../../platform/dice';
import { hasGroupInitiative, refereeThrows } from '../../platform/world-settings';
import type { StepDice } from '../asks/step-dice';
import { playersOf } from '../requests/responders';

/** Returns dice rolled by the referee, for fighters without a connected player or for all, else null. */
export async function rollAsReferee(
  host: ExchangeDocument,
  ask: SingleAsk,
  dice: StepDice,
  always = refereeThrows(),
): Promise<Answer | null> {
  if (ask.kind !== 'dice') return null;
  return always || playersOf(host, ask.by).length === 0 ? reuseOrRoll(ask, dice) : null;
}

export async function reuseOrRoll(ask: DiceAsk, dice: StepDice): Promise<readonly number[]> {
  const earlier = dice.reuse(ask);
  if (earlier) return earlier;
  const faces = await rollFoundryDice(ask.dice, false);
  dice.record(ask, faces);
  return faces;
}

/** Rolls for several asks at once. With group initiative, tokens of one kind share a roll. */
export function rollAllAsReferee(
  host: ExchangeDocument,
  timing: Pick<Timing, 'rollsAtStart' | 'initiativeAsk'>,
  asks: readonly SingleAsk[],
  dice: StepDice,
): Promise<(Answer | null)[]> {
  const rolls = new Map<string, Promise<Answer | null>>();
  const isByKind = timing.rollsAtStart && hasGroupInitiative();
  const all = asks.map((ask) => {
    const kind =
      isByKind && ask.kind === 'dice' && ask.id === (timing.initiativeAsk ?? 'initiative') ? kindOf(host, ask) : null;
    if (kind === null) return rollAsReferee(host, ask, dice);
    const faces = rolls.get(kind) ?? rollAsReferee(host, ask, dice);
    rolls.set(kind, faces);
    return faces;
  });
  return Promise.all(all);
}

/** Rolls for all fighters, those of players included. */
export const rollAllSecretly = (asks: readonly SingleAsk[]): Promise<(Answer | null)[]> =>
  Promise.all(asks.map((ask) => (ask.kind === 'dice' ? rollFoundryDice(ask.dice, false) : null)));

/** Returns a key for unlinked tokens of one actor that roll the same dice without a player, or null for all others. */
function kindOf(host: ExchangeDocument, { by, dice }: DiceAsk): string | null {
  const { token } = documentsOf(host, by);
  if (!token?.actorId || token.actorLink || playersOf(host, by).length > 0) return null;
  return JSON.stringify([token.actorId, dice]);
}
