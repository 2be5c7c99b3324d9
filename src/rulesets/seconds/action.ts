import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import {
  type ActionDefinition,
  type Appearance,
  type ActionContext as Named,
  type Requirement,
  reasonsOf,
  rowsOf,
  type WithTarget,
  whyNoTarget,
  withRequirement,
  withTarget,
} from '../../toolkit/define/actions';
import type { Runtime } from '../../toolkit/define/commands';
import { optionsOf } from './options';
import type { SecondsItem } from './schema';
import { ticksOf } from './schema';
import type { SecondsEncounter, SecondsFighter, Terms } from './state';
import { type WorldSettings, worldSettingsOf } from './stats';
import { progressFor, tickCost } from './turn/lane';

/** Who may answer to a stride: before it is made, while the mover still stands there, and after. */
export interface StrideHooks {
  leaving(from: Place, to: Place): Procedure<void>;
  arrived(from: Place, to: Place): Procedure<void>;
  /** Which of them would ask anybody. */
  stops(from: Place, to: Place): { readonly leaving: boolean; readonly arrived: boolean };
}

export const NO_STOPS = { leaving: false, arrived: false };
const NOBODY_ASKS: StrideHooks = {
  *leaving() {},
  *arrived() {},
  stops: () => NO_STOPS,
};

/** A command with all it names looked up; its item is one the fighter has, or one that lies on the ground. */
export interface Act extends Named<SecondsFighter, SecondsEncounter> {
  readonly world: WorldSettings;
  /** Metres run before it, this turn or before it was begun. */
  readonly runUp: number;
  /** What the game master said of it. */
  readonly terms: Terms;
  /** Who may answer to each stride of its own movement. */
  readonly onStride: StrideHooks;
  readonly runtime: Runtime<Act, Action>;
}

export type Group = 'attack' | 'maneuver' | 'move' | 'other';

/** What a row says besides what rows of all rulesets do. */
interface Own {
  readonly group: Group;
  /** Whether it only makes sense while the clock runs (ledger section 4, idle). */
  readonly inFight?: true;
  /** Whether the hold of another, or holding another, leaves it possible (section 7). */
  readonly anyway?: readonly ('restrained' | 'restraining')[];
  /** Whether it goes from one place to another of itself, so that who is held fast cannot (S-A26). */
  readonly moves?: true;
  /** Whether it answers to somebody else, with a reaction and without seconds. */
  readonly reacts?: true;
  /** Whether a run-up is for it (S-A17). */
  readonly runs?: true;
  /** Whether it leaves what was begun as it is, whatever it costs (S-16). */
  readonly keeps?: true;
  /** Whether nobody is asked for a trigger because of it. */
  readonly quiet?: true;
  /** Whether the game master says how long it takes, before it is begun or held (S-72, S-91). */
  readonly hasGmPrice?: true;
  /** Ticks before DEX; nothing where it is absent. What the game master prices costs nothing until then. */
  base?(act: Act): number;
  /** Whether DEX shortens it (S-04); where it is absent it does not. */
  byDex?(act: Act): boolean;
  /** Whether it may be paid over several turns (S-11). */
  readonly splits?: true;
  /** Whether it takes one's eyes off the enemy (S-112, S-113). @param remaining ticks still to be paid @param left ticks there are */
  distracts?(act: Act, remaining: number, left: number): boolean;
}

/**
 * A row of ledger section 5. It is begun on the fighter's own side, which `whyNot` judges, and may be finished turns later; `declare`
 * comes to what the game master said of it, or null where it is not allowed (S-A13).
 */
export interface Action extends ActionDefinition<Act, Terms | null>, Own {
  /** What stands against finishing it: target, range, cover (S-A13). */
  whyNotFinish?(act: Act): readonly Reason[];
}

/** A row at somebody else; it may be begun while there is nobody to do it to. */
export interface TargetedAction
  extends Omit<Appearance, 'needs'>,
    Own,
    Pick<Action, 'defaultItem' | 'whyNot' | 'declare'> {
  whyNotFinish?(act: WithTarget<Act>): readonly Reason[];
  play(act: WithTarget<Act>): Procedure<unknown>;
}

export const targeted = (row: TargetedAction): Action => ({
  ...row,
  needs: 'target',
  whyNotFinish: reasonsOf(AIM, row.whyNotFinish),
  play: withRequirement(AIM, row.play),
});
const AIM: Requirement<Act, WithTarget<Act>> = { find: withTarget, whyMissing: whyNoTarget };

/** A row that cannot be begun without what is found. */
export const { needing } = rowsOf<Act, Own & Pick<Action, 'whyNotFinish'>, Terms | null>();

/** A row done with a thing of a kind. @param missing why not where there is none */
export const withItemOfType = <I extends SecondsItem>(
  is: (item: SecondsItem) => item is I,
  missing: string,
  row: Parameters<ReturnType<typeof needing<Act & { readonly item: I }>>>[0],
): Action =>
  needing<Act & { readonly item: I }>({
    find: (act) => (act.item && is(act.item) ? { ...act, item: act.item } : null),
    whyMissing: () => [impossibleReason(missing)],
  })(row);

/** The time of a row that may be paid over several turns and that DEX shortens. @param seconds before DEX */
export const splittableTime = (seconds: number | ((act: Act) => number)) => ({
  splits: true as const,
  base: typeof seconds === 'number' ? () => ticksOf(seconds) : (act: Act) => ticksOf(seconds(act)),
  byDex: () => true,
});

/** What stands against finishing it. */
export const whyNotFinish = (action: Action, act: Act): readonly Reason[] => action.whyNotFinish?.(act) ?? [];

/** Ticks it takes of this fighter. */
export const ticksFor = (action: Action, act: Act): number =>
  tickCost(action.base?.(act) ?? 0, action.byDex?.(act) ?? false, act.fighter, act.world);

/** Ticks still to be paid; what the game master prices is not known before. */
export const ticksDue = (action: Action, act: Act): number =>
  Math.max(0, ticksFor(action, act) - (progressFor(act.fighter, act.command)?.ticks ?? 0));

/** Under which name a command's button goes: a hurried attack has its own, and a thing taken for a pin. */
export function nameOf(command: Pick<Command, 'do' | 'options'>): string {
  const { hurry, found: lying } = optionsOf(command);
  if (command.do === 'attack' && hurry) return 'hurried-attack';
  return command.do === 'pin' && lying ? 'pin-found' : command.do;
}

/** A command with all it names looked up, and what is begun of it. */
export function actOf(looked: Named<SecondsFighter, SecondsEncounter> & Pick<Act, 'runtime'>): Act {
  const { encounter, fighter, command, target, item, runtime } = looked;
  const had = progressFor(fighter, command);
  // Member by member: an act is made for each button of a sheet, and copying members takes V8 many times as long.
  return {
    encounter,
    fighter,
    command,
    target,
    runtime,
    world: worldSettingsOf(encounter),
    onStride: NOBODY_ASKS,
    item: item ?? lyingItem(encounter, command.with),
    runUp: had?.runUp || (fighter.state.runUp ?? 0),
    terms: had?.terms ?? {},
  };
}

/** The act from the start, whatever is begun of it. */
export const withoutProgress = (act: Act): Act => ({ ...act, runUp: act.fighter.state.runUp ?? 0, terms: {} });

/** What lies on the ground and is somebody else's. */
function lyingItem({ fighters }: SecondsEncounter, id?: string): SecondsItem | null {
  if (id === undefined) return null;
  const others = Object.values(fighters).flatMap((other) => other.items);
  return others.find((item) => item.id === id && 'dropped' in item && item.dropped) ?? null;
}
