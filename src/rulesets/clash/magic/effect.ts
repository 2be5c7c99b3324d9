import { adjustPool, log, recordOutcome } from '../../../encounter/change';
import type { Until } from '../../../encounter/condition';
import type { Intent } from '../../../encounter/intent';
import type { Place, Point } from '../../../encounter/state';
import { GM } from '../../../kernel/ask';
import { choose, type Procedure } from '../../../kernel/procedure';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { askPushGoal, pushPath, STOP_LOG_IDS } from '../../../toolkit/combat/manual';
import { placeAwayFrom } from '../../../toolkit/space/forced';
import { metresBetween } from '../../../toolkit/space/space';
import { resolveImpact, rollDamage } from '../attack/harm';
import { endHoldsOfDriven } from '../attack/reach';
import { CONDITIONS, instancesOf, isAble, mountOf, untilPhaseEnd, untilTurnOf } from '../conditions';
import { fallOverEdge } from '../movement/fall';
import { reveal } from '../movement/hiding';
import { beginPush, forceMove } from '../movement/travel';
import type { AbilityEffect, Attribute } from '../schema';
import { check } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import type { Spell } from '../stats';
import { areasOf, enteredAreas, type FieldArea, isEthereal, isMatterGone, isWithinArea, placeArea } from './areas';
import { concentrate, diceAt, isConcentratingOn, lacksFocus, namingFacts, spellOf } from './mana';

/** An ability in use (C-112). */
export interface Source {
  readonly encounter: ClashEncounter;
  readonly user: ClashFighter;
  readonly id: string;
  readonly name: string;
  /** C-25. */
  readonly hidden?: boolean;
  readonly effect: AbilityEffect;
  readonly level: number;
  /** By concentration (C-97). */
  readonly held: boolean;
  /** The point that targets are driven away from; null off the map. */
  readonly from: Point | null;
}

/** Returns true if the ability is not for its user, so that it needs a target. */
export const isHarmful = ({ effect, inflicts }: AbilityEffect): boolean =>
  effect === 'damage' || (inflicts !== '' && CONDITIONS[inflicts].tone === 'harm');

/** Returns what the ability does to whom it is used on; null if that is for the players to say. */
export function intentOfEffect(item: AbilityEffect): Intent | null {
  if (isHarmful(item) || item.push !== 0) return 'harm';
  const isBoon = item.inflicts !== '' && CONDITIONS[item.inflicts].tone === 'boon';
  return item.effect === 'heal' || isBoon ? 'help' : null;
}

/** C-125: why a fighter falls. */
interface Cause {
  /** The total that was missed. */
  readonly cause?: number;
  readonly incoming?: number;
}

/** Applies an ability to one target. @param isDriven prevents an endless loop between two areas that drive the target */
export function* applyAbility(source: Source, target: ClashFighter, why: Cause, isDriven = false): Procedure<void> {
  const { effect } = source;
  if (effect.effect === 'none' && effect.inflicts === '' && effect.push === 0)
    return void (yield* recordOutcome(
      {
        result: 'takes-effect',
        success: true,
        facts: { ability: source.name, ...(source.hidden && { hiddenOf: source.user.id }) },
      },
      target.id,
      { strong: false },
    ));
  const incoming = effect.effect === 'none' ? 0 : yield* rollEffect(source, target);
  if (isDriven) yield* inflict(source, target);
  else yield* applyConditionAndDrive(source, target, { ...why, ...(effect.effect === 'damage' && { incoming }) });
}

/** Returns the points before protection. */
function* rollEffect({ encounter, user, effect, level }: Source, target: ClashFighter): Procedure<number> {
  const points = yield* rollDamage('effect', diceAt(effect, level), user.id, effect.bonus * level);
  if (effect.effect === 'damage') yield* resolveImpact(encounter, target, points, 'magic', null);
  else yield* heal(target, points);
  return points;
}

/** Restores hit points; a fighter at zero gets up. */
function* heal(fighter: ClashFighter, points: number): Procedure<void> {
  const wasDown = fighter.pools.hp.value === 0;
  const gained = points > 0 ? yield* adjustPool(fighter.id, 'hp', points) : 0;
  yield* recordOutcome({ result: 'healed', success: true, points: gained }, fighter.id, {
    tone: 'boon',
    covers: { points: { hp: gained } },
  });
  if (wasDown && gained > 0) yield* removeCondition(fighter, 'defeated');
}

