import { cancelExchange, endByHand, redoStep, rewindStep, takeReferee } from '../referee';
import { reported } from '../report';
import { type Context, CoreTracker, type Part, type RenderOptions } from '../sheet-bases';
import { pressAction, takeOptions } from './act-button';
import { keepCaret } from './drafts';
import { takeCards } from './drag-card';
import { fightOf } from './fight';
import { takeAnswers } from './give-answer';
import { menuEntries } from './initiative';
import { lay } from './lay';
import { patchRows, RowMemory } from './patch';
import { part } from './templates';
import { type TrackerContext, trackerContext } from './tracker-context';

interface CoreParts extends Record<string, Part> {
  header: Part;
  tracker: Part;
  footer: Part;
}

const { header, tracker, footer, ...others } = CoreTracker.PARTS as CoreParts;

/** Foundry's tracker; where the viewed combat plays by a ruleset of ours, clock, rows and footer are drawn from the ruleset's view. */
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

  // The order of the keys is the order on screen: the clock stands between Foundry's header and the fighters.
  static override PARTS = { header, clock: part('apps/tracker-clock'), tracker, footer, ...others };

  #rows = new RowMemory();
  #changed: ReadonlySet<string> = new Set();
  /** Made once a render: several parts show it. */
  #view: TrackerContext | null = null;

  protected override _configureRenderParts(options: RenderOptions) {
    const parts = super._configureRenderParts(options);
    const fight = fightOf(this.viewed);
    this.#view = fight && reported(() => trackerContext(fight), fight.combat);
    if (!this.#view) return parts;
    // The parts keep their names, so that Foundry swaps one for the other in place when another combat is viewed.
    return { ...parts, tracker: part('apps/tracker', ['']), footer: part('apps/tracker-footer') };
  }

  protected override async _preparePartContext(partId: string, context: Context, options: RenderOptions) {
    const prepared = await super._preparePartContext(partId, context, options);
    if (partId === 'tracker') {
      if (this.#view) this.#changed = this.#rows.changedIn([...this.#view.rows, ...this.#view.outsiders]);
      else this.#rows.forget();
    }
    return Object.assign(prepared, { fight: this.#view });
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: unknown): void {
    const { tracker: fresh, ...rest } = result;
    const shown = this.parts.tracker;
    const ours = (list: HTMLElement | undefined) => list?.classList.contains('cadence-rows') && list.isConnected;
    if (fresh?.classList.contains('cadence-rows') && ours(shown) && shown!.dataset.combat === fresh.dataset.combat) {
      patchRows(shown!, fresh, this.#changed);
      keepCaret(this.element, () => super._replaceHTML(rest, content, options));
    } else keepCaret(this.element, () => super._replaceHTML(result, content, options));
  }

  protected override async _onRender(context: unknown, options: unknown): Promise<void> {
    await super._onRender(context, options);
    takeAnswers(this.element, () => this.viewed);
    takeOptions(this.element, () => this.viewed);
    takeCards(this.element, () => this.viewed);
    this.element.classList.toggle('cadence', this.#view !== null);
    if (this.#view) this.element.dataset.ruleset = this.#view.ruleset;
    else delete this.element.dataset.ruleset;
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
    if (this.viewed) await lay({ host: this.viewed, key: button.dataset.plan! });
  }

  static async onRewind(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user!.isGM) await rewindStep(this.viewed);
  }

  static async onRedo(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user!.isGM) await redoStep(this.viewed);
  }

  static async onCancel(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user!.isGM) await cancelExchange(this.viewed);
  }

  static async onTakeReferee(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user!.isGM) await takeReferee(this.viewed);
  }

  static async onByHand(this: CadenceTracker): Promise<void> {
    if (this.viewed && game.user!.isGM) await endByHand(this.viewed);
  }
}
