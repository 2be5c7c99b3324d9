import { MOST_DIFFICULTY } from '../../../encounter/group-roll';
import { NO_TARGET } from '../../../encounter/legality';
import type { Ruleset } from '../../../encounter/ruleset';
import type { ActionButton, SheetView, Viewer } from '../../../encounter/view';
import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import { loadAdapter } from '../../adapters/registry';
import { askConfirmation } from '../../platform/confirmation';
import { idOf } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { branchOf, localize, text } from '../../platform/text';
import { fightOfActor, fightOutside, type LoadedFighter, targetNamesIn } from '../../views/fight';
import { mainPage } from '../../views/pages';
import { render } from '../ui/templates';
import { act } from './act';
import { openOptions } from './action-buttons';
import { actorOfBar } from './bar-context';
import { isOwnText } from './link-source';
import { createScript, findScript } from './macros';
import { giveCondition, setCondition } from './manual-changes';

/** Performed with the fighter the user controls or owns. */
export interface NamedAction {
  readonly ruleset: string;
  /** The command; if omitted, the item's first action. */
  readonly do?: string;
  readonly item?: string;
  readonly options?: ActionButton['command']['options'];
}

/**
 * Performs a named action with the controlled fighter, else with the user's character. Notifies the user if that is impossible.
 * @param asking whether it opens the options first
 * @param isSure whether it is the user's own wish; else a question says what will happen
 */
export async function performNamedAction(named: NamedAction, { asking = false, isSure = true } = {}): Promise<void> {
  const ruleset = (await loadAdapter(named.ruleset))?.ruleset;
  const title = ruleset ? text(`${branchOf(ruleset.id)}.name`) : named.ruleset;
  const actor = actorOfBar();
  if (!ruleset || !actor?.isOwner || actor.type !== named.ruleset) {
    notify('info', text('CADENCE.Notice.named.noFighter', { ruleset: title }));
    return;
  }
  const { name } = actor;
  const items = actor.items.filter((one) => one.name === named.item).map(idOf);
  if (named.item !== undefined && items.length === 0) {
    notify('warn', text('CADENCE.Notice.named.itemGone', { name, item: named.item }));
    return;
  }
  const fight = fightOfActor(actor) ?? fightOutside(actor);
  const button = fight && findNamedButton(fight, named, items);
  if (!fight || !button) {
    const action = named.do ? actionLabel(named.ruleset, named.do) : (named.item ?? '');
    notify('warn', text('CADENCE.Notice.named.cannot', { name, action }));
    return;
  }
  if (asking && button.fields.length > 0) return void (await openOptions(fight.host, button.command));
  if (isSure || (await confirmLink(describeAction(fight, name, button))))
    await act(fight.host, button.command, button.needs);
}

function describeAction({ host, adapter }: LoadedFighter, name: string, { command, label }: ActionButton): string {
  const action = localize(adapter.ruleset.id, label);
  const { at } = command;
  return at === undefined
    ? text('CADENCE.App.Link.act', { name, action })
    : text('CADENCE.App.Link.actAt', { name, action, target: targetNamesIn(host)(at) });
}

/** Asks before a link in a text of others acts with this user's rights. */
const confirmLink = async (question: string): Promise<boolean> =>
  askConfirmation({
    classes: ['cadence', 'cadence-confirm'],
    window: { title: text('CADENCE.App.Link.title') },
    content: await render('ui/confirm', { question, hint: text('CADENCE.App.Link.hint') }),
    yes: { label: text('CADENCE.App.Confirm.yes') },
    no: { label: text('CADENCE.App.Confirm.no'), default: true },
    modal: true,
  });

function actionLabel(ruleset: string, id: string): string {
  const key = `${branchOf(ruleset)}.Action.${id}.label`;
  return game.i18n.has(key) ? text(key) : id;
}

