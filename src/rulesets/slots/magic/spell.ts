import { adjustPool, log, recordOutcome } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { impossibleReason } from '../../../encounter/legality';
import { groundAt } from '../../../encounter/scenes';
import { areFoes } from '../../../encounter/sides';
import { fighterOf, type Ground, type Place } from '../../../encounter/state';
import type { AreaPlacement, CommandArea } from '../../../encounter/view';
import { type Candidate, type ChoiceAsk, GM, type Reason } from '../../../kernel/ask';
import { choose, chooseOne, type Procedure, roll, section } from '../../../kernel/procedure';
import { whyNoTarget } from '../../../toolkit/act/actions';
import { removeCondition } from '../../../toolkit/combat/condition';
import { parseDice } from '../../../toolkit/combat/parse-dice';
import { setItem, whyNotAtHand } from '../../../toolkit/define/item';
import { hasLineOfEffect, hasLineOfSight } from '../../../toolkit/space/sight';
import { gap } from '../../../toolkit/space/space';
import { offerOnce } from '../../../toolkit/turns/reaction';
import { requiring, type SlotsContext } from '../action';
import { reveal } from '../attack/attack';
import { damageTaken, harm, heal, inflict } from '../attack/health';
import { whyNotReach, whyNotTarget } from '../attack/strikes';
import {
  type AreaCorner,
  CORNERS,
  cornerOf,
  fightersAround,
  fightersAroundCorner,
  isAroundCorner,
  isWithin,
  orderAfterActive,
  SQUARE,
  unitsOfFeet,
} from '../attack/threat';
import { type ConditionId, freeHands, is, isConditionId, isObject, isOut, limbsOf, untilTurnOf } from '../conditions';
import { optionsOf } from '../options';
import { offerReaction, reactionCommand, resolveProvocation } from '../reactions';
import { CRIPPLE_EFFECTS, type Gear, isComponent, type SaveId, type Spell } from '../schema';
import { casterLevelOf, check, saveRoll, skillCheck, skillOf } from '../skills/totals';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { abilityOf, hasFeat, isBroken, repertoireOf } from '../stats';
import { whyNotAct } from '../turn/legality';
import { fireTriggers } from '../turn/ready';

const casts = requiring<SlotsContext & { readonly item: Spell }>({
  find: (act) => (act.item?.type === 'slotsSpell' ? { ...act, item: act.item } : null),
  whyNot: () => [impossibleReason('no-spell')],
});

/** L-105: returns the component a command names. */
const componentOf = ({ fighter, command }: SlotsContext): Gear | undefined =>
  fighter.items.filter(isComponent).find(({ id }) => id === optionsOf(command).component);

/** L-108, L-117. */
const hasFocus = ({ items, stats }: SlotsFighter): boolean =>
  items.some(
    (item) =>
      item.type === 'slotsGear' &&
      item.equipped &&
      !item.dropped &&
      !isBroken(item) &&
      (item.kind === 'focus' || (stats.base.psionic && item.kind === 'gem' && item.hd >= 1)),
  );

/** L-116: both feats replace the Psionic Focus. L-A41: they help only psions. */
const isSilentAndStill = (caster: SlotsFighter): boolean =>
  hasFeat(caster, 'silent-spell') && hasFeat(caster, 'still-spell');

/** L-107, L-163: conditions that prevent casting, with their reasons. */
const BARS_CASTING = [
  ['nauseated', 'nauseated-casting'],
  ['stunned', 'stunned-casting'],
  ['unconscious', 'unconscious-casting'],
  ['corpse', 'corpse-casting'],
] as const;

/** Section 8, step 1: the reasons of the body; checked again after reactions (step 6). */
function whyNotByBody(caster: SlotsFighter): Reason[] {
  const { psionic } = caster.stats.base;
  const reasons: Reason[] = BARS_CASTING.filter(([id]) => is(caster, id)).map(([, id]) => ({ id }));
  if (!hasFocus(caster)) reasons.push({ id: 'no-focus' });
  if (psionic) {
    // L-112, L-A40: replaces voice and gesture, so the restrained can cast.
    if (!isSilentAndStill(caster) && !is(caster, 'psionic-focus')) reasons.push({ id: 'no-psionic-focus' });
    return reasons;
  }
  if (is(caster, 'restrained')) reasons.push({ id: 'restrained-casting' });
  if (freeHands(caster) < 1) reasons.push({ id: 'no-free-hand' });
  return reasons;
}

const lacksSq = ({ pools }: SlotsFighter, needs: number): Reason => ({
  id: 'sq',
  data: { needs, has: pools.sq.value },
});

