import type { Command } from '../../../encounter/command';
import { deepEqual } from '../../../kernel/deep-equal';
import { clearSuggestion, drawSuggestion } from '../../canvas/suggested-command';
import { onChange } from '../../host/changes';
import { text } from '../../platform/text';
import { combatSystem } from '../../stored/systems';
import type { LoadedFighter } from '../../views/fight';
import { isInput, mainPage } from '../../views/pages';
import { act } from '../actions/act';
import { fightToSuggest } from '../actions/bar-context';
import { cancelOdds, requestOdds } from '../odds/odds-queue';
import { FloatingWindow } from '../ui/floating-window';
import { boxesOfTokens } from '../ui/on-screen';
import { patchParts } from '../ui/patch';
import type { ScreenBox } from '../ui/place';
import { Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import type { Context, RenderOptions } from '../ui/window-bases';
import { holdRow } from './hold-row';
import { prepareWorker, startTask, type TaskRun } from './opponent-worker';
import { makeSeed } from './run-task';
import { suggestContext, suggestTask } from './suggest-context';

export { prepareWorker };

/** Milliseconds; then the list stands still. */
const BUDGET = 1500;

const ROW = '[data-suggestion]';

/** What the fighter of the action bar should do: a list that grows better while it thinks. */
class SuggestWindow extends FloatingWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-suggest',
    classes: ['cadence-suggest'],
    actions: {
      cadenceChoose: (_: PointerEvent, { dataset }: HTMLElement) => choose(dataset.suggestion),
      cadenceClose: () => closeSuggestions(),
    },
  };

  static override PARTS = { list: templatePart('opponent/suggest-window') };

  shown: SuggestContext | null = null;
  readonly #keys = new AbortController();

  protected override get avoids(): readonly ScreenBox[] {
    return boxesOfTokens();
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    return Object.assign(context, this.shown);
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const { element } = this;
    element.setAttribute('role', 'dialog');
    element.tabIndex = -1;
    for (const type of ['pointerover', 'pointerleave', 'focusin', 'focusout'])
      element.addEventListener(type, () => drawPointed());
    element.addEventListener('keydown', (event) => onKey(element, event));
    const { signal } = this.#keys;
    element.ownerDocument.defaultView?.addEventListener('keydown', onEscape, { capture: true, signal });
    element.focus({ preventScroll: true });
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    const { ruleset = '', title = '' } = this.shown ?? {};
    this.element.dataset.ruleset = ruleset;
    this.element.ariaLabel = title;
    await super._onRender(context, options);
    drawPointed();
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    this.#keys.abort();
    clearSuggestion();
  }
}

type SuggestContext = ReturnType<typeof suggestContext>;

/** The list that is open, and what it thinks about. */
interface OpenList {
  readonly app: SuggestWindow;
  readonly stopFollowing: () => void;
  fight: LoadedFighter | null;
  /** What it draws now, again once odds are known. */
  draw: () => SuggestContext | null;
  /** Whether a question is open, so that no command can be given. */
  isAsking: boolean;
  task: TaskRun | null;
}

/** Null while it is closed. There is one list. */
let open: OpenList | null = null;

/** Opens the list for the fighter of the action bar, or closes it. */
export async function toggleSuggestions(): Promise<void> {
  if (open) return closeSuggestions();
  const request = (): void => void FOLLOW.request();
  const hook = Hooks.on('controlToken', request);
  const stopListening = onChange(request);
  const stopFollowing = (): void => {
    stopListening();
    Hooks.off('controlToken', hook);
  };
  open = { app: new SuggestWindow(), stopFollowing, fight: null, draw: () => null, isAsking: false, task: null };
  await follow();
}

const FOLLOW = new Redraw(() => follow());

const isSameFight = (a: LoadedFighter, b: LoadedFighter): boolean =>
  a.host === b.host &&
  a.id === b.id &&
  a.encounter === b.encounter &&
  a.viewer.seesOdds === b.viewer.seesOdds &&
  deepEqual(a.viewer.hiddenFighters, b.viewer.hiddenFighters);