/** Returns the button of a named action; of several items with the name, of the one that can be used. */
function findNamedButton(
  { adapter, encounter, viewer, fighter }: LoadedFighter,
  named: NamedAction,
  ids: readonly string[],
): ActionButton | undefined {
  const sheetFor = (seen: Viewer): SheetView => adapter.ruleset.views.sheet(encounter, fighter, seen);
  const sheet = sheetFor(viewer);
  if (named.item === undefined) return firstPossible(fittingButtons(named, sheet, undefined));
  // The target says nothing about an item, except which of several ready ones reaches it.
  const untargeted = ids.length > 1 ? sheetFor({ ...viewer, targets: [] }) : sheet;
  const ranked = ids.map((id) => {
    const isHeld = fighter.items.some((item) => item.id === id && 'equipped' in item && item.equipped === true);
    const { uses, others } = buttonsWith(named, sheet, id);
    // What is held is not put away because it cannot be used now.
    const button = firstPossible(isHeld && uses.length > 0 ? uses : [...uses, ...others]);
    const isPossible = button !== undefined && hindrancesOf(button).length === 0;
    // An attack decides before what prepares it, such as loading.
    const ready = buttonsWith(named, untargeted, id).uses;
    const attacks = ready.filter(({ needs }) => needs === 'target');
    const fewest = Math.min(...(attacks.length > 0 ? attacks : ready).map((use) => hindrancesOf(use).length));
    return { button, rank: [fewest, isPossible ? Number(!isHeld) : 2, button ? hindrancesOf(button).length : 0] };
  });
  return ranked.sort((a, b) => compareRanks(a.rank, b.rank))[0]?.button;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}

/** A target can be chosen after the click. */
const hindrancesOf = ({ whyNot }: ActionButton) => whyNot.filter(({ id }) => id !== NO_TARGET);

const firstPossible = (buttons: readonly ActionButton[]): ActionButton | undefined =>
  buttons.find((button) => hindrancesOf(button).length === 0) ?? buttons[0];

/** Returns the buttons that use an item, or perform the named action; and those that draw, stow or give it. */
function buttonsWith(named: NamedAction, sheet: SheetView, item: string) {
  const fitting = fittingButtons(named, sheet, item);
  const handling = named.do ? [] : (lookup(sheet.handling ?? {}, item) ?? []);
  const isHandling = ({ command }: ActionButton) => handling.some((other) => deepEqual(other.command, command));
  return { uses: fitting.filter((button) => !isHandling(button)), others: fitting.filter(isHandling) };
}

/** Returns the buttons with exactly these options, else all. */
function fittingButtons(
  { do: action, options }: NamedAction,
  { groups, itemActions }: SheetView,
  item: string | undefined,
): readonly ActionButton[] {
  const offered = item ? (lookup(itemActions, item) ?? []) : groups.flatMap(({ actions }) => actions);
  const all = action ? [...offered, ...Object.values(itemActions).flat()] : offered;
  const fitting = all.filter(({ command }) => {
    return (!action || command.do === action) && (!item || command.with === undefined || command.with === item);
  });
  const wantedOptions = JSON.stringify(options ?? {});
  const exact = fitting.filter(({ command }) => JSON.stringify(command.options ?? {}) === wantedOptions);
  return exact.length > 0 ? exact : fitting;
}

export interface MacroDraft {
  readonly named: NamedAction;
  readonly name: string;
  readonly img: string;
}

/** Assigns a macro to a hotbar slot, reusing an equal one of this user. */
export async function assignMacro({ named, name, img }: MacroDraft, slot: number): Promise<void> {
  const command = `await game.system.api.act(${JSON.stringify(named)});`;
  const same = findScript({ name, command });
  if (!same && !game.user.can('MACRO_SCRIPT')) {
    notify('warn', text('CADENCE.Notice.named.noMacro'));
    return;
  }
  const macro = same ?? (await createScript({ name, command, img: img || null }));
  if (macro) await game.user.assignHotbarMacro(macro, slot);
}

/**
 * Follows a link: performs the action, with its options first; or toggles the condition on the GM's controlled tokens. Asks first if the text
 * may be another user's. The link itself may be written by hand.
 */
