import type { SheetView } from '../../../encounter/view';
import { lookup } from '../../../kernel/lookup';
import { conditionIcon } from '../../adapters/conditions';
import { adapterOf } from '../../adapters/registry';
import { documentAt } from '../../platform/documents';
import { branchOf, text } from '../../platform/text';
import { isRecord } from '../../stored/validators';
import { fightOfActor, fightOutside, type LoadedFighter } from '../../views/fight';
import { mainPage } from '../../views/pages';
import { ACTION_DRAG } from './action-buttons';
import type { MacroDraft, NamedAction } from './perform-named-action';

const loadActions = () => import('./perform-named-action');

/** Validates a named action from a macro or another window; null if it is none. */
function readNamedAction(input: unknown): NamedAction | null {
  if (!isRecord(input)) return null;
  const { ruleset, do: action, item, options } = input;
  const isName = (value: unknown) => typeof value === 'string' && value !== '' && value.length < 200;
  if (!isName(ruleset) || (action === undefined && item === undefined)) return null;
  if ((action !== undefined && !isName(action)) || (item !== undefined && !isName(item))) return null;
  if (options !== undefined && !(isRecord(options) && Object.values(options).every(isPlain))) return null;
  const facts = Object.entries({ ruleset, do: action, item, options }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(facts) as unknown as NamedAction;
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Performs a named action for macros and other packages, as `game.system.api.act({ ruleset, do, item })`. Reasons against it are shown to
 * the user.
 * Throws TypeError for an invalid argument.
 */
export async function actFromMacro(given: unknown): Promise<void> {
  const named = readNamedAction(given);
  if (!named) throw new TypeError('act: `given` names no action such as { ruleset, do } or { ruleset, item }');
  const { performNamedAction } = await loadActions();
  await performNamedAction(named);
}

const itemActionsOf = ({ adapter, encounter, viewer, fighter }: LoadedFighter): SheetView['itemActions'] =>
  adapter.ruleset.views.sheet(encounter, fighter, viewer).itemActions;

function isUsable(item: Item.Implementation): boolean {
  const { actor } = item;
  const adapter = actor && adapterOf(actor.type);
  const fight = adapter && (fightOfActor(actor) ?? fightOutside(actor));
  return Boolean(fight && (lookup(itemActionsOf(fight), item.id ?? '') ?? []).length > 0);
}

/**
 * Turns a dropped action or usable item into a hotbar macro. Other drops are left to Foundry.
 * T14: client/hooks.d.mts `hotbarDrop`, where returning false takes over; dnd5e registers it at `ready` too, so that modules may be first.
 */
function watchHotbarDrops(): void {
  Hooks.on('hotbarDrop', (_hotbar: unknown, data: unknown, slot: number) => dropOnHotbar(data, slot) === null);
}

/** Assigns a macro for dropped data; null if the data is not ours. */
export function dropOnHotbar(data: unknown, slot: number): Promise<void> | null {
  const macro = macroOf(data);
  return macro && loadActions().then(({ assignMacro }) => assignMacro(macro, slot));
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

/** Only a loaded item: items in a compendium belong to no actor. */
function itemAt(uuid: unknown): Item.Implementation | null {
  const found = typeof uuid === 'string' ? documentAt(uuid) : null;
  return found instanceof Item ? found : null;
}

/**
 * Examples: `@Action[energy.run]`, `@Condition[energy.prone]{flat on the ground}`: ruleset id, dot, id, and an optional label. Each part is
 * bounded, because core applies the pattern to every text that users write.
 */
const PATTERN = /@(Action|Condition)\[([\w.-]{1,60})\](?:\{([^{}@]{1,100})\})?/g;
const ID = 'cadenceReference';

/**
 * Registers links to actions and conditions in journals, descriptions and chat. T14: client/applications/ux/text-editor.d.mts
 * `EnricherConfig`;
 * the names are those of foundryvtt/crucible (module/enrichers.mjs).
 */
function registerEnrichers(): void {
  CONFIG.TextEditor.enrichers.push({
    id: ID,
    pattern: PATTERN,
    enricher: async (match: RegExpMatchArray) => linkOf(match),
    onRender: (element: HTMLElement) => bindLink(element),
  } as never);
  CONFIG.TextEditor.enrichers.push({
    id: `${ID}Check`,
    pattern: CHECK_PATTERN,
    enricher: async (match: RegExpMatchArray) => (await loadActions()).checkLinkOf(match),
    onRender: (element: HTMLElement) => bindLink(element),
  } as never);
}

/** Null for an unknown id, so that the text stays unchanged. */
function linkOf([, kind, reference = '', label]: RegExpMatchArray): HTMLElement | null {
  const dot = reference.lastIndexOf('.');
  const [ruleset, id] = [reference.slice(0, Math.max(0, dot)), reference.slice(dot + 1)];
  const table = adapterOf(ruleset)?.ruleset;
  if (!table || !ruleset || !id) return null;
  const branch = `${branchOf(ruleset)}.${kind}.${id}`;
  if (!game.i18n.has(`${branch}.label`)) return null;
  const condition = kind === 'Condition' ? lookup(table.conditions, id) : undefined;
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

/**
 * Examples: `@Check[slots.stealth]`, `@Check[slots.stealth difficulty=15]{sneak past}`, `@Check[clash.perMod difficulty=hard secret]`: ruleset id,
 * dot, roll, a number or the name of a difficulty, and whether only GMs may know.
 */
const CHECK_PATTERN = /@Check\[([\w.= -]{1,100})\](?:\{([^{}@]{1,100})\})?/g;

/** The content lives as long as the text, and its listeners with it. */
function bindLink(element: HTMLElement): void {
  const link = element.querySelector<HTMLElement>('.cadence-reference');
  if (!link) return;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    void loadActions().then(({ followReference }) => followReference(link));
  });
  link.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') link.click();
  });
}

export const NAMED_ACTIONS = { init: registerEnrichers, ready: watchHotbarDrops };
