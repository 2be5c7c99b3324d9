import { areFoes } from '../../../encounter/sides';
import type { Fighter } from '../../../encounter/state';
import { computeEncounterBudget, readThreatRating, type ThreatRating } from '../../../opponent/threat-rating';
import { countIn, type Roster } from '../../../opponent/what-if';
import { documentsOf } from '../../host/exchange-document';
import { text } from '../../platform/text';
import type { LoadedEncounter } from '../../views/fight';
import { playersSideOf } from './forecast-context';

/** Returns the measured threat of an actor. */
function threatOf(actor: Actor.Implementation | null): ThreatRating | null {
  const { cadence } = (actor?.flags ?? {}) as { readonly cadence?: { readonly threat?: unknown } };
  return readThreatRating(cadence?.threat);
}

/** Who stands in a fight. */
export interface FightThreats {
  readonly heroes: number;
  /** null for those that were never measured. */
  readonly foes: readonly (ThreatRating | null)[];
}

/** Heroes have linked tokens, mounts and summoned allies do not; players count anyway if that leaves none. */
export async function loadFightThreats(
  { host, adapter, encounter }: Pick<LoadedEncounter, 'host' | 'adapter' | 'encounter'>,
  roster: Roster = {},
): Promise<FightThreats> {
  const worth = await adapter.ruleset.loadWorth?.();
  const standing = Object.values(encounter.fighters).filter((fighter) => !worth?.isOut(fighter));
  const side = playersSideOf(encounter);
  const actorOf = ({ id }: Fighter) => documentsOf(host, id).actor;
  const ours = standing.filter((fighter) => fighter.side === side);
  const linked = ours.filter((fighter) => actorOf(fighter)?.prototypeToken.actorLink);
  const heroes = linked.length > 0 ? linked : ours.filter(({ player }) => player);
  const foes = side === null ? [] : standing.filter((fighter) => areFoes(fighter, { side }));
  return {
    heroes: heroes.reduce((sum, { id }) => sum + countIn(roster, id), 0),
    foes: foes.flatMap((foe) => Array<ThreatRating | null>(countIn(roster, foe.id)).fill(threatOf(actorOf(foe)))),
  };
}

/** Returns what the GM is told of a fight before it is played: a sentence, and what it means. */
export function threatContext({ heroes, foes }: FightThreats) {
  const known = computeEncounterBudget(foes, heroes);
  if (!known) return null;
  const { spent, budget, unrated } = known;
  const word = text(`CADENCE.App.Forecast.difficulty.${known.difficulty}`);
  const isLeast = unrated > 0 && known.difficulty !== 'deadly';
  const difficulty = isLeast ? text('CADENCE.App.Threat.orHarder', { difficulty: word }) : word;
  const parts = [
    ...(unrated < foes.length ? [text('CADENCE.App.Threat.budget', { spent, budget, difficulty })] : []),
    ...(unrated > 0 ? [text('CADENCE.App.Threat.unrated', { count: unrated })] : []),
  ];
  return { text: parts.join(' · '), hint: text('CADENCE.App.Threat.budgetHint', { budget }) };
}

/** Returns what one more foe would change. */
export function threatContextWith({ heroes, foes }: FightThreats, name: string, more: ThreatRating | null) {
  const context = threatContext({ heroes, foes: [...foes, more] });
  return context && { ...context, text: text('CADENCE.App.Threat.more', { name, budget: context.text }) };
}
