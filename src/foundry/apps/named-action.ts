import type { ActionButton, SheetView } from '../../encounter/view';
import { conditionIcon } from '../adapters/conditions';
import { adapterOf, rulesOf } from '../adapters/registry';
import { documentAt } from '../platform/documents';
import { notice } from '../platform/notice';
import { branchOf, text } from '../platform/text';
import { isRecord } from '../stored/shapes';
import { fightOfActor, fightOutside, type OwnFight } from '../views/fight';
import { mainPage } from '../views/pages';
import { act } from './act';
import { ACTION_DRAG, openOptions } from './action-buttons';
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
  const ruleset = (await rulesOf(named.ruleset))?.ruleset;
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

/** A macro in the making. */
interface Made {
  readonly named: NamedAction;
  readonly name: string;
  readonly img: string;
}

/**
 * An action, or an item that can be used, dropped on the hotbar becomes a macro of that action. Whatever else is dropped is left to
 * Foundry. T14: client/hooks.d.mts `hotbarDrop`, where returning false takes over; dnd5e registers it at `ready` too, so that modules may be first.
 */
export function takeHotbarDrops(): void {
  Hooks.on('hotbarDrop', (_hotbar: unknown, data: unknown, slot: number) => dropOnHotbar(data, slot) === null);
}

/** Null where it is nothing of ours. */
export function dropOnHotbar(data: unknown, slot: number): Promise<void> | null {
  const made = macroOf(data);
  return made && assign(made, slot);
}

function macroOf(data: unknown): Made | null {
  if (!isRecord(data)) return null;
  if (data.type === ACTION_DRAG) {
    const named = readNamedAction(data.named);
    return named && { named, name: String(data.label ?? named.do ?? named.item), img: String(data.img ?? '') };
  }
  const item = data.type === 'Item' ? itemAt(data.uuid) : null;
  if (!item?.actor || !isUsable(item)) return null;
  return { named: { ruleset: item.actor.type, item: item.name }, name: item.name, img: item.img ?? '' };
}

/** One that is at hand: what lies in a compendium nobody carries. */
function itemAt(uuid: unknown): Item.Implementation | null {
  const found = typeof uuid === 'string' ? documentAt(uuid) : null;
  return found instanceof Item ? found : null;
}

/** Puts the macro into a slot: one that is there already, rather than a second of the same. */
async function assign({ named, name, img }: Made, slot: number): Promise<void> {
  const command = `await game.system.api.act(${JSON.stringify(named)});`;
  const same = game.macros.find((macro) => macro.isOwner && macro.name === name && macro.command === command);
  if (!same && !game.user.can('MACRO_SCRIPT')) {
    notice('warn', text('CADENCE.Notice.named.noMacro'));
    return;
  }
  const macro = same ?? (await Macro.create({ name, command, type: 'script', scope: 'global', img: img || null }));
  if (macro) await game.user.assignHotbarMacro(macro, slot);
}

/** `@Action[energy.run]`, `@Condition[energy.prone]{flat on the ground}`: a ruleset's id, a point, the id there, and a label if one likes. */
const PATTERN = /@(Action|Condition)\[([\w.-]+)\.([\w-]+)\](?:\{([^}]+)\})?/g;
const ID = 'cadenceReference';

/**
 * Links to actions and conditions in journals, descriptions and chat. T14: client/applications/ux/text-editor.d.mts `EnricherConfig`;
 * the names are those of foundryvtt/crucible (module/enrichers.mjs).
 */
export function registerEnrichers(): void {
  CONFIG.TextEditor.enrichers.push({
    id: ID,
    pattern: PATTERN,
    enricher: async (match: RegExpMatchArray) => linkOf(match),
    onRender: (element: HTMLElement) => listen(element),
  } as never);
}

/** Null where there is no such thing, so that what was written stays as it is. */
function linkOf([, kind, ruleset, id, label]: RegExpMatchArray): HTMLElement | null {
  const table = adapterOf(ruleset)?.ruleset;
  if (!table || !ruleset || !id) return null;
  const branch = `${branchOf(ruleset)}.${kind}.${id}`;
  if (!game.i18n.has(`${branch}.label`)) return null;
  const condition = kind === 'Condition' ? table.conditions[id] : undefined;
  if (kind === 'Condition' && !condition) return null;
  const link = mainPage().createElement('a');
  link.className = 'content-link cadence-reference';
  link.role = 'button';
  link.tabIndex = 0;
  Object.assign(link.dataset, { cadence: kind, ruleset, reference: id, tooltip: '', tooltipText: tipOf(branch) });
  link.append(iconOf(condition ? conditionIcon(condition.icon) : null), label ?? text(`${branch}.label`));
  return link;
}

function iconOf(src: string | null): HTMLElement {
  if (!src) {
    const icon = mainPage().createElement('i');
    icon.className = 'fa-solid fa-hand-fist';
    icon.inert = true;
    return icon;
  }
  const img = mainPage().createElement('img');
  Object.assign(img, { src, alt: '', className: 'cadence-reference__icon' });
  return img;
}

const tipOf = (branch: string): string => [text(`${branch}.label`), text(`${branch}.hint`)].join(': ');

/** What is inside stays as long as the text does, so the listeners live and die with it, in whatever window it stands. */
function listen(element: HTMLElement): void {
  const link = element.querySelector<HTMLElement>('.cadence-reference');
  if (!link) return;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    void follow(link);
  });
  link.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') link.click();
  });
}

/** An action is done by the fighter this user has at hand, its options asked first; a condition is the game master's to give and take. */
async function follow({ dataset }: HTMLElement): Promise<void> {
  const { cadence: kind, ruleset, reference: id } = dataset;
  const adapter = await rulesOf(ruleset);
  if (!adapter || !ruleset || !id) return;
  if (kind === 'Action') return takeNamed({ ruleset, do: id }, { asking: true });
  if (!game.user.isGM) return;
  const actors = (canvas?.ready ? (canvas.tokens?.controlled ?? []) : []).flatMap(({ actor }) =>
    actor?.type === ruleset ? [actor] : [],
  );
  if (actors.length === 0) {
    notice('info', text('CADENCE.Notice.named.nobody', { ruleset: text(`${branchOf(ruleset)}.name`) }));
    return;
  }
  const on = actors.some((actor) => !actor.statuses.has(id));
  for (const actor of actors)
    if (actor.statuses.has(id) !== on)
      await (on && actors.length === 1 ? giveCondition(actor, adapter, id) : setCondition(actor, adapter, id, on));
}
