import { isNeutral, sideOf } from '../encounter/sides';
import type { Encounter, FighterId } from '../encounter/state';
import { playToTheEnd, shareOf } from './forecast-fight';
import type { Judge } from './judge';
import { QuickAgent } from './quick-agent';
import { rateThreat, type ThreatRating } from './threat-rating';
import { type Roster, withRoster } from './what-if';

const MOST_FIGHTS = 24;
/** After so many it is looked whether it is clear who wins more often. */
const FIGHTS_BETWEEN = 6;
const EVEN = 0.5;

export interface ThreatQuestion {
  readonly encounter: Encounter;
  readonly foe: FighterId;
  /** More of these take part if they lose to a single foe. */
  readonly heroes: readonly FighterId[];
  /** Who else stands with the heroes, such as a mount. */
  readonly others?: readonly FighterId[];
  readonly seed: number;
  /** The most for each number of fighters. */
  readonly fights?: number;
}

/** Plays a foe against heroes until its threat is known. It yields after each fight. */
export function* measureThreat(judge: Judge, question: ThreatQuestion): Generator<undefined, ThreatRating> {
  const { encounter, foe, heroes, others = [], seed, fights = MOST_FIGHTS } = question;
  const quickAgent = new QuickAgent(judge);
  const rating = rateThreat(heroes.length);
  let step = rating.next();
  while (!step.done) {
    const { foes, heroes: all } = step.value;
    const copies = heroes.map((id, at) => [id, Math.floor(all / heroes.length) + (at < all % heroes.length ? 1 : 0)]);
    const roster = { ...Object.fromEntries([...copies, ...others.map((id) => [id, 1])]), [foe]: foes };
    const hero = encounter.fighters[heroes[0] ?? ''];
    const side = hero ? sideOf(hero) : '';
    step = rating.next(
      yield* estimateChance(judge, withOnly(encounter, roster), { quickAgent, side, seed, most: fights }),
    );
  }
  return step.value;
}

interface EstimateInput {
  /** Learns from the fights. */
  readonly quickAgent: QuickAgent;
  readonly side: string;
  readonly seed: number;
  /** Of fights. */
  readonly most?: number;
}

/** Returns the share of fights that a side wins; one without an end counts half. It yields after each fight. */
export function* estimateChance(
  judge: Judge,
  encounter: Encounter,
  { quickAgent, side, seed, most = MOST_FIGHTS }: EstimateInput,
): Generator<undefined, number> {
  let won = 0;
  for (let fights = 1; ; fights++) {
    const { winner } = playToTheEnd(judge, encounter, quickAgent, seed + fights);
    won += winner === null ? EVEN : Number(winner === side);
    const { value, low, high } = shareOf(won, fights);
    yield;
    const isClear = fights % FIGHTS_BETWEEN === 0 && (low > EVEN || high < EVEN);
    if (isClear || fights === most) return value;
  }
}

/** Returns the encounter with these fighters and the neutral ones. */
export function withOnly(encounter: Encounter, roster: Roster): Encounter {
  const others = Object.values(encounter.fighters).filter((fighter) => !isNeutral(fighter) && !(fighter.id in roster));
  return withRoster(encounter, { ...Object.fromEntries(others.map(({ id }) => [id, 0])), ...roster });
}
