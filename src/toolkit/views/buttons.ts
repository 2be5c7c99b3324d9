import type { Command } from '../../encounter/command';
import type { Encounter, FighterId, FighterIn } from '../../encounter/state';
import type { ActionButton, ActionGroup, Odds, OptionField, Preview, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { hintOfAction, labelOfAction, labelOfGroup } from '../define/labels';
import { fieldsOfPush, isManualCondition, type ManualButtons } from './manual-buttons';
import type { OddsCache } from './odds';
import type { ViewParts } from './view-parts';

/** Overrides of a button's appearance. */
export type ButtonLook = Partial<Pick<ActionButton, 'id' | 'label' | 'hint' | 'icon'>>;

/** How a ruleset's buttons differ from the rows of their commands. */
export interface ButtonRules<E extends Encounter> {
  /** The dialog of manual conditions. */
  readonly manual?: ManualButtons<E>;
  /** Returns the option inputs for this viewer. */
  fieldsOf?(encounter: E, command: Command, viewer: Viewer): readonly OptionField[];
  /** Odds as far as the viewer may know them. */
  readonly odds?: OddsCache<E>;
  /** Returns the text key of a command; default: its action's id. A variant may have its own. */
  nameOf?(encounter: E, command: Command): string;
  look?(encounter: E, command: Command): ButtonLook;
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

/** Returns a button for a fixed viewer and encounter. */
export type MakeButton = (command: Command, look?: ButtonLook) => ActionButton;

export interface Buttons<E extends Encounter> {
  /** For the action list: aimed at the viewer's targets, affordable if possible. */
  makerFor(encounter: E, viewer: Viewer): MakeButton;
  /** For a fighter outside encounters. */
  makerOutside(fighter: FighterIn<E>, viewer: Viewer): MakeButton;
  /** For exactly this command, aimed at the viewer's targets. */
  buttonFor(encounter: E, command: Command, viewer: Viewer): ActionButton;
}

export function buttonsOf<E extends Encounter>(rules: ButtonRules<E>, shown: ViewParts<E>): Buttons<E> {
  const { commands } = shown;

  const ownNeeds = (encounter: E, command: Command): ActionButton['needs'] =>
    rules.needsOf?.(encounter, command) ?? commands.actionOf(command.do)?.needs ?? 'nothing';

  const afterWay = (needs: ActionButton['needs'], { options }: Command): ActionButton['needs'] =>
    needs === 'path' && options && rules.pathOptions?.some((key) => options[key] !== undefined) ? 'nothing' : needs;

  function aimed(encounter: E, wanted: Command, { targets }: Viewer): Command {
    const command = rules.fillDefaults?.(encounter, wanted) ?? wanted;
    if (targets.length === 0) return command;
    const [at, ...others] = targets.filter((id) => id !== command.by && encounter.fighters[id] !== undefined);
    if (at === undefined) return command;
    if (rules.aim) return rules.aim(encounter, command, [at, ...others]);
    return afterWay(ownNeeds(encounter, command), command) === 'target' ? { ...command, at } : command;
  }

  function stillAgainst(encounter: E, command: Command, needs: ActionButton['needs'], reasons: readonly Reason[]) {
    if (reasons.length === 0) return reasons;
    const aside = rules.reasonsPathMayClear
      ? rules.reasonsPathMayClear(encounter, command)
      : needs === 'path'
        ? NO_PATH_YET
        : [];
    return aside.length > 0 ? reasons.filter(({ id }) => !aside.includes(id)) : reasons;
  }

  /**
   * Returns a button. Every sheet makes all of them here: lookups are done once, and members are assigned because
   * copying objects is several times slower.
   * @param oddsOf called only if the command is allowed, because odds are expensive
   */
  function draw(
    encounter: E,
    command: Command,
    viewer: Viewer,
    look: ButtonLook = PLAIN,
    oddsOf: ((command: Command) => readonly Odds[]) | undefined,
    against: readonly Reason[] | null = null,
  ): ActionButton {
    const name = rules.nameOf?.(encounter, command) ?? command.do;
    const hand = isManualCondition(command) ? rules.manual : undefined;
    const usual = rules.look?.(encounter, command) ?? PLAIN;
    const own = hand ? { ...hand.look(command), ...usual } : usual;
    const needs = ownNeeds(encounter, command);
    const { price, reasons } = commands.quote(encounter, command);
    const whyNot = against ?? stillAgainst(encounter, command, needs, reasons);
    const button: MutableButton = {
      id: look.id ?? own.id ?? name,
      label: look.label ?? own.label ?? labelOfAction(name),
      hint: look.hint ?? own.hint ?? hintOfAction(name),
      icon: look.icon ?? own.icon ?? commands.iconOf(command.do),
      command,
      cost: price,
      whyNot,
      needs: afterWay(needs, command),
      fields:
        command.do === 'displace'
          ? fieldsOfPush(encounter, command)
          : (hand?.fields(encounter, command) ?? rules.fieldsOf?.(encounter, command, viewer) ?? NO_FIELDS),
    };
    if (needs === 'area' && rules.radiusOf) button.radius = rules.radiusOf(encounter, command);
    const foreseen = rules.previewOf?.(encounter, command);
    if (foreseen) button.preview = foreseen;
    const odds = whyNot.length === 0 ? oddsOf?.(command) : undefined;
    if (odds && odds.length > 0) button.odds = odds;
    return button;
  }

  return {
    makerFor(encounter, viewer) {
      const atHand = rules.odds?.cachedFor(encounter, viewer);
      return (wanted, look) => {
        const command = aimed(encounter, wanted, viewer);
        return draw(encounter, rules.makeAffordable?.(encounter, command) ?? command, viewer, look, atHand);
      };
    },
    makerOutside(fighter, viewer) {
      const nowhere = soloEncounter(shown, fighter);
      return (command, look) => draw(nowhere, command, viewer, look, undefined, NOWHERE);
    },
    buttonFor(encounter, wanted, viewer) {
      const reckoned = (command: Command) => rules.odds?.compute(encounter, viewer, command) ?? [];
      return draw(encounter, aimed(encounter, wanted, viewer), viewer, PLAIN, reckoned);
    },
  };
}

type MutableButton = { -readonly [K in keyof ActionButton]: ActionButton[K] };

const PLAIN: ButtonLook = {};
const NO_FIELDS: readonly OptionField[] = [];
const NO_PATH_YET: readonly string[] = ['no-path'];
const NOWHERE: readonly Reason[] = [{ id: 'not-in-encounter' }];

/** Returns an encounter with only this fighter and an idle clock, so that actions have prices outside encounters. */
export function soloEncounter<E extends Encounter>(
  { id, idle }: Pick<ViewParts<E>, 'id' | 'idle'>,
  fighter: FighterIn<E>,
): E {
  const alone: Encounter = {
    ruleset: id,
    clock: idle,
    fighters: { [fighter.id]: fighter },
    settings: {},
    ground: { grid: 'gridless', cell: 1 },
  };
  return alone as E;
}

/** Returns a group of buttons; its order never depends on what is allowed. */
export const groupOf = (id: string, actions: readonly ActionButton[], label = labelOfGroup(id)): ActionGroup => ({
  id,
  label,
  actions,
});
