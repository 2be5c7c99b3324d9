import { adjustPool, applyChange, log, type NewCondition } from '../../../encounter/change';
import type { Condition, Until } from '../../../encounter/condition';
import type { FighterId } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { chooseOne, type Procedure, roll } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { dropItem } from '../../../toolkit/define/item';
import { expireConditions } from '../../../toolkit/turns/duration';
import { setPool } from '../../../toolkit/turns/pools';
import { namesOf } from '../../../toolkit/views/question';
import { clearReadied } from '../action';
import { CONDITIONS, type ConditionId, grappledBy, handsOf, is, isWeakTo, rootsOf } from '../conditions';
import { type AbilityId, damagePool, PHYSICAL } from '../schema';
import { check, saveOf, saveRoll } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { abilityOf, thingsInHand } from '../stats';

/** L-124, L-131, L-155, L-160. */
const d4 = dice(1, 4);
/** L-02. */
export const ROUNDS_A_MINUTE = 10;

/** Section 7, steps 10 to 12: weapons halve against what is not fragile; then Weakness; then resistance. */
export function reduceDamage(
  target: { readonly fragile: boolean; readonly isThing: boolean; readonly weak: boolean; readonly resistance: number },
  damage: number,
  byWeapon: boolean,
): number {
  const halved = byWeapon && target.isThing && !target.fragile ? Math.floor(damage / 2) : damage;
  const weakened = target.weak ? Math.floor((halved * 3) / 2) : halved;
  return Math.max(0, weakened - target.resistance);
}

