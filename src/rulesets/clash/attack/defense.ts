import { adjustPool, log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Place } from '../../../encounter/state';
import type { ChoiceOption } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { askPlace, check, choose, type Procedure, section } from '../../../kernel/procedure';
import { diceAtLevel } from '../../../toolkit/combat/check';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { resolveSettings } from '../../../toolkit/define/setting';
import { isFree, metresBetween, neighbours } from '../../../toolkit/space/space';
import { whyNotWalk } from '../../../toolkit/space/terrain';
import { type Act, canReact } from '../action';
import { areFoes, instancesOf, is, isAble, isInCombat, mountOf, penaltyOf, riderOf } from '../conditions';
import { lacksFocus, payMana, whyNotAfford } from '../magic/mana';
import { walkPath } from '../movement/movement';
import type { OfferedDefense } from '../reactions';
import { SETTINGS } from '../schema';
import { DEFENSE_DIE } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import { type Arm, armsInHand, type Spell } from '../stats';
import { whyNotReach } from './reach';

/** What comes at somebody, as far as a defense asks (section 5.5). */
export type AttackForm = 'melee' | 'ranged' | 'projectile' | 'grapple';

/** One defense that may be picked, with what it is made. */
export type Defense = {
  /** The kind, and where there are several of it, the item's id behind it: a key, that nobody takes apart. */
  readonly id: string;
} & (
  | { readonly kind: 'dodge' | 'none'; readonly arm: null; readonly spell: null }
  | { readonly kind: 'parry' | 'block'; readonly arm: Arm; readonly spell: null }
  | { readonly kind: 'spell'; readonly arm: null; readonly spell: Spell }
);

/** An attack on its way: who defends whom against what. */
interface IncomingAttack {
  readonly encounter: ClashEncounter;
  /** Who is struck at. */
  readonly defender: ClashFighter;
  readonly form: AttackForm;
}

/** Against an attack total, with what the table lends. */
export interface DefendedAttack extends IncomingAttack {
  readonly total: number;
  /** Levels the game master lends to the defense (C-A17). */
  readonly defenseLevel: number;
  /** Whether the attack's total counts for nothing after the defense. */
  readonly discardsTotal?: boolean;
}

/** What became of a defense. */
export interface DefenseOutcome {
  readonly defense: Defense;
  /** Whether its total reached the attack's. */
  readonly succeeds: boolean;
  /** The face that counted, before anything was added (C-A20); nothing asks for it but of a parry that succeeds, so of others it is 0. */
  readonly face: number;
}

const NONE: Defense = { id: 'none', kind: 'none', arm: null, spell: null };
const DODGE: Defense = { id: 'dodge', kind: 'dodge', arm: null, spell: null };

/** C-64, C-A37: who defends somebody: for a ridden mount, its rider. */
export const actingDefender = ({ encounter, defender }: IncomingAttack): ClashFighter =>
  riderOf(encounter, defender) ?? defender;

/** C-29, C-33, C-84 to C-87, C-A18, C-A55: the defenses there are against such an attack. */
function defensesOf(guarded: IncomingAttack): readonly Defense[] {
  const { encounter, defender, form } = guarded;
  const guardian = actingDefender(guarded);
  if (!isAble(guardian)) return [NONE];
  const arms = armsInHand(guardian);
  const parries = mayParry(form, guardian) ? arms.filter(({ parryValue }) => parryValue !== null) : [];
  const blocks = arms.filter(({ blockValue, shield }) => blockValue !== null && mayBlock(form, shield));
  const spells = form !== 'grapple' && isAnswering(encounter, defender) ? spellsOf(defender) : [];
  return [
    DODGE,
    ...parries.map((arm): Defense => ({ id: idOf('parry', arm, parries), kind: 'parry', arm, spell: null })),
    ...blocks.map((arm): Defense => ({ id: idOf('block', arm, blocks), kind: 'block', arm, spell: null })),
    ...spells.map((spell): Defense => ({ id: idOf('spell', spell, spells), kind: 'spell', arm: null, spell })),
    NONE,
  ];
}

/** C-33, C-39, C-86. */
const mayParry = (form: AttackForm, { stats }: ClashFighter): boolean =>
  form === 'melee' || form === 'grapple' || (form === 'projectile' && stats.perks.includes('parry-projectiles'));

/** C-35, C-85, C-A18: a weapon stops blows, a shield magic projectiles too, nothing a shot or a hold. */
const mayBlock = (form: AttackForm, shield: boolean): boolean => form === 'melee' || (form === 'projectile' && shield);

/** C-A43: a spell that answers takes the reaction of this turn. */
const isAnswering = (encounter: ClashEncounter, defender: ClashFighter): boolean =>
  isAble(defender) && (!isInCombat(encounter) || canReact(encounter, defender));

