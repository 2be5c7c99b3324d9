import { adjustPool, applyChange, log, type NewCondition } from '../../../encounter/change';
import type { Condition, Until } from '../../../encounter/condition';
import type { FighterId } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { chooseOne, type Procedure, roll } from '../../../kernel/procedure';
import { addCondition, removeCondition, sortConditions } from '../../../toolkit/combat/condition';
import { dropItem } from '../../../toolkit/define/item';
import { expireConditions } from '../../../toolkit/turns/duration';
import { setPool } from '../../../toolkit/turns/pools';
import { sortByPlace } from '../../../toolkit/turns/turn-order';
import { namesOf } from '../../../toolkit/views/question';
import { clearReadied } from '../action';
import { CONDITIONS, type ConditionId, grappledBy, handsOf, is, isObject, isWeakTo, rootsOf } from '../conditions';
import { type AbilityId, damagePool, damageTypeOf, PHYSICAL, TURN_END } from '../schema';
import { check, saveOf, saveRoll } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { abilityOf, thingsInHand } from '../stats';

/** L-124, L-131, L-155, L-160. */
const d4 = dice(1, 4);
/** L-02. */
export const ROUNDS_A_MINUTE = 10;

/** Section 7, steps 10 to 12: weapons halve against things that are not fragile; then Weakness; then resistance. */
export function reduceDamage(
  target: { readonly fragile: boolean; readonly isThing: boolean; readonly weak: boolean; readonly resistance: number },
  damage: number,
  byWeapon: boolean,
): number {
  const halved = byWeapon && target.isThing && !target.fragile ? Math.floor(damage / 2) : damage;
  const weakened = target.weak ? Math.floor((halved * 3) / 2) : halved;
  return Math.max(0, weakened - target.resistance);
}

/** Returns the damage after resistances. L-A35: DR is for blows, ER for its own type. */
export function damageTaken(fighter: SlotsFighter, damage: number, damageType: string, byWeapon: boolean): number {
  const { base, er } = fighter.stats;
  const type = damageTypeOf(damageType);
  return reduceDamage(
    {
      fragile: base.fragile,
      isThing: base.object || is(fighter, 'corpse'),
      weak: isWeakTo(fighter, type),
      resistance: type === PHYSICAL ? base.dr : (er[type] ?? 0),
    },
    damage,
    byWeapon,
  );
}

/** Section 7, step 13: subtracts hit points, then adds negative ones. @param damage after all resistances */
export function* harm(encounter: SlotsEncounter, fighter: SlotsFighter, damage: number): Procedure<void> {
  if (damage <= 0) return;
  const taken = -(yield* adjustPool(fighter.id, 'hp', -damage));
  if (damage > taken && !fighter.stats.base.object) yield* adjustPool(fighter.id, 'negative', damage - taken);
  yield* applyLowHealth(encounter, fighter);
}

/** L-137, L-139, L-165: applies the conditions of low hit points. */
export function* applyLowHealth(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  const { hp, negative } = fighter.pools;
  if (hp.value > 0 || is(fighter, 'corpse') || is(fighter, 'broken')) return;
  if (fighter.stats.base.object) {
    yield* addCondition(fighter.id, 'broken', null);
    return;
  }
  if (!hasCause(fighter, 'wounds')) yield* addCondition(fighter.id, 'unconscious', null, { cause: 'wounds' });
  if (negative.value === 0) return;
  if (!is(fighter, 'dying')) yield* addCondition(fighter.id, 'dying', null);
  if (negative.value >= negative.max) yield* die(encounter, fighter);
}

const hasCause = (fighter: SlotsFighter, cause: string): boolean =>
  rootsOf(fighter, 'unconscious').some(({ data }) => data?.cause === cause);

/** L-144, L-142: conditions that end when their source dies. */
const SOURCE_BOUND: readonly string[] = ['frightened', 'fascinated'];

/**
 * L-A5: one round outlasts the fighter whose turn would end it. It then ends with the turn before. Without an order of
 * initiative it ends now.
 */
