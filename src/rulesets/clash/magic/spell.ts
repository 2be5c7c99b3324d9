import { conclude, say } from '../../../encounter/change';
import type { Condition, Until } from '../../../encounter/condition';
import type { Place, Point } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { all, choose, type Procedure } from '../../../kernel/procedure';
import { gain } from '../../../toolkit/combat/condition';
import { askedWay, STOPPED, wayTo } from '../../../toolkit/define/by-hand';
import { away } from '../../../toolkit/space/forced';
import { metresBetween } from '../../../toolkit/space/space';
import type { Act, Rules } from '../action';
import { type Assault, isBackstab, type Lent, volley } from '../attack/attack';
import { heal, rollDamage, strike } from '../attack/harm';
import { tearAway } from '../attack/reach';
import { CONDITIONS, instancesOf, is, isAble, mountOf, phaseFrom, untilTurnOf } from '../conditions';
import { unseat } from '../movement/saddle';
import type { AbilityEffect } from '../schema';
import { face, save, saveAsk } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Spell } from '../stats';
import { concentrate, diceAt, lacksFocus } from './mana';
import { isWithin, layArea } from './surface';

/** An ability at work: whose it is, and how many times over (C-112). */
export interface Source {
  readonly encounter: ClashEncounter;
  readonly rules: Rules;
  readonly user: ClashFighter;
  readonly id: string;
  readonly name: string;
  readonly effect: AbilityEffect;
  readonly level: number;
  /** Whether concentration holds what it brings (C-97). */
  readonly held: boolean;
  /** Whence it drives somebody away: from its user, or from the middle of its area; null off the map. */
  readonly from: Point | null;
}

/** C-125: what is known of why somebody may come to fall. */
interface Cause {
  /** The number that was to be reached. */
  readonly cause?: number;
  /** The damage that came in. */
  readonly incoming?: number;
}

/** What an ability does to one target: damage against Magic Defense, healing, its condition, and where it drives the target. */
export function* affect(source: Source, target: ClashFighter, why: Cause): Procedure<void> {
  const { effect } = source;
  if (effect.effect === 'none' && effect.inflicts === '' && effect.push === 0)
    return void (yield* conclude(
      { result: 'takes-effect', success: true, facts: { ability: source.name } },
      target.id,
    ));
  const incoming = effect.effect === 'none' ? 0 : yield* work(source, target);
  yield* follow(source, target, { ...why, ...(effect.effect === 'damage' && { incoming }) });
}

/** Damage or healing, in points before anything softens it. */
function* work({ encounter, user, effect, level }: Source, target: ClashFighter): Procedure<number> {
  const points = yield* rollDamage('effect', diceAt(effect, level), user.id, effect.bonus * level);
  if (effect.effect === 'damage') yield* strike(encounter, target, points, 'magic', null);
  else yield* heal(target, points);
  return points;
}

/** What follows for somebody an ability has got: its condition, and C-95 where it drives the target. */
export function* follow(source: Source, target: ClashFighter, why: Cause): Procedure<void> {
  yield* inflict(source, target);
  yield* drive(source, target, why);
}

/**
 * C-95, C-104, C-109, C-112, C-125: away from where it comes from, or towards it, cell by cell up to a wall or a body; who is driven over
 * an edge falls, for the number it should have reached or the damage that came in.
 */
function* drive(
  { encounter, rules, user, effect, level, from }: Source,
  target: ClashFighter,
  why: Cause,
): Procedure<void> {
  const meant = effect.push * level;
  const { place: here } = target;
  if (meant === 0 || !rules.force) return;
  if (!here) return yield* driveOffMap({ encounter, rules, user }, target, meant, why);
  const goal = from
    ? // Whoever is drawn comes no farther than to where it is drawn.
      away(encounter.ground, here, from, Math.max(meant, -metresBetween(encounter.ground, here, { ...here, ...from })))
    : yield* askedWay(encounter, target, here, Math.abs(meant));
  if (!goal) return;
  const { cells, stopped } = wayTo(encounter, target, here, goal);
  if (cells.length > 0) yield* rules.force(target, cells);
  if (stopped === 'forbidden') yield* rules.fall(target, { ...why });
  // Whoever is drawn ends beside who draws it: that is no news, unless it was there before.
  else if (stopped && (meant > 0 || cells.length === 0)) yield* say(STOPPED[stopped], {}, target.id);
}

