import type { DropTarget, PlanCard } from '../../../encounter/view';
import type { ExchangeDocument } from '../../host/exchange-document';
import { text } from '../../platform/text';
import { facesOf, fightOf, trackerView } from '../../views/fight';
import { announceToScreenReader, isElement, targetOf } from '../../views/pages';
import { iconPath, Parts } from '../../views/parts';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, type RenderOptions } from '../ui/window-bases';
import { act } from './act';

/** A card of a fighter in a fight, as its owner finds it now. */
interface PickedCard {
  readonly host: ExchangeDocument;
  /** The fighter's id and the card's, parted by a space. */
  readonly key: string;
}

/** The card and what may be done with it; null where there is no such card any more. */
function cardOf({ host, key }: PickedCard): (PlanCard & { readonly name: string; readonly ruleset: string }) | null {
  const fight = fightOf(host);
  const [fighter = '', id] = key.split(' ');
  const face = fight && facesOf(host).get(fighter);
  const view = fight && trackerView(fight);
  const card = view?.rows.find((row) => row.id === fighter)?.cards?.find((each) => each.id === id);
  return card && face ? { ...card, name: face.name, ruleset: fight.adapter.ruleset.id } : null;
}

/** Where a card may be laid, by the cells of the strip. */
const cellsFor = (held: PickedCard): ReadonlySet<string> =>
  new Set(cardOf(held)?.drops.flatMap(({ at }) => at ?? []) ?? []);

/**
 * Lays a card on a cell: at once where only one thing can be meant by it, else after asking.
 * @param at the cell; any where it is not said
 */
export async function placeCard(held: PickedCard, at?: string): Promise<void> {
  const drops = cardOf(held)?.drops.filter((drop) => at === undefined || drop.at === at) ?? [];
  const [only] = drops;
  if (only && drops.length === 1 && at !== undefined) await put(held, only);
  else if (drops.length > 0) await openChoice(held, at);
}

async function put(held: PickedCard, { label, command }: DropTarget): Promise<void> {
  const card = cardOf(held);
  if (!card) return;
  await act(held.host, command, 'nothing');
  announceToScreenReader(
    text('CADENCE.App.Plan.laid', { name: card.name, card: new Parts(card.ruleset).localize(label) }),
  );
}

/** The next cell to the left or the right on which a card may be laid. @param cells all of them, in their order */
function cellBeside(held: PickedCard, cells: readonly string[], step: 1 | -1): string | undefined {
  const open = cellsFor(held);
  const ordered = step === 1 ? cells : [...cells].reverse();
  const from = ordered.indexOf(cardOf(held)?.at ?? '');
  return ordered.slice(from + 1).find((cell) => open.has(cell));
}

const ID = 'cadence-lay';

/** Where one chooses what a card is to be: everything it can become, by its moment. */
class LayWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: ID,
    classes: ['cadence', 'cadence-lay'],
    position: { width: 440, height: 'auto' },
    actions: { cadencePut: LayWindow.onPut },
  };

  static override PARTS = { choices: templatePart('actions/plan-layout', ['']) };

  constructor(
    private readonly held: PickedCard,
    private readonly at?: string,
  ) {
    super();
  }

  get #drops(): readonly DropTarget[] {
    return cardOf(this.held)?.drops.filter((drop) => this.at === undefined || drop.at === this.at) ?? [];
  }

  override get title(): string {
    const card = cardOf(this.held);
    return card ? text('CADENCE.App.Plan.choose', { name: card.name }) : '';
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const card = cardOf(this.held);
    const fight = fightOf(this.held.host);
    if (!card || !fight) return context;
    const parts = new Parts(card.ruleset);
    const cells = trackerView(fight).track;
    const places = [...cells.map(({ id }) => id), null];
    const groups = places.map((at) => {
      const cell = cells.find(({ id }) => id === at);
      const drops = this.#drops.filter((drop) => drop.at === at);
      const choices = drops.map(({ label, icon, command }) => ({
        label: parts.localize(label),
        icon: iconPath(icon),
        command: JSON.stringify(command),
      }));
      return { at, when: cell ? parts.localize(cell.label) : '', choices };
    });
    return Object.assign(context, { groups: groups.filter(({ choices }) => choices.length > 0) });
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const ruleset = cardOf(this.held)?.ruleset;
    if (ruleset) this.element.dataset.ruleset = ruleset;
  }

  static async onPut(this: LayWindow, _event: Event, button: HTMLElement): Promise<void> {
    const drop = this.#drops.find(({ command }) => JSON.stringify(command) === button.dataset.command);
    await this.close({ animate: false });
    if (drop) await put(this.held, drop);
  }
}

