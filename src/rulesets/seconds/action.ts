import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import {
  type Game,
  type ActionContext as Named,
  type Requirement,
  type Row,
  reasonsOf,
  rowsOf,
  type WithTarget,
  whyNoTarget,
  withRequirement,
  withTarget,
} from '../../toolkit/act/actions';
import type { Runtime } from '../../toolkit/act/commands';
import { isDropped } from '../../toolkit/define/item';
import { fasteningCondition, is } from './conditions';
import { type OPTIONS, optionsOf } from './options';
import type { SecondsItem } from './schema';
import { ticksOf } from './schema';
import type { SecondsEncounter, SecondsFighter, Terms } from './state';
import { type WorldSettings, worldSettingsOf } from './stats';
import { isTrivial, progressFor, tickCost } from './turn/lane';

/** Reactions before a stride, while the mover is still in place, and after it. */
export interface StrideHooks {
  leaving(from: Place, to: Place): Procedure<void>;
  arrived(from: Place, to: Place): Procedure<void>;
  /** Whether each would ask a fighter. */
  stops(from: Place, to: Place): { readonly leaving: boolean; readonly arrived: boolean };
}

export const NO_STOPS = { leaving: false, arrived: false };
const NO_HOOKS: StrideHooks = {
  *leaving() {},
  *arrived() {},
  stops: () => NO_STOPS,
};

/** Its item may also lie on the ground. */
export interface SecondsContext extends Named<SecondsEncounter> {
  readonly world: WorldSettings;
  /** Metres before it was begun. */
  readonly runUp: number;
  /** The GM's decision. */
  readonly terms: Terms;
  readonly onStride: StrideHooks;
  readonly runtime: Runtime<Seconds>;
  /** What it began with; null until it is carried out. */
  readonly begun: Begun | null;
  /** If it was held: the GM's decision of then, and whether it provokes attacks now (S-112). */
  readonly held: { readonly terms: Terms | undefined; readonly distracts: boolean } | null;
}

interface Begun {
  readonly place: Place | null;
  readonly wasProne: boolean;
  /** With the item that it takes. */
  readonly command: Command;
  /** Whether time was left to finish it. */
  readonly mayFinish: boolean;
}

export type Group = 'attack' | 'maneuver' | 'move' | 'other';

type Variant = Pick<Command, 'options'> & { readonly with?: string };

/** Section 5. `whyNot` is checked when it is begun. */
export interface Action extends Row<Seconds> {
  readonly group: Group;
  /** Section 4: not while idle. */
  readonly inFight?: true;
  /** Conditions that allow it (section 7). */
  readonly anyway?: readonly ('restrained' | 'restraining' | 'unconscious')[];
  /** A grappled fighter cannot do it (S-A26). */
  readonly moves?: true;
  /** Costs a reaction instead of seconds. */
  readonly reacts?: true;
  /** Uses a run-up (S-A17). */
  readonly runs?: true;
  /** Keeps an unfinished action (S-16). */
  readonly keeps?: true;
  /** Can be done in too little time (S-28). */
  readonly hurries?: true;
  /** Can be held (S-A14); the end of a leap is chosen when it is released, a walk has a length only. */
  readonly holdable?: true | 'leap' | 'walk';
  /** Whether a drag of the token takes it, and asks before. */
  readonly drag?: 'free' | 'asks';
  /** A reaction that is only offered, and in the fighter's own turn too (S-A24). */
  readonly offered?: true;
  /** Further targets go to the option `also`. */
  readonly manyTargets?: true;
  /** Whether it needs no target now. */
  isUntargeted?(act: SecondsContext): boolean;
  /** Whether it is rolled for now; default: if it has odds. */
  isRolled?(act: SecondsContext): boolean;
  /** Returns its buttons in the list of actions; default: one, or none if it belongs to an item. */
  variants?(fighter: SecondsFighter): readonly Variant[];
  /** Whether it has a button at the item. */
  atItem?(item: SecondsItem): boolean;
  /** Returns the id of its texts, if it is not its own. */
  textId?(command: Pick<Command, 'options'>): string | null;
  /** Returns the icon of a variant, or null. */
  iconOf?(fighter: SecondsFighter, command: Command): string | null;
  /** Fires no triggers. */
  readonly quiet?: true;
  /** The GM sets its time first (S-72, S-91). */
  readonly hasGmPrice?: true;
  /** Ticks before DEX; 0 until the GM has set the time. */
  base?(act: SecondsContext): number;
  /** DEX shortens it (S-04). */
  byDex?(act: SecondsContext): boolean;
  /** It may be paid over several turns (S-11). */
  readonly splits?: true;
  /** It provokes attacks (S-112, S-113). @param remaining ticks still to be paid @param left ticks left in the turn */
  distracts?(act: SecondsContext, remaining: number, left: number): boolean;
  /** Checked when it is finished (S-A13). */
  whyNotFinish?(act: SecondsContext): readonly Reason[];
}

export interface Seconds extends Game {
  readonly encounter: SecondsEncounter;
  readonly context: SecondsContext;
  readonly row: Action;
  readonly option: keyof typeof OPTIONS & string;
  /** The GM's decision, null for no (S-A13). */
  readonly declared: Terms | null;
  readonly paid: Paid;
}

