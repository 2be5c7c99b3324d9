import { DEFAULT_TOKEN, TOKEN_DISPOSITIONS, TOKEN_SHAPES } from '../../shared/constants';
import type { Data } from '../../shared/data';
import { DEFAULT_LEVEL } from '../../shared/levels';
import { notInSandbox } from '../../shared/not-in-sandbox';
import { deepClone, getProperty } from '../../shared/utils';
import { variant } from '../../variants';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { EmbeddedCollection } from '../abstract/embedded-collection';
import type { Operation, OperationOptions } from '../abstract/operations';
import type { TokenLayer } from '../canvas/layers/token-layer';
import {
  applyMovement,
  MOVEMENT_FIELDS,
  type MovementOperation,
  movementOf,
  movesToken,
} from '../canvas/movement/operation';
import {
  actionCost,
  completePath,
  fillWaypoints,
  type MovementWaypoint,
  measureWaypoints,
  positionOf,
  type StepCost,
} from '../canvas/movement/path';
import type { Token } from '../canvas/placeables/token';
import type { DataField } from '../data/fields/base';
import { EmbeddedDocumentField } from '../data/fields/embedded';
import * as fields from '../data/fields/index';
import { occupiedOffsets, pathOffset, snapToken, tokenCenter, tokenSize } from '../grid/token-geometry';
import type { Actor } from './actor';
import { ActorDelta } from './actor-delta';
import { ClientDocumentMixin } from './client-document';
import type { Combat } from './combat';
import type { Combatant } from './combatant';
import type { RegionDocument } from './region';
import type { Scene } from './scene';
import type {
  BarAttribute,
  MoveOptions,
  RestingToken,
  TokenBar,
  TokenMovement,
  TokenSource,
  TokenTexture,
} from './token-data';
import { number, sharedTokenSchema } from './token-schema';
import type { User } from './user';

export class BaseToken extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Token',
    collection: 'tokens',
    label: 'DOCUMENT.Token',
    labelPlural: 'DOCUMENT.Tokens',
    isEmbedded: true,
    embedded: { ActorDelta: 'delta' },
    permissions: { create: 'TOKEN_CREATE', update: 'OWNER', delete: 'TOKEN_DELETE' },
  });

  declare parent: Scene | null;
  declare _source: TokenSource;
  declare actorId: string | null;
  declare delta: ActorDelta | null;
  declare shape: number;
  declare x: number;
  declare y: number;
  declare elevation: number;
  declare depth: number;
  declare level: string;
  declare locked: boolean;
  declare hidden: boolean;
  declare displayName: number;
  declare actorLink: boolean;
  declare width: number;
  declare height: number;
  declare texture: TokenTexture;
  declare lockRotation: boolean;
  declare rotation: number;
  declare alpha: number;
  declare disposition: number;
  declare displayBars: number;
  declare bar1: TokenBar;
  declare bar2: TokenBar;
  declare light: Data;
  declare sight: Data;
  declare ring: Data;
  declare turnMarker: { mode?: number } & Data;
  declare occludable: Data;
  declare movementAction: string | null;
  declare _movementHistory: MovementWaypoint[];

  static DEFAULT_ICON = DEFAULT_TOKEN;
  static MOVEMENT_FIELDS = MOVEMENT_FIELDS;

  /** T13: client/documents/token.d.mts Schema; `depth` and `level` are new in 14. */
  static override defineSchema(): Record<string, DataField> {
    return {
      _id: new fields.DocumentIdField(),
      name: new fields.StringField({ required: true, blank: true, initial: '' }),
      actorId: new fields.StringField({ required: true, nullable: true, initial: null }),
      delta: new EmbeddedDocumentField(ActorDelta, { nullable: false }),
      shape: number(TOKEN_SHAPES.RECTANGLE_1),
      x: number(0, { integer: true }),
      y: number(0, { integer: true }),
      elevation: number(0),
      // The initial level is a literal: scenes made in 14 have levels with other ids.
      level: new fields.DocumentIdField({ nullable: false, readonly: false, initial: DEFAULT_LEVEL }),
      depth: number(1, { min: 0 }),
      sort: number(0, { integer: true }),
      locked: new fields.BooleanField(),
      hidden: new fields.BooleanField(),
      ...sharedTokenSchema(),
      _movementHistory: new fields.ArrayField(new fields.ObjectField()),
    };
  }

  /** An unlinked token always has a delta, possibly empty, because its actor belongs to the delta. */
  override _initializeSource(data: object, options?: ModelContext): Data {
    const source: { delta?: unknown } = data instanceof Document ? data.toObject() : data;
    return super._initializeSource({ ...source, delta: source?.delta ?? {} }, options);
  }
}

