import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import {
  contextOf,
  type Game,
  type ActionContext as Named,
  type Requirement,
  type Row,
  rowsOf,
  type WithTarget,
  whyNoTarget,
  withAnyTarget,
  withTarget,
} from '../../toolkit/act/actions';
import type { Runtime } from '../../toolkit/act/commands';
import type { OPTIONS } from './options';
import type { WeaponSpeed } from './schema';
import type { TempoEncounter } from './state';

export interface TempoContext extends Named<TempoEncounter> {
  readonly runtime: Runtime<Tempo>;
}

export type CommandContext = Pick<TempoContext, 'encounter' | 'fighter' | 'command'>;

/** A row of ledger section 5, or a side action. `play` returns false if its Strike missed. */
export interface Action extends Row<Tempo> {
  /** Only of what takes a turn: its number, or `own` for that of its spell or ability. */
  readonly tempo?: number | 'own';
  /** An Attack, for weapons of this speed or quicker ones. */
  readonly speed?: WeaponSpeed;
  /** What a plan of it is worth to opponents; default: they do not plan it. */
  readonly planPromise?: number | ((context: CommandContext) => number);
  /** The option that names its item if an ability lists it. */
  readonly listedItem?: 'spell' | 'item';
  /** The group of its button, if it takes no turn. */
  readonly group?: 'turn' | 'recovery';
  /** It may interrupt, because only players can see its trigger. */
  readonly interrupts?: true;
  /** Further groups it counts as for uniqueness (T-53). */
  alsoCounts?(act: TempoContext): readonly string[];
  /** Overrides `needs` depending on the item. */
  needsFor?(act: TempoContext): Action['needs'];
}

export interface Tempo extends Game {
  readonly encounter: TempoEncounter;
  readonly context: TempoContext;
  readonly row: Action;
  readonly option: keyof typeof OPTIONS & string;
  readonly declared: void;
  /** The entry of its turn, and the groups that the action counts as (T-53); undefined if it takes no turn. */
  readonly paid: { readonly entry: string; readonly groups: readonly string[] } | undefined;
}

export const { requiring } = rowsOf<Tempo>();

/** Objects are not Characters and cannot be targeted. */
const requireCharacter = (
  find: (act: TempoContext) => WithTarget<TempoContext> | null,
): Requirement<TempoContext, WithTarget<TempoContext>> => ({
  find(act) {
    const aimed = find(act);
    return aimed && !aimed.target.stats.object ? aimed : null;
  },
  whyNot: (act) => (find(act) ? [impossibleReason('no-character')] : whyNoTarget(act)),
});
export const CHARACTER = requireCharacter(withTarget);
export const ANY_CHARACTER = requireCharacter(withAnyTarget);
/** Rows with another Character as target, or also the fighter itself. */
export const targeted = requiring(CHARACTER);
export const targetedAtAny = requiring(ANY_CHARACTER);

/** Returns the context of another command of the same fighter, such as the action that an ability lists. */
export const contextFor = (
  { runtime, encounter, fighter }: Pick<TempoContext, 'runtime' | 'encounter' | 'fighter'>,
  command: Command,
): TempoContext => ({ runtime, ...contextOf(encounter, command, fighter) });