/** C-95. */
export function* applyConditionAndDrive(source: Source, target: ClashFighter, why: Cause): Procedure<void> {
  yield* inflict(source, target);
  yield* drive(source, target, why);
}

/** C-95, C-104, C-109, C-112, C-125: cell by cell, up to a wall, a body or a fall over an edge. */
function* drive({ encounter, user, effect, level, from }: Source, target: ClashFighter, why: Cause): Procedure<void> {
  const push = effect.push * level;
  const { place: start } = target;
  if (push === 0) return;
  if (!start) return yield* pushWithoutMap({ encounter, user }, target, push, why);
  const goal = from
    ? // Stops at the place it is pulled to.
      placeAwayFrom(
        encounter.ground,
        start,
        from,
        Math.max(push, -metresBetween(encounter.ground, start, { ...start, ...from })),
      )
    : yield* askPushGoal(encounter, target, start, Math.abs(push));
  if (!goal) return;
  const { cells, stoppedBy } = pushPath(encounter, start, goal);
  if (cells.length > 0) yield* forceMove(encounter, target, cells, (...step) => enterAreas(...step, true));
  if (stoppedBy === 'forbidden') yield* fallOverEdge(encounter, target, { ...why });
  // Ending beside the puller is only logged without movement.
  else if (stoppedBy && (push > 0 || cells.length === 0)) yield* log(STOP_LOG_IDS[stoppedBy], {}, target.id);
}

/** C-64, C-95, C-122, C-A55: asks the GM for the result; ends riding and holds. */
export function* pushWithoutMap(
  { encounter, user }: Pick<Source, 'encounter'> & { readonly user: ClashFighter | null },
  target: ClashFighter,
  meant: number,
  why: Cause,
): Procedure<void> {
  const metres = Math.abs(meant);
  yield* log(meant > 0 ? 'driven-away' : 'drawn-near', { metres }, target.id, { covers: { moves: true } });
  const end = yield* choose('driven', GM, DRIVE_RESULTS, { at: target.id, metres });
  if (end === 'stopped') return;
  const pushed = yield* beginPush(encounter, target);
  for (const each of pushed)
    yield* endHoldsOfDriven(encounter, each, metres, [...pushed, ...(meant < 0 && user ? [user] : [])]);
  if (end === 'edge') yield* fallOverEdge(encounter, target, { ...why });
}

const DRIVE_RESULTS = ['clear', 'stopped', 'edge'] as const;

function* inflict({ encounter, user, id, effect, level, held }: Source, target: ClashFighter): Procedure<void> {
  if (effect.inflicts === '') return;
  const data = { spell: id, strength: effect.strength * level, ...(held && { held }) };
  yield* addCondition(target.id, effect.inflicts, held ? null : endOf(encounter, target, effect.lasts), data, user.id);
}

function endOf(encounter: ClashEncounter, target: ClashFighter, lasts: AbilityEffect['lasts']): Until | null {
  if (lasts === 'lasting') return null;
  return lasts === 'turn' ? untilTurnOf(target) : untilPhaseEnd(encounter);
}

export interface SpellCast {
  readonly encounter: ClashEncounter;
  readonly caster: ClashFighter;
  readonly spell: Spell;
  readonly level: number;
}

export const hasKeyword = ({ keywords }: Spell, keyword: Spell['keywords'][number]): boolean =>
  keywords.includes(keyword);

/** C-104, C-109. */
export const isArea = (spell: Spell): boolean => hasKeyword(spell, 'FIELD') || hasKeyword(spell, 'ZONE');

/** Returns true if a spell leaves an area or matter. */
export const leavesTrace = (spell: Spell, center: Place | null): boolean =>
  isEthereal(spell) || (isArea(spell) && center !== null);

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
  hidden: spell.hidden,
  held: hasKeyword(spell, 'CONCENTRATION'),
});

/** C-80: a missing focus makes saves easier. */
export const saveLevelOf = ({ caster, spell }: Pick<SpellCast, 'caster' | 'spell'>): number =>
  lacksFocus(caster, spell) ? 1 : 0;

const save = (target: ClashFighter, attribute: Attribute, against: number, level: number): Procedure<boolean> =>
  check('save', target.id, target.stats.mod[attribute], against, level);

