import { areFoes, sideOf } from '../../../encounter/sides';
import type { Fighter } from '../../../encounter/state';
import { computeEncounterBudget, readThreatRating, type ThreatRating } from '../../../opponent/threat-rating';
import { countIn, type Roster } from '../../../opponent/what-if';
import { documentsOf } from '../../host/exchange-document';
import { text } from '../../platform/text';
import type { LoadedEncounter } from '../../views/fight';
import { playersSideOf } from './forecast-context';

/** Returns the measured threat of an actor. */
export function threatOf(actor: Actor.Implementation | null): ThreatRating | null {
  const { cadence } = (actor?.flags ?? {}) as { readonly cadence?: { readonly threat?: unknown } };
  return readThreatRating(cadence?.threat);
}

/** Who stands in a fight. */
interface FightSides {
  readonly heroes: readonly Fighter[];
  /** Allies of the heroes, such as mounts. */
  readonly others: readonly Fighter[];
  readonly foes: readonly Fighter[];
}

/** Heroes have linked tokens, mounts and summoned allies do not; players count anyway if that leaves none. */
export async function loadFightSides({
  host,
  adapter,
  encounter,
}: Pick<LoadedEncounter, 'host' | 'adapter' | 'encounter'>): Promise<FightSides> {
  const worth = await adapter.ruleset.loadWorth?.();
  const standing = Object.values(encounter.fighters).filter((fighter) => !worth?.isOut(fighter));
  const side = playersSideOf(encounter);
  const ours = standing.filter((fighter) => sideOf(fighter) === side);
  const linked = ours.filter(({ id }) => documentsOf(host, id).actor?.prototypeToken.actorLink);
  const heroes = linked.length > 0 ? linked : ours.filter(({ player }) => player);
  // The heroes are still to come.
  if (heroes.length === 0 && side === 'foes') return { heroes, others: [], foes: ours };
  return {
    heroes,
    others: ours.filter((fighter) => !heroes.includes(fighter)),
    foes: side === null ? [] : standing.filter((fighter) => areFoes(fighter, { side })),
  };
}

/** How many heroes, and the threat of each foe. */
export interface FightThreats {
  readonly heroes: number;
  /** null for those that were never measured. */
  readonly foes: readonly (ThreatRating | null)[];
}

export async function loadFightThreats(
  fight: Pick<LoadedEncounter, 'host' | 'adapter' | 'encounter'>,
  roster: Roster = {},
): Promise<FightThreats> {
  const { heroes, foes } = await loadFightSides(fight);
  const ratingOf = ({ id }: Fighter) => threatOf(documentsOf(fight.host, id).actor);
  return {
    heroes: heroes.reduce((sum, { id }) => sum + countIn(roster, id), 0),
    foes: foes.flatMap((foe) => Array<ThreatRating | null>(countIn(roster, foe.id)).fill(ratingOf(foe))),
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
  const isKnown = unrated < foes.length;
  const parts = [
    ...(isKnown ? [text('CADENCE.App.Threat.budget', { spent, budget, difficulty })] : []),
    ...(unrated > 0 ? [text('CADENCE.App.Threat.unrated', { count: unrated })] : []),
  ];
  return {
    text: parts.join(' · '),
    hint: text(`CADENCE.App.Threat.${isKnown ? 'budgetHint' : 'unratedHint'}`, { budget }),
  };
}

/** Returns what one more foe would change. */
export function threatContextWith({ heroes, foes }: FightThreats, name: string, more: ThreatRating | null) {
  const context = threatContext({ heroes, foes: [...foes, more] });
  return context && { ...context, text: text('CADENCE.App.Threat.more', { name, budget: context.text }) };
}
