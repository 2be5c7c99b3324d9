import { variant } from '../../../variants';
import type { Token } from '../../canvas/placeables/token';
import type { StatusEffect } from '../../data/status-effects';
import type { Actor } from '../../documents/actor';
import type { TokenDocument } from '../../documents/token';
import { ApplicationV2 } from '../api/application';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { CloseOptions, GivenOptions, RenderContext, RenderOptions } from '../api/options';

/** The menu of a right click on a token. T13: client/applications/hud/token-hud.d.mts */
export class TokenHUD extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'token-hud',
    classes: ['placeable-hud'],
    window: { frame: false, positioned: false },
    actions: {
      combat: TokenHUD.onToggleCombat,
      target: TokenHUD.onToggleTarget,
      sheet: TokenHUD.onOpenSheet,
      palette: TokenHUD.onTogglePalette,
      effect: TokenHUD.onToggleEffect,
    },
  };
  static override PARTS: Record<string, Part> = {
    hud: { template: 'templates/hud/token-hud.hbs', scrollable: ['.status-effects'] },
  };

  #object: Token | null = null;
  #palette = false;
  #outside: AbortController | null = null;

  static onToggleCombat(this: TokenHUD): unknown {
    return this.document?.toggleCombatant({});
  }
  static onToggleTarget(this: TokenHUD): void {
    if (!this.object) return;
    const targeted = game.user.targets.has(this.object);
    this.object.setTarget(!targeted, { releaseOthers: false });
    void this.render();
  }
  static onOpenSheet(this: TokenHUD): void {
    void this.actor?.sheet?.render({ force: true });
    void this.close();
  }
  static onTogglePalette(this: TokenHUD): void {
    this.#palette = !this.#palette;
    void this.render();
  }
  static async onToggleEffect(this: TokenHUD, _event: Event, target: HTMLElement): Promise<void> {
    await this.actor?.toggleStatusEffect(target.dataset.statusId ?? '', { active: target.ariaPressed !== 'true' });
    await this.render();
  }

  get object(): Token | null {
    return this.#object;
  }
  get document(): TokenDocument | null {
    return this.#object?.document ?? null;
  }
  get actor(): Actor | null {
    return this.document?.actor ?? null;
  }

  /** Opens the HUD for a token, or closes it if it shows that token. */
  async bind(token: Token): Promise<void> {
    if (this.rendered && this.#object === token) return void (await this.close());
    this.#object = token;
    this.#palette = false;
    await this.render({ force: true });
    this.#outside?.abort();
    this.#outside = new AbortController();
    const { signal } = this.#outside;
    const outside = (event: Event) => !this.element?.contains(event.target as Node) && void this.close();
    document.addEventListener('pointerdown', outside, { signal, capture: true });
    document.addEventListener('wheel', outside, { signal, capture: true, passive: true });
  }

  clear(): void {
    void this.close();
  }

  override async _prepareContext(_options: RenderOptions): Promise<RenderContext> {
    const { actor, object } = this;
    if (!object) return {};
    const token = object.document;
    const statuses = Object.values<StatusEffect>(CONFIG.statusEffects)
      .filter(({ hud }) => hud !== false && isFor(hud, actor))
      .map((status) => ({ id: status.id, name: status.name, img: status.img, active: isLit(actor, status) }));
    return {
      name: token.name,
      inCombat: token.inCombat,
      // T14: client/applications/hud/token-hud.d.mts: each user who may open the HUD gets the toggle.
      canCombat: !!actor?.isOwner,
      targeted: game.user.targets.has(object),
      hasActor: !!actor,
      isOwner: !!actor?.isOwner,
      palette: this.#palette,
      levels: levelsFor(token),
      statuses,
      bars: ['bar1', 'bar2'].flatMap((name) => {
        const bar = token.getBarAttribute(name);
        return bar && actor?.isOwner ? [{ name, ...bar }] : [];
      }),
    };
  }

  override _insertElement(element: HTMLElement): void {
    // Not in #hud, which moves and scales with the map.
    document.body.append(element);
  }

  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    for (const input of this.element.querySelectorAll('input[data-bar]'))
      input.addEventListener('change', () => void this.#onBar(input as HTMLInputElement));
    this.element.querySelector('select[data-level]')?.addEventListener('change', (event) => {
      void this.#onLevel((event.target as HTMLSelectElement).value);
    });
    const { x, y } = this.#screenPosition();
    const { innerWidth, innerHeight } = window;
    const { offsetWidth, offsetHeight } = this.element;
    this.element.style.left = `${Math.max(8, Math.min(x, innerWidth - offsetWidth - 8))}px`;
    this.element.style.top = `${Math.max(8, Math.min(y, innerHeight - offsetHeight - 8))}px`;
  }

  /**
   * `7` sets a bar, `+2` and `-3` change it. T13: client/applications/hud/token-hud.d.mts `_onSubmit`,
   * `_parseAttributeInput`
   */
  async #onBar({ value, dataset }: HTMLInputElement): Promise<void> {
    const bar = this.document?.getBarAttribute(dataset.bar ?? '');
    const number = Number(value.replace(/^=/, ''));
    if (!bar || value.trim() === '' || !Number.isFinite(number)) return;
    await this.actor?.modifyTokenAttribute(bar.attribute, number, /^[+-]/.test(value.trim()), bar.type === 'bar');
    await this.render();
  }

  /** Moves the controlled tokens to a level. API v14: TokenHUD#_getLevelChoices. */
  async #onLevel(level: string): Promise<void> {
    const tokens = canvas.tokens.controlled.map(({ document }) => document);
    await this.close();
    for (const token of tokens) {
      const elevation = token.parent?.levels.get(level)?.clampElevation(token.elevation, token.depth);
      const clamped = variant('levelHeight') === 'clamped' ? { elevation } : {};
      await token.move({ level, ...clamped }, { method: 'hud' });
    }
  }

  #screenPosition(): { x: number; y: number } {
    const object = this.object!;
    return canvas.clientCoordinatesFromCanvas({ x: object.document.x + object.w + 8, y: object.document.y });
  }

  override _onClose(options: CloseOptions): void {
    super._onClose(options);
    this.#outside?.abort();
    this.#object = null;
  }
}

/** The levels of the token's scene, the highest first; none if there is only one. */
function levelsFor({ parent, level }: TokenDocument): object[] {
  const levels = [...(parent?.levels.contents ?? [])];
  if (levels.length < 2) return [];
  levels.sort((a, b) => (b.elevation.bottom ?? 0) - (a.elevation.bottom ?? 0));
  return levels.map(({ id, name }) => ({ id, name, selected: id === level }));
}

/** A status can be limited to certain actor types. */
const isFor = (hud: StatusEffect['hud'], actor: Actor | null): boolean =>
  typeof hud !== 'object' || !hud.actorTypes || hud.actorTypes.includes(actor?.type ?? '');

/**
 * Returns true if an effect of the actor is the status's own: the one with its `_id`, else one without further statuses.
 * Draw Steel, documents/actor.mjs, copies the rule of core.
 */
const isLit = (actor: Actor | null, { id, _id }: StatusEffect): boolean =>
  [...(actor?.effects ?? [])].some(
    (effect) => effect.statuses.has(id) && (_id ? effect.id === _id : effect.statuses.size === 1),
  );