/** L-104, L-105. */
function whyNotAfford(act: SlotsContext, { order }: Spell): Reason[] {
  if (optionsOf(act.command).component === undefined) {
    return act.fighter.pools.sq.value < order ? [lacksSq(act.fighter, order)] : [];
  }
  const component = componentOf(act);
  if (!component || component.quantity < 1) return [impossibleReason('no-component')];
  const notAtHand = whyNotAtHand(component, { isBroken: isBroken(component) });
  if (notAtHand.length > 0) return notAtHand;
  return component.capacity < order ? [{ id: 'too-small', data: { capacity: component.capacity, order } }] : [];
}

/** Returns true if a spell needs a target; others are centered on the caster or have no target. */
const isAimed = ({ range }: Spell): boolean => range > 0;

/** Returns whom a spell is about; what is not aimed is about its caster, even if the command names another. */
const centerOf = (caster: SlotsFighter, target: SlotsFighter | null, spell: Spell): SlotsFighter | null =>
  isAimed(spell) ? target : caster;

/**
 * L-142, L-144, L-A50: the frightened harm only objects, the fascinated no friend, even in an area they cannot place
 * elsewhere.
 */
function whyNotHarm({ encounter, fighter, target }: SlotsContext, spell: Spell): Reason[] {
  if (!spell.offensive || !(isAimed(spell) || spell.area !== 'none')) return [];
  const center = centerOf(fighter, target, spell);
  const harmsThing = spell.area === 'none' && center && isObject(center);
  const reasons: Reason[] = is(fighter, 'frightened') && !harmsThing ? [{ id: 'frightened' }] : [];
  const harmsFriend = center && targetsByPlacement(encounter, center, spell).every((hit) => hasFriend(fighter, hit));
  return harmsFriend ? [...reasons, { id: 'fascinated' }] : reasons;
}

const hasFriend = (fighter: SlotsFighter, among: readonly SlotsFighter[]): boolean =>
  among.some(({ id }) => is(fighter, 'fascinated', id));

/** Returns the targets for each placement of the area. */
const targetsByPlacement = (
  encounter: SlotsEncounter,
  center: SlotsFighter,
  spell: Spell,
): readonly (readonly SlotsFighter[])[] =>
  spell.area === 'none' || !center.place
    ? [[center]]
    : placementsAt(encounter, center, center.place, spell).map(({ inside }) => inside);

/** L-168, L-169. */
function placementsAt(
  encounter: SlotsEncounter,
  center: SlotsFighter,
  place: Place,
  { area, radius }: Spell,
): readonly AreaPlacement<SlotsFighter>[] {
  const { ground } = encounter;
  if (area === 'around') {
    const covers = (space: Place): boolean =>
      gap(ground, place, space) >= 0 && isWithin(ground, place, space, radius) && hasLineOfEffect(ground, place, space);
    return [{ id: '', center: place, covers, inside: fightersAround(encounter, center, radius) }];
  }
  return CORNERS.map((id) => ({
    id,
    center: { ...place, ...cornerOf(place, id) },
    covers: (space) => isAroundCorner(ground, place, id, radius, space),
    inside: fightersAroundCorner(encounter, place, id, radius),
  }));
}

/** Returns the reasons against casting, but for its price. */
function whyNotCastAt(act: SlotsContext, spell: Spell): Reason[] {
  const { encounter, fighter, target } = act;
  const reasons = [...whyNotByBody(fighter), ...whyNotHarm(act, spell)];
  if (!isAimed(spell)) return reasons;
  if (!target) return [...reasons, ...whyNoTarget(act)];
  reasons.push(...whyNotReach(encounter, fighter, target, spell.range));
  // L-A55: an area needs no targetable center, and Cover is against foes only.
  if (spell.area === 'none' && (spell.offensive || areFoes(fighter, target)))
    reasons.push(...whyNotTarget(encounter, target, fighter));
  return reasons;
}

/** An area has no single target. */
const intentOfSpell = (spell: Spell) =>
  !isAimed(spell) || spell.area !== 'none' ? null : spell.offensive ? 'harm' : 'help';

/** Returns the condition that a spell gives, as a GM may write it: "Stunned" is `stunned`. Null if there is none. */
function conditionOf({ condition }: Spell): ConditionId | null {
  const id = condition.trim().toLowerCase().replaceAll(' ', '-');
  return isConditionId(id) ? id : null;
}