function* outlast({ clock, fighters }: SlotsEncounter, dead: SlotsFighter): Procedure<void> {
  const all = Object.values(fighters);
  const order = sortByPlace(all.filter((each) => each.state.order !== undefined && (each === dead || !isObject(each))));
  const before = order.includes(dead) ? order.at(order.indexOf(dead) - 1) : undefined;
  // The first turn of a round follows the last turn of the round before.
  const wraps = order[0] === dead ? 1 : 0;
  for (const fighter of all.filter((each) => each !== dead))
    for (const { key, ...condition } of sortConditions(fighter)) {
      const { until } = condition;
      if (until?.of !== dead.id || (until.at === TURN_END && clock.turn === dead.id)) continue;
      yield* applyChange({ kind: 'condition-removed', of: fighter.id, key });
      if (!before || before === dead) continue;
      const end: Until = { at: TURN_END, of: before.id, ...(until.n !== undefined && { n: until.n - wraps }) };
      yield* applyChange({ kind: 'condition-added', of: fighter.id, condition: { ...condition, until: end } });
    }
}

/** L-139: removes all conditions and frees those the corpse held. */
export function* die(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  yield* endGrapple(encounter, fighter);
  const isOf = ({ id, by, towards }: Condition): boolean =>
    SOURCE_BOUND.includes(id) && (by === fighter.id || (towards?.every((each) => each === fighter.id) ?? false));
  yield* expireConditions(Object.values(encounter.fighters), isOf);
  yield* expireConditions([fighter], ({ until }) => until?.of === fighter.id);
  yield* outlast(encounter, fighter);
  for (const id of Object.keys(CONDITIONS)) if (id !== 'corpse') yield* removeCondition(fighter, id);
  yield* setPool(fighter, 'waited', 0);
  yield* clearReadied(fighter);
  if (!is(fighter, 'corpse')) yield* addCondition(fighter.id, 'corpse', null);
  yield* log('dies', {}, fighter.id);
}

/** L-38, L-A29: ends a grapple for both. */
export function* endGrapple({ fighters }: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  const partner = grappledBy(fighter);
  const isGrapple = ({ data }: Condition): boolean => data?.cause === 'grapple';
  yield* removeCondition(fighter, 'restrained', isGrapple);
  const other = partner === null ? undefined : fighters[partner];
  if (other) yield* removeCondition(other, 'restrained', (each) => isGrapple(each) && each.by === fighter.id);
}

/** L-126, L-A45: a [Healing] effect; stops bleeding and heals the negative track first. */
export function* heal(fighter: SlotsFighter, points: number): Procedure<void> {
  const { id, pools } = fighter;
  yield* stopBleeding(fighter);
  const raised = -(yield* adjustPool(id, 'negative', -points));
  if (points > raised) yield* adjustPool(id, 'hp', points - raised);
  yield* recover(fighter);
  if (pools.hp.value > 0) yield* log('healed', { points }, id);
}

/** L-A45: at zero dying ends, above it the fighter wakes. */
export function* recover(fighter: SlotsFighter): Procedure<void> {
  if (fighter.pools.negative.value === 0) yield* removeCondition(fighter, 'dying');
  if (fighter.pools.hp.value > 0)
    yield* removeCondition(fighter, 'unconscious', ({ data }) => data?.cause === 'wounds');
}

/** L-125, L-126: ends the bleeding and clears its counter. */
export function* stopBleeding(fighter: SlotsFighter): Procedure<void> {
  yield* removeCondition(fighter, 'bleeding');
  yield* setPool(fighter, 'bleed', 0);
}

/** L-124, L-A35: unresisted. */
export function* bleed(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  if (!is(fighter, 'bleeding')) return;
  const lost = yield* roll('bleeding', d4, fighter.id);
  yield* adjustPool(fighter.id, 'bleed', lost);
  yield* harm(encounter, fighter, lost);
}

/** L-137, L-138, L-A44: really rolled, though the fighter is unconscious. */
export function* saveFromDying(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  if (!is(fighter, 'dying')) return;
  const against = 10 + fighter.pools.negative.value;
  const isRolled = encounter.settings.dyingSaveCountsAsOne !== true;
  const { total } = yield* check(fighter, 'dying', saveOf(fighter, 'fortitude'), { against }, isRolled);
  if (total >= against) {
    yield* log('holds-on', {}, fighter.id);
    return;
  }
  yield* log('slips', {}, fighter.id);
  yield* adjustPool(fighter.id, 'negative', 1);
  yield* applyLowHealth(encounter, fighter);
}

/** L-131: one roll for both abilities. */
function* cripple(of: FighterId): Procedure<void> {
  yield* damageAbilities(of, yield* roll('crippled', d4, of), ['str', 'dex']);
}

function* damageAbilities(of: FighterId, points: number, abilities: readonly AbilityId[]): Procedure<void> {
  if (points === 0) return;
  for (const ability of abilities) yield* adjustPool(of, damagePool(ability), points);
}

