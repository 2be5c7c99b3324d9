import { adapterOf } from '../adapters/registry';
import { reported } from '../platform/report';
import { cancelExchange, endByHand, redoStep, rewindStep, takeReferee } from '../referee';
import { fightOf } from '../views/fight';
import { isElement } from '../views/pages';
import { pressAction, takeOptions } from './action-buttons';
import { menuEntries } from './encounter-controls';
import { takeAnswers } from './give-answer';
import { parse } from './message-frame';
import { placeCard, takeCards } from './plan-layout';
import { keepPlace, patchRows, RowMemory } from './redraw';
import { type Context, CoreTracker, type Part, type RenderOptions } from './sheet-bases';
import { part, render } from './templates';
import { type TrackerContext, trackerContext } from './tracker-context';

const { header, ...others } = CoreTracker.PARTS as Record<string, Part> & { header: Part };

/** What of a fight is drawn, top to bottom. */
const SECTIONS = ['clock', 'rows', 'footer'] as const;
type Section = (typeof SECTIONS)[number];

const TEMPLATES: Readonly<Record<Section, string>> = {
  clock: 'apps/tracker-clock',
  rows: 'apps/tracker',
  footer: 'apps/tracker-footer',
};

/**
 * Foundry's tracker, with all its parts, and one of ours besides. Where the viewed combat plays by a ruleset of ours, that one shows
 * clock, rows and footer from the ruleset's view, and Foundry's list and footer are out of sight.
 *
 * Nobody outside knows which parts Foundry draws anew when, nor when it settles which combat is viewed. So the template of our part is an
 * empty root; what is in it is patched once all of Foundry's drawing is done.
 */
export class CadenceTracker extends CoreTracker {
  static override DEFAULT_OPTIONS = {
    actions: {
      cadenceAct: CadenceTracker.onAct,
      cadenceLay: CadenceTracker.onLay,
      cadenceRewind: CadenceTracker.onRewind,
      cadenceRedo: CadenceTracker.onRedo,
      cadenceCancel: CadenceTracker.onCancel,
      cadenceTakeReferee: CadenceTracker.onTakeReferee,
      cadenceByHand: CadenceTracker.onByHand,
    },
  };

  // The order of the keys is the order on screen: whoever looks for the row of a combatant finds ours first.
  static override PARTS = { header, cadence: part('apps/tracker-root'), ...others };

  /** What our part is filled into; it outlives every render. */
  #root: HTMLElement | null = null;
  #rows = new RowMemory();
  /** How far its list was scrolled, and what had the focus, should Foundry take it out of the page. */
  #place: { readonly scrollTop: number; readonly focused: HTMLElement | null } = { scrollTop: 0, focused: null };
  /** What the sections showed last. */
  #shown: Partial<Record<Section, string>> = {};

  protected override _configureRenderOptions(options: RenderOptions): void {
    super._configureRenderOptions(options);
    // What is not drawn anew stays. API: HandlebarsApplicationMixin, `parts` of the render options.
    if (!this.#root?.isConnected) return;
    if (options.parts) options.parts = options.parts.filter((id) => id !== 'cadence');
    const { activeElement } = this.#root.ownerDocument;
    this.#place = {
      scrollTop: this.#root.querySelector('.cadence-rows')?.scrollTop ?? 0,
      focused: isElement(activeElement) && this.#root.contains(activeElement) ? activeElement : null,
    };
  }

  /** Foundry's list is out of sight where ours is there; then it lists nobody, so that nobody is found twice. */
  protected override async _prepareTrackerContext(context: Context, options: RenderOptions): Promise<void> {
    await super._prepareTrackerContext(context, options);
    if (adapterOf(this.viewed?.type)) context.turns = [];
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    const root = this.#keepRoot();
    const fight = fightOf(this.viewed);
    const view = fight && reported(() => trackerContext(fight), fight.host);
    if (root) {
      if (view) await this.#fill(root, view);
      else this.#empty(root);
    }
    // A class by which Foundry's own list and footer go out of sight, and by which ours is styled.
    this.element.classList.toggle('cadence', view !== null);
    if (view) this.element.dataset.ruleset = view.ruleset;
    else delete this.element.dataset.ruleset;
    await super._onRender(context, options);
    takeAnswers(this.element, () => this.viewed);
    takeOptions(this.element, () => this.viewed);
    takeCards(this.element, () => this.viewed);
  }

  /** Our root, put back where Foundry has drawn an empty one in its place. */
  #keepRoot(): HTMLElement | null {
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
    this.#rows.forget();
    this.#shown = {};
  }

  /** Draws what has changed: hover, focus and transitions of all else live on. */
  async #fill(root: HTMLElement, fight: TrackerContext): Promise<void> {
    if (root.dataset.combat !== (fight.id ?? '')) this.#empty(root);
    root.dataset.combat = fight.id ?? '';
    const drawn = await Promise.all(SECTIONS.map((section) => render(TEMPLATES[section], { fight })));
    for (const [at, section] of SECTIONS.entries()) {
      const html = drawn[at] ?? '';
      if (this.#shown[section] === html) continue;
      this.#shown[section] = html;
      const fresh = parse(html);
      const shown = root.children[at];
      if (!isElement(shown)) root.append(fresh);
      else if (section === 'rows') patchRows(shown, fresh, this.#rows.changedIn([...fight.rows, ...fight.outsiders]));
      else keepPlace(shown, fresh);
      if (!shown && section === 'rows') this.#rows.changedIn([...fight.rows, ...fight.outsiders]);
    }
  }

  protected override _getEntryContextOptions() {
    return menuEntries(super._getEntryContextOptions(), () => this.viewed);
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

  static async onCancel(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await cancelExchange(this.viewed);
  }

  static async onTakeReferee(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await takeReferee(this.viewed);
  }

  static async onByHand(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user.isGM) await endByHand(this.viewed);
  }
}
