import type { ActionButton, SheetView } from '../../../encounter/view';
import { loadAdapter } from '../../adapters/registry';
import { notify } from '../../platform/notice';
import { branchOf, text } from '../../platform/text';
import { fightOfActor, fightOutside, type OwnFight } from '../../views/fight';
import { act } from './act';
import { openOptions } from './action-buttons';
import { actorOfBar } from './bar-context';
import { giveCondition, setCondition } from './by-hand';

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

/**
 * Does a named action with the fighter this user controls, else with their own character. Says why where that cannot be.
 * @param asking whether its options are asked for first, where it has any
 */
export async function performNamedAction(named: NamedAction, { asking = false } = {}): Promise<void> {
  const ruleset = (await loadAdapter(named.ruleset))?.ruleset;
  const title = ruleset ? text(`${branchOf(ruleset.id)}.name`) : named.ruleset;
  const actor = actorOfBar();
  if (!ruleset || !actor?.isOwner || actor.type !== named.ruleset) {
    notify('info', text('CADENCE.Notice.named.nobody', { ruleset: title }));
    return;
  }
  const { name } = actor;
  const item = named.item === undefined ? null : actor.items.find((one) => one.name === named.item);
  if (item === undefined) {
    notify('warn', text('CADENCE.Notice.named.itemGone', { name, item: named.item ?? '' }));
    return;
  }
  const fight = fightOfActor(actor) ?? fightOutside(actor);
  const button = fight && buttonFor(named, buttonsOf(fight), item?.id ?? undefined);
  if (!fight || !button) {
    const action = named.do ? actionLabel(named.ruleset, named.do) : (named.item ?? '');
    notify('warn', text('CADENCE.Notice.named.cannot', { name, action }));
    return;
  }
  if (asking && button.fields.length > 0) await openOptions(fight.host, button.command);
  else await act(fight.host, button.command, button.needs);
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

/** A macro in the making. */
export interface MacroDraft {
  readonly named: NamedAction;
  readonly name: string;
  readonly img: string;
}

/** Puts the macro into a slot: one that is there already, rather than a second of the same. */
export async function assignMacro({ named, name, img }: MacroDraft, slot: number): Promise<void> {
  const command = `await game.system.api.act(${JSON.stringify(named)});`;
  const same = game.macros.find((macro) => macro.isOwner && macro.name === name && macro.command === command);
  if (!same && !game.user.can('MACRO_SCRIPT')) {
    notify('warn', text('CADENCE.Notice.named.noMacro'));
    return;
  }
  const macro = same ?? (await Macro.create({ name, command, type: 'script', scope: 'global', img: img || null }));
  if (macro) await game.user.assignHotbarMacro(macro, slot);
}

/** An action is done by the fighter this user has at hand, its options asked first; a condition is the game master's to give and take. */
export async function followReference({ dataset }: HTMLElement): Promise<void> {
  const { cadence: kind, ruleset, reference: id } = dataset;
  const adapter = await loadAdapter(ruleset);
  if (!adapter || !ruleset || !id) return;
  if (kind === 'Action') return performNamedAction({ ruleset, do: id }, { asking: true });
  if (!game.user.isGM) return;
  const actors = (canvas?.ready ? (canvas.tokens?.controlled ?? []) : []).flatMap(({ actor }) =>
    actor?.type === ruleset ? [actor] : [],
  );
  if (actors.length === 0) {
    notify('info', text('CADENCE.Notice.named.nobody', { ruleset: text(`${branchOf(ruleset)}.name`) }));
    return;
  }
  const on = actors.some((actor) => !actor.statuses.has(id));
  for (const actor of actors)
    if (actor.statuses.has(id) !== on)
      await (on && actors.length === 1 ? giveCondition(actor, adapter, id) : setCondition(actor, adapter, id, on));
}
