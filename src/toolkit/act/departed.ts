import { type Encounter, hasDeparted } from '../../encounter/state';
import { type Ask, GM, type SingleAsk } from '../../kernel/ask';

/**
 * Returns an ask without those who have left the encounter: they are offered nothing, and what else is asked of them is
 * asked of the GM. Returns null if it is an offer to none but them.
 */
export function withoutDeparted(encounter: Encounter, ask: Ask): Ask | null {
  if (!encounter.departed || ask.kind === 'apply' || ask.kind === 'section') return ask;
  const isGone = ({ by }: { readonly by: string }): boolean => hasDeparted(encounter, by);
  const ofGM = (each: SingleAsk): SingleAsk => (isGone(each) ? { ...each, by: GM } : each);
  if (ask.kind === 'all') return ask.asks.some(isGone) ? { ...ask, asks: ask.asks.map(ofGM) } : ask;
  if (ask.kind !== 'offer') return ofGM(ask);
  const candidates = ask.candidates.filter((each) => !isGone(each));
  if (candidates.length === ask.candidates.length) return ask;
  return candidates.length > 0 ? { ...ask, candidates } : null;
}
