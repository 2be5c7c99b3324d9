import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { groundAt } from '../../../encounter/scenes';
import type { Place } from '../../../encounter/state';
import type { ChoiceOption } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { lookup } from '../../../kernel/lookup';
import { askAmount, askPlace, askText, choose, type Procedure } from '../../../kernel/procedure';
import { commandsWithItems, reasonsAgainst } from '../../../toolkit/act/actions';
import { isStepClear } from '../../../toolkit/space/sight';
import { neighbours } from '../../../toolkit/space/space';
import { isStill } from '../../../toolkit/space/walk';
import { itemNames } from '../../../toolkit/views/question';
import {
  type Action,
  isTrivialNow,
  type Seconds,
  type SecondsContext,
  ticksDue,
  ticksFor,
  whyNotAbleTo,
  whyNotAct,
  whyNotFinish,
  withoutProgress,
} from '../action';
import { pointTowards } from '../attack/harm';
import { whyNotGo } from '../movement/legality';
import { metresFor, moveCost, type Stride, stridesOf, truncateRoute } from '../movement/strides';
import { walkStrides } from '../movement/walk';
import { optionsOf } from '../options';
import { strideHooksFor } from '../reactions';
import { OCCASIONS, secondsOf, ticksOf } from '../schema';
import { clearLateAid } from '../skills/check';
import { type HeldCommand, type SecondsFighter, setState } from '../state';
import {
  clearFields,
  discardProgress,
  endMove,
  endRunUp,
  FOUND,
  HELD_FIELDS,
  progressFor,
  progressOf,
  spendReaction,
  spendTicks,
  ticksLeft,
} from './lane';

export const planOf = ({ state }: SecondsFighter): readonly HeldCommand[] => state.heldPlan ?? [];

const MAX_TEXT_LENGTH = 120;
const MAX_HELD = 8;

/** S-A14. */
const candidates = ({ runtime, fighter }: SecondsContext): HeldCommand[] => [
  ...commandsWithItems<Seconds>(
    Object.fromEntries(Object.entries(runtime.actions).filter(([, row]) => row.holdable)),
    fighter,
  ),
  // S-86: not one of its items.
  { do: 'pin', with: FOUND },
];

/** Without targets the trigger supplies one. Gear may also be for the fighter itself. */
function withTargets(held: HeldCommand, { needs, mayTarget }: Action, targets: readonly string[]): HeldCommand[] {
  const isUntargeted = targets.length === 0 || needs !== 'target';
  if (isUntargeted && !mayTarget) return [held];
  return [...(isUntargeted ? [held] : []), ...targets.map((at) => ({ ...held, at }))];
}

/** Without repeats. */
const targetsOf = ({ encounter, command }: SecondsContext): string[] => {
  const { also = [] } = optionsOf(command);
  const named = command.at === undefined ? also : [command.at, ...also];
  return [...new Set(named)].filter((id) => encounter.fighters[id] !== undefined);
};

interface Choice {
  readonly option: ChoiceOption;
  readonly held: HeldCommand;
  readonly action: Action;
  readonly act: SecondsContext;
  /** The minimum. */
  readonly ticks: number;
}

/** @param most ticks left @param used whether the plan contains the unfinished action */
function choicesOf(act: SecondsContext, most: number, used: boolean): Choice[] {
  const { fighter, runtime } = act;
  const targets = targetsOf(act);
  return candidates(act).flatMap((candidate): Choice[] => {
    const { action, act } = defined(runtime.find({ ...candidate, by: fighter.id }), 'an action to hold');
    const isWalk = action.holdable === 'walk';
    if (!isWalk && !action.hasGmPrice && isTrivialNow(action, act)) return [];
    // A held Move is another than the one in progress.
    const whole = isWalk ? minMoveTicks(act) : ticksFor(action, withoutProgress(act));
    const due = used || isWalk ? whole : ticksDue(action, act);
    // Until the GM sets the time.
    const ticks = action.hasGmPrice ? Math.max(1, due) : due;
    const whyNot = ticks > most ? [{ id: 'no-time', data: { needs: secondsOf(ticks), has: secondsOf(most) } }] : [];
    return withTargets(candidate, action, targets).map((held) => ({
      option: { id: [held.do, held.with, held.at].filter(Boolean).join(' '), whyNot },
      held,
      action,
      act,
      ticks,
    }));
  });
}