const spellsOf = (fighter: ClashFighter): Spell[] =>
  fighter.items.filter(
    (item): item is Spell =>
      item.type === 'clashSpell' && item.syntax.type === 'SD' && whyNotAfford(fighter, item, 1).length === 0,
  );

const idOf = (kind: Defense['kind'], { id }: { readonly id: string }, alike: readonly unknown[]): string =>
  alike.length > 1 ? `${kind} ${id}` : kind;

/**
 * C-A13: one defense, picked with the attack's total if it lies open; a choice with one answer is not asked (C-A58).
 * @param attack the total, or null where its die has yet to fall
 */
export function* pickDefense(guarded: IncomingAttack, attacker: string, attack: number | null): Procedure<Defense> {
  const defenses = defensesOf(guarded);
  const [only] = defenses;
  if (only && defenses.length === 1) return only;
  const options = defenses.map(({ id }) => id);
  const guardian = actingDefender(guarded);
  const facts = {
    at: attacker,
    ...(attack !== null && { attack }),
    defenses: Object.fromEntries(defenses.map((each) => [each.id, offeredAs(guarded, each)])),
  };
  const picked = yield* choose(attack === null ? 'defense-unseen' : 'defense', guardian.id, options, facts);
  return defined(
    defenses.find(({ id }) => id === picked),
    'a defense that was offered',
  );
}

/** What the question tells of a defense, for its label and for what a fighter has settled. */
function offeredAs(guarded: IncomingAttack, defense: Defense): OfferedDefense {
  const { id, kind, arm, spell } = defense;
  if (kind === 'none') return { kind };
  const isOneOfSeveral = id !== kind;
  const { id: item = '', name = '' } = arm ?? spell ?? {};
  return {
    kind,
    ...(isOneOfSeveral && { with: item }),
    ...(name !== '' && (isOneOfSeveral || spell) && { name }),
    bonus: defenseBonusOf(guarded, defense) - penaltyOf(actingDefender(guarded)),
  };
}

/** Sections 6.2 and 6.3: pays for the defense, rolls it, and uses up what weighs on it (C-49). */
export function* defend(
  guarded: DefendedAttack,
  defense: Defense,
): Procedure<DefenseOutcome & { readonly level: number }> {
  if (defense.kind === 'none') return { defense, succeeds: false, face: 0, level: 0 };
  const { encounter, defender, total } = guarded;
  const guardian = actingDefender(guarded);
  const { spell } = defense;
  const castLevel = spell ? yield* payForSpell(encounter, defender, spell) : 0;
  const penalty = penaltyOf(guardian);
  const bonus = defenseBonusOf(guarded, defense) - penalty;
  const dice = diceAtLevel(DEFENSE_DIE, defenseLevelOf(guarded, defense));
  const facts = { bonus, against: total, ...(penalty > 0 && { penalty }) };
  const comesTo = (rolled: number) => {
    const reaches = rolled + bonus >= total;
    return { succeeds: reaches, face: reaches && defense.kind === 'parry' ? rolled : 0 };
  };
  const { succeeds, face } = yield* check(defense.kind, dice, guardian.id, facts, comesTo, guarded.discardsTotal);
  if (penalty > 0) yield* removeCondition(guardian, 'defence-penalty');
  return { defense, succeeds, face, level: castLevel };
}

/** C-A43, C-A60: MP and reaction are spent whatever comes of it. Comes to the level cast at. */
function* payForSpell(encounter: ClashEncounter, caster: ClashFighter, spell: Spell): Procedure<number> {
  const level = yield* payMana(caster, spell, null);
  if (isInCombat(encounter)) yield* adjustPool(caster.id, 'reaction', -1);
  return level;
}

/** C-36, C-40, C-52, C-67, C-68, C-88: what is added to the die. */
export function defenseBonusOf(guarded: IncomingAttack, { kind, arm, spell }: Defense): number {
  const { encounter, defender } = guarded;
  const guardian = actingDefender(guarded);
  const { mod, riding } = guardian.stats;
  switch (kind) {
    case 'dodge': {
      const mount = mountOf(encounter, guardian);
      const eased = resolveSettings(SETTINGS, encounter.settings).riding === 'adds' ? riding : 0;
      return mount ? mount.stats.mod.dex + mod.per + eased : mod.dex + mod.per;
    }
    case 'parry':
      return defined(arm.parryValue, 'a value of what parries');
    case 'block':
      return defined(arm.blockValue, 'a value of what blocks');
    case 'spell': {
      const { syntax } = spell;
      return syntax.type === 'SD' ? syntax.attributes.reduce((sum, id) => sum + defender.stats.mod[id], 0) : 0;
    }
    case 'none':
      return 0;
  }
}

