import type { Command } from '../../encounter/command';
import type { Encounter, FighterId, FighterIn } from '../../encounter/state';
import type { ActionButton, ActionGroup, Odds, OptionField, Preview, Viewer } from '../../encounter/view';
import type { Reason } from '../../kernel/ask';
import { hintOfAction, labelOfAction, labelOfGroup } from '../define/labels';
import { fieldsOfPush, isManualCondition, type ManualButtons } from './manual-buttons';
import type { OddsCache } from './odds';
import type { ViewParts } from './view-parts';

/** What a button says where it is not simply the name of its action. */
export type ButtonLook = Partial<Pick<ActionButton, 'id' | 'label' | 'hint' | 'icon'>>;

/** What the buttons of a ruleset say otherwise than by their commands' rows. */
export interface ButtonRules<E extends Encounter> {
  /** What is asked of whoever gives a condition by hand; nothing, where nothing is said. */
  readonly manual?: ManualButtons<E>;
  /** What it may be told besides, as far as it is the viewer's to say. */
  fieldsOf?(encounter: E, command: Command, viewer: Viewer): readonly OptionField[];
  /** What it would come to, as far as the viewer may know: those at hand, or reckoned where they are not. */
  readonly odds?: OddsCache<E>;
  /** Under which name its button goes, where that is not the id of its action: one way to do it may have its own. */
  nameOf?(encounter: E, command: Command): string;
  look?(encounter: E, command: Command): ButtonLook;
  /** What the click still needs, where that is not what the row says. */
  needsOf?(encounter: E, command: Command): ActionButton['needs'] | undefined;
  /** How far what is laid on the map reaches, in metres, where the click needs an area. */
  radiusOf?(encounter: E, command: Command): number;
  /** Options that say a way in numbers, so that none has to be drawn: a fighter off the map has no token to drag. */
  readonly pathOptions?: readonly string[];
  /** Reasons that the way drawn after the click may do away with; that there is none yet, where nothing is said. */
  reasonsPathMayClear?(encounter: E, command: Command): readonly string[];
  /**
   * The command at those the viewer has targeted, where it may be aimed at somebody without needing it.
   * @param targets those that are here, besides who acts: at least one
   */
  aim?(encounter: E, command: Command, targets: readonly [FighterId, ...FighterId[]]): Command;
  /** The command with what it leaves unsaid. */
  fillDefaults?(encounter: E, command: Command): Command;
  /** The command with what makes it payable, where only that does. */
  makeAffordable?(encounter: E, command: Command): Command;
  previewOf?(encounter: E, command: Command): Preview | undefined;
}

/** Makes the button of a command for one viewer in one place. */
export type MakeButton = (command: Command, look?: ButtonLook) => ActionButton;

/** The buttons of a ruleset. */
export interface Buttons<E extends Encounter> {
  /** As they are offered: aimed at whom the viewer has targeted, and put so that they can be paid. */
  makerFor(encounter: E, viewer: Viewer): MakeButton;
  /** Of a fighter in no encounter. */
  makerOutside(fighter: FighterIn<E>, viewer: Viewer): MakeButton;
  /** Of just this command, as its options are; aimed at whom the viewer has targeted. */
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
   * Every button of a sheet is made here: each thing is looked up once, and objects are written member by member, since copying them
   * takes several times as long.
   * @param oddsOf what a command would come to; it is asked where nothing stands against the command, for odds are not free
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

/** A button while it is being drawn. */
type MutableButton = { -readonly [K in keyof ActionButton]: ActionButton[K] };

const PLAIN: ButtonLook = {};
const NO_FIELDS: readonly OptionField[] = [];
const NO_PATH_YET: readonly string[] = ['no-path'];
const NOWHERE: readonly Reason[] = [{ id: 'not-in-encounter' }];

/** An encounter with nobody else in it, its clock not begun: a fighter in none still has actions, with their prices. */
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

/** Buttons under the heading of that id, in an order that stays, whatever can be done now. */
export const groupOf = (id: string, actions: readonly ActionButton[], label = labelOfGroup(id)): ActionGroup => ({
  id,
  label,
  actions,
});