/** What somebody's body makes of damage of a type. L-A35: DR is for blows, ER for its own type. */
export function damageTaken(fighter: SlotsFighter, damage: number, type: string, byWeapon: boolean): number {
  const { base, er } = fighter.stats;
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

/** Section 7, step 13: hit points first, then negative ones; and what follows. @param damage what nothing resists any more */
export function* harm(encounter: SlotsEncounter, fighter: SlotsFighter, damage: number): Procedure<void> {
  if (damage <= 0) return;
  const taken = -(yield* adjustPool(fighter.id, 'hp', -damage));
  if (damage > taken && !fighter.stats.base.object) yield* adjustPool(fighter.id, 'negative', damage - taken);
  yield* applyLowHealth(encounter, fighter);
}

/** L-137, L-139, L-165: what low hit points bring about. */
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

/** L-144, L-142: nobody fears a corpse, or takes it for a friend. */
const HEEDED: readonly string[] = ['frightened', 'fascinated'];

/** L-139: dead; no conditions any more, nobody is held by a corpse, and what was to last until a turn of its (L-A5) is over. */
export function* die(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  yield* endGrapple(encounter, fighter);
  const isOf = ({ id, by, towards }: Condition): boolean =>
    HEEDED.includes(id) && (by === fighter.id || (towards?.every((each) => each === fighter.id) ?? false));
  const all = Object.values(encounter.fighters);
  yield* expireConditions(all, (had) => had.until?.of === fighter.id || isOf(had));
  for (const id of Object.keys(CONDITIONS)) if (id !== 'corpse') yield* removeCondition(fighter, id);
  yield* setPool(fighter, 'waited', 0);
  yield* clearReadied(fighter);
  if (!is(fighter, 'corpse')) yield* addCondition(fighter.id, 'corpse', null);
  yield* log('dies', {}, fighter.id);
}

/** L-38, L-A29: a grapple that is over frees both. */
export function* endGrapple({ fighters }: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  const partner = grappledBy(fighter);
  const held = ({ data }: Condition): boolean => data?.cause === 'grapple';
  yield* removeCondition(fighter, 'restrained', held);
  const other = partner === null ? undefined : fighters[partner];
  if (other) yield* removeCondition(other, 'restrained', (had) => held(had) && had.by === fighter.id);
}

/** L-126, L-A45: a [Healing] effect; the negative track first, and bleeding stops at once. */
export function* heal(fighter: SlotsFighter, points: number): Procedure<void> {
  const { id, pools } = fighter;
  yield* stopBleeding(fighter);
  const raised = -(yield* adjustPool(id, 'negative', -points));
  if (points > raised) yield* adjustPool(id, 'hp', points - raised);
  yield* recover(fighter);
  if (pools.hp.value > 0) yield* log('healed', { points }, id);
}

/** L-A45: no longer below zero ends dying; above it, waking. */
export function* recover(fighter: SlotsFighter): Procedure<void> {
  if (fighter.pools.negative.value === 0) yield* removeCondition(fighter, 'dying');
  if (fighter.pools.hp.value > 0)
    yield* removeCondition(fighter, 'unconscious', ({ data }) => data?.cause === 'wounds');
}

/** L-125, L-126: the bleeding is over and forgotten. */
export function* stopBleeding(fighter: SlotsFighter): Procedure<void> {
  yield* removeCondition(fighter, 'bleeding');
  yield* setPool(fighter, 'bleed', 0);
}

/** L-124, L-A35: nothing resists it. */
export function* bleed(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  if (!is(fighter, 'bleeding')) return;
  const lost = yield* roll('bleeding', d4, fighter.id);
  yield* adjustPool(fighter.id, 'bleed', lost);
  yield* harm(encounter, fighter, lost);
}

/** L-137, L-138, L-A44: really rolled, though its roller is unconscious. */
export function* saveFromDying(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  if (!is(fighter, 'dying')) return;
  const against = 10 + fighter.pools.negative.value;
  const rolls = encounter.settings.dyingSaveCountsAsOne !== true;
  const { total } = yield* check(fighter, 'dying', saveOf(fighter, 'fortitude'), { against }, rolls);
  if (total >= against) {
    yield* log('holds-on', {}, fighter.id);
    return;
  }
  yield* log('slips', {}, fighter.id);
  yield* adjustPool(fighter.id, 'negative', 1);
  yield* applyLowHealth(encounter, fighter);
}

/** L-131: one throw for both abilities. */
function* cripple(of: FighterId): Procedure<void> {
  yield* damageAbilities(of, yield* roll('crippled', d4, of), ['str', 'dex']);
}

function* damageAbilities(of: FighterId, points: number, abilities: readonly AbilityId[]): Procedure<void> {
  if (points === 0) return;
  for (const ability of abilities) yield* adjustPool(of, damagePool(ability), points);
}

/** Hardships that come round again: how hard the next time is, and what it takes (L-155, L-156, L-160, L-161). */
const HARDSHIPS = {
  starving: ['str', 'wis'],
  suffocating: ['con', 'int'],
} as const satisfies Readonly<Record<string, readonly AbilityId[]>>;

/** L-A46: the count goes up, the save is rolled, then the d4, halved where the save succeeds. */
export function* rollHardship(fighter: SlotsFighter, id: keyof typeof HARDSHIPS, due: number | null): Procedure<void> {
  const [root] = rootsOf(fighter, id);
  if (!root) return;
  const times = Number(root.data?.times ?? 0) + 1;
  const { key: _, ...kept } = root;
  yield* applyChange({ kind: 'condition-removed', of: fighter.id, key: root.key });
  yield* applyChange({
    kind: 'condition-added',
    of: fighter.id,
    condition: { ...kept, data: { ...kept.data, times, ...(due !== null && { due }) } },
  });
  const against = 10 + abilityOf(fighter, 'str') + times;
  const saved = (yield* saveRoll(fighter, 'fortitude', against)) >= against;
  const rolled = yield* roll(id, d4, fighter.id, { saved: saved ? 1 : 0 });
  yield* damageAbilities(fighter.id, saved ? Math.floor(rolled / 2) : rolled, HARDSHIPS[id]);
}

/** L-160: the minute falls due ten rounds after the last. */
export function* suffocate({ clock }: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  const [root] = rootsOf(fighter, 'suffocating');
  if (root && clock.round >= dueOf(root.data))
    yield* rollHardship(fighter, 'suffocating', clock.round + ROUNDS_A_MINUTE);
}

/** Where nobody has written down when, the first minute is over at the end of the tenth round of the encounter. */
const dueOf = (data: { readonly due?: unknown } | undefined): number =>
  typeof data?.due === 'number' ? data.due : ROUNDS_A_MINUTE + 1;

/** L-132: what a lost arm held falls; of several things the game master says which. */
function* letFall(fighter: SlotsFighter): Procedure<void> {
  for (let held = thingsInHand(fighter); held.length > handsOf(fighter); held = thingsInHand(fighter)) {
    const ids = held.map(({ id }) => id);
    const which = yield* chooseOne('limb-drops', GM, ids, { at: fighter.id, ...namesOf(held) });
    const thing = held.find(({ id }) => id === which);
    if (!thing) return;
    yield* dropItem(fighter, thing, fighter.place);
    yield* log('lets-fall', { item: thing.name }, fighter.id);
  }
}

const isOfWater = ({ data }: Condition): boolean => data?.cause === 'underwater';

/** L-154: under water, for as long as something keeps it there; without air it suffocates (L-160). */
export function* submerge(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  told: Omit<NewCondition, 'id'> = {},
): Procedure<void> {
  yield* applyChange({
    kind: 'condition-added',
    of: fighter.id,
    condition: { ...told, id: 'underwater', until: told.until ?? null },
  });
  if (!fighter.stats.base.breathesWater && !is(fighter, 'suffocating'))
    yield* inflict(encounter, fighter, 'suffocating', null, { data: { cause: 'underwater' } });
}

/** L-154: out of the water one breathes again, and is wet until the game master says otherwise. */
export function* surface(fighter: SlotsFighter): Procedure<void> {
  const isIn = is(fighter, 'underwater');
  yield* removeCondition(fighter, 'underwater');
  yield* removeCondition(fighter, 'suffocating', isOfWater);
  if (isIn) yield* addCondition(fighter.id, 'soaked', null);
}

/** A ledger condition as it begins: being crippled hurts at once (L-131, L-132), breath lasts a minute (L-A46). */
export function* inflict(
  { clock }: SlotsEncounter,
  fighter: SlotsFighter,
  id: ConditionId,
  until: Until | null,
  told: Omit<NewCondition, 'id' | 'until'> = {},
): Procedure<void> {
  const due: Condition['data'] = id === 'suffocating' ? { due: Math.max(1, clock.round) + ROUNDS_A_MINUTE } : {};
  const data: Condition['data'] = { ...due, ...told.data };
  const condition = { ...told, id, until, ...(Object.keys(data).length > 0 && { data }) };
  const gained = yield* applyChange({ kind: 'condition-added', of: fighter.id, condition });
  if (gained && id === 'crippled') {
    yield* cripple(fighter.id);
    yield* letFall(fighter);
  }
  // L-158: the stunned defend themselves no longer.
  if (gained && id === 'stunned') yield* removeCondition(fighter, 'defending');
}
