import type { Command } from '../../encounter/command';
import { NO_TARGET } from '../../encounter/legality';
import { areAllies } from '../../encounter/sides';
import type { Encounter, FighterId, FighterIn } from '../../encounter/state';
import type { ActionButton, ActionGroup, Odds, OptionField, Preview, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import type { PriceQuote } from '../act/commands';
import { hintOfAction, labelOfAction, labelOfGroup } from '../define/labels';
import { fieldsOfPush, isManualCondition, type ManualButtons } from './manual-buttons';
import type { OddsCache } from './odds';
import type { ViewParts } from './view-parts';

/** Overrides of a button's appearance. */
export type ButtonAppearance = Partial<Pick<ActionButton, 'id' | 'label' | 'hint' | 'icon'>>;

/** How a ruleset's buttons differ from the rows of their commands. */
export interface ButtonRules<E extends Encounter> {
  /** The dialog of manual conditions. */
  readonly manual?: ManualButtons<E>;
  fieldsOf?(encounter: E, command: Command, viewer: Viewer): readonly OptionField[];
  /** Odds as far as the viewer may know them. */
  readonly odds?: OddsCache<E>;
  /** Returns the text key of a command; default: its action's id. A variant may have its own. */
  nameOf?(encounter: E, command: Command): string;
  look?(encounter: E, command: Command): ButtonAppearance;
  /** Returns what the click requires, if it differs from the row. */
  needsOf?(encounter: E, command: Command): ActionButton['needs'] | undefined;
  /** Radius of a placed area, in metres. */
  radiusOf?(encounter: E, command: Command): number;
  /** Options that give a path as numbers, for fighters off the map without a token to drag. */
  readonly pathOptions?: readonly string[];
  /** Returns ids of reasons that drawing a path may remove; default `no-path`. */
  reasonsPathMayClear?(encounter: E, command: Command): readonly string[];
  /**
   * Returns the command aimed at the viewer's targets. For commands with an optional target.
   * @param targets present fighters, without the actor
   */
  aim?(encounter: E, command: Command, targets: readonly [FighterId, ...FighterId[]]): Command;
  /** Returns the command with unset options filled in. */
  fillDefaults?(encounter: E, command: Command): Command;
  /** Returns the command with the options that make it affordable. */
  makeAffordable?(encounter: E, command: Command): Command;
  previewOf?(encounter: E, command: Command): Preview | undefined;
}

export type MakeButton = (command: Command, look?: ButtonAppearance) => ActionButton;

export interface Buttons<E extends Encounter> {
  /** For the action list: aimed at the viewer's targets, affordable if possible. */
  makerFor(encounter: E, viewer: Viewer): MakeButton;
  /** For a fighter outside encounters. */
  makerOutside(fighter: FighterIn<E>, viewer: Viewer): MakeButton;
  /** For exactly this command, aimed at the viewer's targets. */
  buttonFor(encounter: E, command: Command, viewer: Viewer): ActionButton;
}

export function buttonsOf<E extends Encounter>(rules: ButtonRules<E>, parts: ViewParts): Buttons<E> {
  const { commands } = parts;

  const requiredInput = (encounter: E, command: Command): ActionButton['needs'] =>
    rules.needsOf?.(encounter, command) ?? commands.actionOf(command.do)?.needs ?? 'nothing';

  const withoutPath = (needs: ActionButton['needs'], { options }: Command): ActionButton['needs'] =>
    needs === 'path' && options && rules.pathOptions?.some((key) => lookup(options, key) !== undefined)
      ? 'nothing'
      : needs;

  function aimAtTargets(encounter: E, requested: Command, { targets }: Viewer): Command {
    const command = rules.fillDefaults?.(encounter, requested) ?? requested;
    if (targets.length === 0) return command;
    const [at, ...others] = targets.filter((id) => id !== command.by && encounter.fighters[id] !== undefined);
    if (at === undefined) return command;
    if (rules.aim) return rules.aim(encounter, command, [at, ...others]);
    if (withoutPath(requiredInput(encounter, command), command) === 'target') return { ...command, at };
    const mayTarget = commands.actionOf(command.do)?.mayTarget === true;
    return mayTarget && command.at === undefined ? { ...command, at } : command;
  }

  function remainingReasons(encounter: E, command: Command, needs: ActionButton['needs'], reasons: readonly Reason[]) {
    if (reasons.length === 0) return reasons;
    const removable = rules.reasonsPathMayClear
      ? rules.reasonsPathMayClear(encounter, command)
      : needs === 'path'
        ? NO_PATH_IDS
        : [];
    return removable.length > 0 ? reasons.filter(({ id }) => !removable.includes(id)) : reasons;
  }

  /** Returns the command aimed at its own fighter if it helps, has no target, and the rules allow that fighter as one. */
  function aimAtSelf(encounter: E, command: Command, { intent, reasons }: PriceQuote): Command | null {
    if (intent !== 'help' || command.at !== undefined || !reasons.some(({ id }) => id === NO_TARGET)) return null;
    const aimed = { ...command, at: command.by };
    const isAllowed = commands
      .of(encounter)
      .quote(aimed)
      .reasons.every((reason) => reasons.some(({ id }) => id === reason.id && id !== NO_TARGET));
    return isAllowed ? aimed : null;
  }

  /**
   * Returns a button. Every sheet makes all of them here: lookups are done once, and members are assigned because
   * copying objects is several times slower.
   * @param oddsOf called only if the command is allowed, because odds are expensive
   */
  function createButton(
    encounter: E,
    requested: Command,
    viewer: Viewer,
    look: ButtonAppearance = DEFAULT_APPEARANCE,
    oddsOf: ((command: Command) => readonly Odds[]) | undefined,
    fixedReasons: readonly Reason[] | null = null,
  ): ActionButton {
    let command = requested;
    const { quote: quoteOf } = commands.of(encounter);
    let quote = quoteOf(command);
    const aimed = fixedReasons ? null : aimAtSelf(encounter, command, quote);
    if (aimed) {
      command = aimed;
      quote = quoteOf(command);
    }
    const name = rules.nameOf?.(encounter, command) ?? command.do;
    const manual = isManualCondition(command) ? rules.manual : undefined;
    const ruleLook = rules.look?.(encounter, command) ?? DEFAULT_APPEARANCE;
    const own = manual ? { ...manual.look(command), ...ruleLook } : ruleLook;
    const needs = requiredInput(encounter, command);
    const { price, intent, reasons } = quote;
    const whyNot = fixedReasons ?? remainingReasons(encounter, command, needs, reasons);
    const button: MutableButton = {
      id: look.id ?? own.id ?? name,
      label: look.label ?? own.label ?? labelOfAction(name),
      hint: look.hint ?? own.hint ?? hintOfAction(name),
      icon: look.icon ?? own.icon ?? commands.iconOf(command.do),
      command,
      cost: price,
      whyNot,
      needs: withoutPath(needs, command),
      fields:
        command.do === 'displace'
          ? fieldsOfPush(encounter, command)
          : (manual?.fields(encounter, command) ?? rules.fieldsOf?.(encounter, command, viewer) ?? NO_FIELDS),
    };
    const target = targetOf(command, intent, needs, viewer);
    if (target !== undefined) button.target = target;
    if (isAimedAtOthers(encounter, command)) button.isShared = true;
    if (needs === 'area' && rules.radiusOf) button.radius = rules.radiusOf(encounter, command);
    const preview = rules.previewOf?.(encounter, command);
    if (preview) button.preview = preview;
    const odds = whyNot.length === 0 ? oddsOf?.(command) : undefined;
    if (odds && odds.length > 0) button.odds = odds;
    return button;
  }

  return {
    makerFor(encounter, viewer) {
      const cachedOdds = rules.odds?.cachedFor(encounter, viewer);
      return (requested, look) => {
        const command = aimAtTargets(encounter, requested, viewer);
        return createButton(encounter, rules.makeAffordable?.(encounter, command) ?? command, viewer, look, cachedOdds);
      };
    },
    makerOutside(fighter, viewer) {
      const solo = soloEncounter(parts, fighter);
      return (command, look) => createButton(solo, command, viewer, look, undefined, NOT_IN_ENCOUNTER);
    },
    buttonFor(encounter, requested, viewer) {
      const computeOdds = (command: Command) => rules.odds?.compute(encounter, viewer, command) ?? [];
      return createButton(
        encounter,
        aimAtTargets(encounter, requested, viewer),
        viewer,
        DEFAULT_APPEARANCE,
        computeOdds,
      );
    },
  };
}

/**
 * Returns the fighter that a button acts on. Help with an optional target is for its own fighter without one. The owner of a thing on the
 * ground is no target.
 */
function targetOf(
  { at, by }: Command,
  intent: PriceQuote['intent'],
  needs: ActionButton['needs'],
  { targets }: Viewer,
) {
  if (at === undefined) return intent === 'help' && needs === 'nothing' ? by : undefined;
  return intent || needs === 'target' || targets.includes(at) ? at : undefined;
}

/** Whether all users see what the command leads to, see `isShared`: it names a fighter of another side. */
const isAimedAtOthers = ({ fighters }: Encounter, { by, at }: Command): boolean => {
  const [actor, target] = [fighters[by], at === undefined ? undefined : fighters[at]];
  return actor !== undefined && target !== undefined && actor !== target && !areAllies(actor, target);
};

type MutableButton = { -readonly [K in keyof ActionButton]: ActionButton[K] };

const DEFAULT_APPEARANCE: ButtonAppearance = {};
const NO_FIELDS: readonly OptionField[] = [];
const NO_PATH_IDS: readonly string[] = ['no-path'];
const NOT_IN_ENCOUNTER: readonly Reason[] = [{ id: 'not-in-encounter' }];

/** Returns an encounter with only this fighter and an idle clock, so that actions have prices outside encounters. */
export function soloEncounter<E extends Encounter>(
  { id, idle }: Pick<ViewParts, 'id' | 'idle'>,
  fighter: FighterIn<E>,
): E {
  const encounter: Encounter = {
    ruleset: id,
    clock: idle,
    fighters: { [fighter.id]: fighter },
    settings: {},
    ground: { grid: 'gridless', cell: 1 },
  };
  return encounter as E;
}

/** Returns a group of buttons; its order never depends on what is allowed. */
export const groupOf = (id: string, actions: readonly ActionButton[], label = labelOfGroup(id)): ActionGroup => ({
  id,
  label,
  actions,
});