/** Returns true if a spell would change nothing that the rules know: it has no effect, or its condition is there. */
function isWasted(center: SlotsFighter | null, spell: Spell): boolean {
  const { damage, healing, area } = spell;
  if (damage !== '' || healing !== '') return false;
  const condition = conditionOf(spell);
  return condition === null || (area === 'none' && center !== null && is(center, condition));
}

/** Returns the area of a spell, with its best corner first; null without one. */
function areaOf({ encounter, fighter, target, item }: SlotsContext): CommandArea<SlotsFighter> | null {
  if (item?.type !== 'slotsSpell' || item.area === 'none') return null;
  const center = centerOf(fighter, target, item);
  const sign = item.offensive ? 1 : -1;
  const placements = center?.place ? placementsAt(encounter, center, center.place, item) : [];
  return {
    isHarmful: item.offensive,
    placements: placements.toSorted((a, b) => sign * (gainFrom(fighter, b.inside) - gainFrom(fighter, a.inside))),
  };
}

/** Section 3.5, L-A37. */
const spellDcOf = (caster: SlotsFighter, order: number, set: number | null): number =>
  set ?? 10 + order + abilityOf(caster, caster.stats.base.castingAbility);

/** Section 8, step 8: plays the save of a target, for the odds. */
function* failSave(caster: SlotsFighter, target: SlotsFighter, spell: Spell, save: SaveId): Procedure<void> {
  const dc = spellDcOf(caster, spell.order, spell.dc);
  const success = (yield* saveRoll(target, save, dc, caster)) < dc;
  yield* recordOutcome({ result: success ? 'fails' : 'saved', success }, target.id);
}

/** Returns how many more foes than friends are harmed; a friend counts for two. */
const gainFrom = (caster: SlotsFighter, hit: readonly SlotsFighter[]): number =>
  hit.reduce((sum, each) => sum + (areFoes(caster, each) ? Number(!isOut(each)) : -2), 0);

const feetOfUnits = ({ cell }: Ground, units: number): number => (units / cell) * SQUARE;

/** Returns the corners at which an area could be placed, the best for its caster first. */
export function preferredCorners(encounter: SlotsEncounter, { by, facts }: ChoiceAsk): readonly AreaCorner[] {
  const caster = encounter.fighters[by];
  const place = encounter.fighters[String(facts?.at)]?.place;
  if (!caster || !place) return [];
  const radius = feetOfUnits(groundAt(encounter.ground, place), Number(facts?.side));
  const gain = (corner: AreaCorner): number => gainFrom(caster, fightersAroundCorner(encounter, place, corner, radius));
  return CORNERS.toSorted((a, b) => gain(b) - gain(a));
}

/** Ledger section 8. */
export const cast = casts({
  slot: 'standard',
  whileHeld: true,
  ofItem: true,
  mayTarget: true,
  mayHarm: true,
  readiable: true,
  options: ['component'],
  itemsFor: repertoireOf,
  atItem: ({ type }) => type === 'slotsSpell',
  promise: ({ fighter, target, item }) =>
    item?.type === 'slotsSpell' && isWasted(centerOf(fighter, target, item), item) ? null : 0.05,
  heals: ({ item }) => item?.type === 'slotsSpell' && item.healing !== '',
  area: areaOf,
  odds: 'works',
  chance: ({ fighter, target, item }) =>
    target && item?.type === 'slotsSpell' && item.save !== '' ? failSave(fighter, target, item, item.save) : null,
  isAimed: ({ item }) => item?.type === 'slotsSpell' && isAimed(item),
  intent: ({ item }) => (item?.type === 'slotsSpell' ? intentOfSpell(item) : null),
  whyNot: (act) => [...whyNotAfford(act, act.item), ...whyNotCastAt(act, act.item)],
  *play(act) {
    yield* reveal(act.fighter);
    yield* resolveCasting(act, act.item);
    yield* useUpFocus(act.fighter);
  },
  // L-A38, L-A40: what was paid stays spent.
  *stop({ fighter, item }) {
    yield* log('spell-lost', { spell: item?.name ?? '' }, fighter.id, { tone: 'harm', strong: true });
    yield* useUpFocus(fighter);
  },
});

/** L-115. */
const useUpFocus = (caster: SlotsFighter): Procedure<void> => removeCondition(caster, 'psionic-focus');

