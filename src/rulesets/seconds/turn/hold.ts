import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Place } from '../../../encounter/state';
import type { ChoiceOption, Reason } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { askAmount, askPlace, askText, choose, type Procedure } from '../../../kernel/procedure';
import { type RowsById, reasonsAgainst, withEachItem } from '../../../toolkit/define/actions';
import { isPathClear } from '../../../toolkit/space/sight';
import { neighbours } from '../../../toolkit/space/space';
import { itemNames } from '../../../toolkit/views/question';
import { type Act, type Action, ticksDue, ticksFor, whyNotFinish, withoutProgress } from '../action';
import { pointTowards } from '../attack/harm';
import { UNARMED } from '../attack/strikes';
import { is } from '../conditions';
import {
  metresFor,
  moveCost,
  type Stride,
  stridesOf,
  truncateWay,
  walkStrides,
  weightedMetres,
  whyNotGo,
} from '../movement/movement';
import { optionsOf } from '../options';
import { strideHooksFor } from '../reactions';
import { isWeapon, OCCASIONS, secondsOf, ticksOf } from '../schema';
import { type HeldCommand, type SecondsFighter, setState } from '../state';
import { weaponsInHand } from '../stats';
import {
  clearFields,
  discardProgress,
  endMove,
  endRunUp,
  HELD_FIELDS,
  isTrivial,
  progressFor,
  progressOf,
  spendReaction,
  spendTicks,
  ticksLeft,
} from './lane';
import { carryOut, whyNotAble } from './perform';

export const planOf = ({ state }: SecondsFighter): readonly HeldCommand[] => state.heldPlan ?? [];

const MOST_WORDS = 120;
/** So many actions are more than ever fit. */
const MOST_HELD = 8;

/** S-A14: what can be held for a trigger: everything but Evade, haste and what takes no time. */
const HOLDABLE = [
  ...['attack', 'cast-spell', 'blind', 'grapple', 'restrain', 'pin', 'shove', 'tackle', 'throw', 'trip', 'disarm'],
  ...['break-grapple', 'break-pin', 'move', 'jump', 'stand-up', 'disengage', 'hide', 'help', 'speak', 'intimidate'],
  ...['clear-eyes', 'change-equipment', 'use-item', 'wake', 'improvise'],
] as const;

/** Everything a fighter could hold: each weapon, spell and thing with what is done with it. */
const candidates = (fighter: SecondsFighter): HeldCommand[] => withEachItem(HOLDABLE, ITEMS_FOR, fighter);

/** At whom they are done: any of those targeted, else whoever sets them off; a thing may as well be kept for oneself. */
function aimed(held: HeldCommand, { needs }: Action, targets: readonly string[]): HeldCommand[] {
  const isKept = targets.length === 0 || needs !== 'target';
  if (isKept && held.do !== 'use-item') return [held];
  return [...(isKept ? [held] : []), ...targets.map((at) => ({ ...held, at }))];
}

/** Whoever is targeted, each once. */
const targetsOf = ({ encounter, command }: Act): string[] => {
  const { also = [] } = optionsOf(command);
  const named = command.at === undefined ? also : [command.at, ...also];
  return [...new Set(named)].filter((id) => encounter.fighters[id] !== undefined);
};

/** The items that an action can be held with. */
const ITEMS_FOR: RowsById<(fighter: SecondsFighter) => readonly { readonly id: string }[]> = {
  attack: (fighter) => [...weaponsInHand(fighter), { id: UNARMED }],
  pin: (fighter) => [...weaponsInHand(fighter), { id: UNARMED }],
  'cast-spell': ({ items }) => items.filter(({ type }) => type === 'secondsSpell'),
  'use-item': ({ items }) => items.filter(({ type }) => type === 'secondsGear'),
  restrain: ({ items }) => items.filter((item) => item.type === 'secondsGear' && item.restrains),
  'change-equipment': ({ items }) => items.filter((item) => isWeapon(item) && !item.equipped),
};

/** What may be held next, as an option of the question. */
interface Choice {
  readonly option: ChoiceOption;
  readonly held: HeldCommand;
  readonly action: Action;
  readonly act: Act;
  /** The least it takes, where that is not the game master's to say. */
  readonly ticks: number;
}

const tooDear = (ticks: number, most: number): Reason[] =>
  ticks > most ? [{ id: 'no-time', data: { needs: secondsOf(ticks), has: secondsOf(most) } }] : [];