export async function followReference(link: HTMLElement): Promise<void> {
  const { cadence: kind, ruleset, reference: id } = link.dataset;
  const isSure = isOwnText(link);
  const adapter = await loadAdapter(ruleset);
  if (!adapter || !ruleset || !id) return;
  if (kind === 'Check') return followCheck(link.dataset, adapter.ruleset);
  if (kind === 'Action') return performNamedAction({ ruleset, do: id }, { asking: true, isSure });
  if (!game.user.isGM || !Object.hasOwn(adapter.ruleset.conditions, id)) return;
  const actors = (canvas?.ready ? (canvas.tokens?.controlled ?? []) : []).flatMap(({ actor }) =>
    actor?.type === ruleset ? [actor] : [],
  );
  if (actors.length === 0) {
    notify('info', text('CADENCE.Notice.named.noFighter', { ruleset: text(`${branchOf(ruleset)}.name`) }));
    return;
  }
  const on = actors.some((actor) => !actor.statuses.has(id));
  const condition = localize(ruleset, { key: `Condition.${id}.label` });
  const names = actors.map(({ name }) => name).join(', ');
  if (!isSure && !(await confirmLink(text(`CADENCE.App.Link.${on ? 'give' : 'remove'}`, { condition, names })))) return;
  for (const actor of actors)
    if (actor.statuses.has(id) !== on)
      await (on && actors.length === 1
        ? giveCondition(actor, adapter, id)
        : setCondition(actor, adapter, id, on, actors.length > 1));
}

const DIFFICULTY = 'difficulty=';
const SECRET = 'secret';

/** Returns the link for a match of its pattern; null for an unknown roll or difficulty, so that the text stays unchanged. */
export async function checkLinkOf([, inside = '', label]: RegExpMatchArray): Promise<HTMLElement | null> {
  const [reference = '', ...words] = inside.split(' ');
  if (words.some((word) => word !== SECRET && !word.startsWith(DIFFICULTY))) return null;
  const named = words.find((word) => word.startsWith(DIFFICULTY))?.slice(DIFFICULTY.length);
  const isSecret = words.includes(SECRET);
  const dot = reference.lastIndexOf('.');
  const [ruleset, roll] = [reference.slice(0, Math.max(0, dot)), reference.slice(dot + 1)];
  const rules = (await loadAdapter(ruleset))?.ruleset.groupRolls;
  const kind = rules?.kinds.find(({ id }) => id === roll);
  if (!rules || !kind) return null;
  const difficulty = named === undefined ? null : (lookup(rules.difficulties, named) ?? Number(named));
  if (difficulty !== null && !(Number.isInteger(difficulty) && difficulty >= 1 && difficulty <= MOST_DIFFICULTY))
    return null;
  const facts = { roll: localize(ruleset, kind.label), ...(difficulty !== null && { difficulty }) };
  const said = text(
    difficulty === null || isSecret ? 'CADENCE.App.GroupRoll.linkRoll' : 'CADENCE.App.GroupRoll.linkRollAgainst',
    facts,
  );
  const link = mainPage().createElement('a');
  link.className = 'content-link cadence-reference';
  link.role = 'button';
  link.tabIndex = 0;
  const data = {
    cadence: 'Check',
    ruleset,
    reference: kind.id,
    difficulty: difficulty ?? '',
    tooltip: '',
    tooltipText: said,
  };
  Object.assign(link.dataset, data, isSecret && { secretly: '' });
  const icon = mainPage().createElement('i');
  icon.className = 'fa-solid fa-dice-d20';
  icon.inert = true;
  link.append(icon, label ?? said);
  return link;
}

/**
 * Follows the link of a roll: a GM asks others for it, in a window that says what is asked; a player rolls for the own fighter. The link is
 * followed without a question, because a roll costs nothing.
 */
async function followCheck(
  { reference: roll = '', difficulty: number, secretly }: DOMStringMap,
  { id, groupRolls }: Ruleset,
): Promise<void> {
  const difficulty = number ? Number(number) : null;
  const isSecret = secretly !== undefined;
  if (!groupRolls.kinds.some((kind) => kind.id === roll)) return;
  if (game.user.isGM) {
    const { showGroupRoll } = await import('../gm-tools/group-roll-window');
    return showGroupRoll(id, { roll, difficulty, isSecret });
  }
  if (isSecret) return notify('info', text('CADENCE.App.GroupRoll.linkSecret'));
  const actor = actorOfBar();
  const fight = actor?.isOwner && actor.type === id ? (fightOfActor(actor) ?? fightOutside(actor)) : null;
  if (!fight) return notify('info', text('CADENCE.Notice.named.noFighter', { ruleset: text(`${branchOf(id)}.name`) }));
  const options = { roll, ...(difficulty !== null && { difficulty }) };
  await act(fight.host, { do: 'check', by: fight.id, options }, 'nothing');
}