/** Section 8, steps 2 to 8. */
function* resolveCasting(act: SlotsContext, spell: Spell): Procedure<void> {
  const { encounter, fighter: caster } = act;
  const overruled = whyNotCastAt(act, spell).map(({ id }) => id);
  const component = componentOf(act);
  if (!component) yield* adjustPool(caster.id, 'sq', -spell.order);
  const isIgniting = component !== undefined || encounter.settings.igniteAlways === true;
  if (isIgniting && !(yield* ignite(caster, spell, component))) {
    yield* provokeWitnesses(act);
    return;
  }
  const dc = spellDcOf(caster, spell.order, spell.dc);
  const hpBefore = caster.pools.hp.value;
  const informed = yield* identify(act, dc);
  yield* provokeWitnesses(act);
  const hurt = encounter.settings.damageInterrupts === true && caster.pools.hp.value < hpBefore;
  // L-A38: damage alone does not stop it, losing the power to cast does.
  const stopped = () => log('spell-lost', { spell: spell.name }, caster.id, { tone: 'harm', strong: true });
  if (hurt) return void (yield* stopped());
  function* complete(): Procedure<void> {
    if (yield* offerCounterspells(act, spell, dc, informed)) return;
    yield* log('cast', { spell: spell.name }, caster.id, { strong: true });
    yield* takeEffect(act, spell, dc);
  }
  yield* act.runtime.part<unknown>({ reasons: () => whyNotCastAt(act, spell), overruled, play: complete, stopped });
}

/** L-109, L-A36: success burns the component; failure keeps it and loses the spell. */
function* ignite(caster: SlotsFighter, spell: Spell, component: Gear | undefined): Procedure<boolean> {
  const against = 13 + 2 * spell.order;
  if ((yield* skillCheck(caster, 'magicalAptitude', against)) < against) {
    yield* log('not-ignited', { spell: spell.name }, caster.id, { strong: true });
    return false;
  }
  if (!component) return true;
  const left = caster.items.filter(isComponent).find(({ id }) => id === component.id)?.quantity ?? 0;
  if (left < 1) {
    // Others have taken it during the check.
    yield* log('spell-lost', { spell: spell.name }, caster.id, { tone: 'harm', strong: true });
    return false;
  }
  yield* setItem(caster, component, { quantity: left - 1 });
  return true;
}

/**
 * L-05, L-06, L-111: offers all watchers one free attempt to identify the spell. Returns those who succeed. Allies and
 * creatures without spells pass by default.
 */
function* identify(
  { encounter, runtime, fighter: caster }: SlotsContext,
  dc: number,
): Procedure<readonly SlotsFighter[]> {
  const watching = (): readonly SlotsFighter[] =>
    orderAfterActive(encounter).filter(
      (each) =>
        each.id !== caster.id &&
        !isObject(each) &&
        !isOut(each) &&
        !is(each, 'blinded') &&
        hasLineOfSight(encounter.ground, each.place, caster.place) &&
        20 + skillOf(each, 'magicalAptitude').value >= dc,
    );
  const candidates = (): readonly Candidate[] =>
    watching().map((each) => ({
      by: each.id,
      commands: [reactionCommand('identify-spell', each, caster)],
      defaultAnswer: areFoes(each, caster) && (each.player || repertoireOf(each).length > 0) ? 'ask' : 'pass',
    }));
  const informed: SlotsFighter[] = [];
  yield* offerOnce(runtime, {
    id: 'identify-spell',
    wait: 'all',
    candidates,
    facts: () => ({ at: caster.id }),
    whyNot({ by }) {
      const watcher = fighterOf(encounter, by);
      return [...whyNotAct(watcher), ...(is(watcher, 'blinded') ? [{ id: 'blinded' }] : [])];
    },
    playChild: (command) => section(command, watch(fighterOf(encounter, command.by))),
  });
  return informed;

  function* watch(watcher: SlotsFighter): Procedure<void> {
    if (yield* recognize(watcher, dc)) informed.push(watcher);
  }
}

function* recognize(watcher: SlotsFighter, dc: number): Procedure<boolean> {
  const knows = (yield* skillCheck(watcher, 'magicalAptitude', dc)) >= dc;
  yield* log(knows ? 'identified' : 'not-identified', {}, watcher.id);
  return knows;
}

/** L-110: casting provokes those who threaten the caster, in turn, and fires triggers (L-09). */
function* provokeWitnesses(act: SlotsContext): Procedure<void> {
  const { encounter, fighter: caster } = act;
  const foes = Object.values(encounter.fighters).filter((foe) => areFoes(foe, caster));
  yield* resolveProvocation(act, caster, foes);
  yield* fireTriggers(act, 'casts');
}

