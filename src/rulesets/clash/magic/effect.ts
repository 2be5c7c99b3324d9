import { log, recordOutcome } from '../../../encounter/change';
import type { Until } from '../../../encounter/condition';
import type { Place, Point } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import { addCondition } from '../../../toolkit/combat/condition';
import { askPushGoal, pushPath, STOP_LOG_IDS } from '../../../toolkit/define/manual';
import { placeAwayFrom } from '../../../toolkit/space/forced';
import { metresBetween } from '../../../toolkit/space/space';
import { heal, resolveImpact, rollDamage } from '../attack/harm';
import { endHoldsOfDriven } from '../attack/reach';
import { CONDITIONS, is, isAble, mountOf, untilPhaseEnd, untilTurnOf } from '../conditions';
import { fallOverEdge } from '../movement/fall';
import { unseat } from '../movement/riding';
import { forceMove } from '../movement/travel';
import type { AbilityEffect } from '../schema';
import { save } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Spell } from '../stats';
import { areasOf, enteredAreas, type FieldArea, isWithinArea, placeArea } from './areas';
import { concentrate, diceAt, lacksFocus } from './mana';

/** An ability at work: whose it is, and how many times over (C-112). */
export interface Source {
  readonly encounter: ClashEncounter;
  readonly user: ClashFighter;
  readonly id: string;
  readonly name: string;
  readonly effect: AbilityEffect;
  readonly level: number;
  /** Whether concentration holds what it brings (C-97). */
  readonly held: boolean;
  /** The place it drives targets away from: its user, or the middle of its area; null off the map. */
  readonly from: Point | null;
}

/** C-125: what is known about why a fighter may fall. */
interface Cause {
  /** The number that was to be reached. */
  readonly cause?: number;
  /** The damage that came in. */
  readonly incoming?: number;
}

/**
 * What an ability does to one target: damage against Magic Defense, healing, its condition, and where it drives the target.
 * @param isDriven whether an ability drives the target already. Then this one does not, which prevents an endless loop between two areas.
 */
export function* applyAbility(source: Source, target: ClashFighter, why: Cause, isDriven = false): Procedure<void> {
  const { effect } = source;
  if (effect.effect === 'none' && effect.inflicts === '' && effect.push === 0)
    return void (yield* recordOutcome(
      { result: 'takes-effect', success: true, facts: { ability: source.name } },
      target.id,
    ));
  const incoming = effect.effect === 'none' ? 0 : yield* work(source, target);
  if (isDriven) yield* inflict(source, target);
  else yield* applyConditionAndDrive(source, target, { ...why, ...(effect.effect === 'damage' && { incoming }) });
}

/** Damage or healing, in points before anything softens it. */
function* work({ encounter, user, effect, level }: Source, target: ClashFighter): Procedure<number> {
  const points = yield* rollDamage('effect', diceAt(effect, level), user.id, effect.bonus * level);
  if (effect.effect === 'damage') yield* resolveImpact(encounter, target, points, 'magic', null);
  else yield* heal(target, points);
  return points;
}

/** What an ability does to a target it got: its condition, and C-95 where it drives the target. */
export function* applyConditionAndDrive(source: Source, target: ClashFighter, why: Cause): Procedure<void> {
  yield* inflict(source, target);
  yield* drive(source, target, why);
}

/**
 * C-95, C-104, C-109, C-112, C-125: away from where it comes from, or towards it, cell by cell up to a wall or a body; who is driven over
 * an edge falls, for the number it should have reached or the damage that came in.
 */
function* drive({ encounter, user, effect, level, from }: Source, target: ClashFighter, why: Cause): Procedure<void> {
  const meant = effect.push * level;
  const { place: here } = target;
  if (meant === 0) return;
  if (!here) return yield* driveWithoutMap({ encounter, user }, target, meant, why);
  const goal = from
    ? // A target that is pulled stops at the place it is pulled to.
      placeAwayFrom(
        encounter.ground,
        here,
        from,
        Math.max(meant, -metresBetween(encounter.ground, here, { ...here, ...from })),
      )
    : yield* askPushGoal(encounter, target, here, Math.abs(meant));
  if (!goal) return;
  const { cells, stoppedBy } = pushPath(encounter, target, here, goal);
  if (cells.length > 0) yield* forceMove(encounter, target, cells, (...step) => enterAreas(...step, true));
  if (stoppedBy === 'forbidden') yield* fallOverEdge(encounter, target, { ...why });
  // A target that is pulled ends beside the puller, which is no news unless it was there before.
  else if (stoppedBy && (meant > 0 || cells.length === 0)) yield* log(STOP_LOG_IDS[stoppedBy], {}, target.id);
}

/**
 * C-64, C-95, C-122, C-A55: without a map the game master says what comes of it: out of the saddle and out of every hold that it leads away
 * from, and perhaps over an edge.
 */
export function* driveWithoutMap(
  { encounter, user }: Pick<Source, 'encounter'> & { readonly user: ClashFighter | null },
  target: ClashFighter,
  meant: number,
  why: Cause,
): Procedure<void> {
  const metres = Math.abs(meant);
  yield* log(meant > 0 ? 'driven-away' : 'drawn-near', { metres }, target.id);
  const end = yield* choose('driven', GM, DRIVEN, { at: target.id, metres });
  if (end === 'stopped') return;
  if (is(target, 'mounted')) yield* unseat(encounter, target);
  yield* endHoldsOfDriven(encounter, target, metres, meant < 0 ? user : null);
  if (end === 'edge') yield* fallOverEdge(encounter, target, { ...why });
}

