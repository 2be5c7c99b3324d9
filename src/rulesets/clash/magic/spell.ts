import { conclude } from '../../../encounter/change';
import type { Place } from '../../../encounter/state';
import { all, type Procedure } from '../../../kernel/procedure';
import type { Act, Rules } from '../act';
import { exchange, isBackstab, type Lent } from '../attack/attack';
import { face, save, saveAsk } from '../check';
import type { Spell } from '../items';
import type { ClashEncounter, ClashFighter } from '../stats';
import { affect, inflict, type Source } from './ability';
import { concentrate, diceAt, lacksFocus } from './mana';
import { lay } from './surface';

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
export const sourceOf = (encounter: ClashEncounter, user: ClashFighter, spell: Spell, level: number): Source => ({
  ...{ encounter, user, level, effect: spell },
  id: spell.id,
  name: spell.name,
  held: has(spell, 'CONCENTRATION'),
});

/** C-81, C-90, C-91: the number a target has to reach; null where nobody saves. Throws a die where the type has one. */
export function* saveNumber(cast: Cast, target: ClashFighter | null): Procedure<number | null> {
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
export function* resists(cast: Cast, target: ClashFighter, against: number | null): Procedure<boolean> {
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
function* caught(cast: Cast, targets: readonly ClashFighter[]): Procedure<readonly ClashFighter[]> {
  const { caster, spell } = cast;
  const { syntax } = spell;
  const [first = null] = targets;
  const only = targets.length === 1 ? first : null;
  const against = yield* saveNumber(cast, only);
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

/** C-83: a projectile, answered like a shot, weighed against Magic Defense. */
function* project(cast: Cast, target: ClashFighter): Procedure<void> {
  const { encounter, rules, caster, spell, level, lent } = cast;
  const { syntax } = spell;
  if (syntax.type !== 'PA') return;
  const { hit } = yield* exchange({
    ...{ encounter, rules, attacker: caster, defender: target, form: 'projectile', against: 'magic' },
    bonus: caster.stats.mod[syntax.attack],
    level: castLevelOf(cast, target),
    defenseLevel: lent.defenseLevel,
    damage: { dice: diceAt(spell, level), bonus: spell.bonus * level },
  });
  if (hit) yield* inflict(sourceOf(encounter, caster, spell, level), target);
}

/** Sections 7.2 and 7.3: what becomes of a cast once it is paid for. */
export function* cast(cast: Cast, targets: readonly ClashFighter[], path: readonly Place[]): Procedure<void> {
  const { encounter, caster, spell, level } = cast;
  const target = targets[0] ?? null;
  if (has(spell, 'CONCENTRATION')) yield* concentrate(encounter, caster, spell);
  if (isArea(spell) || spell.conjures) {
    const center = path.at(-1) ?? target?.place ?? caster.place;
    const against = isArea(spell) ? yield* saveNumber(cast, null) : null;
    yield* lay(encounter, caster, spell, { level, against, center });
    if (isArea(spell)) return;
  }
  if (spell.syntax.type === 'PA') return target ? yield* project(cast, target) : undefined;
  for (const on of yield* caught(cast, target ? targets : [caster]))
    yield* affect(sourceOf(encounter, caster, spell, level), on);
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
