import { adjustPool, log } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { impossibleReason } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { chooseOne, type Procedure } from '../../../kernel/procedure';
import { expireConditions } from '../../../toolkit/define/duration';
import { setItem } from '../../../toolkit/define/item';
import { namesOf } from '../../../toolkit/views/question';
import { requiring, type TempoContext } from '../action';
import { attackInputOf, strike } from '../attack/attack';
import { applyItemEffects, intentOfItem, isAimed, recipientFor } from '../attack/effects';
import { whyNotHurl } from '../attack/strikes';
import { isOut } from '../conditions';
import { costOf, DURATIONS, type Duration, isSpell, type ManaPoolId, type Spell, TIERS, type Tier } from '../schema';
import type { TempoEncounter, TempoFighter } from '../state';

const casting = requiring<TempoContext & { readonly item: Spell }>({
  find: (act) => (isSpell(act.item) ? { ...act, item: act.item } : null),
  whyNot: () => [impossibleReason('unknown-spell')],
});

/** T-68 to T-70, T-A40, T-A41. */
export const magic = casting({
  tempo: 'own',
  promise: 0.05,
  planPromise: 0.4,
  heals: ({ item }) => isSpell(item) && item.healing > 0,
  options: ['lent'],
  listedItem: 'spell',
  itemsFor: ({ items }) => items.filter(isSpell),
  goesOn: { 'not-enough-mana': 'T-69' },
  intent: ({ item }) => (isSpell(item) ? intentOfItem(item) : null),
  needsFor: ({ item }) => (isSpell(item) && item.dice === '' && !isAimed(item) ? 'nothing' : 'target'),
  whyNot: (act) => [
    ...whyNotAfford(act.fighter, act.item),
    ...(act.item.dice === '' && !isAimed(act.item) ? [] : whyNotHurl(act, act.item.range, recipientFor(act.item))),
  ],
  *play(act) {
    const { encounter, fighter, item: spell } = act;
    for (const tier of TIERS) yield* commit(fighter, spell.duration, tier, costOf(spell, tier));
    if (spell.ongoing) yield* setItem(fighter, spell, { active: spell.active + 1 });
    yield* log('casts', { spell: spell.name }, fighter.id, { strong: true });
    const { int } = fighter.stats;
    const aimed = recipientFor(spell).find(act);
    // A missed Strike has no further effect on its target.
    const isHit = spell.dice === '' || (aimed && (yield* strike(attackInputOf(aimed, spell.dice, int, int))));
    if (isHit || spell.befalls === 'self') yield* applyItemEffects(encounter, fighter, spell, aimed?.target ?? null);
    return isHit;
  },
});

const poolOf = (duration: Duration, tier: Tier): ManaPoolId => `${duration}${tier}`;

const committed = ({ pools }: TempoFighter, duration: Duration, tier: Tier): number =>
  pools[poolOf(duration, tier)].value;

const committedIn = (fighter: TempoFighter, tier: Tier): number =>
  DURATIONS.reduce((sum, duration) => sum + committed(fighter, duration, tier), 0);

/** Section 3: returns the free Mana of a tier. */
export const availableMana = (fighter: TempoFighter, tier: Tier): number =>
  Math.max(0, fighter.stats[`mana${tier}`] - committedIn(fighter, tier));

/** T-69, T-A40: exactly the listed tiers, from free Mana. */
const whyNotAfford = (fighter: TempoFighter, spell: Spell): Reason[] =>
  TIERS.flatMap((tier) => {
    const [needs, has] = [costOf(spell, tier), availableMana(fighter, tier)];
    return has < needs ? [{ id: 'not-enough-mana', data: { tier, needs, has } }] : [];
  });

const commit = (fighter: TempoFighter, duration: Duration, tier: Tier, points: number): Procedure<number> =>
  adjustPool(fighter.id, poolOf(duration, tier), points);

/** T-101: returns the lowest tier with committed Mana. */
export const lowestCommittedTier = (fighter: TempoFighter): Tier | undefined =>
  TIERS.find((tier) => committedIn(fighter, tier) > 0);

/** Active spells that commit Mana of this kind. */
const heldBy = ({ items }: TempoFighter, duration: Duration, tier: Tier): Spell[] =>
  items.filter(isSpell).filter((spell) => spell.active > 0 && spell.duration === duration && costOf(spell, tier) > 0);

/** Frees all Mana of these durations. T-A41: ends the spells it sustained. */
export function* freeAllMana(fighter: TempoFighter, durations: readonly Duration[]): Procedure<void> {
  for (const tier of TIERS)
    for (const duration of durations) {
      const points = committed(fighter, duration, tier);
      if (points === 0) continue;
      yield* adjustPool(fighter.id, poolOf(duration, tier), -points);
      for (const spell of heldBy(fighter, duration, tier)) yield* setItem(fighter, spell, { active: 0 });
    }
}

/** T-A41: ends one casting. If others go on, the player chooses the fighter on whom it ends. */
function* endCasting(encounter: TempoEncounter, fighter: TempoFighter, spell: Spell): Procedure<void> {
  const left = spell.active - 1;
  yield* setItem(fighter, spell, { active: left });
  const isOfSpell = (had: Condition): boolean => had.by === fighter.id && had.data?.spell === spell.id;
  const bearers = Object.values(encounter.fighters).filter(({ conditions }) => conditions.some(isOfSpell));
  // At zero all of its conditions end.
  if (left === 0 || bearers.length <= left) return;
  const ids = bearers.map(({ id }) => id);
  const chosen = yield* chooseOne('whose-spell', fighter.id, ids, { spell: spell.name, ...namesOf(bearers) });
  yield* expireConditions(
    bearers.filter(({ id }) => id === chosen),
    isOfSpell,
  );
}