/**
 * C-64, C-95, C-122, C-A55: without a map the game master says what comes of it: out of the saddle and out of every hold that it leads away
 * from, and perhaps over an edge.
 */
export function* driveOffMap(
  { encounter, rules, user }: Pick<Source, 'encounter' | 'rules'> & { readonly user: ClashFighter | null },
  target: ClashFighter,
  meant: number,
  why: Cause,
): Procedure<void> {
  const metres = Math.abs(meant);
  yield* say(meant > 0 ? 'driven-away' : 'drawn-near', { metres }, target.id);
  const end = yield* choose('driven', GM, DRIVEN, { at: target.id, metres });
  if (end === 'stopped') return;
  if (is(target, 'mounted')) yield* unseat(encounter, target);
  yield* tearAway(encounter, target, metres, meant < 0 ? user : null);
  if (end === 'edge') yield* rules.fall(target, { ...why });
}

/** How it may end off the map. */
const DRIVEN = ['clear', 'stopped', 'edge'] as const;

/** The condition an ability brings, if it brings one. */
function* inflict({ encounter, user, id, effect, level, held }: Source, target: ClashFighter): Procedure<void> {
  if (effect.inflicts === '') return;
  const data = { spell: id, strength: effect.strength * level, ...(held && { held }) };
  yield* gain(target.id, effect.inflicts, held ? null : endOf(encounter, target, effect.lasts), data, user.id);
}

function endOf(encounter: ClashEncounter, target: ClashFighter, lasts: AbilityEffect['lasts']): Until | null {
  if (lasts === 'lasting') return null;
  return lasts === 'turn' ? untilTurnOf(target) : phaseFrom(encounter);
}

/** A cast on its way, paid for. */
export interface Cast {
  readonly encounter: ClashEncounter;
  readonly rules: Rules;
  readonly caster: ClashFighter;
  readonly spell: Spell;
  readonly level: number;
  readonly lent: Lent;
}

export const has = ({ keywords }: Spell, keyword: Spell['keywords'][number]): boolean => keywords.includes(keyword);

/** Whether it lies on the ground and works on who comes there (C-104, C-109). */
export const isArea = (spell: Spell): boolean => has(spell, 'FIELD') || has(spell, 'ZONE');

/** The ability at work of a spell cast at a level. */
const sourceOf = (
  { encounter, rules, caster: user, spell, level }: Omit<Cast, 'lent'>,
  from: Point | null = user.place,
): Source => ({
  encounter,
  rules,
  user,
  level,
  from,
  effect: spell,
  id: spell.id,
  name: spell.name,
  held: has(spell, 'CONCENTRATION'),
});

/** C-81, C-90, C-91: the number a target has to reach; null where nobody saves. Throws a die where the type has one. */
function* saveNumber(cast: Cast, target: ClashFighter | null): Procedure<number | null> {
  const { caster, spell } = cast;
  const { syntax } = spell;
  if (!('save' in syntax)) return null;
  const bonus = caster.stats.mod[syntax.attack];
  if (syntax.type === 'DC') return 10 + bonus;
  const rolled = yield* face('cast', caster.id, castLevelOf(cast, target), { bonus });
  return (syntax.type === 'DC+' ? Math.max(10, rolled) : rolled) + bonus;
}

/** C-63, C-79, C-A30: the level of a casting die. */
function castLevelOf({ encounter, caster, spell, lent }: Cast, target: ClashFighter | null): number {
  const behind = target !== null && isBackstab(encounter, caster, target, lent.behind);
  return lent.attackLevel + (behind ? 1 : 0) - (lacksFocus(caster, spell) ? 1 : 0);
}

