import { deepEqual } from '../../../kernel/deep-equal';
import { REINFORCE } from '../../../toolkit/act/commands';
import { isRulesetType } from '../../adapters/registry';
import { addControls } from '../../canvas/controls';
import { changeCount } from '../../host/changes';
import type { ExchangeDocument } from '../../host/exchange-document';
import { tryOrReport } from '../../platform/data-problems';
import { advanceWithoutSecrets, becomeReferee, cancelExchange, endManually, redoStep, rewindStep } from '../../referee';
import { fightOf, type LoadedEncounter } from '../../views/fight';
import { isElement } from '../../views/pages';
import { act } from '../actions/act';
import { bindActionOptions, pressAction } from '../actions/action-buttons';
import { setDefeated } from '../actions/manual-changes';
import { bindCardMoves, placeCard } from '../actions/plan-layout';
import { parseElement } from '../chat/message-frame';
import { focusAsk } from '../prompt/ask-prompt';
import { createMemo, type Memo } from '../ui/memo';
import { patch, patchList, rowKeyOf } from '../ui/patch';
import { Redraw } from '../ui/redraw';
import { asRenderOptions, withDataOf } from '../ui/render-options';
import { render, templatePart } from '../ui/templates';
import { type Context, CoreTracker, type RenderOptions, type TemplatePart } from '../ui/window-bases';
import { withDisguiseEntry } from './disguise';
import { bindActorDrop } from './drop-actor';
import { menuEntries, moveInOrder } from './encounter-controls';
import { bindOrderMoves } from './order-moves';
import { withSideEntries } from './side';
import { type TrackerContext, trackerContext } from './tracker-context';

const { header, ...others } = CoreTracker.PARTS as Record<string, TemplatePart> & { header: TemplatePart };

function mergeRequests(requests: readonly RenderOptions[]): RenderOptions {
  const { parts: _, ...options }: RenderOptions = Object.assign({}, ...requests);
  const parts = requests.flatMap((each) => each.parts ?? []);
  return requests.every((each) => each.parts) ? { ...options, parts } : options;
}

const SECTIONS = ['clock', 'rows', 'footer'] as const;
type Section = (typeof SECTIONS)[number];

const TEMPLATES: Readonly<Record<Section, string>> = {
  clock: 'tracker/tracker-clock',
  rows: 'tracker/tracker',
  footer: 'tracker/tracker-footer',
};

/** What is clicked for itself in a row. */
const CONTROLS = 'button, input, select, a, .cadence-row__plan, .cadence-row__badges';

type Outsider = TrackerContext['outsiders'][number];

interface Drawn {
  readonly clock: unknown;
  readonly footer: unknown;
  readonly rows: ReadonlyMap<string, RowContext | Outsider>;
}

/** A fighter, or many that look the same. */
type RowContext = TrackerContext['rows'][number];

const NOTHING: Drawn = { clock: null, footer: null, rows: new Map() };

const clockOf = ({ name, clock, turn, forecast, track, trackPips, hint, paused }: TrackerContext) => ({
  name,
  clock,
  turn,
  forecast,
  track,
  trackPips,
  hint,
  paused,
});
const footerOf = ({
  canAddParty,
  reserve,
  fault,
  heldUp,
  asks,
  canCancel,
  controls,
  many,
  foes,
  rewind,
  redo,
  referee,
}: TrackerContext) => ({
  canAddParty,
  reserve,
  fault,
  heldUp,
  asks,
  canCancel,
  controls,
  many,
  foes,
  rewind,
  redo,
  referee,
});

const drawnOf = (fight: TrackerContext): Drawn => ({
  clock: clockOf(fight),
  footer: footerOf(fight),
  rows: new Map([...fight.rows, ...fight.outsiders].map((row) => [row.id, row])),
});

/** An unchanged row is the same object. */
function isListDrawn({ clock, rows }: Drawn, fight: TrackerContext): boolean {
  const expected = [...fight.rows, ...fight.outsiders];
  const ids = [...rows.keys()];
  return (
    clock !== null &&
    expected.length === ids.length &&
    expected.every((row, at) => ids[at] === row.id && rows.get(row.id) === row)
  );
}

const isDrawn = (drawn: Drawn, fight: TrackerContext): boolean =>
  isListDrawn(drawn, fight) && deepEqual(drawn.clock, clockOf(fight)) && deepEqual(drawn.footer, footerOf(fight));

/** Loaded on first use. */
export const openBulkActions = (): Promise<void> =>
  import('../gm-tools/bulk-actions').then(({ showBulkActions }) => showBulkActions());

/** Loaded on first use. */
const openEncounterBuilder = (): Promise<void> =>
  import('../gm-tools/encounter-builder').then(({ showEncounterBuilder }) => showEncounterBuilder());

