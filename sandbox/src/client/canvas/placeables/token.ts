import * as PIXI from 'pixi.js';
import { TOKEN_DISPLAY_MODES, TOKEN_TURN_MARKER_MODES } from '../../../shared/constants';
import type { Data } from '../../../shared/data';
import type { OperationOptions } from '../../abstract/operations';
import type { DocumentSheetV2 } from '../../applications/api/document-sheet';
import type { Actor } from '../../documents/actor';
import type { Combatant } from '../../documents/combatant';
import type { Scene } from '../../documents/scene';
import type { TokenDocument } from '../../documents/token';
import type { User } from '../../documents/user';
import type { MeasuredPath, Point } from '../../grid/types';
import { PlaceableObject } from '../containers';
import { animate } from '../frames';
import { addTarget, broadcastTargets, removeTarget } from '../interaction/activity';
import type { TokenLayer } from '../layers/token-layer';
import { fillWaypoints, type MovementWaypoint, measureWaypoints } from '../movement/path';
import { drawBars } from './tokens/bars';
import type { RulerData } from './tokens/base-ruler';
import { EffectIcons } from './tokens/effects';
import { drawFacing, drawRim, drawTargets } from './tokens/marks';
import { elevationText, plate } from './tokens/nameplate';
import { portrait } from './tokens/portrait';
import type { TokenRuler } from './tokens/ruler';
import { TokenTurnMarker } from './tokens/turn-marker';

interface TargetOptions {
  user?: User;
  releaseOthers?: boolean;
  groupSelection?: boolean;
}

interface PathPoint extends Point {
  action: string | null;
}

/** T13: client/canvas/placeables/{placeable-object,token}.d.mts. */
export class Token extends PlaceableObject {
  static embeddedName = 'Token';

  document: TokenDocument;
  controlled = false;
  hover = false;
  isDragged = false;
  /** Users that target this token. */
  targeted: Set<User> = new Set();
  ruler: TokenRuler | null = null;
  movementAnimationPromise: Promise<void> | null = null;
  renderFlags = { set: (flags?: object) => this.refresh(flags) };

  #portrait: PIXI.Sprite = new PIXI.Sprite();
  #rim: PIXI.Graphics = new PIXI.Graphics();
  #notch: PIXI.Graphics = new PIXI.Graphics();
  /** T14: `null` unless the token has the turn. */
  turnMarker: TokenTurnMarker | null = null;
  #targets: PIXI.Graphics = new PIXI.Graphics();
  #bars: PIXI.Graphics = new PIXI.Graphics();
  #effects: EffectIcons = new EffectIcons();
  #nameplate: PIXI.Text | null = null;
  #tooltip: PIXI.Text | null = null;
  #motion: AbortController | null = null;
  #picture = '';

  constructor(document: TokenDocument) {
    super();
    this.document = document;
  }

  get id(): string {
    return this.document.id!;
  }

  override get name(): string {
    return this.document.name;
  }

  get actor(): Actor | null {
    return this.document.actor;
  }

  get scene(): Scene | null {
    return this.document.parent;
  }

  get layer(): TokenLayer {
    return canvas.tokens;
  }

  get sheet(): DocumentSheetV2 | null {
    return this.document.sheet;
  }

  get combatant(): Combatant | null {
    return this.document.combatant;
  }

  get inCombat(): boolean {
    return this.document.inCombat;
  }

  get isOwner(): boolean {
    return this.document.isOwner;
  }

  get isTargeted(): boolean {
    return this.targeted.has(game.user);
  }

  get isPreview(): boolean {
    return false;
  }

