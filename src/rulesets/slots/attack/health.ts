import { adjustPool, applyChange, log, type NewCondition } from '../../../encounter/change';
import type { Condition, Until } from '../../../encounter/condition';
import type { Effect } from '../../../encounter/effect';
import type { FighterId } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import { chooseOne, type Procedure, roll } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { dropItem } from '../../../toolkit/define/item';
import { namesOf } from '../../../toolkit/views/question';
import { type ConditionId, handsOf, is, isWeakTo, rootsOf } from '../conditions';
import { type AbilityId, damagePool, damageTypeOf, PHYSICAL } from '../schema';
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
      resistance: type === PHYSICAL ? base.dr : (lookup(er, type) ?? 0),
    },
    damage,
    byWeapon,
  );
}

/** Section 7, step 13: subtracts hit points, then adds negative ones. @param damage after all resistances */
export function* harm(fighter: SlotsFighter, damage: number): Procedure<void> {
  if (damage <= 0) return;
  const taken = -(yield* adjustPool(fighter.id, 'hp', -damage));
  if (damage > taken && !fighter.stats.base.object) yield* adjustNegative(fighter, damage - taken);
  yield* applyLowHealth(fighter);
}

/** Returns the change. */
function* adjustNegative(fighter: SlotsFighter, by: number): Procedure<number> {
  const changed = yield* adjustPool(fighter.id, 'negative', by);
  if (changed !== 0) yield* logBelowZero(fighter, changed);
  return changed;
}

/** Logs how far below zero the fighter is. @param changed by how many points */
export function* logBelowZero({ id, pools }: SlotsFighter, changed: number): Procedure<void> {
  const below = pools.negative.value;
  if (below > 0) yield* log('below-zero', { below }, id, { tone: 'harm', covers: { points: { negative: changed } } });
}

/** L-137, L-139, L-165: applies the conditions of low hit points. */
export function* applyLowHealth(fighter: SlotsFighter): Procedure<void> {
  const { hp, negative } = fighter.pools;
  if (hp.value > 0 || is(fighter, 'corpse') || is(fighter, 'broken')) return;
  if (fighter.stats.base.object) {
    yield* addCondition(fighter.id, 'broken', null);
    return;
  }
  yield* addCondition(fighter.id, 'unconscious', null, { cause: 'wounds' });
  if (negative.value === 0) return;
  yield* addCondition(fighter.id, 'dying', null);
  if (negative.value >= negative.max) yield* die(fighter);
}

/** L-139. */
function* die({ id }: SlotsFighter): Procedure<void> {
  yield* addCondition(id, 'corpse', null);
  yield* logDeath(id);
}

export const logDeath = (id: FighterId): Procedure<Effect | null> =>
  log('dies', {}, id, { tone: 'harm', covers: { gains: ['corpse'], loses: ['unconscious', 'dying', 'bleeding'] } });

/** L-38, L-A29: lets go of the other, who is then free as well. */
export const endGrapple = (fighter: SlotsFighter): Procedure<void> =>
  removeCondition(fighter, 'restrained', ({ data }) => data?.cause === 'grapple');

/** L-126, L-A45: a [Healing] effect; stops bleeding and heals the negative track first. It does not help the dead. */
export function* heal(fighter: SlotsFighter, points: number): Procedure<void> {
  const { id, pools } = fighter;
  if (is(fighter, 'corpse')) return;
  yield* removeCondition(fighter, 'bleeding');
  const raised = -(yield* adjustNegative(fighter, -points));
  const hp = points > raised ? yield* adjustPool(id, 'hp', points - raised) : 0;
  yield* recover(fighter);
  if (pools.hp.value > 0)
    yield* log('healed', { points }, id, { tone: 'boon', covers: { points: { negative: -raised, hp } } });
}

/** L-A45: at zero dying ends, above it the fighter wakes; an object is whole again. */
export function* recover(fighter: SlotsFighter): Procedure<void> {
  if (fighter.pools.negative.value === 0) yield* removeCondition(fighter, 'dying');
  if (fighter.pools.hp.value === 0) return;
  yield* removeCondition(fighter, 'unconscious', ({ data }) => data?.cause === 'wounds');
  yield* removeCondition(fighter, 'broken');
}

