import * as PIXI from 'pixi.js';
import type { Document } from '../../abstract/document';
import type { EmbeddedCollection } from '../../abstract/embedded-collection';
import type { TokenDocument } from '../../documents/token';
import { broadcastTargets, targetsOf } from '../interaction/activity';
import type { TokenPosition } from '../movement/path';
import type { Token } from '../placeables/token';

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface PriorPosition extends Partial<TokenPosition> {
  _id: string;
  rotation?: number;
}

const isViewed = (document: TokenDocument): boolean => document.includedInLevel(canvas.level?.id ?? '');

/** The tokens of the drawn scene. T13: client/canvas/layers/{placeables-layer,tokens}.d.mts. */
export class TokenLayer extends PIXI.Container {
  static documentName = 'Token';

  objects: PIXI.Container = new PIXI.Container();
  preview: PIXI.Container = new PIXI.Container();
  hover: Token | null = null;
  /** Tokens with a turn marker. T14: client/canvas/layers/tokens.d.mts */
  turnMarkers: Set<Token> = new Set();
  /** Changes this user can undo, oldest first. T14: PlaceablesLayer#history. */
  history: { type: 'update'; data: PriorPosition[] }[] = [];
  /** Lines of the rulers, below the tokens. */
  _rulerPaths: PIXI.Container = new PIXI.Container();

  constructor() {
    super();
    this.objects.sortableChildren = true;
    this.addChild(this._rulerPaths, this.objects, this.preview);
  }

  get placeables(): Token[] {
    return this.objects.children as Token[];
  }

  get controlled(): Token[] {
    return this.placeables.filter((token) => token.controlled);
  }

  get controlledObjects(): Map<string, Token> {
    return new Map(this.controlled.map((token) => [token.id, token]));
  }

  get ownedTokens(): Token[] {
    return this.placeables.filter((token) => token.isOwner);
  }

  get documentCollection(): EmbeddedCollection<TokenDocument> | null {
    return canvas.scene?.tokens ?? null;
  }

  get(id: string): Token | null {
    return this.placeables.find((token) => token.id === id) ?? null;
  }

  async draw(): Promise<this> {
    this.tearDown();
    await Promise.all([...this.viewedDocuments()].map((document) => this.createObject(document)));
    return this;
  }

  /** API v14: PlaceablesLayer#viewedDocuments. */
  *viewedDocuments(): Generator<TokenDocument> {
    for (const document of this.documentCollection ?? []) if (isViewed(document)) yield document;
  }

  /** Draws a token that came to the viewed level, and removes one that left it. */
  _refreshViewed(document: TokenDocument): void {
    if (isViewed(document) && !document._object) void this.createObject(document);
    else if (!isViewed(document) && document._object) {
      document._object.release();
      this.removeObject(document._object);
    }
  }

  tearDown(): void {
    for (const token of [...this.placeables]) this.removeObject(token);
    for (const child of this.preview.removeChildren()) child.destroy({ children: true });
  }

  createObject(document: TokenDocument): Promise<Token> {
    const token = new CONFIG.Token.objectClass(document);
    document._object = token;
    this.objects.addChild(token);
    return token.draw();
  }

  removeObject(token: Token): void {
    if (this.hover === token) this.hover = null;
    this.turnMarkers.delete(token);
    token.document._object = null;
    token.destroy({ children: true });
    canvas.requestRender();
  }

  /** Returns the topmost token at a scene point that this user sees. */
  at(point: { x: number; y: number }): Token | null {
    const hits = this.placeables.filter((token) => token.visible && token.contains(point));
    return hits.sort((a, b) => a.zIndex - b.zIndex).at(-1) ?? null;
  }

  releaseAll(options: object = {}): number {
    const tokens = this.controlled;
    for (const token of tokens) token.release(options);
    return tokens.length;
  }

  controlAll(options: object = {}): Token[] {
    for (const token of this.placeables) if (token.isOwner) token.control({ releaseOthers: false, ...options });
    return this.controlled;
  }

  /** Controls the user's own tokens within a rectangle. @returns whether the selection changed */
  selectObjects({ x, y, width, height }: Area, { releaseOthers = true } = {}): boolean {
    const before = new Set(this.controlled);
    const inside = this.#inside({ x, y, width, height }).filter((token) => token._canControl(game.user));
    if (releaseOthers) for (const token of before) if (!inside.includes(token)) token.release();
    for (const token of inside) token.control({ releaseOthers: false });
    const after = this.controlled;
    return after.length !== before.size || after.some((token) => !before.has(token));
  }

  /** Targets the tokens within a rectangle. @returns the user's number of targets */
  targetObjects(area: Area, { releaseOthers = true } = {}): number {
    this.setTargets(
      this.#inside(area).map((token) => token.id),
      { mode: releaseOthers ? 'replace' : 'acquire' },
    );
    return targetsOf(game.user).size;
  }

  /** T13: TokenLayer#setTargets. */
  setTargets(ids: Iterable<string>, { mode = 'replace' }: { mode?: 'replace' | 'acquire' | 'release' } = {}): void {
    const wanted = new Set(ids);
    for (const token of this.placeables) {
      const named = wanted.has(token.id);
      if (mode !== 'release' && named) token.setTarget(true, { releaseOthers: false, groupSelection: true });
      const drop = mode === 'replace' ? !named : mode === 'release' && named;
      if (drop && token.isTargeted) token.setTarget(false, { releaseOthers: false, groupSelection: true });
    }
    broadcastTargets();
  }

  #inside({ x, y, width, height }: Area): Token[] {
    return this.placeables.filter((token) => {
      const { center } = token;
      return token.visible && center.x >= x && center.y >= y && center.x <= x + width && center.y <= y + height;
    });
  }

  /**
   * Stores the prior state of tokens for undo. T14: TokenLayer#storeHistory; only updates of tokens are stored here.
   */
  storeHistory(type: 'update', data: PriorPosition[]): void {
    this.history.push({ type, data });
    if (this.history.length > 10) this.history.shift();
  }

  /** Undoes a change. A movement is undone by one displacement with method `undo`. T14: PlaceablesLayer#undoHistory. */
  async undoHistory(): Promise<Document[]> {
    const entry = this.history.pop();
    const data = entry?.data.filter(({ _id }) => canvas.scene!.tokens.has(_id)) ?? [];
    if (data.length === 0) return [];
    const options = { ignoreWalls: true, ignoreCost: true };
    const movement = Object.fromEntries(
      data.map(({ _id, rotation: _r, ...place }) => [
        _id,
        { waypoints: [{ ...place, action: 'displace' }], method: 'undo', constrainOptions: options },
      ]),
    );
    return canvas.scene!.updateEmbeddedDocuments('Token', data, { isUndo: true, movement });
  }

  /** A click on empty ground releases the tokens. */
  _onClickLeft(event: PointerEvent): void {
    if (canvas.activeTool === 'select' && !event.shiftKey) this.releaseAll();
  }

  /** Refreshes all tokens when a combat, combatant or user changes. Call once, when the board is prepared. */
  _followRelated(): void {
    const refresh = () => {
      for (const token of this.placeables) token.refresh();
    };
    for (const name of ['create', 'update', 'delete']) {
      for (const document of ['Combat', 'Combatant', 'User']) Hooks.on(`${name}${document}`, refresh);
    }
  }
}