/** Loaded on first use. */
const openGroupRoll = (): Promise<void> =>
  import('../gm-tools/group-roll-window').then(({ showGroupRoll }) => showGroupRoll());

/** Loaded on first use. */
const openFightRecord = (combat: Combat.Implementation | null): Promise<void> =>
  import('../gm-tools/fight-record-window').then(({ showFightRecord }) => showFightRecord(combat));

/** Places a saved encounter; called by the macros of the bulk actions window. */
export const bringIn = (given: unknown): Promise<void> =>
  import('../gm-tools/encounters').then(({ placeEncounter }) => placeEncounter(given));

const elementsIn = (list: HTMLElement): ReadonlyMap<string, HTMLElement> =>
  new Map([...list.querySelectorAll<HTMLElement>(':scope > .cadence-row')].map((row) => [rowKeyOf(row) ?? '', row]));

/** Loaded on first use. */
const openForecast = (host: ExchangeDocument): Promise<void> =>
  import('../opponent/forecast-window').then(({ showForecast }) => showForecast(host));

/**
 * Foundry's tracker with one more part. In a combat of our rulesets it shows clock, rows and footer, and hides Foundry's list and footer.
 * Foundry's order of rendering is internal. So our part's template is an empty root, which is patched after all of Foundry's rendering.
 */
export class CadenceTracker extends CoreTracker {
  static override DEFAULT_OPTIONS = {
    actions: {
      cadenceAct: CadenceTracker.onAct,
      cadenceLay: CadenceTracker.onLay,
      cadenceRewind: CadenceTracker.onRewind,
      cadenceRedo: CadenceTracker.onRedo,
      cadenceCancel: CadenceTracker.onCancel,
      cadenceBringUp: CadenceTracker.onBringUp,
      cadenceTakeReferee: CadenceTracker.onTakeReferee,
      cadenceResolveManually: CadenceTracker.onResolveManually,
      cadenceGoOn: CadenceTracker.onGoOn,
      cadenceMany: openBulkActions,
      cadenceBuilder: openEncounterBuilder,
      cadenceGroupRoll: openGroupRoll,
      cadenceReveal: CadenceTracker.onReveal,
      cadenceRecord: CadenceTracker.onRecord,
      cadenceFoes: CadenceTracker.onFoes,
      cadenceParty: CadenceTracker.onParty,
      cadenceForecast: CadenceTracker.onForecast,
      cadenceReinforce: CadenceTracker.onReinforce,
      cadenceUnfold: CadenceTracker.onUnfold,
      cadenceSelectKind: CadenceTracker.onSelectKind,
    },
  };

  // The order of the keys is the order on screen: a search for a combatant's row must find ours first.
  static override PARTS = { header, cadence: templatePart('tracker/tracker-root'), ...others };

  #root: HTMLElement | null = null;
  #memo: Memo = createMemo();
  #drawn: Drawn = NOTHING;
  #next: { readonly at: number; readonly fight: LoadedEncounter | null; readonly view: TrackerContext | null } | null =
    null;
  readonly #redraw = new Redraw<RenderOptions>((requests) => super.render(mergeRequests(requests)));
  /** The kinds of foes that are shown row by row. */
  readonly #opened = new Set<string>();
  /** The row that was scrolled into view. */
  #current: string | null = null;
  /** Scroll position and focus, in case Foundry removes the root. */
  #place: { readonly scrollTop: number; readonly focused: HTMLElement | null } = { scrollTop: 0, focused: null };

  /** Combines Foundry's several renders of a viewed combat per step into one. API: ApplicationV2#render. */
  override async render(options?: boolean | RenderOptions, more?: RenderOptions): Promise<this> {
    const request = asRenderOptions(options, more);
    const isOwn = this.rendered && isRulesetType(this.viewed?.type);
    if (!isOwn || request.force || request.combat !== undefined) return super.render(request);
    await this.#redraw.request(request);
    return this;
  }

  /** Core opens the sheet on a double click in a row unless the target itself is a button (foundryvtt issue 12036). */
  protected override _attachFrameListeners(): void {
    const ignoreControls = (event: Event): void => {
      const isControl =
        isElement(event.target) && event.target.closest(CONTROLS) && event.target.closest('.cadence-row');
      if (isControl) event.stopImmediatePropagation();
    };
    // The second click may hit a button that was moved there by the first.
    const ignoreSecond = (event: MouseEvent): void => {
      if (event.detail > 1 && isElement(event.target) && event.target.closest('[data-action^="cadence"]'))
        event.stopImmediatePropagation();
    };
    this.element.addEventListener('dblclick', ignoreControls, { capture: true });
    this.element.addEventListener('click', ignoreSecond, { capture: true });
    super._attachFrameListeners();
  }