/** @param most ticks there are for it @param used whether what was begun is in the plan already */
function choicesOf(act: Act, most: number, used: boolean): Choice[] {
  const { fighter, runtime } = act;
  const targets = targetsOf(act);
  return candidates(fighter).flatMap((candidate): Choice[] => {
    const found = runtime.find({ ...candidate, by: fighter.id });
    if (!found) return [];
    const { action, act } = found;
    const isMove = candidate.do === 'move';
    if (!isMove && !action.hasGmPrice && isTrivial(action.base?.(act) ?? 0, act.world)) return [];
    const due = isMove
      ? moveCost(0, fighter, act.world)
      : used
        ? ticksFor(action, withoutProgress(act))
        : ticksDue(action, act);
    // What has no price yet takes a little.
    const ticks = action.hasGmPrice ? Math.max(1, due) : due;
    return aimed(candidate, action, targets).map((held) => ({
      option: { id: [held.do, held.with, held.at].filter(Boolean).join(' '), whyNot: tooDear(ticks, most) },
      held,
      action,
      act,
      ticks,
    }));
  });
}

/** What is held as it was chosen: how long a Move goes, and what the game master says of what has no price; null where it is not held. */
function* settled(
  { held, action, act, ticks }: Choice,
  most: number,
): Procedure<(HeldCommand & { ticks: number }) | null> {
  const { fighter } = act;
  if (held.do === 'move') {
    const facts = { at: fighter.id, left: secondsOf(most) };
    return { ...held, ticks: ticks < most ? yield* askAmount('hold-move', fighter.id, ticks, most, facts) : ticks };
  }
  if (progressFor(fighter, held)) return { ...held, terms: act.terms, ticks };
  if (!action.hasGmPrice || !action.declare) return { ...held, ticks };
  const terms = yield* action.declare(act);
  if (!terms) {
    yield* log('not-allowed', {}, fighter.id);
    return null;
  }
  const due = ticksFor(action, { ...act, terms });
  if (due <= most) return { ...held, terms, ticks: due };
  yield* log('no-time', {}, fighter.id);
  return null;
}

/** S-19, S-20, S-A14: what is held, one after the other, then the trigger in words, and what may be it; nothing is paid before that. */
export const hold: Action = {
  group: 'other',
  inFight: true,
  quiet: true,
  whyNot: ({ fighter }) => [
    ...(fighter.state.held === undefined ? [] : [{ id: 'holds-already' }]),
    ...(ticksLeft(fighter) > 0 ? [] : [{ id: 'nothing-left' }]),
  ],
  *play(act) {
    const { fighter, command, world } = act;
    const most = Math.min(ticksOf(world.holdMaxSeconds), ticksLeft(fighter));
    const plan: HeldCommand[] = [];
    let sum = 0;
    let used = false;
    const names = itemNames(
      [fighter],
      fighter.items.map(({ id }) => ({ by: fighter.id, with: id })),
    );
    for (let asked = 0; asked < MOST_HELD; asked++) {
      const choices = choicesOf(act, most - sum, used);
      if (!choices.some(({ option }) => option.whyNot.length === 0)) break;
      const done: ChoiceOption = { id: 'done', whyNot: plan.length > 0 ? [] : [{ id: 'nothing-held-yet' }] };
      const options = [...choices.map(({ option }) => option), done];
      const held = Object.fromEntries(choices.map((choice) => [choice.option.id, choice.held]));
      const facts = { left: secondsOf(most - sum), held, ...names };
      const picked = yield* choose('hold-what', fighter.id, options, facts);
      const choice = choices.find(({ option }) => option.id === picked);
      if (!choice) break;
      const chosen = yield* settled(choice, most - sum);
      if (!chosen) continue;
      plan.push(chosen);
      sum += chosen.ticks;
      used ||= progressFor(fighter, chosen) !== null;
    }
    const trigger = plan.length > 0 ? (yield* askText('trigger', fighter.id, MOST_WORDS)).trim() : '';
    if (trigger === '') return void (yield* log('holds-nothing', {}, fighter.id));
    const { when = yield* choose('hold-when', fighter.id, ['any', ...OCCASIONS]), whom } = optionsOf(command);
    yield* spendTicks(fighter, 'hold', sum);
    // S-A14: what was begun is in the plan, or thrown away like by anything else that takes time.
    if (progressOf(fighter)) yield* discardProgress(fighter);
    yield* setState(fighter.id, 'held', trigger);
    yield* setState(fighter.id, 'heldPlan', plan);
    if (when !== 'any') yield* setState(fighter.id, 'heldWhen', when);
    if (whom !== undefined) yield* setState(fighter.id, 'heldWhom', whom);
    const aims = new Set(plan.flatMap(({ at }) => at ?? []));
    if (aims.size === 0) yield* log('holds', { trigger }, fighter.id);
    for (const at of aims) yield* log('holds-at', { trigger, at }, fighter.id);
  },
};