/** C-66, C-79, C-A31, C-A56: the level of the die. */
export function defenseLevelOf(guarded: DefendedAttack, { kind, spell }: Defense): number {
  const { encounter, defenseLevel } = guarded;
  const guardian = actingDefender(guarded);
  if (kind === 'spell') return defenseLevel - (lacksFocus(guarded.defender, spell) ? 1 : 0);
  const cancels = resolveSettings(SETTINGS, encounter.settings).riding === 'cancels' && guardian.stats.riding > 0;
  const mounted = kind === 'dodge' && mountOf(encounter, guardian) !== null && !cancels ? 1 : 0;
  return defenseLevel - mounted - (is(guardian, 'off-balance') ? 1 : 0);
}

/** Metres of the step after a parry (C-47). */
const STEP = 2;

/** An attack that was parried. */
type Parried = Pick<Act, 'encounter' | 'runtime'> & { readonly attacker: ClashFighter };

/** C-46 to C-50: one of four things, at no cost. */
export function* chooseParryFollowUp(parried: Parried, fighter: ClashFighter, arm: Arm): Procedure<void> {
  if (!isAble(fighter)) return;
  const { encounter, runtime, attacker } = parried;
  const counter = fighter.items.find((item) => item.type === 'clashSkill' && item.counter);
  const places = stepsOf(encounter, fighter);
  const options: (string | ChoiceOption)[] = [
    'parry-nothing',
    { id: 'parry-step', whyNot: whyNotStep(fighter, places) },
    'parry-press',
    ...(counter ? ['parry-counter'] : []),
  ];
  switch (yield* choose('after-parry', fighter.id, options, { at: attacker.id })) {
    case 'parry-step':
      return yield* step(parried, fighter, places);
    case 'parry-press':
      return yield* press(fighter, attacker, arm.weaponProficiency);
    case 'parry-counter':
      return yield* strikeBack(runtime, {
        do: 'parry-counter',
        by: fighter.id,
        at: attacker.id,
        with: defined(counter, 'a skill to counter with').id,
      });
  }
}

/** C-50, C-A23: the Counter runs in a section of its own. Its row is played without being paid, since it costs nothing further. */
function* strikeBack({ find }: Act['runtime'], command: Command): Procedure<void> {
  const { action, act } = defined(find({ ...command, do: 'reaction-skill' }), 'a skill as an action');
  yield* section(command, action.play(act));
}

/** C-49, C-A22: several presses add up, so that each is an instance of its own. */
function* press({ id: by }: ClashFighter, attacker: ClashFighter, amount: number): Procedure<void> {
  yield* log('pressed', { amount }, attacker.id);
  const place = instancesOf(attacker, 'defence-penalty').length + 1;
  yield* addCondition(attacker.id, 'defence-penalty', null, { amount, place }, by);
}

function whyNotStep(fighter: ClashFighter, places: readonly Place[] | null): ChoiceOption['whyNot'] {
  if (is(fighter, 'grappled')) return [{ id: 'grappled' }];
  return places?.length === 0 ? [{ id: 'no-room' }] : [];
}

/** Free places within two metres; null where the fighter stands on no map. */
function stepsOf({ ground, fighters }: ClashEncounter, fighter: ClashFighter): readonly Place[] | null {
  const { place: here } = fighter;
  if (!here) return null;
  const others = Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  const within = (there: Place): boolean => metresBetween(ground, here, there) <= STEP + 1e-3;
  const free = (there: Place): boolean => isFree(ground, there, others);
  const next = (from: Place): Place[] =>
    neighbours(ground, from).filter(
      (there) => within(there) && free(there) && whyNotWalk(ground, from, [there]).length === 0,
    );
  const near = next(here);
  const far = near.flatMap(next);
  const keyOf = ({ x, y }: Place): string => `${x} ${y}`;
  const all = new Map([...near, ...far].map((there) => [keyOf(there), there]));
  all.delete(keyOf(here));
  return [...all.values()];
}

/** C-47, C-48: up to two metres out of the way, at no cost; who might use the chance is named. */
function* step(
  { encounter, attacker }: Parried,
  fighter: ClashFighter,
  places: readonly Place[] | null,
): Procedure<void> {
  const who = opportunists(encounter, fighter, attacker);
  const here = fighter.place;
  if (here && places) {
    const there = yield* askPlace('parry-step', fighter.id, [here, ...places], undefined, true);
    if (there === here) return;
    yield* walkPath(encounter, fighter, [there]);
  } else yield* log('steps', {}, fighter.id);
  if (who.length > 0) yield* log('opportunists', { who: who.map(({ name }) => name).join(', ') }, fighter.id);
}

/** C-48, C-A24: enemies with the perk that reach the one who steps; never the one whose blow was parried. */
export function opportunists(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  attacker: ClashFighter,
): readonly ClashFighter[] {
  return Object.values(encounter.fighters).filter(
    (other) =>
      other !== attacker &&
      areFoes(other, fighter) &&
      isAble(other) &&
      other.stats.perks.includes('opportunist') &&
      armsInHand(other).some((arm) => !arm.ranged && whyNotReach(encounter, other, fighter, arm).length === 0),
  );
}
