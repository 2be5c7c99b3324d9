import { type AutoCommand, type Automation, NO_AUTOMATION } from '../../encounter/automation';
import { type FighterInput, NO_SECRETS, NO_STATE, NO_THREAT, type Ruleset } from '../../encounter/ruleset';
import type { Encounter, Fighter, FighterIn } from '../../encounter/state';
import { NO_TURNS, type Timing } from '../../encounter/timing';
import { type BondLookup, pendingPartCommand } from '../combat/bond';
import { reactionOrder } from '../turns/reaction';
import type { ViewParts } from '../views/view-parts';
import { type ViewRules, viewsOf } from '../views/views';
import type { Appearance } from './actions';
import type { Commands } from './commands';
import { MANUAL_OPTIONS } from './options';
import {
  type BaseOf,
  createFighter,
  type PoolFill,
  type PoolOf,
  readBase,
  readItem,
  type SheetSchema,
} from './sheet-schema';
import type { StateDefinition, StateFields } from './state';

type CommandsOf<E extends Encounter> = Pick<
  Commands<E, unknown, Appearance>,
  'knows' | 'whyNot' | 'interrupts' | 'withItem' | 'play'
> &
  ViewParts<E>['commands'];

/** What a ruleset may leave out. */
type Optional = 'secrets' | 'threat' | 'settings' | 'options' | 'moves';

/** What follows from the schema, the commands and the views, and so is not asked for. */
type Derived =
  | 'id'
  | 'fighter'
  | 'clockCommands'
  | 'knows'
  | 'whyNot'
  | 'interrupts'
  | 'withItem'
  | 'play'
  | 'stateSchema'
  | 'automation'
  | 'timing'
  | 'views';

/** What is entered on a sheet, and what follows from it. */
interface FilledSheet<S extends SheetSchema, F extends Fighter> {
  readonly sheet: FighterInput;
  readonly base: BaseOf<S>;
  readonly stats: F['stats'];
}

/** What a ruleset is made of. */
interface RulesetParts<E extends Encounter, S extends SheetSchema>
  extends Omit<Ruleset<E>, Derived | Optional>,
    Partial<Pick<Ruleset<E>, Optional>> {
  readonly schema: S;
  /** Derived numbers of what is entered on a sheet and of what is carried. */
  derive(base: BaseOf<S>, items: FighterIn<E>['items'], settings: Encounter['settings']): FighterIn<E>['stats'];
  /** How full each pool can be, and how full it begins. */
  pools(filled: FilledSheet<S, FighterIn<E>>): Readonly<Record<PoolOf<S>, PoolFill>>;
  /** Reads an item of a sheet; by its declared fields, where this is absent. */
  itemOf?(raw: FighterInput['items'][number]): FighterIn<E>['items'][number];
  /** What is noted of a fighter while an encounter lasts; nothing, where this is absent. */
  readonly state?: Pick<StateDefinition<StateFields, FighterIn<E>['state']>, 'read' | 'schema'>;
  readonly commands: CommandsOf<E>;
  /** Reactions that a fighter can decline in advance. */
  readonly reactions?: readonly string[];
  /** The fighter that a condition binds its bearer to: when one of them is gone, the other is free. */
  bondOf?(encounter: E): BondLookup;
  readonly automation?: Partial<Omit<Automation, 'autoAdvance'>> & { autoAdvance?(encounter: E): AutoCommand | null };
  /** Without a word of it there are no turns. */
  readonly timing: Partial<Timing<E>> & Pick<Timing<E>, 'roundSeconds'>;
  readonly views: ViewRules<E>;
}

/** Makes a ruleset of its parts. */
export function defineRuleset<E extends Encounter, S extends SheetSchema>(parts: RulesetParts<E, S>): Ruleset<E> {
  const { schema, derive, pools, itemOf, state, ...rest } = parts;
  const { commands, reactions = [], bondOf, automation = {}, timing, views, ...own } = rest;
  const { id } = schema;
  const { conditions } = own;
  const autoAdvance = (encounter: E): AutoCommand | null =>
    (bondOf && pendingPartCommand(encounter, bondOf(encounter))) ?? automation.autoAdvance?.(encounter) ?? null;
  return {
    id,
    secrets: () => NO_SECRETS,
    threat: NO_THREAT,
    settings: {},
    options: MANUAL_OPTIONS,
    moves: () => [],
    ...own,
    stateSchema: state?.schema ?? NO_STATE,
    fighter(sheet, settings) {
      const items = sheet.items.map((raw) => itemOf?.(raw) ?? readItem(schema, raw)) as FighterIn<E>['items'];
      const base = readBase(schema, sheet.base);
      const stats = derive(base, items, settings);
      const stored = state?.read(sheet.state) ?? {};
      const derived = { conditions, stats, items, state: stored, pools: pools({ sheet, base, stats }) };
      // `derive`, `pools` and `state` have the types of the ruleset's own fighter.
      return createFighter(schema, sheet, derived) as Fighter as FighterIn<E>;
    },
    timing: { ...NO_TURNS, ...timing },
    clockCommands: Object.keys(commands.clock),
    knows: commands.knows,
    whyNot: commands.whyNot,
    interrupts: commands.interrupts,
    withItem: commands.withItem,
    play: commands.play,
    automation: { ...NO_AUTOMATION, orders: reactions.map(reactionOrder), ...automation, autoAdvance },
    views: viewsOf(views, { id, idle: own.idle, conditions, commands }),
  };
}