/** Thinks again if the encounter or the fighter has changed. */
async function follow(): Promise<void> {
  if (!open) return;
  const fight = fightToSuggest();
  if (!fight) return closeSuggestions();
  const isAsking = combatSystem(fight.host).open !== null;
  if (open.fight && isSameFight(open.fight, fight) && open.isAsking === isAsking) return;
  open.task?.stop();
  Object.assign(open, { fight, isAsking, task: null });
  open.app.shown = null;
  if (!isAsking) think(open, fight);
  const waiting = { status: text('CADENCE.App.Suggest.waiting') };
  await show(() => ({ ...suggestContext(fight, null, isAsking), ...(isAsking && waiting) }));
}

function think(list: OpenList, fight: LoadedFighter): void {
  const seed = makeSeed();
  const isCurrent = (): boolean => open === list && list.task === task;
  const task = startTask(fight.adapter.ruleset, suggestTask(fight, seed), BUDGET, (result) => {
    if (isCurrent() && result.kind === 'suggest') void show(() => suggestContext(fight, result, false));
  });
  list.task = task;
  void task.finished.then((result) => {
    if (isCurrent()) void show(() => suggestContext(fight, result?.kind === 'suggest' ? result : null, true));
  });
}

async function show(draw: OpenList['draw']): Promise<void> {
  const context = open ? draw() : null;
  if (!open || !context) return;
  const { app, fight } = open;
  open.draw = draw;
  const rows = holdRow(context.rows, app.shown?.rows ?? [], pointedKey(app));
  const shown = { ...context, rows: [...rows] };
  const commands = rows.flatMap(({ withoutOdds }) => withoutOdds ?? []);
  if (fight) requestOdds(SuggestWindow, fight, commands, () => void (open && show(open.draw)));
  // A report may say what is shown already.
  if (app.rendered && deepEqual(shown, app.shown)) return;
  app.shown = shown;
  await app.render({ force: true });
  if (open?.app !== app) await app.close({ animate: false });
}

/** Returns the key of the row under the pointer, else of the focused one; null without one. */
function pointedKey({ rendered, element }: SuggestWindow): string | null {
  if (!rendered) return null;
  const row = element.querySelector<HTMLElement>(`${ROW}:hover`) ?? element.querySelector<HTMLElement>(`${ROW}:focus`);
  return row?.dataset.suggestion ?? null;
}

/** Draws the row that the user points at, else the first. */
function drawPointed(): void {
  const { fight, app } = open ?? {};
  const rows = app?.shown?.rows ?? [];
  const key = app ? pointedKey(app) : null;
  const row = rows.find((each) => each.key === key) ?? rows[0];
  if (fight && row) drawSuggestion(fight.host, row.command);
  else clearSuggestion();
}

/** Gives the command the ordinary way: it is judged again, and may be asked about. */
function choose(key: string | undefined): void {
  const host = open?.fight?.host;
  if (!host || key === undefined) return;
  closeSuggestions();
  void act(host, JSON.parse(key) as Command, 'nothing');
}

function closeSuggestions(): void {
  if (!open) return;
  const { app, task, stopFollowing } = open;
  open = null;
  task?.stop();
  cancelOdds(SuggestWindow);
  stopFollowing();
  if (!app.rendered) return;
  const hadFocus = app.element.contains(app.element.ownerDocument.activeElement);
  void app.close({ animate: false });
  if (hadFocus) mainPage().querySelector<HTMLElement>('#cadence-bar [data-id="bar-suggest"]')?.focus();
}

/** Before Foundry, which would deselect the token. */
function onEscape(event: KeyboardEvent): void {
  const { key, ctrlKey, altKey, metaKey, shiftKey, isComposing, target } = event;
  if (key !== 'Escape' || ctrlKey || altKey || metaKey || shiftKey || isComposing) return;
  if (isInput(target) || mainPage().querySelector('dialog[open]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  closeSuggestions();
}

function onKey(element: HTMLElement, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const rows = [...element.querySelectorAll<HTMLElement>(ROW)];
  const at = rows.indexOf(element.ownerDocument.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) {
    const digit = Number(event.key);
    if (!rows[digit - 1] || event.repeat) return;
    rows[digit - 1]?.click();
  } else rows.at(next % Math.max(1, rows.length))?.focus();
  event.preventDefault();
  event.stopPropagation();
}