/** Returns the operation's custom options, without Foundry's own. */
function optionsOf(operation: Operation): object {
  return Object.fromEntries(Object.entries(operation).filter(([key]) => !OPERATION.has(key) && !key.startsWith('_')));
}

/** T14: DatabaseUpdateOperation and the additions of a movement. */
const OPERATION = new Set(
  'action documentName updates parent parentUuid pack render noHook broadcast modifiedTime diff recursive movement'.split(
    ' ',
  ),
);

/** T13: client/documents/token.d.mts, foundry-api 11. */
export class TokenDocument extends ClientDocumentMixin(BaseToken) {
  /** The placeable on the map, if the token's scene is drawn. */
  _object: Token | null = null;
  #movement: TokenMovement | null = null;

  get object(): Token | null {
    return this._object ?? null;
  }

  get layer(): TokenLayer {
    return canvas.tokens;
  }

  get rendered(): boolean {
    return this._object !== null;
  }

  /** The last movement; before the first, one that stays in place. */
  get movement(): TokenMovement | RestingToken {
    return this.#movement ?? { id: '', chain: [], origin: positionOf(this), state: 'completed', user: game.user };
  }

  get movementHistory(): MovementWaypoint[] {
    return this._movementHistory;
  }

  get isLinked(): boolean {
    return this.actorLink === true;
  }

  get baseActor(): Actor | null {
    return game.actors?.get(this.actorId) ?? null;
  }

  get actor(): Actor | null {
    return this.isLinked ? this.baseActor : (this.delta?.syntheticActor ?? null);
  }

  override get isOwner(): boolean {
    return game.user?.isGM === true || (this.actor?.isOwner ?? false);
  }

  get isSecret(): boolean {
    return this.disposition === TOKEN_DISPOSITIONS.SECRET && !this.testUserPermission(game.user, 'OBSERVER');
  }

  /** T14: client/documents/token.d.mts: "The Regions this Token is currently in". */
  get regions(): Set<RegionDocument> {
    return new Set([...(this.parent?.regions ?? [])].filter((region) => this.testInsideRegion(region)));
  }

  /** Tests the token's center. API v14: TokenDocument#testInsideRegion, which Crucible calls for unstored regions. */
  testInsideRegion(region: RegionDocument, position: object = {}): boolean {
    const at = { ...positionOf(this), ...position };
    const { x, y } = this.getCenterPoint(at);
    return region.includedInLevel(at.level) && region.testPoint({ x, y, elevation: at.elevation });
  }

  /** A token stands on one level, and is also drawn on the levels that show it. API v14: TokenDocument#includedInLevel. */
  includedInLevel(level: string): boolean {
    return this.locatedInLevel(level) || this.parent?.levels.get(level)?.visibility.levels.has(this.level) === true;
  }

  locatedInLevel(level: string): boolean {
    return this.level === level;
  }

  get combatant(): Combatant | null {
    return game.combat?.combatants.find((c) => c.tokenId === this.id && c.sceneId === this.parent?.id) ?? null;
  }

  get inCombat(): boolean {
    return this.combatant !== null;
  }

  /** A token's owners are those of its actor. T13: BaseToken#getUserLevel. */
  override getUserLevel(user: User = game.user): number {
    return this.actor ? this.actor.getUserLevel(user) : super.getUserLevel(user);
  }

