import type { ActionButton, SheetView } from '../../encounter/view';
import { adapterOf } from '../adapters/registry';
import { notice } from '../platform/notice';
import { branchOf, text } from '../platform/text';
import { isRecord } from '../stored/shapes';
import { fightOfActor, fightOutside, type OwnFight } from '../views/fight';
import { act } from './act';
import { actorOfBar } from './bar-context';
import { openOptions } from './options';

/** An action as a macro or a link names it: whoever uses it, does it with the fighter they control or own. */
export interface NamedAction {
  readonly ruleset: string;
  /** What is done; with an item alone, the first thing it can be used for. */
  readonly do?: string;
  /** The item's name, as the fighter carries it. */
  readonly item?: string;
  /** What tells it from another action of that name. */
  readonly options?: ActionButton['command']['options'];
}

/** What the drag of an action button calls itself. */
export const ACTION_DRAG = 'cadence.action';

/** What was handed over as such, or null where it is none: it may come from a macro, or from another window. */
export function readNamedAction(given: unknown): NamedAction | null {
  if (!isRecord(given)) return null;
  const { ruleset, do: action, item, options } = given;
  const isWord = (value: unknown) => typeof value === 'string' && value !== '' && value.length < 200;
  if (!isWord(ruleset) || (action === undefined && item === undefined)) return null;
  if ((action !== undefined && !isWord(action)) || (item !== undefined && !isWord(item))) return null;
  if (options !== undefined && !(isRecord(options) && Object.values(options).every(isPlain))) return null;
  const said = Object.entries({ ruleset, do: action, item, options }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as unknown as NamedAction;
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Does a named action with the fighter this user controls, else with their own character. Says why where that cannot be.
 * @param asking whether its options are asked for first, where it has any
 */
export async function takeNamed(named: NamedAction, { asking = false } = {}): Promise<void> {
  const ruleset = adapterOf(named.ruleset)?.ruleset;
  const title = ruleset ? text(`${branchOf(ruleset.id)}.name`) : named.ruleset;
  const actor = actorOfBar();
  if (!ruleset || !actor?.isOwner || actor.type !== named.ruleset) {
    notice('info', text('CADENCE.Notice.named.nobody', { ruleset: title }));
    return;
  }
  const { name } = actor;
  const item = named.item === undefined ? null : actor.items.find((one) => one.name === named.item);
  if (item === undefined) {
    notice('warn', text('CADENCE.Notice.named.itemGone', { name, item: named.item ?? '' }));
    return;
  }
  const fight = fightOfActor(actor) ?? fightOutside(actor);
  const button = fight && buttonFor(named, buttonsOf(fight), item?.id ?? undefined);
  if (!fight || !button) {
    const action = named.do ? actionLabel(named.ruleset, named.do) : (named.item ?? '');
    notice('warn', text('CADENCE.Notice.named.cannot', { name, action }));
    return;
  }
  if (asking && button.fields.length > 0) await openOptions(fight.host, button.command);
  else await act(fight.host, button.command, button.needs);
}

/**
 * The same for macros and other packages, as `game.system.api.act({ ruleset, do, item })`. What stands against it is told, not thrown; throws
 * TypeError for what names no action at all.
 */
export async function actNamed(given: unknown): Promise<void> {
  const named = readNamedAction(given);
  if (!named) throw new TypeError('act: `given` names no action such as { ruleset, do } or { ruleset, item }');
  await takeNamed(named);
}

/** What an action is called in general, whoever does it; as it was written where the ruleset has none of that name. */
function actionLabel(ruleset: string, id: string): string {
  const key = `${branchOf(ruleset)}.Action.${id}.label`;
  return game.i18n.has(key) ? text(key) : id;
}

/** The buttons of a fighter's sheet, and those of its items by their ids. */
function buttonsOf({ adapter, encounter, viewer, fighter }: OwnFight): SheetView {
  return adapter.ruleset.views.sheet(encounter, fighter, viewer);
}

/** Of several the one with just these options, else one that nothing stands against, else the first. */
function buttonFor(
  { do: action, options }: NamedAction,
  { groups, itemActions }: SheetView,
  item: string | undefined,
): ActionButton | undefined {
  const offered = item ? (itemActions[item] ?? []) : groups.flatMap(({ actions }) => actions);
  const all = action ? [...offered, ...Object.values(itemActions).flat()] : offered;
  const fitting = all.filter(({ command }) => {
    return (!action || command.do === action) && (!item || command.with === undefined || command.with === item);
  });
  const said = JSON.stringify(options ?? {});
  const exact = fitting.filter(({ command }) => JSON.stringify(command.options ?? {}) === said);
  const wanted = exact.length > 0 ? exact : fitting;
  return wanted.find(({ whyNot }) => whyNot.length === 0) ?? wanted[0];
}

/** Whether an item can be used for anything by whoever carries it. */
export function isUsable(item: Item.Implementation): boolean {
  const { actor } = item;
  const adapter = actor && adapterOf(actor.type);
  const fight = adapter && (fightOfActor(actor) ?? fightOutside(actor));
  return Boolean(fight && (buttonsOf(fight).itemActions[item.id ?? ''] ?? []).length > 0);
}