  /**
   * T14: client/canvas/placeables/token.d.mts. By default, marks the token with the turn in the viewed encounter.
   * Foundry's conditions are inferred from systems that override this method (Daggerheart, Star Wars FFG).
   */
  _refreshTurnMarker(): void {
    const isShown =
      CONFIG.Combat.settings?.turnMarker?.enabled !== false &&
      this.document.turnMarker?.mode !== TOKEN_TURN_MARKER_MODES.DISABLED &&
      game.combat?.combatant?.tokenId === this.id;
    if (isShown) {
      this.turnMarker ??= this.addChildAt(new TokenTurnMarker(this), 0);
      canvas.tokens.turnMarkers.add(this);
      void this.turnMarker.draw();
    } else if (this.turnMarker) {
      canvas.tokens.turnMarkers.delete(this);
      this.turnMarker.destroy();
      this.turnMarker = null;
    }
  }

  /** The image of the token; in Foundry a mesh of the primary group, here a sprite. T14: Token#mesh */
  get mesh(): PIXI.Sprite {
    return this.#portrait;
  }

  /** Only GMs see hidden tokens. T13: Token#isVisible (the sandbox has no vision). */
  get isVisible(): boolean {
    return !this.document.hidden || game.user.isGM;
  }

  get w(): number {
    return this.document.getSize().width;
  }

  get h(): number {
    return this.document.getSize().height;
  }

  get center(): PIXI.Point {
    return this.getCenterPoint();
  }

  get bounds(): PIXI.Rectangle {
    const { x, y } = this.document._source;
    return new PIXI.Rectangle(x, y, this.w, this.h);
  }

  getCenterPoint(position: { x?: number; y?: number } = {}): PIXI.Point & { elevation: number } {
    const { x, y, elevation } = this.document.getCenterPoint(position);
    return Object.assign(new PIXI.Point(x, y), { elevation });
  }

  getSnappedPosition(position: object = {}): Required<Point> {
    return this.document.getSnappedPosition(position);
  }

  /** Measures the cost of a movement with the effect of each movement action. T13: Token#measureMovementPath. */
  measureMovementPath(waypoints: Partial<MovementWaypoint>[], options: object = {}): MeasuredPath {
    const { document } = this;
    return measureWaypoints(document, fillWaypoints(document, waypoints), document._getMovementCostFunction(options));
  }

  /** Returns whether a scene point is on the token's displayed position. */
  contains({ x, y }: { x: number; y: number }): boolean {
    const { w, h } = this;
    return Math.hypot((x - this.x - w / 2) / (w / 2), (y - this.y - h / 2) / (h / 2)) <= 1.04;
  }