/** What `pay` leaves to the later steps. */
interface Paid {
  /** Whether it takes effect now. */
  readonly finishes: boolean;
  /** Whether it was begun in an earlier turn. */
  readonly isResumed?: boolean;
  readonly distracts?: boolean;
  /** Holders who were asked at its beginning; absent if no one is. */
  readonly asked?: Set<string>;
}

/** It may be begun without a target. */
export interface TargetedAction extends Omit<Action, 'needs' | 'whyNotFinish' | 'play'> {
  whyNotFinish?(act: WithTarget<SecondsContext>): readonly Reason[];
  play(act: WithTarget<SecondsContext>): Procedure<unknown>;
}

export const targeted = (row: TargetedAction): Action => ({
  ...row,
  needs: 'target',
  whyNotFinish: reasonsOf(AIM, row.whyNotFinish),
  play: withRequirement(AIM, row.play),
});
const AIM: Requirement<SecondsContext, WithTarget<SecondsContext>> = { find: withTarget, whyNot: whyNoTarget };

export const { requiring } = rowsOf<Seconds>();

/** @param missing the reason without one */
export const withItemOfType = <I extends SecondsItem>(
  is: (item: SecondsItem) => item is I,
  missing: string,
  row: Parameters<ReturnType<typeof requiring<SecondsContext & { readonly item: I }>>>[0],
): Action =>
  requiring<SecondsContext & { readonly item: I }>({
    find: (act) => (act.item && is(act.item) ? { ...act, item: act.item } : null),
    whyNot: () => [impossibleReason(missing)],
  })(row);

/** S-04, S-11. @param seconds before DEX */
export const splittableDuration = (seconds: number | ((act: SecondsContext) => number)) => ({
  splits: true as const,
  base: typeof seconds === 'number' ? () => ticksOf(seconds) : (act: SecondsContext) => ticksOf(seconds(act)),
  byDex: () => true,
});

/** Section 7. */
export function whyNotAct(fighter: SecondsFighter, { anyway = [], moves }: Pick<Action, 'anyway' | 'moves'>): Reason[] {
  if (fighter.conditions.length === 0) return [];
  if (is(fighter, 'unconscious') && !anyway.includes('unconscious')) return [{ id: 'unconscious' }];
  const held = (['restrained', 'restraining'] as const).filter((id) => is(fighter, id) && !anyway.includes(id));
  const fastened = moves ? fasteningCondition(fighter) : null;
  return [...new Set([...held, ...(fastened ? [fastened] : [])])].map((id) => ({ id }));
}

/** Section 7: who is bound has time for what takes none; what the GM has not priced yet may be that. */
export const whyNotAbleTo = (action: Action, act: SecondsContext): Reason[] =>
  whyNotAct(act.fighter, action.hasGmPrice && isTrivialNow(action, act) ? { ...action, anyway: BOUND } : action);
const BOUND = ['restrained', 'restraining'] as const;

export const isTrivialNow = (action: Action, act: SecondsContext): boolean =>
  isTrivial(action.base?.(act) ?? 0, act.world);

/** Section 4: whether it may be begun with too little time. */
export const canSplit = (action: Action, act: SecondsContext): boolean =>
  action.splits === true && !isTrivialNow(action, act);

export const whyNotFinish = (action: Action, act: SecondsContext): readonly Reason[] =>
  action.whyNotFinish?.(act) ?? [];

export const ticksFor = (action: Action, act: SecondsContext): number =>
  tickCost(action.base?.(act) ?? 0, action.byDex?.(act) ?? false, act.fighter, act.world);

/** Returns ticks; 0 until the GM has set the time. */
export const ticksDue = (action: Action, act: SecondsContext): number =>
  Math.max(0, ticksFor(action, act) - (progressFor(act.fighter, act.command)?.ticks ?? 0));

/** Returns the id of a command's label. */
export const nameOf = (action: Pick<Action, 'textId'> | undefined, command: Pick<Command, 'do' | 'options'>): string =>
  action?.textId?.(command) ?? command.do;

/** Adds the progress of a command. */
export function actOf(looked: Named<SecondsEncounter> & Pick<SecondsContext, 'runtime'>): SecondsContext {
  const { encounter, fighter, command, target, item, overruled, runtime } = looked;
  const progress = progressFor(fighter, command);
  return {
    encounter,
    fighter,
    command,
    target,
    runtime,
    world: worldSettingsOf(encounter),
    onStride: NO_HOOKS,
    overruled,
    begun: null,
    held: null,
    item:
      optionsOf(command).owner === undefined ? (item ?? lyingItem(encounter, command)) : lyingItem(encounter, command),
    runUp: progress?.runUp || (fighter.state.runUp ?? 0),
    terms: progress?.terms ?? {},
  };
}

/** Returns the act as if not begun. */
export const withoutProgress = (act: SecondsContext): SecondsContext => ({
  ...act,
  runUp: act.fighter.state.runUp ?? 0,
  terms: {},
});

/** Tokens of one actor share the ids of their items, so that a command may name the owner. */
function lyingItem({ fighters }: SecondsEncounter, command: Command): SecondsItem | null {
  const { with: id } = command;
  if (id === undefined) return null;
  const { owner } = optionsOf(command);
  for (const other of Object.values(fighters))
    if (owner === undefined || other.id === owner)
      for (const item of other.items) if (item.id === id && isDropped(item)) return item;
  return null;
}
