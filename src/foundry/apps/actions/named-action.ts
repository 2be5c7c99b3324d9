import type { SheetView } from '../../../encounter/view';
import { conditionIcon } from '../../adapters/conditions';
import { adapterOf } from '../../adapters/registry';
import { documentAt } from '../../platform/documents';
import { branchOf, text } from '../../platform/text';
import { isRecord } from '../../stored/validators';
import { fightOfActor, fightOutside, type OwnFight } from '../../views/fight';
import { mainPage } from '../../views/pages';
import { ACTION_DRAG } from './action-buttons';
import type { MacroDraft, NamedAction } from './perform-named-action';

/** What comes of a click, a macro or a drop is fetched when there is one. */
const deeds = () => import('./perform-named-action');

/** What was handed over as such, or null where it is none: it may come from a macro, or from another window. */
function readNamedAction(given: unknown): NamedAction | null {
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
 * Does a named action, for macros and other packages, as `game.system.api.act({ ruleset, do, item })`. What stands against it is told, not thrown; throws
 * TypeError for what names no action at all.
 */
export async function actFromMacro(given: unknown): Promise<void> {
  const named = readNamedAction(given);
  if (!named) throw new TypeError('act: `given` names no action such as { ruleset, do } or { ruleset, item }');
  const { performNamedAction } = await deeds();
  await performNamedAction(named);
}

const itemActionsOf = ({ adapter, encounter, viewer, fighter }: OwnFight): SheetView['itemActions'] =>
  adapter.ruleset.views.sheet(encounter, fighter, viewer).itemActions;

/** Whether an item can be used for anything by whoever carries it. */
function isUsable(item: Item.Implementation): boolean {
  const { actor } = item;
  const adapter = actor && adapterOf(actor.type);
  const fight = adapter && (fightOfActor(actor) ?? fightOutside(actor));
  return Boolean(fight && (itemActionsOf(fight)[item.id ?? ''] ?? []).length > 0);
}

/**
 * An action, or an item that can be used, dropped on the hotbar becomes a macro of that action. Whatever else is dropped is left to
 * Foundry. T14: client/hooks.d.mts `hotbarDrop`, where returning false takes over; dnd5e registers it at `ready` too, so that modules may be first.
 */
function takeHotbarDrops(): void {
  Hooks.on('hotbarDrop', (_hotbar: unknown, data: unknown, slot: number) => dropOnHotbar(data, slot) === null);
}

/** Null where it is nothing of ours. */
export function dropOnHotbar(data: unknown, slot: number): Promise<void> | null {
  const made = macroOf(data);
  return made && deeds().then(({ assignMacro }) => assignMacro(made, slot));
}

function macroOf(data: unknown): MacroDraft | null {
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

/** `@Action[energy.run]`, `@Condition[energy.prone]{flat on the ground}`: a ruleset's id, a point, the id there, and a label if one likes. */
const PATTERN = /@(Action|Condition)\[([\w.-]+)\.([\w-]+)\](?:\{([^}]+)\})?/g;
const ID = 'cadenceReference';

/**
 * Links to actions and conditions in journals, descriptions and chat. T14: client/applications/ux/text-editor.d.mts `EnricherConfig`;
 * the names are those of foundryvtt/crucible (module/enrichers.mjs).
 */
function registerEnrichers(): void {
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
    void deeds().then(({ followReference }) => followReference(link));
  });
  link.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') link.click();
  });
}

export const NAMED_ACTIONS = { init: registerEnrichers, ready: takeHotbarDrops };