/** C-80, C-82, C-A42: returns true on a save. @param extra a level from the GM (C-A17) */
export function* saveAgainstSpell(
  cast: Pick<SpellCast, 'caster' | 'spell'>,
  target: ClashFighter,
  against: number | null,
  extra = 0,
): Procedure<boolean> {
  const { spell } = cast;
  const { syntax } = spell;
  if (against === null || !('save' in syntax)) return false;
  const saved = yield* save(target, syntax.save, against, saveLevelOf(cast) + extra);
  if (saved)
    yield* recordOutcome(
      { result: 'saved', success: false, facts: namingFacts(spell.name, spell.hidden, cast.caster.id) },
      target.id,
      { tone: 'boon' },
    );
  return saved;
}

/** C-89, C-A43: applies what a defensive spell does besides absorbing. */
export function* applyDefensiveSpell(cast: SpellCast, attacker: ClashFighter): Procedure<void> {
  const { encounter, caster, spell, level } = cast;
  const center = caster.place;
  if (hasKeyword(spell, 'CONCENTRATION')) yield* concentrate(encounter, caster, spell, leavesTrace(spell, center));
  if (isArea(spell) || spell.conjures) yield* placeArea(encounter, caster, spell, { level, against: null, center });
  if (isArea(spell)) return;
  if (intentOfEffect(spell) === 'harm') yield* reveal(caster);
  const source = sourceOf(cast);
  const incoming = spell.effect === 'damage' ? yield* rollEffect(source, attacker) : 0;
  if (spell.effect === 'heal') yield* rollEffect(source, caster);
  if (spell.inflicts !== '') yield* inflict(source, CONDITIONS[spell.inflicts].tone === 'boon' ? caster : attacker);
  yield* drive(source, attacker, { incoming });
}

/** Triggers the areas on the way from one place to the next. */
export function* enterAreas(
  encounter: ClashEncounter,
  [from, to]: readonly [Place | null, Place],
  fighters: readonly ClashFighter[],
  isDriven = false,
): Procedure<void> {
  for (const area of enteredAreas(encounter, from, to))
    for (const each of fighters) yield* trigger(encounter, area, each, isDriven);
}

const spellOfArea = ({ caster, area }: FieldArea): Spell | undefined =>
  caster.items.find((item): item is Spell => item.type === 'clashSpell' && item.id === area.data?.spell);

/** It helps the fallen up. */
const isHealing = (area: FieldArea): boolean => spellOfArea(area)?.effect === 'heal';

/** C-74, C-97, C-103: false for an area that has ended, or will as soon as a person is asked. */
const isInForce = ({ caster, area }: FieldArea): boolean =>
  instancesOf(caster, 'area').some(({ key }) => key === area.key) &&
  (area.data?.held !== true || (isAble(caster) && isConcentratingOn(caster, spellOf(area)))) &&
  (area.until === null || !isMatterGone(caster, area));

function* trigger(encounter: ClashEncounter, each: FieldArea, target: ClashFighter, isDriven = false): Procedure<void> {
  const { caster, area } = each;
  const { data } = area;
  const spell = spellOfArea(each);
  // Another area may have ended this one.
  if (!data || !spell || !isInForce(each)) return;
  const level = Number(data.level ?? 1);
  yield* log('triggers', namingFacts(spell.name, spell.hidden, caster.id), target.id);
  const against = typeof data.against === 'number' ? data.against : null;
  const saved = yield* saveAgainstSpell({ caster, spell }, target, against);
  const from = { x: Number(data.x), y: Number(data.y) };
  if (saved) return;
  const source = sourceOf({ encounter, caster, spell, level }, from);
  yield* applyAbility(source, target, { ...(against !== null && { cause: against }) }, isDriven);
}

/** C-104, C-109: includes the mount. */
export function* startTurnInAreas(encounter: ClashEncounter, actor: ClashFighter): Procedure<void> {
  const mount = mountOf(encounter, actor);
  for (const fighter of mount ? [actor, mount] : [actor]) {
    const { place } = fighter;
    if (!place) continue;
    for (const each of areasOf(encounter))
      if ((isAble(fighter) || isHealing(each)) && isWithinArea(encounter, each.area, place))
        yield* trigger(encounter, each, fighter);
  }
}