/** Asks for the missing details; returns null if it is not held. */
function* resolveChoice(
  { held, action, act, ticks }: Choice,
  most: number,
): Procedure<(HeldCommand & { ticks: number }) | null> {
  const { fighter } = act;
  if (action.holdable === 'walk') {
    const facts = { at: fighter.id, left: secondsOf(most) };
    return { ...held, ticks: ticks < most ? yield* askAmount('hold-move', fighter.id, ticks, most, facts) : ticks };
  }
  if (progressFor(fighter, held)) return { ...held, terms: act.terms, ticks };
  if (!action.hasGmPrice || !action.declare) return { ...held, ticks };
  const terms = yield* action.declare(act);
  if (!terms) {
    yield* log('not-allowed', {}, fighter.id, { strong: true });
    return null;
  }
  const due = ticksFor(action, { ...act, terms });
  if (due <= most) return { ...held, terms, ticks: due };
  yield* log('no-time', {}, fighter.id, { strong: true });
  return null;
}

/** S-19, S-20, S-A14: pays after everything is chosen. */
export const hold: Action = {
  group: 'other',
  inFight: true,
  quiet: true,
  mayTarget: true,
  manyTargets: true,
  options: ['when', 'whom'],
  promise: null,
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
    for (let count = 0; count < MAX_HELD; count++) {
      const choices = choicesOf(act, most - sum, used);
      if (!choices.some(({ option }) => option.whyNot.length === 0)) break;
      const done: ChoiceOption = { id: 'done', whyNot: plan.length > 0 ? [] : [{ id: 'nothing-held-yet' }] };
      const options = [...choices.map(({ option }) => option), done];
      const held = Object.fromEntries(choices.map((choice) => [choice.option.id, choice.held]));
      const facts = { left: secondsOf(most - sum), held, ...names };
      const chosenId = yield* choose('hold-what', fighter.id, options, facts);
      const choice = choices.find(({ option }) => option.id === chosenId);
      if (!choice) break;
      const command = yield* resolveChoice(choice, most - sum);
      if (!command) continue;
      plan.push(command);
      sum += command.ticks;
      used ||= progressFor(fighter, command) !== null;
    }
    const trigger = plan.length > 0 ? (yield* askText('trigger', fighter.id, MAX_TEXT_LENGTH)).trim() : '';
    if (trigger === '') return void (yield* log('holds-nothing', {}, fighter.id, { strong: true }));
    const { when = yield* choose('hold-when', fighter.id, ['any', ...OCCASIONS]), whom } = optionsOf(command);
    if (sum > ticksLeft(fighter)) return void (yield* log('no-time', {}, fighter.id, { strong: true }));
    yield* spendTicks(fighter, 'hold', sum);
    yield* setState(fighter.id, 'held', trigger);
    yield* setState(fighter.id, 'heldPlan', plan);
    // S-A14: discarded, but for the help that the plan keeps.
    if (progressOf(fighter)) yield* discardProgress(fighter);
    yield* endMove(fighter);
    yield* endRunUp(fighter);
    if (when !== 'any') yield* setState(fighter.id, 'heldWhen', when);
    if (whom !== undefined) yield* setState(fighter.id, 'heldWhom', whom);
    const aims = new Set(plan.flatMap(({ at }) => at ?? []));
    if (aims.size === 0) yield* log('holds', { trigger }, fighter.id, { strong: true });
    for (const at of aims) yield* log('holds-at', { trigger, at }, fighter.id, { strong: true });
  },
};

/** S-21, S-24, S-A24: drops what is no longer possible. */
export const heldAction: Action = {
  group: 'other',
  needs: 'target',
  inFight: true,
  reacts: true,
  inParts: true,
  promise: null,
  isUntargeted({ fighter, runtime }) {
    const plan = planOf(fighter);
    return plan.length > 0 && plan.every(({ do: id, at }) => at || lookup(runtime.actions, id)?.needs !== 'target');
  },
  whyNot: ({ fighter }) => (planOf(fighter).length > 0 ? [] : [{ id: 'nothing-held-back' }]),
  *play(act) {
    const { encounter, fighter, runtime } = act;
    yield* spendReaction(encounter, fighter);
    const plan = planOf(fighter);
    yield* clearFields(fighter, HELD_FIELDS);
    yield* endMove(fighter);
    // Left over for the next Move.
    let metres = 0;
    for (const held of plan) {
      if (lookup(runtime.actions, held.do)?.holdable === 'walk')
        metres = yield* walk(act, metres + metresFor(held.ticks ?? minMoveTicks(act), fighter));
      else {
        // S-A18: what lies between two Moves makes the second a new one.
        yield* endMove(fighter);
        yield* playHeld(act, held);
      }
      // The next one is judged by what this one has ended.
      yield* runtime.cleanUp();
    }
    yield* endMove(fighter);
    yield* clearLateAid(fighter);
  },
};

/** For Moves held before their length could be chosen. */
const minMoveTicks = ({ fighter, world }: SecondsContext): number => moveCost(0, fighter, world);

