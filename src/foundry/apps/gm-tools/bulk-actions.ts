import { lookup } from '../../../kernel/lookup';
import type { Adapter } from '../../adapters/adapter';
import { adapterOf, isRulesetType, loadAdapter } from '../../adapters/registry';
import { activeBrush, setBrush } from '../../canvas/brush';
import { type ExchangeDocument, isCard } from '../../host/exchange-document';
import { portraitFrom } from '../../host/portraits';
import { notify } from '../../platform/notice';
import { branchOf, text } from '../../platform/text';
import { defaultRuleset } from '../../platform/world-settings';
import { submit } from '../../referee';
import { combatSystem } from '../../stored/systems';
import { type ActorContext, actorContext } from '../../views/actor-context';
import { isInput, mainPage } from '../../views/pages';
import { canGrade, gradeChoices } from '../actions/grade-buttons';
import { carriersOf, setCondition, setPoolFromInput } from '../actions/manual-changes';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { saveEncounter } from './encounters';
import { findOrder, ordersOf } from './orders';
import { passTime, timeContext } from './pass-time';

interface Selected {
  readonly actor: Actor.Implementation;
  readonly name: string;
  readonly img: string;
  readonly seen: ActorContext;
}

function selected(): { readonly adapter: Adapter; readonly all: readonly Selected[] } | null {
  const tokens = canvas?.ready ? (canvas.tokens?.controlled ?? []) : [];
  const adapter = tokens.map(({ actor }) => adapterOf(actor?.type)).find((found) => found !== null) ?? null;
  if (!adapter) return null;
  const all = tokens.flatMap(({ actor, document: { name, texture } }): Selected[] => {
    const seen = actor && adapterOf(actor.type) === adapter ? actorContext(actor, adapter) : null;
    return actor && seen ? [{ actor, name, img: portraitFrom(texture.src, actor.img), seen }] : [];
  });
  return { adapter, all };
}

/** The foes among them, each actor once. */
const gradable = (all: readonly Selected[]): readonly Selected[] =>
  all.filter(({ actor }, at) => canGrade(actor) && all.findIndex((other) => other.actor === actor) === at);

const conditionsOf = ({ ruleset }: Adapter) =>
  Object.keys(ruleset.conditions)
    .map((id) => ({ id, label: text(`${branchOf(ruleset.id)}.Condition.${id}.label`) }))
    .sort((a, b) => a.label.localeCompare(b.label, game.i18n.lang));

/** Resolves when a fight has no open exchange; to false if the fight was deleted. */
export function whenClosed(host: ExchangeDocument): Promise<boolean> {
  const isOver = (): boolean => combatSystem(host).open === null;
  if (isOver()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hooks = { update: 0, remove: 0 };
    const end = (is: boolean): void => {
      Hooks.off('updateCombat', hooks.update);
      Hooks.off('deleteCombat', hooks.remove);
      resolve(is);
    };
    hooks.update = Hooks.on('updateCombat', (combat) => {
      if (combat === host && isOver()) end(true);
    });
    hooks.remove = Hooks.on('deleteCombat', (combat) => {
      if (combat === host) end(false);
    });
  });
}

/** Calls back, debounced, when selection, targets or a fight change. Returns the function that stops it. */
function watchSelection(onChange: () => void): () => void {
  const debounced = foundry.utils.debounce(onChange, 50);
  const hooks = [
    ['controlToken', Hooks.on('controlToken', debounced)],
    ['targetToken', Hooks.on('targetToken', debounced)],
    ['updateCombat', Hooks.on('updateCombat', debounced)],
    ['deleteCombat', Hooks.on('deleteCombat', debounced)],
  ] as const;
  return () => {
    for (const [hook, id] of hooks) Hooks.off(hook, id);
  };
}

class ManyWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-bulk',
    classes: ['cadence', 'cadence-bulk'],
    position: { width: 380, height: 'auto', left: 110, top: 110 },
    window: { title: 'CADENCE.App.Bulk.title' },
    actions: {
      selectFoes: ManyWindow.onSelectFoes,
      applyPoints: ManyWindow.onPoints,
      giveCondition: ManyWindow.onCondition,
      takeCondition: ManyWindow.onCondition,
      brush: ManyWindow.onBrush,
      passTime: ManyWindow.onTime,
      keep: ManyWindow.onKeep,
      giveOrder: ManyWindow.onOrder,
      grade: ManyWindow.onGrade,
    },
  };

  static override PARTS = { many: templatePart('gm-tools/bulk-actions', ['']) };

  #stop: (() => void) | null = null;
  readonly #entered: Record<string, string> = {};
  #progress = '';

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const rulesetType = isRulesetType(game.combat?.type) ? game.combat?.type : defaultRuleset();
    const { adapter, all } = selected() ?? { adapter: await loadAdapter(rulesetType), all: [] };
    const [first] = all;
    const gauges = first ? [...first.seen.gauges, ...first.seen.heart.gauges] : [];
    return Object.assign(context, {
      all: all.map(({ name, img }) => ({ name, img })),
      who: text('CADENCE.App.Bulk.who', { count: all.length }),
      pools: gauges.filter(({ editable }) => editable).map(({ pool, label }) => ({ id: pool, label })),
      conditions: adapter ? conditionsOf(adapter) : [],
      brushing: activeBrush() !== null,
      canGive: all.length > 0 && !activeBrush(),
      ...timeContext(),
      orders: ordersOf(all.map(({ seen }) => seen)),
      grades: gradable(all).length > 0 ? gradeChoices() : [],
      progress: this.#progress,
    });
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    this.#stop = watchSelection(() => void this.render());
  }

  /** Keeps the inputs whose choice still exists. */
  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    this.#read();
    super._replaceHTML(result, content, options);
    for (const field of this.#fields()) {
      const entered = lookup(this.#entered, field.dataset.many ?? '');
      const isThere = isInput(field) || [...field.options].some(({ value }) => value === entered);
      if (entered !== undefined && isThere) field.value = entered;
    }
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    this.#stop?.();
    this.#stopBrush();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Foundry closes its windows on Escape.
    event.preventDefault();
    event.stopPropagation();
    this.#stopBrush();
    void this.render();
  };

  #stopBrush(): void {
    setBrush(null);
    mainPage().removeEventListener('keydown', this.#onKey, { capture: true });
  }

  #fields(): Iterable<HTMLInputElement | HTMLSelectElement> {
    return this.parts.many?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-many]') ?? [];
  }

  #read(): void {
    for (const field of this.#fields()) this.#entered[field.dataset.many ?? ''] = field.value;
  }

  static onSelectFoes(this: ManyWindow): void {
    const foes = (canvas?.tokens?.placeables ?? []).filter(
      ({ document, actor }) => document.disposition === CONST.TOKEN_DISPOSITIONS.HOSTILE && adapterOf(actor?.type),
    );
    canvas?.tokens?.releaseAll();
    for (const foe of foes) foe.control({ releaseOthers: false });
  }

  static async onPoints(this: ManyWindow): Promise<void> {
    this.#read();
    const { pool = '', points = '' } = this.#entered;
    const { adapter, all } = selected() ?? { adapter: null, all: [] };
    for (const { actor, seen } of all) {
      const gauge = [...seen.gauges, ...seen.heart.gauges].find((one) => one.pool === pool);
      if (!adapter || !gauge) continue;
      const typed = { typed: points, pool, value: gauge.points, per: gauge.per };
      // Input that is invalid for one is invalid for all.
      if (!(await setPoolFromInput(actor, adapter, typed))) return;
    }
    await this.render();
  }

  static async onCondition(this: ManyWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    this.#read();
    const { adapter, all } = selected() ?? { adapter: null, all: [] };
    const { condition } = this.#entered;
    if (!adapter || !condition) return;
    const on = dataset.action === 'giveCondition';
    const several = on ? [] : all.filter(({ actor }) => carriersOf(actor, condition).length > 1);
    for (const { actor } of all) await setCondition(actor, adapter, condition, on, true);
    const names = several.map(({ name }) => name).join(', ');
    if (names) notify('info', text('CADENCE.App.Bulk.taken', { names }));
    await this.render();
  }

  /** Toggles the condition on every clicked token, until switched off or Escape. */
  static async onBrush(this: ManyWindow): Promise<void> {
    if (activeBrush()) this.#stopBrush();
    else {
      setBrush((token) => void this.#brush(token));
      mainPage().addEventListener('keydown', this.#onKey, { capture: true });
    }
    await this.render();
  }

  async #brush({ actor, name }: Token.Implementation): Promise<void> {
    this.#read();
    const { condition = '' } = this.#entered;
    const adapter = adapterOf(actor?.type);
    if (actor && adapter && Object.hasOwn(adapter.ruleset.conditions, condition))
      await setCondition(actor, adapter, condition, !actor.statuses.has(condition), true);
    else notify('info', text('CADENCE.App.Bulk.unfit', { name }));
  }

  /** Each selected foe gets the grade; who is no foe stays as it is. */
  static async onGrade(this: ManyWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    const { pressGrade } = await import('../actions/grade-foe');
    for (const { actor } of gradable(selected()?.all ?? [])) await pressGrade(actor, dataset.grade ?? '');
    await this.render();
  }

  static async onTime(this: ManyWindow, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    await passTime(dataset.span ?? '');
  }

  static async onKeep(this: ManyWindow): Promise<void> {
    await saveEncounter((canvas?.tokens?.controlled ?? []).map(({ document }) => document));
  }

  /** Performs the order one fighter after the other, each after the previous exchange is closed. */
  static async onOrder(this: ManyWindow): Promise<void> {
    this.#read();
    const { order } = this.#entered;
    const { adapter, all } = selected() ?? { adapter: null, all: [] };
    if (!adapter || !order || this.#progress) return;
    const left: string[] = [];
    for (const [at, { actor, name }] of all.entries()) {
      const now = actorContext(actor, adapter);
      const host = now?.combat;
      const action = now && findOrder(now, order);
      if (!host || !action || !this.rendered) {
        left.push(name);
        continue;
      }
      this.#progress = text('CADENCE.App.Bulk.progress', { name, at: at + 1, all: all.length });
      await this.render();
      await submit(host, JSON.parse(action.command));
      if (!isCard(host) && !(await whenClosed(host))) break;
    }
    this.#progress = '';
    if (left.length > 0) notify('info', text('CADENCE.App.Bulk.left', { names: left.join(', ') }));
    if (this.rendered) await this.render();
  }
}

export async function showBulkActions(): Promise<void> {
  if (!game.user.isGM) return;
  await (openWindowOf(ManyWindow) ?? new ManyWindow()).render({ force: true });
}
