import { adjustPool, log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import { areFoes } from '../../../encounter/sides';
import type { Place } from '../../../encounter/state';
import type { ChoiceOption, Reason } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { askPlace, check, choose, type Procedure, refreshDice, section } from '../../../kernel/procedure';
import { reasonsAgainst } from '../../../toolkit/act/actions';
import { logStop } from '../../../toolkit/act/command-run';
import { diceAtLevel } from '../../../toolkit/combat/check';
import { addCondition, removeCondition } from '../../../toolkit/combat/condition';
import { resolveSettings } from '../../../toolkit/define/setting';
import { metresBetween, neighbours } from '../../../toolkit/space/space';
import { whyNotWalk } from '../../../toolkit/space/terrain';
import { type ClashContext, canReact, whyNotContinue } from '../action';
import { instancesOf, is, isAble, isInCombat, mountOf, riderOf } from '../conditions';
import { lacksFocus, payMana, whyNotCastAt } from '../magic/mana';
import { keepSecret } from '../movement/hiding';
import { walkPath } from '../movement/movement';
import { whyNotEnd } from '../movement/travel';
import type { OfferedDefense } from '../reactions';
import { SETTINGS } from '../schema';
import { DEFENSE_DIE } from '../skills/check';
import type { ClashEncounter, ClashFighter } from '../state';
import { type Arm, armsInHand, type Spell } from '../stats';
import { whyNotReach } from './reach';

/** Section 5.5. */
export type AttackForm = 'melee' | 'ranged' | 'projectile' | 'grapple';

type Defense = {
  /** Opaque: the kind, with the item's id if several are of that kind. */
  readonly id: string;
} & (
  | { readonly kind: 'dodge' | 'none'; readonly arm: null; readonly spell: null }
  | { readonly kind: 'parry' | 'block'; readonly arm: Arm; readonly spell: null }
  | { readonly kind: 'spell'; readonly arm: null; readonly spell: Spell }
);

/** As chosen: a rider who defends for a mount may lose it before the roll. */
export type ChosenDefense = Defense & { readonly guardian: ClashFighter };

interface IncomingAttack {
  readonly encounter: ClashEncounter;
  /** Its rider may defend for it. */
  readonly defender: ClashFighter;
  readonly form: AttackForm;
  readonly isBasic: boolean;
  /** From the GM (C-A17). */
  readonly defenseLevel: number;
}

export interface RolledAttack {
  readonly total: number;
  /** Whether it has one target: once the dice of this target have fallen, earlier dice count no longer. */
  readonly isOnly: boolean;
}

export interface DefenseOutcome {
  readonly defense: ChosenDefense;
  readonly succeeds: boolean;
  /** Without the bonus (C-A20); 0 unless a parry succeeded. */
  readonly face: number;
}

const NONE: Defense = { id: 'none', kind: 'none', arm: null, spell: null };
const DODGE: Defense = { id: 'dodge', kind: 'dodge', arm: null, spell: null };

/** C-64, C-A37: returns the rider of a ridden mount. */
const defendingFighter = ({ encounter, defender }: IncomingAttack): ClashFighter =>
  riderOf(encounter, defender) ?? defender;

/** C-49, C-64: a rider defends for both, so that presses on either lower the defense. */
function pressedFor(attack: IncomingAttack): readonly ClashFighter[] {
  const guardian = defendingFighter(attack);
  const mount = mountOf(attack.encounter, guardian);
  return mount ? [guardian, mount] : [guardian];
}

/** C-A22. */
const penaltyOf = (fighter: ClashFighter): number =>
  instancesOf(fighter, 'defence-penalty').reduce((total, { data }) => total + Number(data?.amount ?? 0), 0);

const pressOn = (attack: IncomingAttack): number =>
  pressedFor(attack).reduce((total, pressed) => total + penaltyOf(pressed), 0);

/** C-29, C-33, C-84 to C-87, C-A18, C-A55. */
function defensesOf(attack: IncomingAttack): readonly Defense[] {
  const { encounter, defender, form, isBasic } = attack;
  const guardian = defendingFighter(attack);
  if (!isAble(guardian)) return [NONE];
  // C-69: for the mount, the rider stops basic attacks only.
  const arms = isBasic || guardian === defender ? armsInHand(guardian) : [];
  const parries = mayParry(form, guardian) ? arms.filter(({ parryValue }) => parryValue !== null) : [];
  const blocks = arms.filter(({ blockValue, shield }) => blockValue !== null && mayBlock(form, shield));
  const spells =
    form === 'grapple' ? [] : spellsOf(encounter, defender).filter((spell) => canAnswer(encounter, defender, spell));
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

/** C-35, C-85, C-A18: only shields block magic projectiles. */
const mayBlock = (form: AttackForm, shield: boolean): boolean => form === 'melee' || (form === 'projectile' && shield);

/** C-24. */
const isFreeReaction = ({ free }: Spell): boolean => free === 'reaction';

/** C-A43: needs a reaction. */
const canAnswer = (encounter: ClashEncounter, defender: ClashFighter, spell: Spell): boolean =>
  isAble(defender) && (!isInCombat(encounter) || isFreeReaction(spell) || canReact(encounter, defender));

const spellsOf = (encounter: ClashEncounter, fighter: ClashFighter): Spell[] =>
  fighter.items.filter(
    (item): item is Spell =>
      item.type === 'clashSpell' && item.syntax.type === 'SD' && whyNotCastAt(encounter, fighter, item, 1).length === 0,
  );

const idOf = (kind: Defense['kind'], { id }: { readonly id: string }, alike: readonly unknown[]): string =>
  alike.length > 1 ? `${kind} ${id}` : kind;

/** C-A13, C-A58: does not ask for a single option. @param attack null if the die is not rolled yet */
export function* pickDefense(
  incoming: IncomingAttack,
  attacker: string,
  attack: number | null,
): Procedure<ChosenDefense> {
  const guardian = defendingFighter(incoming);
  const defenses = defensesOf(incoming);
  const [first] = defenses;
  if (first && defenses.length === 1) return { ...first, guardian };
  const options = defenses.map(({ id }) => id);
  const facts = {
    at: attacker,
    ...(attack !== null && { attack }),
    defenses: Object.fromEntries(defenses.map((each) => [each.id, offeredAs(incoming, each)])),
  };
  const chosen = yield* choose(attack === null ? 'defense-unseen' : 'defense', guardian.id, options, facts);
  const defense = defined(
    defenses.find(({ id }) => id === chosen),
    'a defense that was offered',
  );
  return refreshDefense(incoming, { ...defense, guardian }) ?? (yield* pickDefense(incoming, attacker, attack));
}

/**
 * C-21, C-39, C-64: returns a defense with the numbers of now; null if others have meanwhile taken the reaction, the
 * weapon, the mount or the fighter's strength.
 */
export function refreshDefense(incoming: IncomingAttack, chosen: ChosenDefense): ChosenDefense | null {
  const guardian = defendingFighter(incoming);
  const now = defensesOf(incoming).find(({ id }) => id === chosen.id);
  return now && guardian === chosen.guardian && itemOf(now) === itemOf(chosen) ? { ...now, guardian } : null;
}

const itemOf = ({ arm, spell }: Defense): string | undefined => (arm ?? spell)?.id;

/** For labels and orders. */
function offeredAs(attack: IncomingAttack, defense: Defense): OfferedDefense {
  const { id, kind, arm, spell } = defense;
  if (kind === 'none') return { kind };
  const isOneOfSeveral = id !== kind;
  const { id: itemId = '', name = '' } = arm ?? spell ?? {};
  const bonus = defenseBonusOf(attack, defense) - pressOn(attack);
  return {
    kind,
    ...(isOneOfSeveral && { with: itemId }),
    ...(name !== '' && (isOneOfSeveral || spell) && { name }),
    bonus,
  };
}

/**
 * Sections 6.2 and 6.3: pays, rolls, and removes the press penalty (C-49). Returns null, with nothing paid, if others
 * have taken the price of a spell while its level was chosen.
 */
export function* defend(
  attack: IncomingAttack,
  { total, isOnly }: RolledAttack,
  defense: ChosenDefense,
): Procedure<(DefenseOutcome & { readonly level: number }) | null> {
  if (defense.kind === 'none') return { defense, succeeds: false, face: 0, level: 0 };
  const { encounter, defender } = attack;
  const { guardian, spell } = defense;
  const castLevel = spell ? yield* payForSpell(encounter, defender, spell) : 0;
  if (castLevel === null) return null;
  if (spell?.hidden) {
    yield* log('hidden-defense', {}, defender.id);
    yield* keepSecret(defender, spell);
  }
  const pressed = pressedFor(attack);
  const presses = pressed.flatMap((each) => instancesOf(each, 'defence-penalty'));
  const penalty = pressOn(attack);
  const { succeeds, face } = yield* refreshDice(() => {
    const bonus = defenseBonusOf(attack, defense) - penalty;
    const dice = diceAtLevel(DEFENSE_DIE, defenseLevelOf(attack, defense));
    const facts = { bonus, against: total, ...(penalty > 0 && { penalty }) };
    const outcomeOf = (rolled: number) => {
      const isMade = rolled + bonus >= total;
      return { succeeds: isMade, face: isMade && defense.kind === 'parry' ? rolled : 0 };
    };
    return check(defense.kind, dice, guardian.id, facts, outcomeOf, isOnly);
  });
  // One that came meanwhile lowers the next defense.
  const isUsed = ({ key }: Condition): boolean => presses.some((press) => press.key === key);
  for (const each of pressed) yield* removeCondition(each, 'defence-penalty', isUsed);
  return { defense, succeeds, face, level: castLevel };
}

/** C-A43, C-A60: returns the cast level; null if others have taken the MP. */
function* payForSpell(encounter: ClashEncounter, caster: ClashFighter, spell: Spell): Procedure<number | null> {
  const level = yield* payMana(caster, spell, null, () => canAnswer(encounter, caster, spell));
  if (level === null) return null;
  if (isInCombat(encounter) && !isFreeReaction(spell)) yield* adjustPool(caster.id, 'reaction', -1);
  return level;
}

/** C-36, C-40, C-52, C-67, C-68, C-88. */
export function defenseBonusOf(attack: IncomingAttack, { kind, arm, spell }: Defense): number {
  const { encounter, defender } = attack;
  const guardian = defendingFighter(attack);
  const { mod, riding } = guardian.stats;
  switch (kind) {
    case 'dodge': {
      const mount = mountOf(encounter, guardian);
      const ridingBonus = resolveSettings(SETTINGS, encounter.settings).riding === 'adds' ? riding : 0;
      return mount ? mount.stats.mod.dex + mod.per + ridingBonus : mod.dex + mod.per;
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

/** C-66, C-79, C-A31, C-A56. */
export function defenseLevelOf(attack: IncomingAttack, { kind, spell }: Defense): number {
  const { encounter, defenseLevel } = attack;
  const guardian = defendingFighter(attack);
  if (kind === 'spell') return defenseLevel - (lacksFocus(attack.defender, spell) ? 1 : 0);
  const cancels = resolveSettings(SETTINGS, encounter.settings).riding === 'cancels' && guardian.stats.riding > 0;
  const mount = kind === 'dodge' ? mountOf(encounter, guardian) : null;
  const mounted = mount && !cancels ? 1 : 0;
  // C-68: the mount dodges.
  const isOffBalance = is(guardian, 'off-balance') || (mount !== null && is(mount, 'off-balance'));
  return defenseLevel - mounted - (isOffBalance ? 1 : 0);
}

/** Metres (C-47). */
const STEP = 2;

type ParriedAttack = Pick<ClashContext, 'encounter' | 'runtime'> & { readonly attacker: ClashFighter };

/** C-46 to C-50. */
export function* chooseParryFollowUp(parried: ParriedAttack, fighter: ClashFighter, arm: Arm): Procedure<void> {
  if (!isAble(fighter)) return;
  const { encounter, runtime, attacker } = parried;
  const counters = fighter.items
    .filter((item) => item.type === 'clashSkill' && item.counter)
    .map(({ id, name }) => {
      const command: Command = { do: 'parry-counter', by: fighter.id, at: attacker.id, with: id };
      return { name, command, ...counterOption(runtime, command) };
    });
  // One of several has an option of its own, which names it.
  const named = counters.map((each) =>
    counters.length > 1 ? { ...each, id: `${each.id} ${each.command.with}` } : each,
  );
  const options: (string | ChoiceOption)[] = [
    'parry-nothing',
    { id: 'parry-step', whyNot: whyNotStep(encounter, fighter) },
    'parry-press',
    ...named.map(({ id, whyNot }) => ({ id, whyNot })),
  ];
  const skills = Object.fromEntries(counters.length > 1 ? named.map(({ id, name }) => [id, name]) : []);
  const chosen = yield* choose('after-parry', fighter.id, options, { at: attacker.id, ...skills });
  const counter = named.find(({ id }) => id === chosen);
  if (counter) return yield* strikeBack(runtime, counter.command);
  switch (chosen) {
    case 'parry-step':
      return yield* step(parried, fighter);
    case 'parry-press':
      return yield* press(fighter, attacker, arm.weaponProficiency);
  }
}

const counterOf = ({ find }: ClashContext['runtime'], command: Command) =>
  defined(find({ ...command, do: 'reaction-skill' }), 'a skill as an action');

/** Reasons against a Counter outside a parry. */
const TIMING_REASONS: readonly string[] = ['not-reactive', 'no-parry'];

/** C-27, C-50: a Counter needs its weapon and its reach. */
function counterOption(runtime: ClashContext['runtime'], command: Command): ChoiceOption {
  const { action, act } = counterOf(runtime, command);
  const whyNot = reasonsAgainst(action, act).filter(({ id }) => !TIMING_REASONS.includes(id));
  return { id: command.do, whyNot };
}

/** C-50, C-A23: a free section of its own, so its row is played without paying. */
function* strikeBack(runtime: ClashContext['runtime'], command: Command): Procedure<void> {
  const { action, act } = counterOf(runtime, command);
  const stop = (why: readonly Reason[]) => logStop(command.by, why);
  const reasons = () => whyNotContinue(act).filter(({ id }) => !TIMING_REASONS.includes(id));
  yield* section(
    command,
    runtime.part<unknown>({ reasons, play: () => runtime.enact({ action, act }), stopped: stop }),
  );
}

/** C-49, C-A22: presses add up, so each is an instance. */
function* press({ id: by }: ClashFighter, attacker: ClashFighter, amount: number): Procedure<void> {
  yield* log('pressed', { amount }, attacker.id);
  const index = instancesOf(attacker, 'defence-penalty').length + 1;
  yield* addCondition(attacker.id, 'defence-penalty', null, { amount, place: index }, by);
}

function whyNotStep(encounter: ClashEncounter, fighter: ClashFighter): ChoiceOption['whyNot'] {
  if (is(fighter, 'grappled')) return [{ id: 'grappled' }];
  // C-64: the mount cannot step, and the rider would leave it.
  if (is(fighter, 'mounted')) return [{ id: 'mounted' }];
  return stepsOf(encounter, fighter)?.length === 0 ? [{ id: 'no-room' }] : [];
}

/** Null off the map. */
function stepsOf(encounter: ClashEncounter, fighter: ClashFighter): readonly Place[] | null {
  const { ground } = encounter;
  const { place: start } = fighter;
  if (!start) return null;
  const isInStep = (there: Place): boolean => metresBetween(ground, start, there) <= STEP + 1e-3;
  const isVacant = (there: Place): boolean => whyNotEnd(encounter, fighter, there).length === 0;
  const stepsFrom = (from: Place): Place[] =>
    neighbours(ground, from).filter(
      (there) => isInStep(there) && isVacant(there) && whyNotWalk(ground, from, [there]).length === 0,
    );
  const adjacent = stepsFrom(start);
  const far = adjacent.flatMap(stepsFrom);
  const keyOf = ({ x, y }: Place): string => `${x} ${y}`;
  const all = new Map([...adjacent, ...far].map((there) => [keyOf(there), there]));
  all.delete(keyOf(start));
  return [...all.values()];
}

/** C-47, C-48: logs who may use Opportunist. */
function* step({ encounter, attacker }: ParriedAttack, fighter: ClashFighter): Procedure<void> {
  const barred = whyNotStep(encounter, fighter);
  if (barred.length > 0) return void (yield* logStop(fighter.id, barred));
  const places = stepsOf(encounter, fighter);
  const reacting = fightersWithOpportunist(encounter, fighter, attacker);
  const start = fighter.place;
  if (start && places) {
    const destination = yield* askPlace('parry-step', fighter.id, [start, ...places], undefined, true);
    if (destination === start) return;
    // The fighter may have been moved, or its way blocked.
    if (!isAble(fighter) || whyNotStep(encounter, fighter).length > 0) return;
    if (!stepsOf(encounter, fighter)?.some(({ x, y }) => x === destination.x && y === destination.y))
      return void (yield* logStop(fighter.id, [{ id: 'no-room' }]));
    yield* walkPath(encounter, fighter, [destination]);
  } else yield* log('steps', {}, fighter.id, { covers: { moves: true } });
  if (reacting.length > 0) yield* log('opportunists', { who: reacting.map(({ name }) => name).join(', ') }, fighter.id);
}

/** C-48, C-A24. */
export function fightersWithOpportunist(
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
