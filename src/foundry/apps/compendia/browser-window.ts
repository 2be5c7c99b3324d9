import { allRulesets } from '../../adapters/registry';
import { onChange } from '../../host/changes';
import { documentAt } from '../../platform/documents';
import { text } from '../../platform/text';
import { fightOf } from '../../views/fight';
import { announceToScreenReader, isInput, targetOf } from '../../views/pages';
import { type FightThreats, loadFightThreats, threatContext, threatContextWith } from '../opponent/threat-context';
import { patchParts } from '../ui/patch';
import { Redraw } from '../ui/redraw';
import { templatePart } from '../ui/templates';
import { type Context, HandlebarsWindow, openSheet, openWindowOf, type RenderOptions } from '../ui/window-bases';
import { type BrowserEntry, loadEntries, rulesetsToBrowse, THREAT_FILTER } from './browser-entries';
import {
  type BrowserQuery,
  EVERYTHING,
  factsOf,
  filterContexts,
  isNarrowed,
  kindOptions,
  uuidsIn,
  withShownFilters,
} from './browser-filters';

const ENTRY = '[data-uuid]';

const hooks: {
  on(name: string, listener: (...given: unknown[]) => void): number;
  off(name: string, id: number): void;
} = Hooks;
const fromUuidOf: (uuid: string) => Promise<object | null> = (uuid) => fromUuid(uuid as never);