let shown: LayWindow | null = null;

async function openChoice(held: PickedCard, at?: string): Promise<void> {
  await shown?.close({ animate: false });
  shown = new LayWindow(held, at);
  await shown.render({ force: true });
  shown.element.querySelector<HTMLElement>('[data-action="cadencePut"]')?.focus();
}

/** Draws the open choice anew, or closes it where there is nothing to choose any more. */
export function refreshChoice(): void {
  if (!shown?.rendered) return;
  void shown.render();
}

const TYPE = 'application/x-cadence-card';
const OPEN = 'cadence-track__cell--open';

const listening = new WeakSet<HTMLElement>();
/** The card that was moved with the keyboard: what it stood on is drawn anew, and the focus goes with it. */
let focused: string | null = null;

function keepFocus(root: HTMLElement): void {
  const active = root.ownerDocument.activeElement;
  if (focused === null || (active !== null && active !== root.ownerDocument.body)) return;
  root.querySelector<HTMLElement>(`[data-cell] [data-plan="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

const cellsIn = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-cell]')];

/**
 * Lets the cards inside `root` be dragged to cells of the strip, and be moved with the arrow keys. Safe to repeat.
 * @param hostOf the encounter they are of
 */
export function bindCardMoves(root: HTMLElement, hostOf: () => ExchangeDocument | null | undefined): void {
  keepFocus(root);
  if (listening.has(root)) return;
  listening.add(root);
  let key: string | null = null;
  const held = () => {
    const host = hostOf();
    return host && key !== null ? { host, key } : null;
  };
  const cellAt = (event: Event): string | null => {
    const cell = targetOf(event)?.closest<HTMLElement>(`[data-cell].${OPEN}`);
    return key === null ? null : (cell?.dataset.cell ?? null);
  };
  root.addEventListener('dragstart', (event) => {
    const card = targetOf(event)?.closest<HTMLElement>('[data-plan]');
    if (!card) return;
    event.stopPropagation();
    key = card.dataset.plan ?? '';
    event.dataTransfer?.setData(TYPE, key);
    const dragged = held();
    const open = dragged ? cellsFor(dragged) : new Set<string>();
    for (const cell of cellsIn(root)) cell.classList.toggle(OPEN, open.has(cell.dataset.cell ?? ''));
  });
  root.addEventListener('dragover', (event) => {
    if (cellAt(event) !== null) event.preventDefault();
  });
  root.addEventListener('drop', (event) => {
    const at = cellAt(event);
    const card = held();
    if (at === null || !card) return;
    event.preventDefault();
    event.stopPropagation();
    void placeCard(card, at);
  });
  root.addEventListener('dragend', () => {
    key = null;
    for (const cell of cellsIn(root)) cell.classList.remove(OPEN);
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    // The choice that opens of a card gives the focus back to it.
    if (isElement(relatedTarget) && !relatedTarget.closest('.cadence-lay')) focused = null;
  });
  root.addEventListener('keydown', (event) => {
    const card = targetOf(event)?.closest<HTMLElement>('[data-plan]');
    const host = hostOf();
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
    if (!card || !host || step === null) return;
    // The arrow keys move tokens otherwise.
    event.preventDefault();
    event.stopPropagation();
    focused = card.dataset.plan ?? '';
    const moved = { host, key: card.dataset.plan ?? '' };
    const cells = cellsIn(root).map(({ dataset }) => dataset.cell ?? '');
    const to = cellBeside(moved, cells, step);
    if (to !== undefined) void placeCard(moved, to);
  });
}
