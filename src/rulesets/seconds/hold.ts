import { say } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import type { Option, Reason } from '../../kernel/ask';
import { choose, type Procedure, place, writeText } from '../../kernel/procedure';
import { isWayOpen } from '../../mechanics/sight';
import { neighbours } from '../../mechanics/space';
import { reasonsAgainst } from '../../rulebook/actions';
import { itemNames } from '../../rulebook/question';
import { type Act, type Action, dueOf, NOBODY_ASKS, ticksFor, unpaid, whyNotFinish } from './act';
import { UNARMED } from './attack/attack';
import { isTaken } from './attack/harm';
import { begun, drop, isTrivial, left, progressOf, react, spend } from './bar';
import { fastenedBy } from './conditions';
import { type Held, mark } from './marks';
import { go, moveCost, strides } from './movement';
import { carryOut, whyNotAble } from './perform';
import { isWeapon } from './schema';
import { inHand, type SecondsFighter } from './stats';
import { secondsOf, TICKS, ticksOf } from './terms';

export const planOf = ({ book }: SecondsFighter): readonly Held[] => book.heldPlan ?? [];

const MOST_WORDS = 120;
/** So many actions are more than ever fit. */
const MOST_HELD = 8;

/** S-A14: what can be held for a trigger. What needs a run-up or a way drawn on the map is not possible out of a stand. */
const HOLDABLE = [
  ...['attack', 'cast-spell', 'blind', 'grapple', 'restrain', 'pin', 'shove', 'throw', 'trip', 'disarm'],
  ...['break-grapple', 'break-pin', 'move', 'stand-up', 'disengage', 'hide', 'help', 'intimidate', 'clear-eyes'],
  ...['change-equipment', 'use-item', 'wake'],
] as const;

/** Everything a fighter could hold: each weapon, spell and thing with what is done with it. S-A14: no Evade, nothing trivial. */
const candidates = (fighter: SecondsFighter): Held[] =>
  HOLDABLE.flatMap((id): Held[] => toolsFor(id, fighter)?.map((tool) => ({ do: id, with: tool })) ?? [{ do: id }]);

/** With which things an action is held; null where it takes none. */
function toolsFor(id: string, fighter: SecondsFighter): readonly string[] | null {
  const { items } = fighter;
  switch (id) {
    case 'attack':
    case 'pin':
      return [...idsOf(inHand(fighter)), UNARMED];
    case 'cast-spell':
      return idsOf(items.filter(({ type }) => type === 'secondsSpell'));
    case 'use-item':
      return idsOf(items.filter(({ type }) => type === 'secondsGear'));
    case 'restrain':
      return idsOf(items.filter((item) => item.type === 'secondsGear' && item.restrains));
    case 'change-equipment':
      return idsOf(items.filter((item) => isWeapon(item) && !item.equipped));
    default:
      return null;
  }
}

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

/** What may be held next, as an option of the question. */
interface Choice {
  readonly option: Option;
  readonly held: Held;
  readonly ticks: number;
}

/** @param most ticks there are for it @param used whether what was begun is in the plan already */
function choicesOf({ fighter, rules }: Act, most: number, used: boolean): Choice[] {
  return candidates(fighter).flatMap((held): Choice[] => {
    const found = rules.find({ ...held, by: fighter.id });
    if (!found) return [];
    const { action, act } = found;
    const isMove = held.do === 'move';
    if (!isMove && isTrivial(action.base?.(act) ?? 0, act.world)) return [];
    // A Move is held by the metre: the least a Move takes.
    const ticks = isMove ? moveCost(0, fighter, act.world) : used ? ticksFor(action, unpaid(act)) : dueOf(action, act);
    const dear: Reason[] =
      ticks > most ? [{ id: 'no-time', data: { needs: secondsOf(ticks), has: secondsOf(most) } }] : [];
    const id = held.with === undefined ? held.do : `${held.do} ${held.with}`;
    return [{ option: { id, whyNot: dear }, held, ticks }];
  });
}

