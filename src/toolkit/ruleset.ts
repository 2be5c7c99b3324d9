import { type AutoCommand, type Automation, NO_AUTOMATION } from '../encounter/automation';
import { GROUP_ROLL, NO_GROUP_ROLLS } from '../encounter/group-roll';
import { type FighterInput, NO_GEAR, NO_SECRETS, NO_STATE, NO_THREAT, type Ruleset } from '../encounter/ruleset';
import type { Encounter, Fighter, FighterIn } from '../encounter/state';
import { NO_TURNS, type Timing } from '../encounter/timing';
import type { Worth } from '../encounter/worth';
import { CLEAN_UP, type Commands } from './act/commands';
import { labelOfAction, message } from './define/labels';
import { MANUAL_OPTIONS } from './define/options';
import {
  type ActorValuesOf,
  createFighter,
  type PoolFill,
  type PoolOf,
  readBase,
  readItem,
  type SheetSchema,
} from './define/sheet-schema';
import type { StateDefinition, StateFields } from './define/state';
import { reactionOrder } from './turns/reaction';
import { type ViewRules, viewsOf } from './views/views';

type Optional = 'secrets' | 'threat' | 'settings' | 'options' | 'moves' | 'gear' | 'rests' | 'groupRolls';

/** Members that `defineRuleset` derives. */
type Derived =
  | 'id'
  | 'fighter'
  | 'clockCommands'
  | 'knows'
  | 'whyNot'
  | 'interrupts'
  | 'whyNotInside'
  | 'withItem'
  | 'intentOf'
  | 'play'
  | 'dueChanges'
  | 'stateSchema'
  | 'automation'
  | 'timing'
  | 'views'
  | 'loadWorth';

interface FilledSheet<S extends SheetSchema, F extends Fighter> {
  readonly sheet: FighterInput;
  readonly base: ActorValuesOf<S>;
  readonly stats: F['stats'];
}

interface RulesetParts<E extends Encounter, S extends SheetSchema>
  extends Omit<Ruleset<E>, Derived | Optional>,
    Partial<Pick<Ruleset<E>, Optional>> {
  readonly schema: S;
  /** Returns statistics from sheet values and items. */
  derive(base: ActorValuesOf<S>, items: FighterIn<E>['items'], settings: Encounter['settings']): FighterIn<E>['stats'];
  /** Returns maximum and initial value of each pool. */
  pools(filled: FilledSheet<S, FighterIn<E>>): Readonly<Record<PoolOf<S>, PoolFill>>;
  /** Reads an item; default: by its declared fields. */
  itemOf?(raw: FighterInput['items'][number]): FighterIn<E>['items'][number];
  /** State fields; default none. */
  readonly state?: Pick<StateDefinition<StateFields, FighterIn<E>['state']>, 'read' | 'schema'>;
  readonly commands: Commands;
  /** Reactions that a fighter can decline in advance. */
  readonly reactions?: readonly string[];
  readonly automation?: Partial<Omit<Automation, 'autoAdvance'>> & {
    autoAdvance?(encounter: E, isLeft: boolean): AutoCommand | null;
  };
  /** Without turns by default. */
  readonly timing: Partial<Timing<E>> & Pick<Timing<E>, 'roundSeconds'>;
  readonly views: ViewRules<E>;
  /** Loads what states are worth; by default everything about commands is what their rows say. */
  readonly loadWorth?: () => Promise<Omit<Worth<E>, 'promise'> & Partial<Pick<Worth<E>, 'promise'>>>;
}

export function defineRuleset<E extends Encounter, S extends SheetSchema>(parts: RulesetParts<E, S>): Ruleset<E> {
  const { schema, derive, pools, itemOf, state, ...rest } = parts;
  const { commands, reactions = [], automation = {}, timing, views, loadWorth, ...own } = rest;
  const { id } = schema;
  const { conditions } = own;
  const autoAdvance = (encounter: E, isLeft = false): AutoCommand | null =>
    commands.of(encounter).dueChanges().length > 0
      ? { command: CLEAN_UP, delaySeconds: 0 }
      : (automation.autoAdvance?.(encounter, isLeft) ?? null);
  const ofRows: Required<Pick<Worth<E>, 'promise' | 'heals' | 'defends' | 'harmed' | 'isPossible' | 'priceOf'>> = {
    promise: (encounter, command) => commands.of(encounter).promiseOf(command),
    heals: (encounter, command) => commands.of(encounter).heals(command),
    defends: (encounter, command) => commands.of(encounter).defends(command),
    harmed(encounter, command) {
      const area = commands.of(encounter).areaOf(command);
      return area?.isHarmful ? (area.placements[0]?.inside ?? []) : null;
    },
    isPossible: (encounter, command) => commands.of(encounter).isPossible(command),
    priceOf: (encounter, command) => commands.of(encounter).pricesOf(command),
  };
  return {
    id,
    ...(loadWorth && { loadWorth: async () => ({ ...ofRows, ...(await loadWorth()) }) }),
    secrets: () => NO_SECRETS,
    threat: NO_THREAT,
    settings: {},
    options: MANUAL_OPTIONS,
    moves: () => [],
    gear: NO_GEAR,
    rests: [],
    groupRolls: NO_GROUP_ROLLS,
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
    whyNot: (encounter, command) => commands.of(encounter).whyNot(command),
    interrupts: commands.interrupts,
    whyNotInside: commands.whyNotInside,
    withItem: (encounter, command) => commands.of(encounter).withItem(command),
    intentOf: (encounter, command) => commands.of(encounter).intentOf(command),
    play: commands.play,
    dueChanges: (encounter) => commands.of(encounter).dueChanges(),
    automation: { ...NO_AUTOMATION, orders: reactions.map(reactionOrder), ...automation, autoAdvance },
    views: viewsOf<E>(withRollTitles(views, own.groupRolls), { id, idle: own.idle, conditions, commands }, commands),
  };
}

/** A group roll is headed by what is rolled. */
const withRollTitles = <E extends Encounter>(views: ViewRules<E>, { kinds } = NO_GROUP_ROLLS): ViewRules<E> => ({
  ...views,
  card: {
    ...views.card,
    title(command) {
      const kind = command.do === GROUP_ROLL ? kinds.find(({ id }) => id === command.options?.roll) : undefined;
      if (!kind) return views.card.title?.(command) ?? labelOfAction(command.do);
      const { difficulty } = command.options ?? {};
      return typeof difficulty === 'number'
        ? message('Card.group-roll-against', { roll: kind.label, difficulty })
        : message('Card.group-roll', { roll: kind.label });
    },
  },
});
