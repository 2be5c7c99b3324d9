import type { Command, Price } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Move } from '../../../encounter/ruleset';
import type { FighterId, Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { GM } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { adjust, afflict, mark, whyNotAdjust, whyNotAfflict } from '../../../mechanics/edit';
import { ACTIONS, type Act, type Action, type Category, FORBIDS } from './actions';
import { faint, stabilize } from './aura';
import { end, IDLE, isOpen, nextRound, start, whyNotEnd } from './clock';
import { CONDITIONS, type ConditionId, is } from './conditions';
import { type Cost, keptOf, pay, pricesOf, refund, swapHelps, swapped, whyNotPay } from './cost';
import { dropGuard } from './defense';
import { headingOf } from './movement';
import type { EnergyEncounter, EnergyFighter } from './stats';

/** A command of the game master: the clock, and the word that no rule is asked about. */
interface Word {
  whyNot(encounter: EnergyEncounter, command: Command): readonly Reason[];
  play(encounter: EnergyEncounter, command: Command): Procedure<unknown>;
}

const whileOpen = (encounter: EnergyEncounter): readonly Reason[] =>
  isOpen(encounter) ? [] : [impossible('not-open')];

export const CLOCK: Readonly<Record<string, Word>> = {
  start: {
    whyNot: ({ clock }) => (clock.phase === IDLE.phase ? [] : [impossible('already-open')]),
    play: (encounter, { options }) =>
      start(encounter, typeof options?.surprised === 'string' ? options.surprised : null),
  },
  'end-round': { whyNot: whileOpen, play: nextRound },
  end: { whyNot: (encounter, command) => [...whileOpen(encounter), ...whyNotEnd(encounter, command)], play: end },
};

const WORDS: Readonly<Record<string, Word>> = {
  ...CLOCK,
  adjust: { whyNot: whyNotAdjust, play: adjustEnergy },
  condition: {
    whyNot: (encounter, command) => whyNotAfflict(CONDITIONS, encounter, command),
    play: afflict,
  },
  /** E-125, E-A14: the game master's word that somebody cannot or will not defend. */
  helpless: {
    whyNot: (encounter, { at }) => (at !== undefined && encounter.fighters[at] ? [] : [impossible('no-fighter')]),
    play: (_, { at, options }) => mark(at!, 'helpless', options?.on === false ? null : true),
  },
};

/** A number set by hand has its consequences too: E-220, E-17. */
function* adjustEnergy(encounter: EnergyEncounter, command: Command): Procedure<void> {
  const by = yield* adjust(encounter, command);
  const fighter = encounter.fighters[command.at!]!;
  if (command.options!.pool === 'aura' && by > 0 && is(fighter, 'bleeding-out')) yield* stabilize(fighter);
  if (command.options!.pool === 'stamina' && by < 0 && fighter.pools.stamina!.value === 0)
    yield* faint(fighter, 'stamina');
}

const own = <T>(table: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

export const actionOf = (id: string): Action | undefined => own<Action>(ACTIONS, id);

export const knows = ({ do: id }: Command): boolean => (own(WORDS, id) ?? actionOf(id)) !== undefined;

const actOf = (encounter: EnergyEncounter, command: Command, fighter: EnergyFighter): Act => ({
  encounter,
  command,
  fighter,
  target: (command.at !== undefined && encounter.fighters[command.at]) || null,
});

const swaps = ({ options }: Command): boolean => options?.swap === true;

/** What the action takes of this fighter's pools, one point of it swapped where the command says so (E-18). */
function costOf(action: Action, act: Act): Cost {
  const cost = action.cost(act);
  return swaps(act.command) ? swapped(cost) : cost;
}

/** What stands against a command now; empty where nothing does. */
export function whyNot(encounter: EnergyEncounter, command: Command): readonly Reason[] {
  const word = own(WORDS, command.do);
  if (word) return command.by === GM ? word.whyNot(encounter, command) : [impossible('gm-only')];
  const action = actionOf(command.do);
  if (!action) return [impossible('unknown-action', { action: command.do })];
  const fighter = encounter.fighters[command.by];
  if (!fighter) return [impossible('no-fighter')];
  const act = actOf(encounter, command, fighter);
  return [
    ...(isOpen(encounter) ? [] : [{ id: 'not-open' }]),
    ...whyNotAct(fighter, action.category),
    ...action.whyNot(act),
    ...whyNotPay(fighter, costOf(action, act), swaps(command)),
  ];
}

/** What the fighter's own state stands against. */
function whyNotAct(fighter: EnergyFighter, category: Category): Reason[] {
  if (fighter.conditions.length === 0) return [];
  const forbidding = Object.entries(FORBIDS) as [ConditionId, readonly Category[]][];
  return forbidding.flatMap(([id, forbids]) => (forbids.includes(category) && is(fighter, id) ? [{ id }] : []));
}

/** The procedure of a command the ruleset knows. */
export function play(encounter: EnergyEncounter, command: Command): Procedure<unknown> {
  const word = own(WORDS, command.do);
  if (word) return word.play(encounter, command);
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter) throw new Error(`no command ${command.do} of ${command.by} in the energy rules`);
  return perform(action, actOf(encounter, command, fighter));
}

/** Section 4: declared, paid, carried out; what it did not use is given back. */
function* perform(action: Action, act: Act): Procedure<void> {
  const { fighter, command } = act;
  const cost = costOf(action, act);
  const swap = swaps(command) && (cost.stamina ?? 0) > 0;
  if (action.category === 'attack') yield* dropGuard(fighter);
  yield* pay(fighter, cost, swap);
  if (action.category !== 'move' && headingOf(fighter) !== null) yield* mark(fighter.id, 'heading', null);
  const kept = action.kept(act);
  yield* action.play(act);
  if (kept !== null) yield* refund(fighter, cost, swap, kept);
  // E-A41: who pays with the last point of Stamina finishes first.
  if (cost.stamina && fighter.pools.stamina!.value === 0) yield* faint(fighter, 'stamina');
}

/** Ways to pay for a path: those that are possible first, and of them the cheapest; of those that are not, the one that goes farthest. */
export function moves(encounter: EnergyEncounter, by: FighterId, path: readonly Place[]): readonly Move[] {
  const fighter = encounter.fighters[by];
  if (!fighter || !isOpen(encounter)) return [];
  const ways: Command[] = [
    { do: 'shift', by, path, options: { agility: true } },
    { do: 'shift', by, path },
    { do: 'quick-run', by, path },
    { do: 'run', by, path },
  ];
  return ways
    .map((command) => {
      const affordable = withSwapWhereNeeded(encounter, command);
      return { command: affordable, cost: priceOfWay(encounter, affordable), whyNot: whyNot(encounter, affordable) };
    })
    .sort(
      (a, b) =>
        a.whyNot.length - b.whyNot.length || (a.whyNot.length > 0 ? weight(b) - weight(a) : weight(a) - weight(b)),
    );
}

/** Energy counts before Stamina and Agility: agility is lost unless it is used for just this. */
const weight = ({ cost }: Move): number =>
  cost.reduce((sum, { pool, amount }) => sum + amount * (pool === 'agility' ? 0.4 : 1), 0);

/** The cost after E-39 gave back what a short way does not use. */
function priceOfWay(encounter: EnergyEncounter, command: Command): Price[] {
  const act = actOf(encounter, command, encounter.fighters[command.by]!);
  const action = actionOf(command.do)!;
  const cost = costOf(action, act);
  const kept = action.kept(act);
  return pricesOf(kept === null ? cost : keptOf(cost, swaps(command), kept));
}

/** The command as it is, or with the swap of E-18 where only that makes it payable. */
export function withSwapWhereNeeded(encounter: EnergyEncounter, command: Command): Command {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  if (!action || !fighter || !swapHelps(fighter, action.cost(actOf(encounter, command, fighter)))) return command;
  return { ...command, options: { ...command.options, swap: true } };
}

/** What an action would cost its fighter, for a button. */
export function priceOf(encounter: EnergyEncounter, command: Command): Price[] {
  const action = actionOf(command.do);
  const fighter = encounter.fighters[command.by];
  return action && fighter ? pricesOf(costOf(action, actOf(encounter, command, fighter))) : [];
}