  override prepareBaseData(): void {
    super.prepareBaseData();
    this.name ||= this.baseActor?.name ?? '';
    this.movementAction ??= this._inferMovementAction();
  }

  _inferMovementAction(): string {
    return CONFIG.Token.movement.defaultAction;
  }

  hasStatusEffect(statusId: string): boolean {
    return this.actor?.statuses.has(statusId) ?? false;
  }

  /** T13: TokenDocument.GetBarAttributeReturn. */
  getBarAttribute(barName: string, { alternative }: { alternative?: string } = {}): BarAttribute | null {
    const attribute = alternative || (Reflect.get(this, barName) as TokenBar | undefined)?.attribute;
    const data = attribute && this.actor ? getProperty(this.actor.system, attribute) : null;
    if (!attribute || data === null || data === undefined) return null;
    if (typeof data === 'object' && 'value' in data && 'max' in data) {
      return { type: 'bar', attribute, value: Number(data.value) || 0, max: Number(data.max) || 0, editable: true };
    }
    return { type: 'value', attribute, value: Number(data), editable: true };
  }

  override getEmbeddedCollection(name: string): EmbeddedCollection {
    if (this.isLinked || !this.actor) return super.getEmbeddedCollection(name);
    // Callers only look up this one actor.
    if (name === 'Actor') return new Map([[this.actor.id, this.actor]]) as object as EmbeddedCollection;
    if (name === 'Item') return this.actor.items as EmbeddedCollection;
    return name === 'ActiveEffect' ? (this.actor.effects as EmbeddedCollection) : super.getEmbeddedCollection(name);
  }

  getSize(data: object = {}) {
    return tokenSize(this.parent!.grid, { ...positionOf(this), ...data });
  }

  getCenterPoint(data: object = {}) {
    return tokenCenter(this.parent!.grid, { ...positionOf(this), ...data });
  }

  getSnappedPosition(data: object = {}) {
    return snapToken(this.parent!.grid, { ...positionOf(this), ...data });
  }

  getOccupiedGridSpaceOffsets(data: object = {}) {
    return occupiedOffsets(this.parent!.grid, { ...positionOf(this), ...data });
  }

  _positionToGridOffset(data: object = {}) {
    return pathOffset(this.parent!.grid, { ...positionOf(this), ...data });
  }

  /** Without a cost function the cost is the distance (T13). */
  measureMovementPath(waypoints: Partial<MovementWaypoint>[], { cost }: { cost?: StepCost } = {}) {
    return measureWaypoints(this, fillWaypoints(this, waypoints), cost);
  }

  getCompleteMovementPath(waypoints: Partial<MovementWaypoint>[]) {
    return completePath(this, fillWaypoints(this, waypoints));
  }

  /** Measures the path as charged: each action changes the cost of its steps. T13: Token#_getMovementCostFunction. */
  _getMovementCostFunction(options: object = {}) {
    return actionCost(this, options);
  }

  /** @returns false if the movement was refused or led nowhere */
  async move(
    waypoints: Partial<MovementWaypoint> | Partial<MovementWaypoint>[],
    options: MoveOptions = {},
  ): Promise<boolean> {
    const path = fillWaypoints(this, Array.isArray(waypoints) ? waypoints : [waypoints]);
    const { method = 'api', autoRotate = false, showRuler = false, constrainOptions, chain, ...rest } = options;
    const instruction = { waypoints: path, method, autoRotate, showRuler, constrainOptions, chain };
    const destination = Object.fromEntries(MOVEMENT_FIELDS.map((field) => [field, path.at(-1)?.[field]]));
    const before = JSON.stringify(positionOf(this));
    const updated = await this.update(destination, {
      ...rest,
      movement: { ...rest.movement, [this.id!]: instruction },
    });
    return Boolean(updated) && JSON.stringify(positionOf(this)) !== before;
  }

  /** Resizes around the center, as far as whole pixels allow. T14: TokenDocument#resize. */
  async resize(dimensions: { width?: number; height?: number } = {}, options: MoveOptions = {}): Promise<boolean> {
    const before = this.getCenterPoint();
    const { width, height } = this.getSize(dimensions);
    const corner = { x: Math.round(before.x - width / 2), y: Math.round(before.y - height / 2) };
    return this.move({ ...dimensions, ...corner, action: 'displace' }, options);
  }

