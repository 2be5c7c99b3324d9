import type { Change } from '../../encounter/change';
import type { Condition, Until } from '../../encounter/condition';
import type { FighterId } from '../../encounter/state';
import { removalsOf, type StateBasedTable } from '../../toolkit/act/state-based';
import { departedRow } from '../../toolkit/combat/bond';
import { sortByPlace } from '../../toolkit/turns/turn-order';
import { canStrike, grabReach } from './attack/threat';
import { joinsAmbush } from './clock';
import { bondHolderOf, is, isGrapple, isObject, isOut } from './conditions';
import { TURN_END } from './schema';
import type { SlotsEncounter, SlotsFighter } from './state';

const isDead = ({ fighters }: SlotsEncounter, id: FighterId | undefined): boolean => {
  const fighter = id === undefined ? undefined : fighters[id];
  return fighter !== undefined && is(fighter, 'corpse');
};

/** Returns true if the two still hold each other: mutually, in reach of one, and one of them able to act. */
function isHolding({ ground, fighters }: SlotsEncounter, fighter: SlotsFighter, { by }: Condition): boolean {
  const other = by === undefined ? undefined : fighters[by];
  if (!other?.conditions.some((each) => isGrapple(each) && each.by === fighter.id)) return false;
  if (isObject(other) || (isOut(fighter) && isOut(other))) return false;
  return canStrike(ground, fighter.place, other.place, Math.max(grabReach(fighter), grabReach(other)));
}

/**
 * L-A5: one round outlasts the fighter whose turn would end it. It then ends with the turn before. Returns null without
 * such a turn.
 */
function endWithoutTurn({ fighters }: SlotsEncounter, dead: SlotsFighter, until: Until): Until | null {
  const all = Object.values(fighters).filter(({ state }) => state.order !== undefined);
  const order = sortByPlace(all.filter((each) => each === dead || !isObject(each)));
  const before = order.includes(dead) ? order.at(order.indexOf(dead) - 1) : undefined;
  if (!before || before === dead) return null;
  // The first turn of a round follows the last turn of the round before.
  const wraps = order[0] === dead ? 1 : 0;
  return { at: TURN_END, of: before.id, ...(until.n !== undefined && { n: until.n - wraps }) };
}

function* changesOfEnds(encounter: SlotsEncounter, fighter: SlotsFighter): Iterable<Change> {
  const { id: of } = fighter;
  for (const { key, ...condition } of [...fighter.conditions]) {
    const { until } = condition;
    const dead = until?.of === undefined ? undefined : encounter.fighters[until.of];
    if (!until || !dead || dead === fighter || !is(dead, 'corpse')) continue;
    if (until.at === TURN_END && encounter.clock.turn === dead.id) continue;
    yield { kind: 'condition-removed', of, key };
    const end = endWithoutTurn(encounter, dead, until);
    if (end) yield { kind: 'condition-added', of, condition: { ...condition, until: end } };
  }
}

/** L-154, L-160: returns true if the water takes the breath. */
const isFromWater = ({ id, data }: Condition): boolean => id === 'suffocating' && data?.cause === 'underwater';

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('L-A5, L-A29, L-144', bondHolderOf),
  /** The dead have no conditions and bank nothing. */
  dead: {
    ledger: 'L-139',
    find(_, fighter) {
      if (!is(fighter, 'corpse')) return [];
      const { id: of, pools } = fighter;
      const banked = pools.waited.value;
      const isEndless = ({ id, until }: Condition) => id === 'corpse' && until?.of !== of;
      // Their own turn, which might end it, does not come.
      const stays = fighter.conditions.some(isEndless);
      return [
        ...(stays ? [] : [{ kind: 'condition-added', of, condition: { id: 'corpse', until: null } } as const]),
        ...removalsOf(fighter, (condition) => !isEndless(condition)),
        ...(banked > 0 ? [{ kind: 'pool', of, pool: 'waited', by: -banked } as const] : []),
      ];
    },
  },
  /** Fear and charm end with their source. */
  source: {
    ledger: 'L-142, L-144',
    find: (encounter, fighter) =>
      removalsOf(
        fighter,
        ({ id, by, towards }) =>
          (id === 'frightened' || id === 'fascinated') &&
          (isDead(encounter, by) || (towards?.every((each) => isDead(encounter, each)) ?? false)),
      ),
  },
  rounds: {
    ledger: 'L-A5',
    find: (encounter, fighter) => (fighter.conditions.length === 0 ? [] : [...changesOfEnds(encounter, fighter)]),
  },
  grapple: {
    ledger: 'L-35, L-38, L-158, L-163, L-A19, L-A29',
    find: (encounter, fighter) =>
      removalsOf(fighter, (condition) => isGrapple(condition) && !isHolding(encounter, fighter, condition)),
  },
  /** Only the hidden, and those whom the blind cannot see, can be detected. */
  detected: {
    ledger: 'L-77, L-123, L-129',
    find({ fighters }, fighter) {
      if (fighter.conditions.length === 0 || is(fighter, 'covered')) return [];
      const isBlind = (id: FighterId): boolean => {
        const other = fighters[id];
        return other !== undefined && is(other, 'blinded');
      };
      return removalsOf(fighter, ({ id, towards }) => id === 'detected' && !(towards?.some(isBlind) ?? false));
    },
  },
  ambush: { ledger: 'L-21, L-23, L-A11', find: joinsAmbush },
  defending: {
    ledger: 'L-158',
    find: (_, fighter) => (is(fighter, 'stunned') ? removalsOf(fighter, ({ id }) => id === 'defending') : []),
  },
  /** A fighter who surfaces breathes again. */
  breath: {
    ledger: 'L-154, L-160',
    find: (_, fighter) => removalsOf(fighter, (condition) => isFromWater(condition) && !is(fighter, 'underwater')),
  },
  /** The counter of a cured bleeding starts again. */
  bleeding: {
    ledger: 'L-125, L-126, L-A43',
    find(_, fighter) {
      const { value } = fighter.pools.bleed;
      if (value === 0 || is(fighter, 'bleeding')) return [];
      return [{ kind: 'pool', of: fighter.id, pool: 'bleed', by: -value }];
    },
  },
  /** A readied action is lost with the banked Reaction. */
  readied: {
    ledger: 'L-09, L-11',
    find: (_, { id: of, state, pools }) =>
      state.readied !== undefined && pools.waited.value === 0 ? [{ kind: 'state', of, key: 'readied', to: null }] : [],
  },
} satisfies StateBasedTable<SlotsEncounter>;