/** C-80, C-82, C-A42: whether the target's save keeps the spell off; the focus the caster lacks makes it easier. */
function* resists(cast: Cast, target: ClashFighter, against: number | null): Procedure<boolean> {
  const { syntax } = cast.spell;
  if (against === null || !('save' in syntax)) return false;
  const saved = yield* save(target, syntax.save, against, lacksFocus(cast.caster, cast.spell) ? 1 : 0);
  if (saved) yield* conclude({ result: 'saved', success: false, facts: { spell: cast.spell.name } }, target.id);
  return saved;
}

/**
 * C-80, C-A42: whom of several the spell gets: one die of the caster stands against all of them, and they save at once. One alone saves
 * alone.
 */
function* caught(
  cast: Cast,
  targets: readonly ClashFighter[],
  against: number | null,
): Procedure<readonly ClashFighter[]> {
  const { caster, spell } = cast;
  const { syntax } = spell;
  const [first = null] = targets;
  const only = targets.length === 1 ? first : null;
  if (only) return (yield* resists(cast, only, against)) ? [] : targets;
  if (against === null || !('save' in syntax)) return targets;
  const level = lacksFocus(caster, spell) ? 1 : 0;
  const asks = targets.map((target) => saveAsk(target, syntax.save, against, level));
  const faces = yield* all('saves', asks);
  const saved = targets.filter(({ stats }, at) => Number(faces[at]) + stats.mod[syntax.save] >= against);
  for (const target of saved)
    yield* conclude({ result: 'saved', success: false, facts: { spell: spell.name } }, target.id);
  return targets.filter((target) => !saved.includes(target));
}

/** C-83: a projectile, answered like a shot, weighed against Magic Defense; at several, one total which each of them answers. */
function* project(cast: Cast, targets: readonly ClashFighter[]): Procedure<void> {
  const { encounter, rules, caster, spell, level, lent } = cast;
  const { syntax } = spell;
  const [first = null] = targets;
  if (syntax.type !== 'PA' || !first) return;
  const attack = castLevelOf(cast, targets.length === 1 ? first : null);
  const at = (defender: ClashFighter): Assault => ({
    encounter,
    rules,
    attacker: caster,
    defender,
    form: 'projectile',
    against: 'magic',
    bonus: caster.stats.mod[syntax.attack],
    level: attack,
    defenseLevel: lent.defenseLevel,
    damage: { dice: diceAt(spell, level), bonus: spell.bonus * level },
  });
  const landings = yield* volley([at(first), ...targets.slice(1).map(at)]);
  for (const [index, target] of targets.entries()) {
    const landing = landings[index];
    if (landing?.hit) yield* follow(sourceOf(cast), target, { incoming: landing.incoming });
  }
}

/** Sections 7.2 and 7.3: what becomes of a cast once it is paid for. */
export function* cast(cast: Cast, targets: readonly ClashFighter[], path: readonly Place[]): Procedure<void> {
  const { encounter, caster, spell, level } = cast;
  const target = targets[0] ?? null;
  if (has(spell, 'CONCENTRATION')) yield* concentrate(encounter, caster, spell);
  if (isArea(spell) || spell.conjures) {
    const center = path.at(-1) ?? target?.place ?? caster.place;
    const against = isArea(spell) ? yield* saveNumber(cast, null) : null;
    yield* layArea(encounter, caster, spell, { level, against, center });
    if (isArea(spell)) return;
  }
  if (spell.syntax.type === 'PA') return yield* project(cast, targets);
  const those = target ? targets : [caster];
  const against = yield* saveNumber(cast, those.length === 1 ? (those[0] ?? null) : null);
  for (const on of yield* caught(cast, those, against))
    yield* affect(sourceOf(cast), on, { ...(against !== null && { cause: against }) });
}

/**
 * C-89, C-A43: what a spell that answered an attack does besides absorbing it: what harms befalls the attacker, what helps its caster, and
 * what lasts or lies on the ground begins.
 */