  stopMovement = notInSandbox('TokenDocument#stopMovement');
  pauseMovement = notInSandbox('TokenDocument#pauseMovement');
  resumeMovement = notInSandbox('TokenDocument#resumeMovement');
  revertRecordedMovement = notInSandbox('TokenDocument#revertRecordedMovement');

  async clearMovementHistory(): Promise<void> {
    await this.update({ _movementHistory: [] });
  }

  /** T13: called in the preUpdate workflow; Foundry records the history of tokens in combat. */
  _shouldRecordMovementHistory(): boolean {
    return this.inCombat && game.combat?.started === true;
  }

  /** @returns false to refuse the movement; its path is final. */
  async _preUpdateMovement(_movement: MovementOperation, _operation: Operation): Promise<boolean | undefined> {
    return undefined;
  }

  _onUpdateMovement(_movement: MovementOperation, _operation: Operation, _user: User): void {}

  /**
   * Treats every change of position as a movement. Runs on the requester, after `preUpdateToken`. A refused movement
   * removes its document from the operation, the others continue (foundry-api 11; T13: _preUpdateMovement, hook
   * preMoveToken).
   */
  static override async _preUpdateOperation(
    documents: TokenDocument[],
    operation: Operation,
    user: User,
  ): Promise<boolean | void> {
    if ((await super._preUpdateOperation(documents, operation, user)) === false) return false;
    const { updates = [] } = operation;
    for (const token of [...documents]) {
      const update = updates.find(({ _id }) => _id === token.id);
      if (!update || !movesToken(token, update)) continue;
      const movement = movementOf(token, update, operation);
      const refused =
        movement.passed.waypoints.length === 0 ||
        (await token._preUpdateMovement(movement, operation)) === false ||
        (!operation.noHook && Hooks.call('preMoveToken', token, movement, operation) === false);
      if (refused) {
        documents.splice(documents.indexOf(token), 1);
        updates.splice(updates.indexOf(update), 1);
        continue;
      }
      applyMovement(token, movement, update);
      operation._movement = { ...operation._movement, [token.id!]: movement };
    }
    TokenDocument.#remember(documents, operation);
    return documents.length ? undefined : false;
  }

