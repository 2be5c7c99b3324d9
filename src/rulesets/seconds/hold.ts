import { say } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Place } from '../../encounter/state';
import type { Option, Reason } from '../../kernel/ask';
import { choose, type Procedure, place, words } from '../../kernel/procedure';
import { isFree, neighbours } from '../../mechanics/space';
import { itemNames } from '../../rulebook/question';
import { type Act, type Action, actOf, NOBODY_ASKS, ticksFor, toolOf } from './act';
import { inHand, UNARMED } from './attack/attack';
import { begun, drop, isTrivial, left, progressOf, spend } from './bar';
import { fastenedBy } from './conditions';
import { type Held, mark } from './marks';
import { go, moveCost, strides } from './movement';
import { type SecondsEncounter, type SecondsFighter, worldOf } from './stats';
import { secondsOf, TICKS, ticksOf } from './words';

export const planOf = ({ book }: SecondsFighter): readonly Held[] => book.heldPlan ?? [];

/** How an option names what would be held: `attack`, or with what: `attack sword`. */
const optionOf = ({ do: id, with: tool }: Held): string => (tool === undefined ? id : `${id} ${tool}`);

const MOST_WORDS = 120;
/** So many actions are more than ever fit. */
const MOST_HELD = 8;

/** Everything a fighter could hold: each weapon, spell and thing with what is done with it. S-A14: no Evade, nothing trivial. */
function candidates(fighter: SecondsFighter, holdable: readonly string[]): Held[] {
  const { items } = fighter;
  const byHand = [...inHand(fighter).map(({ id }) => id), UNARMED];
  return holdable.flatMap((id): Held[] => {
    if (id === 'attack' || id === 'pin') return byHand.map((tool) => ({ do: id, with: tool }));
    if (id === 'cast-spell')
      return items.flatMap((item) => (item.type === 'secondsSpell' ? [{ do: id, with: item.id }] : []));
    if (id === 'use-item')
      return items.flatMap((item) => (item.type === 'secondsGear' ? [{ do: id, with: item.id }] : []));
    if (id === 'restrain')
      return items.flatMap((item) =>
        item.type === 'secondsGear' && item.restrains ? [{ do: id, with: item.id }] : [],
      );
    if (id === 'change-equipment')
      return items.flatMap((item) =>
        item.type === 'secondsWeapon' && !item.equipped ? [{ do: id, with: item.id }] : [],
      );
    return [{ do: id }];
  });
}

/** What a table of actions is to holding: which can be held, what they are, and how one is carried out without seconds. */
export interface Holdable {
  readonly ids: readonly string[];
  action(id: string): Action | undefined;
  /** What stands against doing it now, seconds aside. */
  whyNot(encounter: SecondsEncounter, command: Command): readonly Reason[];
  perform(encounter: SecondsEncounter, command: Command): Procedure<void>;
}

/** Ticks to hold it: what is still to be paid of it (S-A14). A Move is held by the metre: the least a Move takes. */
function priceOf(act: Act, action: Action): number {
  const tool = toolOf(act.command);
  const paid = begun(act.fighter, act.command.do, tool)?.ticks ?? 0;
  return Math.max(0, ticksFor(action, act) - paid);
}

