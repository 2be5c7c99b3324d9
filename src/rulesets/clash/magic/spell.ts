import { recordOutcome } from '../../../encounter/change';
import type { Place } from '../../../encounter/state';
import type { DiceAsk } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { askAll, type Procedure, refreshDice } from '../../../kernel/procedure';
import { diceAtLevel } from '../../../toolkit/combat/check';
import type { ClashContext } from '../action';
import { type AttackInput, attackEach, isBackstab, type RulingModifiers } from '../attack/attack';
import { optionsOf } from '../options';
import type { Attribute } from '../schema';
import { rollFace } from '../skills/check';
import type { ClashFighter } from '../state';
import { placeArea } from './areas';
import {
  applyAbility,
  applyConditionAndDrive,
  hasKeyword,
  isArea,
  leavesTrace,
  type SpellCast,
  saveAgainstSpell,
  saveLevelOf,
  sourceOf,
} from './effect';
import { concentrate, diceAt, lacksFocus, namingFacts } from './mana';

export interface Cast extends SpellCast {
  readonly runtime: ClashContext['runtime'];
  readonly modifiers: RulingModifiers;
}

/** C-81, C-90, C-91: returns null without a save; rolls a die if the type has one. */
function* resolveSaveDC(cast: Cast, targets: readonly ClashFighter[]): Procedure<number | null> {
  const { caster, spell } = cast;
  const { syntax } = spell;
  if (!('save' in syntax)) return null;
  const bonus = caster.stats.mod[syntax.attack];
  if (syntax.type === 'DC') return 10 + bonus;
  const rolled = yield* refreshDice(() => rollFace('cast', caster.id, castLevelOf(cast, targets), { bonus }));
  return (syntax.type === 'DC+' ? Math.max(10, rolled) : rolled) + bonus;
}

/** C-63, C-79, C-A30: one roll at several is a backstab only if the GM says so. */
function castLevelOf({ encounter, caster, spell, modifiers }: Cast, targets: readonly ClashFighter[]): number {
  const [only, ...others] = targets;
  const behind =
    only && others.length === 0 ? isBackstab(encounter, caster, only, modifiers.behind) : modifiers.behind === true;
  return modifiers.attackLevel + (behind ? 1 : 0) - (lacksFocus(caster, spell) ? 1 : 0);
}

/** Returns a save to ask of several fighters at once. */
const saveAsk = (target: ClashFighter, attribute: Attribute, against: number, level: number): DiceAsk => ({
  kind: 'dice',
  id: 'save',
  by: target.id,
  dice: diceAtLevel(d20, level),
  facts: { bonus: target.stats.mod[attribute], against },
});

/** C-80, C-A42: returns the targets that failed their saves. */
function* rollSaves(
  cast: Cast,
  targets: readonly ClashFighter[],
  against: number | null,
): Procedure<readonly ClashFighter[]> {
  const { spell, modifiers } = cast;
  const { syntax } = spell;
  const [first = null] = targets;
  const only = targets.length === 1 ? first : null;
  if (only)
    return (yield* refreshDice(() => saveAgainstSpell(cast, only, against, modifiers.defenseLevel))) ? [] : targets;
  if (against === null || !('save' in syntax)) return targets;
  const asksNow = () => {
    const level = saveLevelOf(cast) + modifiers.defenseLevel;
    return targets.map((target) => saveAsk(target, syntax.save, against, level));
  };
  const faces = yield* refreshDice(() => askAll('saves', asksNow()));
  const saved = targets.filter(({ stats }, at) => Number(faces[at]) + stats.mod[syntax.save] >= against);
  for (const target of saved)
    yield* recordOutcome(
      { result: 'saved', success: false, facts: namingFacts(spell.name, spell.hidden, cast.caster.id) },
      target.id,
      { tone: 'boon' },
    );
  return targets.filter((target) => !saved.includes(target));
}

/** C-83: one total for all targets. */
function* castProjectile(cast: Cast, targets: readonly ClashFighter[]): Procedure<void> {
  const { encounter, runtime, caster, spell, level, modifiers } = cast;
  const { syntax } = spell;
  const heals = spell.effect === 'heal';
  const [first = null] = targets;
  if (syntax.type !== 'PA' || !first) return;
  const blowAt = (defender: ClashFighter): AttackInput => ({
    encounter,
    runtime,
    attacker: caster,
    defender,
    form: 'projectile',
    isBasic: false,
    against: 'magic',
    bonus: caster.stats.mod[syntax.attack],
    level: () => castLevelOf(cast, targets),
    defenseLevel: modifiers.defenseLevel,
    // Armor has nothing of it to stop.
    damage: () => (heals ? { dice: null, bonus: 0 } : { dice: diceAt(spell, level), bonus: spell.bonus * level }),
  });
  const landings = yield* attackEach([blowAt(first), ...targets.slice(1).map(blowAt)]);
  if (landings.some(({ lands }) => lands) && !spell.conjures) yield* hold(cast);
  for (const [index, target] of targets.entries()) {
    const landing = landings[index];
    if (!landing?.lands) continue;
    if (heals) yield* applyAbility(sourceOf(cast), target, {});
    else yield* applyConditionAndDrive(sourceOf(cast), target, { incoming: landing.incoming });
  }
}

/** C-97: a spell that took hold is concentrated on. */
function* hold({ encounter, caster, spell }: Cast, center: Place | null = null): Procedure<void> {
  if (hasKeyword(spell, 'CONCENTRATION')) yield* concentrate(encounter, caster, spell, leavesTrace(spell, center));
}

/** Sections 7.2 and 7.3: plays a cast that is paid for. */
export function* cast(cast: Cast, targets: readonly ClashFighter[], path: readonly Place[]): Procedure<void> {
  const { encounter, caster, spell, level } = cast;
  const target = targets[0] ?? null;
  const center = path.at(-1) ?? target?.place ?? caster.place;
  const against = isArea(spell) ? yield* resolveSaveDC(cast, []) : null;
  if (isArea(spell) || spell.conjures) {
    yield* hold(cast, center);
    yield* placeArea(encounter, caster, spell, { level, against, center });
    if (isArea(spell)) return;
  }
  if (spell.syntax.type === 'PA') return yield* castProjectile(cast, targets);
  const affected = target ? targets : [caster];
  const goal = yield* resolveSaveDC(cast, affected);
  const failed = yield* rollSaves(cast, affected, goal);
  if (failed.length > 0 && !spell.conjures) yield* hold(cast);
  for (const affectedTarget of failed)
    yield* applyAbility(sourceOf(cast), affectedTarget, { ...(goal !== null && { cause: goal }) });
}

/** C-80, C-81: plays the save of a fighter in the area of a spell, for its odds; null if it has no save. */
export const chanceInArea = (cast: Cast, target: ClashFighter): Procedure<void> | null =>
  isArea(cast.spell) && 'save' in cast.spell.syntax ? failSave(cast, target) : null;

function* failSave(cast: Cast, target: ClashFighter): Procedure<void> {
  const against = yield* resolveSaveDC(cast, []);
  if (!(yield* saveAgainstSpell(cast, target, against))) yield* recordOutcome({ result: 'fails', success: true });
}

/** Returns the GM's modifiers. */
export function rollModifiersOf({ command }: Pick<ClashContext, 'command'>): RulingModifiers {
  const { attackLevel = 0, defenseLevel = 0, behind = null } = optionsOf(command);
  return { attackLevel, defenseLevel, behind };
}