  /** Stores the tokens' prior state for undo. An undo itself is not stored. */
  static #remember(documents: TokenDocument[], operation: Operation): void {
    const before = documents.flatMap((token) => {
      const update = operation.updates?.find(({ _id }) => _id === token.id) ?? {};
      const changed = ([...MOVEMENT_FIELDS, 'rotation'] as const).filter((field) => field in update);
      const old = Object.fromEntries(changed.map((field) => [field, token._source[field]]));
      return changed.length && token.parent === canvas?.scene ? [{ _id: token.id!, ...old }] : [];
    });
    if (before.length && !operation.isUndo) canvas.tokens.storeHistory('update', before);
  }

  static override async _onUpdateOperation(
    documents: TokenDocument[],
    operation: Operation,
    user: User,
  ): Promise<void> {
    await super._onUpdateOperation(documents, operation, user);
    for (const token of documents) {
      const movement = operation._movement?.[token.id!];
      if (!movement) continue;
      const state = movement.pending.waypoints.length ? 'pending' : 'completed';
      token.#movement = { ...deepClone(movement), user, state, updateOptions: operation };
      token._onUpdateMovement(movement, operation, user);
      token.#tellRegions(movement, user);
      Hooks.callAll('moveToken', token, movement, operation, user);
      if (state === 'pending' && user?.isSelf) token.#goOn(movement, operation);
    }
  }

  /**
   * Triggers events of the regions that a movement enters, leaves or stays within, on every client, with the moving
   * user. T14: common/constants.d.mts REGION_EVENTS; API: RegionTokenMoveEventData, RegionTokenEnterExitEventData.
   */
  #tellRegions(movement: MovementOperation, user: User): void {
    const way = [movement.origin, ...movement.passed.waypoints];
    for (const region of this.parent?.regions ?? []) {
      const inside = way.map((place) => this.testInsideRegion(region, place));
      const names = inside.slice(1).flatMap((now, n) => {
        if (now === inside[n]) return [];
        return now ? ['tokenEnter', 'tokenMoveIn'] : ['tokenExit', 'tokenMoveOut'];
      });
      if (names.length === 0 && inside[0]) names.push('tokenMoveWithin');
      for (const name of names) void region._handleEvent({ name, data: { token: this, movement }, region, user });
    }
  }

  /** Requests the path beyond a checkpoint as a separate movement, after the animation of the first. */
  async #goOn(movement: MovementOperation, operation: Operation): Promise<void> {
    await this.object?.movementAnimationPromise;
    const { method, autoRotate, showRuler, constrainOptions } = movement;
    const waypoints = movement.pending.waypoints.filter((w) => !w.intermediate);
    const told = { method, autoRotate, showRuler, constrainOptions, chain: [...movement.chain, movement.id] };
    await this.move(waypoints, variant('continuation') === 'bare' ? told : { ...optionsOf(operation), ...told });
  }

  override _onCreate(data: Data, options: OperationOptions, userId: string): void {
    super._onCreate(data, options, userId);
    if (this.parent && this.parent === canvas?.scene) canvas.tokens._refreshViewed(this);
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    if (changed['level'] && this.parent && this.parent === canvas?.scene) {
      canvas.tokens._refreshViewed(this);
      this.parent.followTokens();
    }
    this.object?._onUpdate(changed, options, userId);
  }

  override _onDelete(options: OperationOptions, userId: string): void {
    super._onDelete(options, userId);
    this.object?._onDelete(options, userId);
  }

  /** Follows a change of the base actor in an unlinked token. T13: _onUpdateBaseActor. */
  _onUpdateBaseActor(update: object = {}, options: object = {}): void {
    if (!this.isLinked) this.delta?.updateSyntheticActor?.();
    this._onRelatedUpdate(update, options);
  }

  _onRelatedUpdate(_update: object = {}, _operation: object = {}): void {
    this.object?.refresh();
  }

  /** @returns whether the token is in the encounter now */
  async toggleCombatant({ active, combat }: { active?: boolean; combat?: Combat | null } = {}): Promise<boolean> {
    const join = active ?? !this.inCombat;
    const cls = this.constructor as typeof TokenDocument;
    if (join) await cls.createCombatants([this], { combat });
    else await cls.deleteCombatants([this], { combat });
    return this.inCombat;
  }

  /** T13: TokenDocument.createCombatants: in the viewed encounter, which is created if missing. */
  static async createCombatants(
    tokens: TokenDocument[],
    { combat = game.combats.viewed }: { combat?: Combat | null | undefined } = {},
  ): Promise<Document[]> {
    if (!combat && !game.user.isGM) {
      globalThis.ui.notifications.warn('COMBAT.NoneActive', { localize: true });
      return [];
    }
    const encounter = combat ?? (await CONFIG.Combat.documentClass.create({ scene: canvas.scene!.id, active: true }));
    if (!encounter) return [];
    const missing = tokens.filter((t) => !encounter.combatants.some((c) => c.tokenId === t.id));
    const data = missing.map((t) => ({ tokenId: t.id, sceneId: t.parent?.id, actorId: t.actorId, hidden: t.hidden }));
    return encounter.createEmbeddedDocuments('Combatant', data);
  }

  static async deleteCombatants(
    tokens: TokenDocument[],
    { combat = game.combats.viewed }: { combat?: Combat | null | undefined } = {},
  ): Promise<Document[]> {
    if (!combat) return [];
    const ids = tokens.flatMap((t) => combat.combatants.filter((c) => c.tokenId === t.id).map((c) => c.id!));
    return ids.length ? combat.deleteEmbeddedDocuments('Combatant', ids) : [];
  }
}