/** S-19, S-20, S-A14: what is held, one after the other, then the trigger in words; nothing is paid before that. */
export const hold: Action = {
  group: 'other',
  inFight: true,
  quiet: true,
  whyNot: ({ fighter }) => [
    ...(fighter.book.held === undefined ? [] : [{ id: 'holds-already' }]),
    ...(left(fighter) > 0 ? [] : [{ id: 'nothing-left' }]),
  ],
  *play(act) {
    const { fighter, world } = act;
    const most = Math.min(ticksOf(world.holdMaxSeconds), left(fighter));
    const plan: Held[] = [];
    let sum = 0;
    let used = false;
    const names = itemNames(
      [fighter],
      fighter.items.map(({ id }) => ({ by: fighter.id, with: id })),
    );
    while (plan.length < MOST_HELD) {
      const choices = choicesOf(act, most - sum, used);
      if (!choices.some(({ option }) => option.whyNot.length === 0)) break;
      const done: Option = { id: 'done', whyNot: plan.length > 0 ? [] : [{ id: 'nothing-held-yet' }] };
      const options = [...choices.map(({ option }) => option), done];
      const held = Object.fromEntries(choices.map((choice) => [choice.option.id, choice.held]));
      const facts = { left: secondsOf(most - sum), held, ...names };
      const picked = yield* choose('hold-what', fighter.id, options, facts);
      const choice = choices.find(({ option }) => option.id === picked);
      if (!choice) break;
      plan.push(choice.held);
      sum += choice.ticks;
      used ||= begun(fighter, choice.held) !== null;
    }
    const trigger = plan.length > 0 ? (yield* writeText('trigger', fighter.id, MOST_WORDS)).trim() : '';
    if (trigger === '') return void (yield* say('holds-nothing', {}, fighter.id));
    yield* spend(fighter, 'hold', sum);
    // S-A14: what was begun is in the plan, or thrown away like by anything else that takes time.
    if (progressOf(fighter)) yield* drop(fighter);
    yield* mark(fighter.id, 'held', trigger);
    yield* mark(fighter.id, 'heldPlan', plan);
    yield* say('holds', { trigger }, fighter.id);
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
    const { encounter, fighter, command, rules } = act;
    const { at } = command;
    yield* react(encounter, fighter);
    const plan = planOf(fighter);
    yield* mark(fighter.id, 'held', null);
    yield* mark(fighter.id, 'heldPlan', null);
    for (const held of plan) {
      if (held.do === 'move') {
        yield* step(act);
        continue;
      }
      const wanted: Command = { ...held, by: fighter.id, ...(at !== undefined && { at }) };
      const found = rules.find(wanted);
      if (found && isPossible(found.action, found.act)) yield* carryOut(found.action, unpaid(found.act));
      else yield* say('dropped', { action: held.do }, fighter.id);
    }
  },
};

/** Whether nothing stands against doing it now, seconds aside. */
const isPossible = (action: Action, act: Act): boolean =>
  [whyNotAble(act.fighter, action), reasonsAgainst(action, act), whyNotFinish(action, act)].flat().length === 0;

/** The least a Move takes, gone metre by metre wherever the fighter then likes; nobody cuts into it. */
function* step(act: Act): Procedure<void> {
  const { encounter, fighter, world } = act;
  let metres = (fighter.stats.speed * moveCost(0, fighter, world)) / TICKS;
  while (fighter.place && !fastenedBy(fighter)) {
    const here: Place = fighter.place;
    const near = neighbours(encounter.ground, here)
      .filter((there) => !isTaken(encounter, fighter, there) && isWayOpen(encounter.ground, here, there))
      .flatMap((there) => strides(encounter, fighter, [there]))
      .filter((stride) => !stride.forbidden && stride.metres * stride.factor <= metres + 1e-6);
    if (near.length === 0) return;
    const to = yield* place('held-step', fighter.id, [here, ...near.map((stride) => stride.to)]);
    const stride = near.find((each) => each.to === to);
    if (!stride) return;
    metres -= stride.metres * stride.factor;
    yield* go({ ...act, onStride: NOBODY_ASKS }, [stride], false);
  }
}