/** How it may end off the map. */
const DRIVEN = ['clear', 'stopped', 'edge'] as const;

/** The condition an ability brings, if it brings one. */
function* inflict({ encounter, user, id, effect, level, held }: Source, target: ClashFighter): Procedure<void> {
  if (effect.inflicts === '') return;
  const data = { spell: id, strength: effect.strength * level, ...(held && { held }) };
  yield* addCondition(target.id, effect.inflicts, held ? null : endOf(encounter, target, effect.lasts), data, user.id);
}

function endOf(encounter: ClashEncounter, target: ClashFighter, lasts: AbilityEffect['lasts']): Until | null {
  if (lasts === 'lasting') return null;
  return lasts === 'turn' ? untilTurnOf(target) : untilPhaseEnd(encounter);
}

/** A spell at the level it is cast at. */
export interface SpellCast {
  readonly encounter: ClashEncounter;
  readonly caster: ClashFighter;
  readonly spell: Spell;
  readonly level: number;
}

export const hasKeyword = ({ keywords }: Spell, keyword: Spell['keywords'][number]): boolean =>
  keywords.includes(keyword);

/** Whether it lies on the ground and works on who comes there (C-104, C-109). */
export const isArea = (spell: Spell): boolean => hasKeyword(spell, 'FIELD') || hasKeyword(spell, 'ZONE');

/** The ability at work of a spell cast at a level. */
export const sourceOf = (
  { encounter, caster: user, spell, level }: SpellCast,
  from: Point | null = user.place,
): Source => ({
  encounter,
  user,
  level,
  from,
  effect: spell,
  id: spell.id,
  name: spell.name,
  held: hasKeyword(spell, 'CONCENTRATION'),
});

/** C-80, C-82, C-A42: whether the target's save keeps the spell off; the focus the caster lacks makes it easier. */
export function* saveAgainstSpell(
  { caster, spell }: Pick<SpellCast, 'caster' | 'spell'>,
  target: ClashFighter,
  against: number | null,
): Procedure<boolean> {
  const { syntax } = spell;
  if (against === null || !('save' in syntax)) return false;
  const saved = yield* save(target, syntax.save, against, lacksFocus(caster, spell) ? 1 : 0);
  if (saved) yield* recordOutcome({ result: 'saved', success: false, facts: { spell: spell.name } }, target.id);
  return saved;
}

/**
 * C-89, C-A43: what a spell that answered an attack does besides absorbing it: what harms befalls the attacker, what helps its caster, and
 * what lasts or lies on the ground begins.
 */
export function* applyDefensiveSpell(cast: SpellCast, attacker: ClashFighter): Procedure<void> {
  const { encounter, caster, spell, level } = cast;
  if (hasKeyword(spell, 'CONCENTRATION')) yield* concentrate(encounter, caster, spell);
  if (isArea(spell) || spell.conjures)
    yield* placeArea(encounter, caster, spell, { level, against: null, center: caster.place });
  if (isArea(spell)) return;
  const source = sourceOf(cast);
  const incoming = spell.effect === 'damage' ? yield* work(source, attacker) : 0;
  if (spell.effect === 'heal') yield* work(source, caster);
  if (spell.inflicts !== '') yield* inflict(source, CONDITIONS[spell.inflicts].tone === 'boon' ? caster : attacker);
  yield* drive(source, attacker, { incoming });
}

/**
 * What the areas do to who comes from one place to the next: on foot, pushed, thrown, carried or set down.
 * @param isDriven whether an ability drives them there
 */
export function* enterAreas(
  encounter: ClashEncounter,
  [from, to]: readonly [Place | null, Place],
  those: readonly ClashFighter[],
  isDriven = false,
): Procedure<void> {
  for (const area of enteredAreas(encounter, from, to))
    for (const each of those) yield* trigger(encounter, area, each, isDriven);
}

/** Applies the spell of an area to a fighter. */
function* trigger(
  encounter: ClashEncounter,
  { caster, area }: FieldArea,
  target: ClashFighter,
  isDriven = false,
): Procedure<void> {
  const spell = caster.items.find((item): item is Spell => item.type === 'clashSpell' && item.id === area.data?.spell);
  if (!spell) return;
  const level = Number(area.data?.level ?? 1);
  yield* log('triggers', { spell: spell.name }, target.id);
  const against = typeof area.data?.against === 'number' ? area.data.against : null;
  const saved = yield* saveAgainstSpell({ caster, spell }, target, against);
  const from = { x: Number(area.data?.x), y: Number(area.data?.y) };
  if (saved) return;
  const source = sourceOf({ encounter, caster, spell, level }, from);
  yield* applyAbility(source, target, { ...(against !== null && { cause: against }) }, isDriven);
}

/** C-104, C-109: who begins a turn within an area, and the mount it rides. */
export function* startTurnInAreas(encounter: ClashEncounter, actor: ClashFighter): Procedure<void> {
  const mount = mountOf(encounter, actor);
  for (const fighter of mount ? [actor, mount] : [actor]) {
    const { place } = fighter;
    if (!place || !isAble(fighter)) continue;
    for (const each of areasOf(encounter))
      if (isWithinArea(encounter, each.area, place)) yield* trigger(encounter, each, fighter);
  }
}