/** Recurring hardships: the abilities they damage (L-155, L-156, L-160, L-161). */
const HARDSHIPS = {
  starving: ['str', 'wis'],
  suffocating: ['con', 'int'],
} as const satisfies Readonly<Record<string, readonly AbilityId[]>>;

/** L-A46: raises the counter, rolls the save, then the d4, halved by a success. */
export function* rollHardship(fighter: SlotsFighter, id: keyof typeof HARDSHIPS, due: number | null): Procedure<void> {
  const [root] = rootsOf(fighter, id);
  if (!root) return;
  const times = Number(root.data?.times ?? 0) + 1;
  const { key: _, ...rest } = root;
  yield* applyChange({ kind: 'condition-removed', of: fighter.id, key: root.key });
  yield* applyChange({
    kind: 'condition-added',
    of: fighter.id,
    condition: { ...rest, data: { ...rest.data, times, ...(due !== null && { due }) } },
  });
  const against = 10 + abilityOf(fighter, 'str') + times;
  const saved = (yield* saveRoll(fighter, 'fortitude', against)) >= against;
  const rolled = yield* roll(id, d4, fighter.id, { saved: saved ? 1 : 0 });
  yield* damageAbilities(fighter.id, saved ? Math.floor(rolled / 2) : rolled, HARDSHIPS[id]);
}

/** L-160: due every ten rounds. */
export function* suffocate({ clock }: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  const [root] = rootsOf(fighter, 'suffocating');
  if (root && clock.round >= dueOf(root.data))
    yield* rollHardship(fighter, 'suffocating', clock.round + ROUNDS_A_MINUTE);
}

/** Without a stored round, the first minute ends after round ten of the encounter. */
const dueOf = (data: { readonly due?: unknown } | undefined): number =>
  typeof data?.due === 'number' ? data.due : ROUNDS_A_MINUTE + 1;

/** L-132: a lost arm drops its thing; the GM chooses among several. */
function* dropFromLostLimbs(fighter: SlotsFighter): Procedure<void> {
  for (let held = thingsInHand(fighter); held.length > handsOf(fighter); held = thingsInHand(fighter)) {
    const ids = held.map(({ id }) => id);
    const which = yield* chooseOne('limb-drops', GM, ids, { at: fighter.id, ...namesOf(held) });
    const thing = held.find(({ id }) => id === which);
    if (!thing) return;
    yield* dropItem(fighter, thing, fighter.place);
    yield* log('lets-fall', { item: thing.name }, fighter.id);
  }
}

const isFromWater = ({ data }: Condition): boolean => data?.cause === 'underwater';

/** L-154: adds being under water, and suffocating without air (L-160). */
export function* submerge(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  details: Omit<NewCondition, 'id'> = {},
): Procedure<void> {
  yield* applyChange({
    kind: 'condition-added',
    of: fighter.id,
    condition: { ...details, id: 'underwater', until: details.until ?? null },
  });
  if (!fighter.stats.base.breathesWater && !is(fighter, 'suffocating'))
    yield* inflict(encounter, fighter, 'suffocating', null, { data: { cause: 'underwater' } });
}

/** L-154: ends being under water and leaves the fighter soaked. */
export function* surface(fighter: SlotsFighter): Procedure<void> {
  const isIn = is(fighter, 'underwater');
  yield* removeCondition(fighter, 'underwater');
  yield* removeCondition(fighter, 'suffocating', isFromWater);
  if (isIn) yield* addCondition(fighter.id, 'soaked', null);
}

/**
 * Adds a ledger condition with its first effect: crippled hurts at once (L-131, L-132), breath lasts a minute (L-A46).
 */
export function* inflict(
  { clock }: SlotsEncounter,
  fighter: SlotsFighter,
  id: ConditionId,
  until: Until | null,
  details: Omit<NewCondition, 'id' | 'until'> = {},
): Procedure<void> {
  const due: Condition['data'] = id === 'suffocating' ? { due: Math.max(1, clock.round) + ROUNDS_A_MINUTE } : {};
  const data: Condition['data'] = { ...due, ...details.data };
  const condition = { ...details, id, until, ...(Object.keys(data).length > 0 && { data }) };
  const gained = yield* applyChange({ kind: 'condition-added', of: fighter.id, condition });
  if (gained && id === 'crippled') {
    yield* cripple(fighter.id);
    yield* dropFromLostLimbs(fighter);
  }
  // L-158: the stunned stop defending.
  if (gained && id === 'stunned') yield* removeCondition(fighter, 'defending');
}