  async draw(): Promise<this> {
    const size = Math.max(13, canvas.dimensions!.size * 0.19);
    this.#nameplate = plate(size);
    this.#tooltip = plate(size * 0.9);
    this.#tooltip.anchor.set(0.5, 1);
    this.removeChildren();
    const marks = [this.#notch, this.#portrait, this.#rim, this.#bars, this.#effects, this.#targets];
    this.addChild(...marks, this.#nameplate, this.#tooltip);
    const { x, y } = this.document._source;
    this.position.set(x, y);
    this.ruler ??= new CONFIG.Token.rulerClass(this);
    await this.ruler.draw();
    this.refresh();
    await this.#drawPortrait();
    Hooks.callAll('drawToken', this);
    return this;
  }

  async #drawPortrait(): Promise<void> {
    const { texture, name } = this.document;
    const picture = JSON.stringify([texture.src, texture.scaleX, name]);
    if (picture === this.#picture) return;
    this.#picture = picture;
    const painted = await portrait(texture.src ?? '', name, Math.abs(texture.scaleX ?? 1));
    if (this.destroyed || picture !== this.#picture) return;
    this.#portrait.texture = painted;
    this.refresh();
  }

  /**
   * Updates the drawing from document and state.
   * @param flags the parts to refresh; the sandbox refreshes all. Listeners of the hook read them.
   */
  refresh(flags: object = {}): this {
    if (this.destroyed || !this.#nameplate) return this;
    const { document, w, h } = this;
    const radius = Math.min(w, h) / 2 - 3;
    this.visible = this.isVisible;
    this.zIndex = document.sort + (this.controlled ? 0.5 : 0) + (this.hover ? 0.25 : 0);
    this.alpha = document.hidden ? 0.5 : 1;
    this.#portrait.anchor.set(0.5);
    this.#portrait.position.set(w / 2, h / 2);
    this.#portrait.width = this.#portrait.height = radius * 2 - 2;
    this.#portrait.tint = PIXI.Color.shared.setValue(document.texture.tint || '#ffffff').toNumber();
    this.#portrait.alpha = document.alpha;
    for (const mark of [this.#rim, this.#notch, this.#targets]) mark.position.set(w / 2, h / 2);
    drawRim(this.#rim, this, radius);
    drawFacing(this.#notch, this, radius);
    this._refreshTurnMarker();
    drawTargets(this.#targets, this, radius);
    drawBars(this.#bars, this, w, h);
    this.#effects.refresh(this, w, h);
    this.#refreshTexts(w, h);
    this.#drawPortrait();
    canvas.requestRender();
    Hooks.callAll('refreshToken', this, flags);
    return this;
  }

  #refreshTexts(w: number, h: number): void {
    const { document } = this;
    this.#nameplate!.text = document.name;
    this.#nameplate!.position.set(w / 2, h + 4);
    this.#nameplate!.visible = this._canViewMode(document.displayName);
    this.#tooltip!.text = elevationText(document.elevation, canvas.grid!.units);
    this.#tooltip!.position.set(w / 2, -2);
  }

  /** Returns whether this user may see a name or bar now. T13: Token#_canViewMode, CONST.TOKEN_DISPLAY_MODES. */
  _canViewMode(mode: number): boolean {
    const { NONE, ALWAYS, CONTROL, HOVER, OWNER_HOVER, OWNER } = TOKEN_DISPLAY_MODES;
    if (mode === NONE) return false;
    if (mode === ALWAYS) return true;
    if (mode === CONTROL) return this.controlled;
    if (mode === HOVER) return this.hover || this.controlled;
    if (mode === OWNER_HOVER) return this.isOwner && (this.hover || this.controlled);
    return mode === OWNER && this.isOwner;
  }

  /** @returns whether the token is controlled now */
  control({ releaseOthers = true }: { releaseOthers?: boolean } = {}): boolean {
    if (!this._canControl(game.user)) return false;
    if (releaseOthers) for (const other of this.layer.controlled) if (other !== this) other.release();
    if (this.controlled) return true;
    this.controlled = true;
    this.refresh();
    Hooks.callAll('controlToken', this, true);
    return true;
  }

  release(_options: object = {}): boolean {
    if (!this.controlled) return true;
    this.controlled = false;
    this.refresh();
    Hooks.callAll('controlToken', this, false);
    return true;
  }

  /** T13: Token#setTarget. */
  setTarget(
    targeted = true,
    { user = game.user, releaseOthers = true, groupSelection = false }: TargetOptions = {},
  ): void {
    if (releaseOthers) {
      for (const other of [...user.targets]) {
        if (other === this) continue;
        removeTarget(user, other);
        other.refresh();
      }
    }
    if (targeted) addTarget(user, this);
    else removeTarget(user, this);
    this.refresh();
    if (user.isSelf && !groupSelection) broadcastTargets();
  }

  _canControl(_user: User): boolean {
    return this.isOwner && this.isVisible;
  }

  _canDrag(_user: User = game.user, _event?: unknown): boolean {
    return this.isOwner && !this.document.locked && canvas.activeTool === 'select';
  }

  _canView(user: User): boolean {
    return this.actor?.testUserPermission(user, 'LIMITED') ?? false;
  }

  _onHoverIn(): void {
    this.hover = true;
    this.layer.hover = this;
    this.refresh();
    Hooks.callAll('hoverToken', this, true);
  }

  _onHoverOut(): void {
    this.hover = false;
    if (this.layer.hover === this) this.layer.hover = null;
    this.refresh();
    Hooks.callAll('hoverToken', this, false);
  }

  _onClickLeft(event: { shiftKey: boolean }): void {
    if (canvas.activeTool === 'target') {
      this.setTarget(!this.isTargeted, { releaseOthers: !event.shiftKey });
    } else if (event.shiftKey && this.controlled) {
      this.release();
    } else {
      this.control({ releaseOthers: !event.shiftKey });
    }
  }

  _onClickLeft2(_event: unknown): void {
    if (this._canView(game.user)) void this.actor?.sheet?.render({ force: true });
  }

  /** T13: Token#_onClickRight opens the HUD of a token that the user may control. */
  _onClickRight(_event: unknown): void {
    if (this.isOwner) canvas.hud.token?.bind(this);
  }

  _onClickRight2(event: { shiftKey: boolean }): void {
    this.setTarget(!this.isTargeted, { releaseOthers: !event.shiftKey });
  }

  _onUpdate(changed: Data, options: OperationOptions, _userId: string): void {
    const { x, y } = this.document._source;
    if (x !== this.x || y !== this.y) {
      const movement = options._movement?.[this.id];
      const path = movement?.passed.waypoints ?? [{ x, y, action: this.document.movementAction }];
      this.#motion?.abort();
      if (options.animate === false) this.#place(x, y);
      else this.movementAnimationPromise = this.#walk(path);
    }
    if ('hidden' in changed && this.hover && !this.isVisible) this._onHoverOut();
    this.refresh();
  }

  /** Animates along the path in limited time per segment; a teleport is immediate. */
  async #walk(path: PathPoint[]): Promise<void> {
    const motion = new AbortController();
    this.#motion = motion;
    const pace = Math.min(150, 1200 / path.length);
    for (const to of path) {
      const from = { x: this.x, y: this.y };
      const teleport = CONFIG.Token.movement.actions[to.action ?? '']?.teleport;
      const spaces = Math.hypot(to.x - from.x, to.y - from.y) / canvas.dimensions!.size;
      const duration = teleport ? 0 : Math.min(600, pace * Math.max(1, Math.min(4, spaces)));
      const step = (t: number) => this.#place(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
      if (!(await animate(duration, step, motion.signal))) return;
    }
    const { x, y } = this.document._source;
    if (!motion.signal.aborted) this.#place(x, y);
  }

  #place(x: number, y: number): void {
    if (this.destroyed) return;
    this.position.set(x, y);
    // During the animation the document has the displayed position, its source the real one.
    // T14: TokenDocument#testInsideRegion, remarks.
    Object.assign(this.document, { x, y });
    canvas.requestRender();
  }

  _onDelete(_options: object, _userId: string): void {
    this.release();
    for (const user of [...this.targeted]) removeTarget(user, this);
    this.layer.removeObject(this);
  }

  /** Returns the image that follows a drag. */
  createGhost(): PIXI.Container {
    const ghost = new PIXI.Container();
    const { w, h } = this;
    const radius = Math.min(w, h) / 2 - 3;
    const sprite = new PIXI.Sprite(this.#portrait.texture);
    sprite.anchor.set(0.5);
    sprite.position.set(w / 2, h / 2);
    sprite.width = sprite.height = radius * 2;
    const rim = new PIXI.Graphics();
    rim.position.set(w / 2, h / 2);
    drawRim(rim, this, radius);
    ghost.addChild(sprite, rim);
    ghost.alpha = 0.6;
    return ghost;
  }

  /** Shows a path on this token's ruler, or clears it for null. */
  showRuler(data: RulerData | null): void {
    if (!this.ruler) return;
    this.ruler.visible = data !== null;
    if (data) this.ruler.refresh(data);
    else this.ruler.clear();
  }

  override destroy(options?: boolean | PIXI.IDestroyOptions): void {
    this.#motion?.abort();
    const { x, y } = this.document._source;
    Object.assign(this.document, { x, y });
    this.ruler?.destroy();
    for (const user of [...this.targeted]) user.targets?.delete(this);
    super.destroy(options);
    Hooks.callAll('destroyToken', this);
  }
}