/** All actors and items of a ruleset in the compendia that the user sees. Rows are rendered once; typing only hides them. */
class CompendiumBrowser extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: 'cadence-browser',
    classes: ['cadence', 'cadence-browser'],
    position: { width: 720, height: 620 },
    window: { title: 'CADENCE.App.Browser.title', icon: 'fa-solid fa-book-atlas', resizable: true },
    actions: {
      chooseRuleset: CompendiumBrowser.onRuleset,
      openEntry: CompendiumBrowser.onOpenEntry,
      giveEntry: CompendiumBrowser.onGiveEntry,
      clearFilters: CompendiumBrowser.onClear,
      openBuilder: CompendiumBrowser.onBuilder,
    },
  };

  static override PARTS = {
    filters: templatePart('compendia/browser-filters', ['']),
    results: templatePart('compendia/browser-results', ['.cadence-browser__list']),
  };

  #ruleset = '';
  /** Of the actor that may be given items; empty without one. */
  #actor = '';
  #entries: readonly BrowserEntry[] | null = null;
  #query: BrowserQuery = EVERYTHING;
  #hook = 0;
  #stop: (() => unknown) | null = null;
  /** Of the viewed encounter, for the GM. */
  #threats: FightThreats | null = null;
  /** The foe that the user points at. */
  #pointed: BrowserEntry | undefined;

  /** Shows the entries for an actor or for the world, without the filters of another search. */
  showFor(actor: Actor.Implementation | null): Promise<this> {
    const uuid = actor?.uuid ?? '';
    if (uuid !== this.#actor || !this.rendered) this.#query = EVERYTHING;
    this.#actor = uuid;
    this.#choose(actor?.type ?? '');
    return this.render({ force: true });
  }

  #choose(ruleset: string): void {
    if (ruleset !== this.#ruleset) this.#query = EVERYTHING;
    this.#ruleset = ruleset;
    this.#entries = null;
  }

  get #receiver(): Actor.Implementation | null {
    const actor = this.#actor ? documentAt(this.#actor) : null;
    return actor instanceof Actor && actor.isOwner ? (actor as Actor.Implementation) : null;
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    const rulesets = rulesetsToBrowse();
    const adapter = allRulesets().find(({ id }) => id === (this.#ruleset || rulesets[0]?.id));
    const filters = [...(adapter?.filters ?? []), THREAT_FILTER];
    await this.#loadThreats(adapter?.id);
    const receiver = this.#receiver;
    // Kept while the window is open and nothing changes.
    const loaded = this.#entries ?? (adapter ? await loadEntries(adapter) : []);
    this.#entries = this.#actor ? loaded.filter(({ documentName }) => documentName === 'Item') : loaded;
    const entries = this.#entries;
    const shown = filterContexts(filters, entries, this.#query);
    this.#query = withShownFilters(this.#query, shown);
    const found = uuidsIn(entries, this.#query);
    return Object.assign(context, {
      rulesets:
        this.#actor || rulesets.length < 2
          ? []
          : rulesets.map((each) => ({ ...each, chosen: each.id === adapter?.id })),
      query: this.#query,
      kinds: kindOptions(entries, this.#query.kind),
      filters: shown,
      entries: entries.map((entry) => ({
        ...entry,
        facts: factsOf(entry, adapter?.filters ?? []),
        badge: entry.threat && {
          text: text('CADENCE.App.Threat.badge', { value: entry.threat.value }),
          hint: text('CADENCE.App.Threat.badgeHint', { heroes: entry.threat.heroes }),
        },
        hidden: !found.has(entry.uuid),
        give: receiver ? text('CADENCE.App.Browser.addTo', { item: entry.name, name: receiver.name }) : '',
      })),
      budget: this.#threats && threatContext(this.#threats),
      canBuild: game.user.isGM && !this.#actor,
      none: entries.length === 0,
      empty: found.size === 0,
      nothing: entries.length > 0 && found.size === 0,
      narrowed: isNarrowed(this.#query),
      count: text('CADENCE.App.Browser.count', { count: found.size, all: entries.length }),
    });
  }

  protected override async _onFirstRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    const { element } = this;
    element.addEventListener('input', (event) => void this.#search(event));
    element.addEventListener('dragstart', (event) => this.#startDrag(event));
    element.addEventListener('keydown', (event) => this.#moveFocus(event));
    for (const name of ['pointerover', 'focusin'])
      element.addEventListener(name, (event) => this.#point(this.#entryAt(targetOf(event))));
    element.addEventListener('pointerleave', () => this.#point(undefined));
    const redraw = new Redraw(() => this.#updateThreats());
    this.#stop = onChange(() => void redraw.request());
    this.#hook = hooks.on('updateCompendium', () => {
      this.#entries = null;
      void this.render();
    });
    this.#searchInput?.focus();
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.#showThreat();
  }

  protected override _onClose(options: object): void {
    super._onClose(options);
    hooks.off('updateCompendium', this.#hook);
    this.#stop?.();
    this.#entries = null;
  }

  async #loadThreats(ruleset: string | undefined): Promise<void> {
    const { combat } = game;
    const fight = game.user.isGM && combat && (combat.type as string) === ruleset ? fightOf(combat) : null;
    this.#threats = fight && (await loadFightThreats(fight));
  }

  async #updateThreats(): Promise<void> {
    if (!this.rendered) return;
    await this.#loadThreats(this.#ruleset || rulesetsToBrowse()[0]?.id);
    this.#showThreat();
  }

  #point(entry: BrowserEntry | undefined): void {
    if (entry === this.#pointed) return;
    this.#pointed = entry;
    this.#showThreat();
  }

  /** Says what the encounter is, or would be with one more of the foe that the user points at. */
  #showThreat(): void {
    const line = this.element.querySelector<HTMLElement>('[data-part="threat"]');
    const threats = this.#threats;
    if (!line) return;
    const { kind, name, threat } = this.#pointed ?? {};
    const context =
      threats && (kind === 'foe' && name ? threatContextWith(threats, name, threat ?? null) : threatContext(threats));
    line.hidden = context === null;
    line.dataset.tooltipText = context?.hint ?? '';
    const label = line.querySelector('span');
    if (label) label.textContent = context?.text ?? '';
  }

  protected override _replaceHTML(result: Record<string, HTMLElement>, content: HTMLElement, options: RenderOptions) {
    super._replaceHTML(patchParts(this.parts, result), content, options);
  }

  get #searchInput(): HTMLElement | null {
    return this.element.querySelector<HTMLElement>('input[type="search"]');
  }

  async #search(event: Event): Promise<void> {
    const input = targetOf(event) as HTMLInputElement | HTMLSelectElement | null;
    const { filter, bound, facet } = input?.dataset ?? {};
    const typed = input?.value ?? '';
    if (facet === 'name') this.#query = { ...this.#query, name: typed };
    else if (facet === 'kind') {
      this.#query = { ...this.#query, kind: typed };
      // Other kinds have other filters.
      await this.render({ parts: ['filters'] });
    } else if (filter !== undefined) {
      const { [filter]: before = {}, ...others } = this.#query.filters;
      const entered = isInput(input) ? numberIn(input) : typed || undefined;
      const choice = { ...before, [bound ?? 'is']: entered };
      this.#query = { ...this.#query, filters: { ...others, [filter]: choice } };
    } else return;
    this.#showFound();
  }

  /** Hides and shows rows; nothing is rendered. */
  #showFound(): void {
    const entries = this.#entries ?? [];
    const found = uuidsIn(entries, this.#query);
    for (const row of this.element.querySelectorAll<HTMLElement>(ENTRY)) {
      const hidden = !found.has(row.dataset.uuid ?? '');
      if (row.hidden !== hidden) row.hidden = hidden;
    }
    const part = (name: string) => this.element.querySelector<HTMLElement>(`[data-part="${name}"]`);
    const [count, list, nothing, clear] = [part('count'), part('list'), part('nothing'), part('clear')];
    if (count) count.textContent = text('CADENCE.App.Browser.count', { count: found.size, all: entries.length });
    if (list) list.hidden = found.size === 0;
    if (nothing) nothing.hidden = entries.length === 0 || found.size > 0;
    if (clear) clear.hidden = !isNarrowed(this.#query);
  }

  #entryAt(target: HTMLElement | null): BrowserEntry | undefined {
    const uuid = target?.closest<HTMLElement>(ENTRY)?.dataset.uuid;
    return this.#entries?.find((entry) => entry.uuid === uuid);
  }

  /** Foundry's own drag data, which sheets, the map and directories accept. API: Document#toDragData */
  #startDrag(event: DragEvent): void {
    const entry = this.#entryAt(targetOf(event));
    if (!entry) return;
    const data = { type: entry.documentName, uuid: entry.uuid };
    event.dataTransfer?.setData('text/plain', JSON.stringify(data));
  }

  /** Arrow keys go from row to row, and from the search to the first one. */
  #moveFocus(event: KeyboardEvent): void {
    const { key } = event;
    const target = targetOf(event);
    if (!target || !['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) return;
    const rows = [...this.element.querySelectorAll<HTMLElement>(`${ENTRY}:not([hidden])`)];
    const row = target.closest<HTMLElement>(ENTRY);
    const isSearch = target === this.#searchInput;
    if (!row && !(isSearch && key === 'ArrowDown')) return;
    const at = row ? rows.indexOf(row) : -1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key] ?? at;
    event.preventDefault();
    const goal = next < 0 ? this.#searchInput : rows[next]?.querySelector<HTMLElement>('button');
    goal?.focus();
  }

  static async onRuleset(this: CompendiumBrowser, _event: PointerEvent, { dataset }: HTMLElement): Promise<void> {
    this.#choose(dataset.ruleset ?? '');
    await this.render();
  }

  static async onOpenEntry(this: CompendiumBrowser, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const entry = this.#entryAt(target);
    if (entry) await openSheet((await fromUuidOf(entry.uuid)) as { sheet: unknown } | null);
  }

  /** Without a drag, for keyboards. */
  static async onGiveEntry(this: CompendiumBrowser, _event: PointerEvent, target: HTMLElement): Promise<void> {
    const entry = this.#entryAt(target);
    const receiver = this.#receiver;
    const item = entry && receiver ? await fromUuidOf(entry.uuid) : null;
    if (!(item instanceof Item) || !receiver) return;
    const { copyItem } = await import('../actions/give-item');
    await copyItem(item as Item.Implementation, receiver);
    announceToScreenReader(text('CADENCE.App.Browser.added', { item: item.name, name: receiver.name }));
  }

  static async onBuilder(): Promise<void> {
    const { showEncounterBuilder } = await import('../gm-tools/encounter-builder');
    await showEncounterBuilder();
  }

  static async onClear(this: CompendiumBrowser): Promise<void> {
    this.#query = EVERYTHING;
    await this.render();
    this.#searchInput?.focus();
  }
}

const numberIn = ({ value }: HTMLInputElement): number | undefined =>
  value.trim() === '' || Number.isNaN(Number(value)) ? undefined : Number(value);

export async function showBrowser(actor: Actor.Implementation | null): Promise<void> {
  await (openWindowOf(CompendiumBrowser) ?? new CompendiumBrowser()).showFor(actor);
}