/** Without a target, at the fighter that set it off. */
function* playHeld(act: SecondsContext, { at: heldTarget, terms, ticks: _, ...named }: HeldCommand): Procedure<void> {
  const { fighter, command, runtime } = act;
  const { do: id } = named;
  const plain: Command = { ...named, by: fighter.id };
  const { needs, holdable } = lookup(runtime.actions, id) ?? {};
  const at = heldTarget ?? (needs === 'target' ? command.at : undefined);
  const complete: Command = {
    ...plain,
    ...(at !== undefined && { at }),
    ...(holdable === 'leap' && (yield* askLeapEnd(act, id))),
  };
  const found = runtime.find(complete);
  if (found) yield* playFound(found.action, { ...withoutProgress(found.act), onStride: strideHooksFor(act) }, terms);
  else yield* log('dropped', { action: id }, fighter.id);
  yield* endRunUp(fighter);
}

/** Drops it if it is not possible, or no longer after the attacks that it provokes. */
function* playFound(action: Action, act: SecondsContext, terms: HeldCommand['terms']): Procedure<void> {
  const { fighter, command, runtime } = act;
  if (!isPossible(action, { ...act, terms: terms ?? act.terms }))
    return void (yield* log('dropped', { action: command.do }, fighter.id));
  const held = { terms, distracts: action.distracts?.(act, 0, 0) === true };
  yield* runtime.carryOut({ action, act: { ...act, held } });
}

/** Ignores seconds. Plans stored by earlier versions may contain what cannot be held. */
const isPossible = (action: Action, act: SecondsContext): boolean =>
  action.holdable !== undefined &&
  [whyNotAbleTo(action, act), reasonsAgainst(action, act), whyNotFinish(action, act)].flat().length === 0;

/** Returns the metres left. */
function* walk(act: SecondsContext, metres: number): Procedure<number> {
  const { fighter } = act;
  let remaining = metres;
  while (fighter.place) {
    const start: Place = fighter.place;
    const routes = routesAround(act, remaining);
    if (routes.length === 0) {
      if (remaining === metres) yield* log('dropped', { action: 'move' }, fighter.id);
      break;
    }
    const ends = routes.map((route) => defined(route.at(-1), 'a stride').to);
    const to = yield* askPlace('held-step', fighter.id, [start, ...ends], { left: Math.round(remaining * 10) / 10 });
    const route = routes[ends.indexOf(to)];
    if (!route) break;
    // Others may have moved it meanwhile.
    if (!isStill(fighter.place, start)) continue;
    remaining -= yield* walkStrides({ ...act, onStride: strideHooksFor(act) }, route, { metres: remaining });
  }
  return remaining;
}

const MOVING = { moves: true } as const;

/** Straight: the first step, and the full length. */
function routesAround(act: SecondsContext, metres: number): Stride[][] {
  const { encounter, fighter } = act;
  const start = fighter.place;
  const ground = groundAt(encounter.ground, start);
  const distance = ground.grid === 'gridless' ? metres : Math.floor(metres / ground.cell + 1e-6) * ground.cell;
  if (!start || distance < 0.05 || whyNotAct(fighter, MOVING).length > 0) return [];
  return neighbours(ground, start).flatMap((next) => {
    const all = stridesOf(encounter, fighter, [pointTowards(ground, start, next, distance)]);
    const wall = all.findIndex(({ to }, at) => !isStepClear(ground, all[at - 1]?.to ?? start, to));
    const reachable = truncateRoute(encounter, fighter, wall < 0 ? all : all.slice(0, wall), metres);
    const first = reachable.slice(0, 1);
    return (reachable.length > 1 ? [first, reachable] : [first]).filter((route) => whyNotGo(act, route).length === 0);
  });
}

function* askLeapEnd(act: SecondsContext, id: string): Procedure<Pick<Command, 'path' | 'options'>> {
  const { encounter, fighter, runtime } = act;
  const start = fighter.place;
  const most = 2 * Math.max(0, fighter.stats.str);
  if (!start) return { options: { metres: Math.max(0, fighter.stats.str) } };
  const ground = groundAt(encounter.ground, start);
  const steps = Array.from({ length: Math.floor(most / ground.cell) }, (_, at) => (at + 1) * ground.cell);
  const places = neighbours(ground, start).flatMap((next) =>
    steps.map((metres) => pointTowards(ground, start, next, metres)),
  );
  const possible = places.filter((to) => {
    const found = runtime.find({ do: id, by: fighter.id, path: [to] });
    return found && isPossible(found.action, withoutProgress(found.act));
  });
  if (possible.length === 0) return {};
  const to = yield* askPlace('held-jump', fighter.id, [start, ...possible]);
  return to === start ? {} : { path: [to] };
}
