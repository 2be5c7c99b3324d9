import { variant } from '../../../../variants';
import type { Token } from '../../../canvas/placeables/token';
import type { Combat } from '../../../documents/combat';
import type { Combatant } from '../../../documents/combatant';
import type { Part } from '../../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../../api/options';
import type { MenuEntry } from '../../ux/context-menu';
import { AbstractSidebarTab } from '../sidebar-tab';
import type { TrackerTurn } from './combat-context';
import { prepareCombatContext, prepareTrackerContext, prepareTurnContext } from './combat-context';
import { combatantContextOptions, combatContextOptions } from './combat-menus';

/** DOM, actions and context: T13/T14: sidebar/tabs/combat-tracker.d.mts */
export class CombatTracker extends HandlebarsApplicationMixin(AbstractSidebarTab) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['flexcol'],
    window: { title: 'COMBAT.SidebarTitle', icon: 'fa-solid fa-shield-halved' },
    actions: {
      activateCombatant: CombatTracker.onCombatantMouseDown,
      createCombat: CombatTracker.onCombatCreate,
      cycleCombat: CombatTracker.onCombatCycle,
      editName: CombatTracker.onEditName,
      panToCombatant: CombatTracker.onCombatantControl,
      pingCombatant: CombatTracker.onCombatantControl,
      rollInitiative: CombatTracker.onCombatantControl,
      toggleDefeated: CombatTracker.onCombatantControl,
      toggleHidden: CombatTracker.onCombatantControl,
      trackerSettings: CombatTracker.onTrackerSettings,
    },
  };
  static override tabName = 'combat';
  static override PARTS: Record<string, Part> = {
    header: { template: 'templates/sidebar/tabs/combat/header.hbs' },
    tracker: { template: 'templates/sidebar/tabs/combat/tracker.hbs', scrollable: [''] },
    footer: { template: 'templates/sidebar/tabs/combat/footer.hbs' },
  };

  #viewed: Combat | null = null;
  #highlighted: Token | null = null;

  static onCombatantMouseDown(this: CombatTracker, event: PointerEvent, target: HTMLElement): void {
    if ((event.target as HTMLElement).closest('input, button') && event.target !== target) return;
    this._onCombatantMouseDown(event, target);
  }
  static onCombatCreate(this: CombatTracker, event: PointerEvent, target: HTMLElement): unknown {
    return this._onCombatCreate(event, target);
  }
  static onCombatCycle(this: CombatTracker, event: PointerEvent, target: HTMLElement): unknown {
    return this._onCombatCycle(event, target);
  }
  static onCombatantControl(this: CombatTracker, event: PointerEvent, target: HTMLElement): unknown {
    return this._onCombatantControl(event, target);
  }
  static async onEditName(this: CombatTracker): Promise<void> {
    const combat = this.viewed;
    const data = await foundry.applications.api.DialogV2.input({
      window: { title: 'COMBAT.EditName' },
      content: `<input type="text" name="name" autofocus value="${foundry.utils.escapeHTML(combat?.name ?? '')}">`,
    });
    if (data) await combat?.update({ name: data['name'] });
  }
  static onTrackerSettings(): void {
    void new foundry.applications.settings.SettingsConfig().render({ force: true });
  }

  /** The viewed encounter, else the active one of the scene. */
  get viewed(): Combat | null {
    if (!this.isPopout) return this.#viewed;
    return ui.combat.viewed;
  }

  set viewed(combat: Combat | null) {
    this.#viewed = combat ?? null;
    if (ui.combat === (this as CombatTracker)) void this.render();
  }

  override _configureRenderOptions(options: RenderOptions): void {
    const isLate = variant('trackerViewed') === 'after-parts';
    if (!isLate) this.#view(options);
    super._configureRenderOptions(options);
    if (isLate) this.#view(options);
  }

  override async _renderHTML(context: RenderContext, options: RenderOptions): Promise<unknown> {
    if (variant('trackerParts') === 'replaced') options.parts = Object.keys(this._configureRenderParts(options));
    return super._renderHTML(context, options);
  }

  #view(options: RenderOptions): void {
    const { combats } = game.combats;
    const { combat } = options as { combat?: Combat | null };
    if (combat !== undefined) this.#viewed = combat;
    else if (this.#viewed && !game.combats.has(this.#viewed.id!)) this.#viewed = null;
    this.#viewed ??= combats.find((one) => one.active) ?? combats[0] ?? null;
  }

  override async _onFirstRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onFirstRender(context, options);
    if (!this.isPopout) {
      const { apps } = game.combats;
      if (Array.isArray(apps) && !apps.includes(this)) apps.push(this);
    }
  }

  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    const { renderContext, renderData } = options;
    // Throws if the updated encounter is not the viewed one, as core at 14.365: combat-tracker.mjs 186-188.
    const isNewTurn = renderContext === 'updateCombat' && 'turn' in entryOf(renderData, this.viewed?.id);
    if (options.isFirstRender || isNewTurn) this.scrollToTurn();
  }

  override _attachFrameListeners(): void {
    super._attachFrameListeners();
    const { element } = this;
    element.addEventListener('dblclick', (event: Event) => this.#onDoubleClick(event));
    element.addEventListener('change', (event: Event) => this._onChangeInput(event));
    element.addEventListener('pointerover', (event: PointerEvent) => this._onCombatantHoverIn(event));
    element.addEventListener('pointerout', (event: PointerEvent) => this._onCombatantHoverOut(event));
    element.addEventListener('keydown', (event: KeyboardEvent) => {
      const row = event.target as HTMLElement;
      if ((event.key !== 'Enter' && event.key !== ' ') || !row.matches('li.combatant')) return;
      event.preventDefault();
      row.click();
    });
    this._createContextMenu(this._getEntryContextOptions, '.combatant', {
      hookName: 'getCombatantContextOptions',
      parentClassHooks: false,
    });
    this._createContextMenu(this._getCombatContextOptions, '.encounter-context-menu', {
      eventName: 'click',
      hookName: 'getCombatContextOptions',
      parentClassHooks: false,
    });
  }

  override async _preparePartContext(
    partId: string,
    context: RenderContext,
    options: RenderOptions,
  ): Promise<RenderContext> {
    await super._preparePartContext(partId, context, options);
    if (partId === 'header' || partId === 'footer') await this._prepareCombatContext(context, options);
    else if (partId === 'tracker') await this._prepareTrackerContext(context, options);
    return context;
  }

  async _prepareCombatContext(context: RenderContext, _options: RenderOptions): Promise<RenderContext> {
    return Object.assign(context, prepareCombatContext(this.viewed));
  }

  async _prepareTrackerContext(context: RenderContext, _options: RenderOptions): Promise<RenderContext> {
    return Object.assign(context, await prepareTrackerContext(this));
  }

  async _prepareTurnContext(combat: Combat, combatant: Combatant, index: number): Promise<TrackerTurn> {
    return prepareTurnContext(this, combat, combatant, index);
  }

  async _getCombatantThumbnail(combatant: Combatant): Promise<string> {
    return combatant.img || CONST.DEFAULT_TOKEN;
  }

  _formatEffectsTooltip(effects: { name: string; img: string }[]): string {
    const { escapeHTML } = foundry.utils;
    const rows = effects.map(
      ({ name, img }) => `<li><img class="effect" src="${escapeHTML(img)}" alt=""> ${escapeHTML(name)}</li>`,
    );
    return `<ul class="effects-tooltip plain">${rows.join('')}</ul>`;
  }

  _getEntryContextOptions(): MenuEntry[] {
    return combatantContextOptions(this);
  }

  _getCombatContextOptions(): MenuEntry[] {
    return combatContextOptions(this);
  }

  /** Calls actions that are methods of Combat on the viewed encounter. T13: combat-tracker.d.mts */
  override async _onClickAction(event: PointerEvent, target: HTMLElement): Promise<void> {
    const { action } = target.dataset;
    const combat = this.viewed;
    const method: unknown = combat && action ? Reflect.get(combat, action) : undefined;
    if (!combat || typeof method !== 'function') return super._onClickAction(event, target);
    const button = target as HTMLButtonElement;
    button.disabled = true;
    try {
      await method.call(combat);
    } finally {
      button.disabled = false;
    }
  }

  async _onCombatCreate(_event: PointerEvent, _target: HTMLElement): Promise<void> {
    const cls = CONFIG.Combat.documentClass;
    const types = game.documentTypes?.['Combat']?.filter((type) => type !== 'base') ?? [];
    const scene = canvas?.scene?.id ?? null;
    const combat =
      types.length > 1
        ? ((await cls.createDialog({ scene }, {}, { types })) as Combat | null)
        : await cls.create({ scene, type: types[0] });
    await combat?.activate({ render: false });
    if (combat) await this.render({ combat });
  }

  async _onCombatCycle(_event: PointerEvent, target: HTMLElement): Promise<Combat | undefined> {
    const combat = game.combats.get(target.dataset.combatId);
    if (!combat) return undefined;
    if (game.user.isGM) await combat.activate({ render: false });
    await this.render({ combat });
    return combat;
  }

  #combatantOf(target: HTMLElement): Combatant | undefined {
    const { combatantId } = target.closest<HTMLElement>('[data-combatant-id]')?.dataset ?? {};
    return this.viewed?.combatants.get(combatantId);
  }

  async _onCombatantControl(_event: PointerEvent, target: HTMLElement): Promise<unknown> {
    const combatant = this.#combatantOf(target);
    if (!combatant) return undefined;
    switch (target.dataset.action) {
      case 'panToCombatant':
        return this._onPanToCombatant(combatant);
      case 'pingCombatant':
        return this._onPingCombatant(combatant);
      case 'rollInitiative':
        return this._onRollInitiative(combatant);
      case 'toggleDefeated':
        return this._onToggleDefeatedStatus(combatant);
      case 'toggleHidden':
        return this._onToggleHidden(combatant);
    }
    return undefined;
  }

  _onPanToCombatant(combatant: Combatant): unknown {
    const token = combatant.token?.object;
    return token ? canvas.animatePan({ ...token.center }) : undefined;
  }

  _onPingCombatant(combatant: Combatant): unknown {
    const token = combatant.token?.object;
    return token ? canvas.ping(token.center) : undefined;
  }

  _onRollInitiative(combatant: Combatant): unknown {
    return this.viewed?.rollInitiative([combatant.id!]);
  }

  async _onToggleDefeatedStatus(combatant: Combatant): Promise<void> {
    const defeated = !combatant.isDefeated;
    await combatant.update({ defeated });
    const { DEFEATED } = CONFIG.specialStatusEffects;
    if (DEFEATED) await combatant.actor?.toggleStatusEffect(DEFEATED, { overlay: true, active: defeated });
  }

  _onToggleHidden(combatant: Combatant): unknown {
    return combatant.update({ hidden: !combatant.hidden });
  }

  /** An icon in a button is no button. I#12036 */
  #onDoubleClick({ target }: Event): void {
    if (target instanceof HTMLInputElement || target instanceof HTMLButtonElement) return;
    const row = (target as HTMLElement).closest<HTMLElement>('.combatant');
    const actor = row && this.#combatantOf(row)?.actor;
    if (actor?.testUserPermission(game.user, 'OBSERVER')) void actor.sheet?.render({ force: true });
  }

  _onCombatantMouseDown(_event: PointerEvent, target: HTMLElement): void {
    const combatant = this.#combatantOf(target);
    const token = combatant?.token?.object;
    if (!combatant || !token) return;
    if (combatant.actor?.isOwner) token.control({ releaseOthers: true });
    void this._onPanToCombatant(combatant);
  }

  _onCombatantHoverIn(event: PointerEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('.combatant');
    const combatant = row && this.#combatantOf(row);
    const token = combatant?.token?.object;
    if (!token || token === this.#highlighted || !this._isTokenVisible(token)) return;
    this.#highlighted?._onHoverOut();
    token._onHoverIn();
    this.#highlighted = token;
  }

  _onCombatantHoverOut(event: PointerEvent): void {
    const row = (event.target as HTMLElement).closest('.combatant');
    if (!row || row.contains(event.relatedTarget as Node)) return;
    this.#highlighted?._onHoverOut();
    this.#highlighted = null;
  }

  _isTokenVisible(token: Token): boolean {
    return token.visible ?? true;
  }

  _onChangeInput(event: Event): void {
    if ((event.target as HTMLElement).matches('.initiative-input')) this._onUpdateInitiative(event);
  }

  /** `+3` and `-2` change the initiative, `=5` and `5` set it, an empty input clears it. */
  _onUpdateInitiative(event: Event): void {
    const field = event.target as HTMLInputElement;
    const combatant = this.#combatantOf(field);
    if (!combatant) return;
    const raw = field.value.trim();
    if (!raw) return void combatant.update({ initiative: null });
    const sign = raw[0];
    const number = parseFloat(sign === '=' ? raw.slice(1) : raw);
    if (!Number.isFinite(number)) {
      field.value = String(combatant.initiative ?? '');
      return;
    }
    const delta = sign === '+' || sign === '-';
    void combatant.update({ initiative: delta ? (combatant.initiative ?? 0) + number : number });
  }

  hoverCombatant(combatant: Combatant | null | undefined, hover: boolean): void {
    for (const row of this.element?.querySelectorAll('.combatant.hover') ?? []) row.classList.remove('hover');
    if (!hover || !combatant) return;
    this.element?.querySelector(`[data-combatant-id="${CSS.escape(combatant.id!)}"]`)?.classList.add('hover');
    if (!this.isPopout) this.popout?.hoverCombatant(combatant, hover);
  }

  scrollToTurn(): void {
    const combatant = this.viewed?.combatant;
    if (!combatant) return;
    this.element
      ?.querySelector(`[data-combatant-id="${CSS.escape(combatant.id!)}"]`)
      ?.scrollIntoView({ block: 'nearest' });
  }
}

const entryOf = (data: unknown, id: string | null | undefined): object =>
  (data as { _id: string }[]).find((entry) => entry._id === id)!;