/** S-21, S-24, S-A24: all of it in order, on one reaction; what is not possible any more is dropped. */
export const heldAction: Action = {
  group: 'other',
  needs: 'target',
  inFight: true,
  reacts: true,
  whyNot: ({ fighter }) => (planOf(fighter).length > 0 ? [] : [{ id: 'nothing-held-back' }]),
  *play(act) {
    const { encounter, fighter } = act;
    yield* spendReaction(encounter, fighter);
    const plan = planOf(fighter);
    yield* clearFields(fighter, HELD_FIELDS);
    yield* endMove(fighter);
    // Metres that one Move left over are the next one's.
    let metres = 0;
    for (const held of plan) {
      if (held.do === 'move') metres = yield* walk(act, metres + metresFor(held.ticks ?? leastOf(act), fighter));
      else yield* doHeld(act, held);
    }
    yield* endMove(fighter);
  },
};

/** The least a Move takes, which it took before one could choose. */
const leastOf = ({ fighter, world }: Act): number => moveCost(0, fighter, world);

/** One action of a plan, at whom it was meant for; what was meant for nobody, at whoever has set it off. */
function* doHeld(act: Act, { do: id, with: tool, at: meant, terms }: HeldCommand): Procedure<void> {
  const { fighter, command, runtime } = act;
  const plain: Command = { do: id, by: fighter.id, ...(tool !== undefined && { with: tool }) };
  const at = meant ?? (runtime.find(plain)?.action.needs === 'target' ? command.at : undefined);
  const wanted: Command = { ...plain, ...(at !== undefined && { at }), ...(id === 'jump' && (yield* landing(act))) };
  const found = runtime.find(wanted);
  const now = found && { ...withoutProgress(found.act), onStride: strideHooksFor(act) };
  if (found && now && isPossible(found.action, now)) yield* carryOut(found.action, now, terms);
  else yield* log('dropped', { action: id }, fighter.id);
  yield* endRunUp(fighter);
}

/** Whether nothing stands against doing it now, seconds aside. */
const isPossible = (action: Action, act: Act): boolean =>
  [whyNotAble(act.fighter, action), reasonsAgainst(action, act), whyNotFinish(action, act)].flat().length === 0;

/** Goes so many metres, wherever the fighter then likes; comes to the metres that are left over. */
function* walk(act: Act, metres: number): Procedure<number> {
  const { fighter } = act;
  let remaining = metres;
  while (fighter.place && !is(fighter, 'unconscious')) {
    const here: Place = fighter.place;
    const ways = waysAround(act, remaining);
    if (ways.length === 0) break;
    const ends = ways.map((way) => defined(way.at(-1), 'a stride').to);
    const to = yield* askPlace('held-step', fighter.id, [here, ...ends], { left: Math.round(remaining * 10) / 10 });
    const way = ways[ends.indexOf(to)];
    if (!way) break;
    yield* walkStrides({ ...act, onStride: strideHooksFor(act) }, way, false);
    remaining -= weightedMetres(way);
  }
  return remaining;
}

/** Straight ways on all sides that so many metres go: the first step of each, and all of it. */
function waysAround(act: Act, metres: number): Stride[][] {
  const { encounter, fighter } = act;
  const { ground } = encounter;
  const here = fighter.place;
  const far = ground.grid === 'gridless' ? metres : Math.floor(metres / ground.cell + 1e-6) * ground.cell;
  if (!here || far < 0.05) return [];
  return neighbours(ground, here).flatMap((next) => {
    const all = stridesOf(encounter, fighter, [pointTowards(ground, here, next, far)]);
    const wall = all.findIndex(({ to }, at) => !isPathClear(ground, all[at - 1]?.to ?? here, to));
    const whole = truncateWay(encounter, fighter, wall < 0 ? all : all.slice(0, wall), metres);
    const first = whole.slice(0, 1);
    return (whole.length > 1 ? [first, whole] : [first]).filter((way) => whyNotGo(act, way).length === 0);
  });
}

/** Where a held jump goes: straight, as far as one can; off the map as far as one can. */
function* landing(act: Act): Procedure<Pick<Command, 'path' | 'options'>> {
  const { encounter, fighter, runtime } = act;
  const here = fighter.place;
  const most = 2 * Math.max(0, fighter.stats.str);
  if (!here) return { options: { metres: Math.max(0, fighter.stats.str) } };
  const steps = Array.from(
    { length: Math.floor(most / encounter.ground.cell) },
    (_, at) => (at + 1) * encounter.ground.cell,
  );
  const places = neighbours(encounter.ground, here).flatMap((next) =>
    steps.map((metres) => pointTowards(encounter.ground, here, next, metres)),
  );
  const possible = places.filter((to) => {
    const found = runtime.find({ do: 'jump', by: fighter.id, path: [to] });
    return found && isPossible(found.action, withoutProgress(found.act));
  });
  if (possible.length === 0) return {};
  const to = yield* askPlace('held-jump', fighter.id, [here, ...possible]);
  return to === here ? {} : { path: [to] };
}