  /** API: CombatTracker#_onToggleDefeatedStatus, which sets a switch and core's status of defeat. */
  protected override async _onToggleDefeatedStatus(combatant: Combatant.Implementation): Promise<void> {
    if (isRulesetType(this.viewed?.type)) await setDefeated(combatant.actor, !combatant.isDefeated);
    else await super._onToggleDefeatedStatus(combatant);
  }

  /** Draws what has changed. */
  async follow(): Promise<void> {
    if (!this.rendered || !isRulesetType(this.viewed?.type)) return;
    const { view } = this.#read();
    if (!view || !isDrawn(this.#drawn, view) || this.#redraw.isPending)
      await this.#redraw.requestNow({ parts: ['cadence'] });
  }

  #read(): { readonly view: TrackerContext | null } {
    const at = changeCount();
    const fight = fightOf(this.viewed);
    if (this.#next?.at === at && this.#next.fight === fight) return this.#next;
    if (fight?.host.id !== this.#next?.fight?.host.id) this.#memo = createMemo();
    const view = fight && tryOrReport(() => trackerContext(fight, this.#memo, this.#opened), fight.host);
    this.#next = { at, fight, view };
    return this.#next;
  }

  protected override _configureRenderOptions(options: RenderOptions): void {
    super._configureRenderOptions(options);
    // An existing root is not rendered again. API: HandlebarsApplicationMixin, `parts` of the render options.
    if (!this.#root?.isConnected) return;
    if (options.parts) options.parts = options.parts.filter((id) => id !== 'cadence');
    const { activeElement } = this.#root.ownerDocument;
    this.#place = {
      scrollTop: this.#root.querySelector('.cadence-rows')?.scrollTop ?? 0,
      focused: isElement(activeElement) && this.#root.contains(activeElement) ? activeElement : null,
    };
  }

  /** Foundry's hidden list must not contain a second row for a combatant. */
  protected override async _prepareTrackerContext(context: Context, options: RenderOptions): Promise<void> {
    await super._prepareTrackerContext(context, options);
    if (isRulesetType(this.viewed?.type)) context.turns = [];
  }

  /** Keeps our part and Foundry's hidden ones in place: removing and inserting them would lay out everything again. */
  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    const isThere = this.#root !== null && this.#root === this.parts.cadence && content.contains(this.#root);
    const isOwnFight = isThere && this.element.classList.contains('cadence') && isRulesetType(this.viewed?.type);
    const { cadence: _cadence, tracker: _tracker, footer: _footer, ...visible } = result;
    super._replaceHTML(isOwnFight ? visible : result, content, options);
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    const root = this.#restoreRoot();
    const { view } = this.#read();
    if (root) {
      if (view) await this.#fill(root, view);
      else this.#empty(root);
    }
    this.element.classList.toggle('cadence', view !== null);
    if (view) this.element.dataset.ruleset = view.ruleset;
    else delete this.element.dataset.ruleset;
    await super._onRender(context, withDataOf(this.viewed?.id, options));
    bindActionOptions(this.element, () => this.viewed);
    bindCardMoves(this.element, () => this.viewed);
    bindOrderMoves(this.element, (fighter, other) => void moveInOrder(this.viewed, fighter, other));
    bindActorDrop(this.element);
  }

  /** Returns our root, and puts it back where Foundry has rendered an empty one. */
  #restoreRoot(): HTMLElement | null {
    const drawn = this.element.querySelector<HTMLElement>('.cadence-tracker');
    if (!drawn) return null;
    if (this.#root && this.#root !== drawn && this.#root.ownerDocument === drawn.ownerDocument) {
      drawn.replaceWith(this.#root);
      const rows = this.#root.querySelector('.cadence-rows');
      if (rows) rows.scrollTop = this.#place.scrollTop;
      this.#place.focused?.focus({ preventScroll: true });
    } else if (this.#root !== drawn) {
      this.#root = drawn;
      this.#empty(drawn);
    }
    this.parts.cadence = this.#root;
    return this.#root;
  }

  #empty(root: HTMLElement): void {
    root.replaceChildren();
    this.#drawn = NOTHING;
    this.#current = null;
  }

  async #fill(root: HTMLElement, fight: TrackerContext): Promise<void> {
    if (root.dataset.combat !== (fight.id ?? '')) this.#empty(root);
    root.dataset.combat = fight.id ?? '';
    const { rows, outsiders } = fight;
    const isNew = (row: RowContext | Outsider): boolean => this.#drawn.rows.get(row.id) !== row;
    const changed = { id: fight.id, rows: rows.filter(isNew), outsiders: outsiders.filter(isNew) };
    const [clock, list, footer] = await Promise.all([
      deepEqual(this.#drawn.clock, clockOf(fight)) ? null : render(TEMPLATES.clock, { fight }),
      isListDrawn(this.#drawn, fight) ? null : render(TEMPLATES.rows, { fight: changed }),
      deepEqual(this.#drawn.footer, footerOf(fight)) ? null : render(TEMPLATES.footer, { fight }),
    ]);
    this.#drawn = drawnOf(fight);
    const drawn = { clock, rows: list, footer };
    for (const [at, section] of SECTIONS.entries()) {
      const html = drawn[section];
      if (html === null) continue;
      const fresh = parseElement(html);
      const shown = root.children[at];
      if (!isElement(shown)) root.append(fresh);
      else if (section !== 'rows') patch(shown, fresh);
      else if (rows.length + outsiders.length === 0) shown.replaceChildren(...fresh.childNodes);
      else
        patchList(
          shown,
          [...rows, ...outsiders].map(({ id }) => id),
          elementsIn(fresh),
        );
    }
    if (this.#current !== fight.current) showCurrent(root, fight.current);
    this.#current = fight.current;
  }

  protected override _getEntryContextOptions() {
    const entries = menuEntries(super._getEntryContextOptions(), () => this.viewed);
    const isOurs = () => isRulesetType(this.viewed?.type);
    const withSides = withSideEntries(entries, () => this.viewed, isOurs);
    return withDisguiseEntry(withSides, () => this.viewed, isOurs);
  }

  protected override _getCombatContextOptions() {
    return menuEntries(super._getCombatContextOptions(), () => this.viewed);
  }

  static async onAct(this: CadenceTracker, event: PointerEvent, button: HTMLElement): Promise<void> {
    if (this.viewed) await pressAction(this.viewed, event, button);
  }

  static async onLay(this: CadenceTracker, _event: PointerEvent, button: HTMLElement): Promise<void> {
    if (this.viewed) await placeCard({ host: this.viewed, key: button.dataset.plan ?? '' });
  }

  static async onRewind(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await rewindStep(this.viewed);
  }

  static async onRedo(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await redoStep(this.viewed);
  }

  static async onBringUp(this: CadenceTracker, _event: PointerEvent, button: HTMLElement): Promise<void> {
    await focusAsk(button.dataset.askKey ?? '');
  }

  static async onCancel(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await cancelExchange(this.viewed);
  }

  static async onTakeReferee(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await becomeReferee(this.viewed);
  }

  static async onGoOn(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) advanceWithoutSecrets(this.viewed);
  }

  static async onReveal(this: CadenceTracker, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const combatant = this.viewed?.combatants.get(dataset.of ?? '');
    if (combatant) await import('./disguise-fighter').then(({ reveal }) => reveal(combatant));
  }

  static async onRecord(this: CadenceTracker): Promise<void> {
    await openFightRecord(this.viewed);
  }

  /** Loaded on first use. */
  static async onFoes(this: CadenceTracker, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const { pressFoes } = await import('../opponent/play-foes');
    if (this.viewed) await pressFoes(this.viewed, dataset);
  }

  /** Loaded on first use. */
  static async onParty(this: CadenceTracker): Promise<void> {
    const { joinParty } = await import('../actions/join-fight');
    if (this.viewed && game.user.isGM) await joinParty(this.viewed);
  }

  static async onForecast(this: CadenceTracker): Promise<void> {
    if (this.viewed) await openForecast(this.viewed);
  }

  static async onReinforce(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await act(this.viewed, REINFORCE, 'nothing');
  }

  static async onUnfold(this: CadenceTracker, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const kind = dataset.of ?? '';
    if (!this.#opened.delete(kind)) this.#opened.add(kind);
    this.#next = null;
    await this.follow();
  }

  /** Selects the tokens of all foes of a kind, for what is done to several at once. */
  static onSelectKind(this: CadenceTracker, _event: PointerEvent, { dataset }: HTMLElement): void {
    const kind = this.#read().view?.rows.find(({ id }) => id === dataset.of);
    const members = kind && 'members' in kind ? kind.members : [];
    canvas?.tokens?.releaseAll();
    for (const { id } of members) this.viewed?.combatants.get(id)?.token?.object?.control({ releaseOthers: false });
  }

  static async onResolveManually(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await endManually(this.viewed);
  }
}

/** Scrolls the row of the running turn and its cell on the track into view. */
function showCurrent(root: HTMLElement, fighter: string | null): void {
  const row = fighter === null ? null : root.querySelector(`.cadence-row[data-combatant-id="${CSS.escape(fighter)}"]`);
  const cell = root.querySelector('.cadence-track__cell--now');
  for (const part of [cell, row]) part?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export const TRACKER = {
  init() {
    const ui: { combat: unknown } = CONFIG.ui;
    ui.combat = CadenceTracker;
    addControls(openBulkActions, openEncounterBuilder, openGroupRoll);
  },
};