/** L-124, L-A35: unresisted. */
export function* bleed(fighter: SlotsFighter): Procedure<void> {
  if (!is(fighter, 'bleeding')) return;
  const lost = yield* roll('bleeding', d4, fighter.id);
  // L-126: it has ended while the die was open, here and below.
  if (!is(fighter, 'bleeding')) return;
  yield* adjustPool(fighter.id, 'bleed', lost);
  yield* harm(fighter, lost);
}

/** L-137, L-138, L-A44: really rolled, though the fighter is unconscious. */
export function* saveFromDying(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  if (!is(fighter, 'dying') || is(fighter, 'corpse')) return;
  const against = 10 + fighter.pools.negative.value;
  const isRolled = encounter.settings.dyingSaveCountsAsOne !== true;
  const { total } = yield* check(fighter, 'dying', saveOf(fighter, 'fortitude'), { against }, isRolled);
  if (!is(fighter, 'dying')) return;
  if (total >= against) {
    yield* log('holds-on', {}, fighter.id, { tone: 'boon' });
    return;
  }
  yield* log('slips', {}, fighter.id, { tone: 'harm' });
  yield* adjustNegative(fighter, 1);
  yield* applyLowHealth(fighter);
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
  yield* setData(fighter, root, { times, ...(due !== null && { due }) });
  const against = 10 + abilityOf(fighter, 'str') + times;
  const saved = (yield* saveRoll(fighter, 'fortitude', against)) >= against;
  if (!is(fighter, id)) return;
  const rolled = yield* roll(id, d4, fighter.id, { saved: saved ? 1 : 0 });
  if (!is(fighter, id)) return;
  yield* damageAbilities(fighter.id, saved ? Math.floor(rolled / 2) : rolled, HARDSHIPS[id]);
}

function* setData({ id: of }: SlotsFighter, { key, ...rest }: Condition, data: Condition['data']): Procedure<void> {
  yield* applyChange({ kind: 'condition-removed', of, key });
  yield* applyChange({ kind: 'condition-added', of, condition: { ...rest, data: { ...rest.data, ...data } } });
}

/** L-160: the minute that has begun goes on in the next encounter, which counts its rounds from 1. */
export function* keepBreath({ clock }: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  for (const root of rootsOf(fighter, 'suffocating'))
    yield* setData(fighter, root, { due: dueOf(root.data) - Math.max(1, clock.round) + 1 });
}

/** L-160: due every ten rounds. */
export function* suffocate({ clock }: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  const [root] = rootsOf(fighter, 'suffocating');
  if (root && !is(fighter, 'corpse') && clock.round >= dueOf(root.data))
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

/** L-154: ends being under water and leaves the fighter soaked. */
export function* surface(fighter: SlotsFighter): Procedure<void> {
  const isIn = is(fighter, 'underwater');
  yield* removeCondition(fighter, 'underwater');
  if (isIn) yield* addCondition(fighter.id, 'soaked', null);
}

/**
 * Adds a ledger condition with its first effect: crippled hurts at once (L-131, L-132), breath lasts a minute (L-A46),
 * and there is none under water (L-154).
 */
export function* inflict(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  id: ConditionId,
  until: Until | null,
  details: Omit<NewCondition, 'id' | 'until'> = {},
): Procedure<void> {
  const due: Condition['data'] =
    id === 'suffocating' ? { due: Math.max(1, encounter.clock.round) + ROUNDS_A_MINUTE } : {};
  const data: Condition['data'] = { ...due, ...details.data };
  const condition = { ...details, id, until, ...(Object.keys(data).length > 0 && { data }) };
  const gained = yield* applyChange({ kind: 'condition-added', of: fighter.id, condition });
  if (gained && id === 'crippled') {
    yield* cripple(fighter.id);
    yield* dropFromLostLimbs(fighter);
  }
  if (gained && id === 'underwater' && !fighter.stats.base.breathesWater && !is(fighter, 'suffocating'))
    yield* inflict(encounter, fighter, 'suffocating', null, { data: { cause: 'underwater' } });
}