/** S-19, S-20, S-A14: what is held, one after the other, then the trigger in words; nothing is paid before that. */
export const holding = (rules: Holdable): Action => ({
  group: 'other',
  icon: 'actions/hold',
  needs: 'nothing',
  inFight: true,
  quiet: true,
  whyNot: ({ fighter }) => [
    ...(fighter.book.held === undefined ? [] : [{ id: 'holds-already' }]),
    ...(left(fighter) > 0 ? [] : [{ id: 'nothing-left' }]),
  ],
  *play({ encounter, fighter, world }) {
    const most = Math.min(ticksOf(world.holdMaxSeconds), left(fighter));
    const plan: Held[] = [];
    let sum = 0;
    let used = false;
    const names = itemNames(
      [fighter],
      fighter.items.map(({ id }) => ({ by: fighter.id, with: id })),
    );
    for (;;) {
      const choices: readonly Choice[] =
        plan.length < MOST_HELD ? optionsOf(encounter, fighter, rules, most - sum, used) : [];
      if (!choices.some(({ option }) => option.whyNot.length === 0)) break;
      const done: Option = { id: 'done', whyNot: plan.length > 0 ? [] : [{ id: 'nothing-held-yet' }] };
      const options: Option[] = [...choices.map(({ option }) => option), done];
      const picked = yield* choose('hold-what', fighter.id, options, { left: secondsOf(most - sum), ...names });
      const choice: Choice | undefined = choices.find(({ option }) => option.id === picked);
      if (!choice) break;
      plan.push(choice.held);
      sum += choice.ticks;
      used ||= begun(fighter, choice.held.do, choice.held.with ?? '') !== null;
    }
    const trigger = plan.length > 0 ? (yield* words('trigger', fighter.id, MOST_WORDS)).trim() : '';
    if (trigger === '') return void (yield* say('holds-nothing', {}, fighter.id));
    yield* spend(fighter, 'hold', sum);
    // S-A14: what was begun is in the plan, or thrown away like by anything else that takes time.
    if (progressOf(fighter)) yield* drop(fighter);
    yield* mark(fighter.id, 'held', trigger);
    yield* mark(fighter.id, 'heldPlan', plan);
    yield* say('holds', { trigger }, fighter.id);
  },
});

interface Choice {
  readonly option: Option;
  readonly held: Held;
  readonly ticks: number;
}

function optionsOf(
  encounter: SecondsEncounter,
  fighter: SecondsFighter,
  { ids, action }: Holdable,
  most: number,
  used: boolean,
): Choice[] {
  return candidates(fighter, ids).flatMap((held): Choice[] => {
    const row = action(held.do);
    if (!row) return [];
    const act = actOf(encounter, fighter, { ...held, by: fighter.id });
    const full = ticksFor(row, act);
    const ticks = held.do === 'move' ? moveCost(0, fighter, act.world) : used ? full : priceOf(act, row);
    if (held.do !== 'move' && isTrivial(row.base?.(act) ?? 0, act.world)) return [];
    const dear: Reason[] =
      ticks > most ? [{ id: 'no-time', data: { needs: secondsOf(ticks), has: secondsOf(most) } }] : [];
    return [{ option: { id: optionOf(held), whyNot: dear }, held, ticks }];
  });
}

/** S-21, S-24: all of it in order, on one reaction; what is not possible any more is dropped. */
export function* performHeld(
  rules: Pick<Holdable, 'whyNot' | 'perform'>,
  { encounter, fighter, command }: Pick<Act, 'encounter' | 'fighter' | 'command'>,
): Procedure<void> {
  const plan = planOf(fighter);
  yield* mark(fighter.id, 'held', null);
  yield* mark(fighter.id, 'heldPlan', null);
  for (const held of plan) {
    if (held.do === 'move') yield* step(encounter, fighter);
    else {
      const { at } = command;
      const wanted: Command = { ...held, by: fighter.id, ...(at !== undefined && { at }) };
      if (rules.whyNot(encounter, wanted).length === 0) yield* rules.perform(encounter, wanted);
      else yield* say('dropped', { action: held.do }, fighter.id);
    }
  }
}

/** The least a Move takes, gone metre by metre wherever the fighter then likes; nobody cuts into it. */
function* step(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  const { ground, fighters } = encounter;
  const others = Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  let metres = (fighter.stats.speed * moveCost(0, fighter, worldOf(encounter))) / TICKS;
  while (fighter.place && !fastenedBy(fighter)) {
    const here: Place = fighter.place;
    const near = neighbours(ground, here)
      .filter((there) => isFree(ground, there, others))
      .flatMap((there) => strides(encounter, fighter, [there]))
      .filter((stride) => stride.metres * stride.factor <= metres + 1e-6);
    if (near.length === 0) return;
    const to = yield* place('held-step', fighter.id, [here, ...near.map((stride) => stride.to)]);
    const stride = near.find((each) => each.to === to);
    if (!stride) return;
    metres -= stride.metres * stride.factor;
    yield* go(encounter, fighter, [stride], NOBODY_ASKS, false);
  }
}