/** L-118 to L-121: offers a counterspell to those who identified it. Returns whether it was countered. */
function* offerCounterspells(
  act: SlotsContext,
  { order, school }: Spell,
  dc: number,
  informed: readonly SlotsFighter[],
): Procedure<boolean> {
  const { encounter, fighter: caster } = act;
  const outcome = { negated: false };
  for (const foe of orderAfterActive(encounter)) {
    if (!informed.includes(foe)) continue;
    const whyNotOffer = (): readonly Reason[] => (canCounter(foe, order, school) ? [] : [lacksSq(foe, order)]);
    function* unravel(): Procedure<void> {
      yield* adjustPool(foe.id, 'sq', -order);
      const { total } = yield* check(foe, 'caster-level', casterLevelOf(foe), { against: dc });
      outcome.negated = total >= dc;
      if (outcome.negated) yield* log('countered', {}, foe.id, { tone: 'boon', strong: true });
      else yield* log('not-countered', {}, foe.id);
    }
    yield* offerReaction(act, 'counterspell', foe, caster, { whyNotOffer, play: unravel }, { sq: order });
    if (outcome.negated) return true;
  }
  return false;
}

/** L-119, L-120, L-A39: requires the SQ and a spell of the same School. */
const canCounter = (foe: SlotsFighter, order: number, school: string): boolean =>
  foe.pools.sq.value >= order && repertoireOf(foe).some((spell) => spell.school.toLowerCase() === school.toLowerCase());

/** Section 8, step 8. */
function* takeEffect({ encounter, fighter: caster, target }: SlotsContext, spell: Spell, dc: number): Procedure<void> {
  for (const each of yield* targetsOf(encounter, caster, centerOf(caster, target, spell) ?? caster, spell)) {
    const saved = spell.save !== '' && (yield* saveRoll(each, spell.save, dc, caster)) >= dc;
    if (saved) yield* log('saved', {}, each.id, { tone: 'boon' });
    if (saved && !spell.halves) continue;
    yield* affect(encounter, caster, each, spell, saved);
  }
}

/** L-168, L-169: one target; the fighters around it, itself excluded; or those around a corner of its space. */
function* targetsOf(
  encounter: SlotsEncounter,
  caster: SlotsFighter,
  center: SlotsFighter,
  spell: Spell,
): Procedure<readonly SlotsFighter[]> {
  const { area, radius } = spell;
  if (area === 'none' || !center.place) return [center];
  if (area === 'around') return fightersAround(encounter, center, radius);
  const { x, y, width, height, elevation } = center.place;
  const side = unitsOfFeet(groundAt(encounter.ground, center.place), radius);
  const hit = targetsByPlacement(encounter, center, spell);
  const corners = CORNERS.map((id, at) => ({
    id,
    whyNot: spell.offensive && hasFriend(caster, hit[at] ?? []) ? [{ id: 'fascinated' }] : [],
  }));
  const corner = yield* choose('corner', caster.id, corners, { at: center.id, x, y, width, height, elevation, side });
  return fightersAroundCorner(encounter, center.place, corner, radius);
}

function* affect(
  encounter: SlotsEncounter,
  caster: SlotsFighter,
  target: SlotsFighter,
  spell: Spell,
  saved: boolean,
): Procedure<void> {
  const { damage, damageType, healing, lasts, id } = spell;
  const condition = conditionOf(spell);
  if (healing !== '') yield* heal(target, yield* roll('healing', parseDice(healing, id), caster.id));
  if (damage !== '') {
    const rolled = yield* roll('spell-damage', parseDice(damage, id), caster.id, { bonus: 0 });
    const incoming = saved ? Math.floor(rolled / 2) : rolled;
    const dealt = damageTaken(target, incoming, damageType, false);
    yield* log('spell-hits', { damage: dealt, resisted: incoming - dealt, halved: saved }, target.id, {
      tone: 'harm',
      covers: { points: { hp: -dealt }, lines: ['saved'] },
    });
    yield* harm(target, dealt);
  }
  if (saved || condition === null || isObject(target)) return;
  yield* inflict(encounter, target, condition, lasts === 'round' ? untilTurnOf(caster.id) : null, {
    by: caster.id,
    // L-142: the caster seems a friend.
    ...(condition === 'fascinated' && { towards: [caster.id] }),
    // L-132, L-A56.
    ...(condition === 'crippled' && { data: yield* lossOf(target) }),
  });
}

/** L-132: the GM chooses the loss of the crippled. */
function* lossOf(target: SlotsFighter): Procedure<NonNullable<Condition['data']>> {
  const variant = yield* choose('crippled-what', GM, CRIPPLE_EFFECTS, { at: target.id });
  if (variant === 'speed') return { variant };
  const limb = yield* chooseOne('crippled-limb', GM, limbsOf(target), { at: target.id });
  return { variant, ...(limb && { limb }) };
}