export function* takeEffect(cast: Omit<Cast, 'lent'>, attacker: ClashFighter): Procedure<void> {
  const { encounter, caster, spell, level } = cast;
  if (has(spell, 'CONCENTRATION')) yield* concentrate(encounter, caster, spell);
  if (isArea(spell) || spell.conjures)
    yield* layArea(encounter, caster, spell, { level, against: null, center: caster.place });
  if (isArea(spell)) return;
  const source = sourceOf(cast);
  const incoming = spell.effect === 'damage' ? yield* work(source, attacker) : 0;
  if (spell.effect === 'heal') yield* work(source, caster);
  if (spell.inflicts !== '') yield* inflict(source, CONDITIONS[spell.inflicts].tone === 'boon' ? caster : attacker);
  yield* drive(source, attacker, { incoming });
}

/** What the table lends to an attack, by the command's options. */
export function lentBy({ command: { options = {} } }: Pick<Act, 'command'>): Lent {
  const level = (value: unknown): number => (Number.isInteger(value) ? Math.max(-9, Math.min(9, Number(value))) : 0);
  return {
    attackLevel: level(options.attackLevel),
    defenseLevel: level(options.defenseLevel),
    behind: typeof options.behind === 'boolean' ? options.behind : null,
  };
}

/** An area, and whose it is. */
export interface FieldArea {
  readonly caster: ClashFighter;
  readonly area: Condition;
}

/** Every area that lies on the map, in the order of the fighters. */
export const areasOf = ({ fighters }: ClashEncounter): FieldArea[] =>
  Object.values(fighters).flatMap((caster) => instancesOf(caster, 'area').map((area) => ({ caster, area })));

/** C-104, C-105, C-109, C-A49: a FIELD at every square of it that is entered, a ZONE on the way in from outside. */
export const entered = (encounter: ClashEncounter, from: Place | null, to: Place): readonly FieldArea[] =>
  areasOf(encounter).filter(({ area }) => {
    if (!isWithin(encounter, area, to)) return false;
    return area.data?.kind === 'FIELD' || !from || !isWithin(encounter, area, from);
  });

/** What the areas do to who comes from one place to the next: on foot, pushed, thrown, carried or set down. */
export function* enter(
  encounter: ClashEncounter,
  rules: Rules,
  [from, to]: readonly [Place | null, Place],
  those: readonly ClashFighter[],
): Procedure<void> {
  for (const area of entered(encounter, from, to))
    for (const each of those) yield* trigger(encounter, rules, area, each);
}

/** The area's spell works on somebody. */
function* trigger(
  encounter: ClashEncounter,
  rules: Rules,
  { caster, area }: FieldArea,
  target: ClashFighter,
): Procedure<void> {
  const spell = caster.items.find((item): item is Spell => item.type === 'clashSpell' && item.id === area.data?.spell);
  if (!spell) return;
  const level = Number(area.data?.level ?? 1);
  yield* say('triggers', { spell: spell.name }, target.id);
  const lent = { attackLevel: 0, defenseLevel: 0, behind: false };
  const against = typeof area.data?.against === 'number' ? area.data.against : null;
  const saved = yield* resists({ encounter, rules, caster, spell, level, lent }, target, against);
  const from = { x: Number(area.data?.x), y: Number(area.data?.y) };
  if (!saved)
    yield* affect(sourceOf({ encounter, rules, caster, spell, level }, from), target, {
      ...(against !== null && { cause: against }),
    });
}

/** C-104, C-109: who begins a turn within an area, and the mount it rides. */
export function* startWithin(encounter: ClashEncounter, rules: Rules, actor: ClashFighter): Procedure<void> {
  const mount = mountOf(encounter, actor);
  for (const fighter of mount ? [actor, mount] : [actor]) {
    const { place } = fighter;
    if (!place || !isAble(fighter)) continue;
    for (const each of areasOf(encounter))
      if (isWithin(encounter, each.area, place)) yield* trigger(encounter, rules, each, fighter);
  }
}