/** T-A41: the player ends a spell; its Mana stays committed. */
export const endSpell = casting({
  promise: null,
  icon: 'actions/dissolve-ethereal',
  ofItem: true,
  whyNot: ({ fighter, item }) => [
    ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ...(item.active > 0 ? [] : [impossibleReason('not-active')]),
  ],
  *play({ encounter, fighter, item }) {
    yield* log('ends-spell', { spell: item.name }, fighter.id);
    yield* endCasting(encounter, fighter, item);
  },
});

const manaTied = (fighter: TempoFighter, duration: Duration, tier: Tier): number =>
  heldBy(fighter, duration, tier).reduce((sum, spell) => sum + costOf(spell, tier) * spell.active, 0);

/** T-A41: ends castings whose Mana the GM has freed; the player chooses which. */
export function* endUnheld(encounter: TempoEncounter, fighter: TempoFighter, pool: string): Procedure<void> {
  for (const tier of TIERS)
    for (const duration of DURATIONS.filter((each) => poolOf(each, tier) === pool))
      while (manaTied(fighter, duration, tier) > committed(fighter, duration, tier)) {
        const spells = heldBy(fighter, duration, tier);
        const ids = spells.map(({ id }) => id);
        const chosenId = yield* chooseOne('whose-mana', fighter.id, ids, namesOf(spells));
        yield* endCastingOf(encounter, fighter, spells, chosenId);
      }
}

/** It may have ended while the player chose. */
function* endCastingOf(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  spells: readonly Spell[],
  chosenId: string | undefined,
): Procedure<void> {
  const spell = spells.find(({ id, active }) => id === chosenId && active > 0);
  if (spell) yield* endCasting(encounter, fighter, spell);
}

/** T-A41: the player chooses which spell loses the Mana. */
function* freeOne(encounter: TempoEncounter, fighter: TempoFighter, duration: Duration, tier: Tier): Procedure<void> {
  const spells = heldBy(fighter, duration, tier);
  const loose = committed(fighter, duration, tier) > manaTied(fighter, duration, tier) ? ['loose'] : [];
  const ids = [...loose, ...spells.map(({ id }) => id)];
  const chosenId = yield* chooseOne('whose-mana', fighter.id, ids, namesOf(spells));
  // The GM may have freed it while the player chose.
  if ((yield* adjustPool(fighter.id, poolOf(duration, tier), -1)) === 0) return;
  yield* endCastingOf(encounter, fighter, spells, chosenId);
}

/** Section 7: what a Reclaim frees, and how long its price commits one Mana. */
const RECLAIMS = {
  shift: { frees: ['indefinite'], price: 'scene' },
  'scene-end': { frees: ['scene', 'indefinite'], price: 'day' },
} as const satisfies Readonly<Record<string, { frees: readonly Duration[]; price: Duration }>>;
type ReclaimId = keyof typeof RECLAIMS;

/** T-A38: there must be committed Mana. */
export function whyNotReclaim(fighter: TempoFighter, id: ReclaimId): Reason[] {
  const frees: readonly Duration[] = RECLAIMS[id].frees;
  const any = TIERS.some((tier) => frees.some((duration) => committed(fighter, duration, tier) > 0));
  return any ? [] : [{ id: 'nothing-to-reclaim' }];
}

function* chooseTier(
  question: string,
  fighter: TempoFighter,
  isOpen: (tier: Tier) => boolean,
): Procedure<Tier | undefined> {
  const tiers = TIERS.filter(isOpen);
  const chosen = yield* chooseOne(question, fighter.id, tiers.map(String));
  const tier = tiers.find((each) => String(each) === chosen);
  return tier === undefined || isOpen(tier) ? tier : yield* chooseTier(question, fighter, isOpen);
}

/** T-63, T-64, T-67, T-A37: then commits one of any tier, possibly just freed. */
export function* reclaim(fighter: TempoFighter, id: ReclaimId): Procedure<void> {
  const { frees, price } = RECLAIMS[id];
  yield* freeAllMana(fighter, frees);
  const tier = yield* chooseTier('reclaim-price', fighter, (each) => availableMana(fighter, each) > 0);
  if (tier) yield* commit(fighter, price, tier, 1);
}

/** T-65, T-A39: frees one Mana of the day, of a chosen tier. */
export function* reclaimShallow(encounter: TempoEncounter, fighter: TempoFighter): Procedure<void> {
  const tier = yield* chooseTier('reclaim-shallow', fighter, (each) => committed(fighter, 'day', each) > 0);
  if (tier) yield* freeOne(encounter, fighter, 'day', tier);
}

/** T-101, T-A47: frees one Mana of the lowest committed tier. */
export function* exertMana(encounter: TempoEncounter, fighter: TempoFighter): Procedure<void> {
  const tier = defined(lowestCommittedTier(fighter), 'committed Mana');
  const durations = DURATIONS.filter((duration) => committed(fighter, duration, tier) > 0);
  const chosen = yield* chooseOne('exert-mana', fighter.id, durations);
  yield* freeOne(encounter, fighter, defined(chosen, 'a duration'), tier);
}
