import type { Data, DocumentData } from '../../shared/data';
import type { ModifyAction } from '../../shared/permissions';
import { debounce } from '../../shared/timing';
import { variant } from '../../variants';
import type { ModelContext } from '../abstract/data-model';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { EmbeddedCollection } from '../abstract/embedded-collection';
import type { OperationOptions } from '../abstract/operations';
import { WorldCollection } from '../collections/world-collection';
import { CONFIG } from '../config';
import type { DataField } from '../data/fields/base';
import { BooleanField, DocumentIdField, EmbeddedCollectionField } from '../data/fields/index';
import { game } from '../game';
import { Hooks } from '../hooks';
import { localize } from '../i18n';
import type { CombatSettings } from '../settings';
import type { Actor } from './actor';
import type { CreatedOrUpdated, Deleted } from './client-document';
import { ClientDocumentMixin } from './client-document';
import { manageTurnEvents } from './combat-events';
import { Combatant } from './combatant';
import { CombatantGroup } from './combatant-group';
import { common } from './common-fields';
import type { Scene } from './scene';
import type { TokenDocument } from './token';
import type { User } from './user';

/** T14: common/documents/combat.d.mts */
export class BaseCombat extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Combat',
    label: 'DOCUMENT.Combat',
    labelPlural: 'DOCUMENT.Combats',
    collection: 'combats',
    hasTypeData: true,
    embedded: { Combatant: 'combatants', CombatantGroup: 'groups' },
  });

  declare scene: Scene | null;
  declare groups: EmbeddedCollection<CombatantGroup>;
  declare combatants: EmbeddedCollection<Combatant>;
  declare active: boolean;
  declare round: number;
  declare turn: number | null;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      type: common.type('base'),
      system: common.system(this),
      scene: new DocumentIdField({ readonly: false }),
      groups: new EmbeddedCollectionField(CombatantGroup),
      combatants: new EmbeddedCollectionField(Combatant),
      active: new BooleanField(),
      round: common.number(0, { integer: true, min: 0 }),
      turn: common.number(null, { integer: true, min: 0 }),
      sort: common.sort(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }

  /** Whether a player may change `round` and `turn`; a subclass may refuse. */
  _canChangeRound(_user: User): boolean {
    return true;
  }

  _canChangeTurn(_user: User): boolean {
    return true;
  }

  override canUserModify(user: User, action: ModifyAction, data: object = {}): boolean {
    if (!super.canUserModify(user, action, data)) return false;
    if (action !== 'update' || user.isGM) return true;
    return !('round' in data && !this._canChangeRound(user)) && !('turn' in data && !this._canChangeTurn(user));
  }
}

/** T14: client/documents/combat.d.mts HistoryData */
export interface CombatState {
  round: number;
  turn: number | null;
  combatantId: string | null;
  tokenId: string | null;
}

export interface RoundContext {
  round: number;
  /** True for a skipped round or turn. */
  skipped: boolean;
}

export interface TurnContext extends RoundContext {
  turn: number;
}

interface InitiativeOptions {
  formula?: string | null;
  updateTurn?: boolean;
  messageOptions?: object;
}

/** In milliseconds. The declarations give none; public copies of the client have had 50 since version 9. */
const SETUP_DELAY = 50;

/** T14: client/documents/combat.d.mts; foundry-api.md section 4 */
export class Combat extends ClientDocumentMixin(BaseCombat) {
  declare turns: Combatant[];
  declare current: CombatState;
  declare previous: CombatState | undefined;

  override _configure(options: ModelContext = {}): void {
    super._configure(options);
    for (const [key, value] of Object.entries({ turns: [], current: undefined, previous: undefined })) {
      Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
    }
  }

  static get settings(): CombatSettings {
    return CONFIG['Combat'].settings;
  }

  get settings(): CombatSettings {
    return CONFIG['Combat'].settings;
  }

  get combatant(): Combatant | undefined {
    return this.turn === null ? undefined : this.turns[this.turn];
  }

  get nextCombatant(): Combatant | undefined {
    return this.turn === this.turns.length - 1 ? this.turns[0] : this.turns[(this.turn ?? -1) + 1];
  }

  get started(): boolean {
    return this.round > 0;
  }

  get isActive(): boolean {
    return this.active && (!this._source.scene || this._source.scene === game['scenes']?.current?.id);
  }

  get isView(): boolean {
    return game['combat'] === this;
  }

  override get visible(): boolean {
    return true;
  }

  override prepareDerivedData() {
    this._linkScene();
    // T14: "Calls `setupTurns` if there is at least one Combatant and `this.turns` is empty".
    if (this.combatants.size > 0 && this.turns.length === 0) this.setupTurns();
  }

  /** Stores `scene` as an id and exposes the document. */
  _linkScene() {
    const id = this._source['scene'] as string | null;
    this.scene = id ? (game['scenes']?.get(id) ?? null) : null;
  }

  /** Sorts by descending initiative, those without last, ties by id. */
  _sortCombatants(a: Combatant, b: Combatant): number {
    const ia = a.initiative ?? Number.NEGATIVE_INFINITY;
    const ib = b.initiative ?? Number.NEGATIVE_INFINITY;
    return ia === ib ? (a.id! > b.id! ? 1 : -1) : ib - ia;
  }

  setupTurns(): Combatant[] {
    this.turns = this.combatants.contents.sort((a, b) => this._sortCombatants(a, b));
    // In memory only. C13: Combat#setupTurns
    if (this.turn !== null && this.turn >= this.turns.length) {
      this.turn = 0;
      this.round++;
    }
    this.current = this._getCurrentState(this.combatant);
    return this.turns;
  }

  /**
   * T14: client/documents/combat.d.mts, a property and no method: "Debounce changes to the composition of the Combat
   * encounter to de-duplicate multiple concurrent Combatant changes. If this is the currently viewed encounter,
   * re-render the CombatTracker application."
   */
  debounceSetup = debounce(() => {
    // It may have been deleted since.
    if (!game['combats']?.has(this.id!)) return;
    this.setupTurns();
    this.rerenderTracker();
  }, SETUP_DELAY);

  _getCurrentState(combatant: Combatant | undefined = this.combatant): CombatState {
    return {
      round: this.round,
      turn: this.turn,
      combatantId: combatant?.id ?? null,
      tokenId: combatant?.tokenId ?? null,
    };
  }

  async startCombat(): Promise<this | undefined> {
    const updateData = { round: 1, turn: 0 };
    Hooks.callAll('combatStart', this, updateData);
    return this.update(updateData);
  }

  async nextRound(): Promise<this | undefined> {
    let turn = this.turn === null || this.turns.length === 0 ? null : 0;
    if (this.settings?.skipDefeated && turn !== null) {
      const next = this.turns.findIndex((combatant) => !combatant.isDefeated);
      turn = Math.max(next, 0);
    }
    const delta = this.getTimeDelta(this.round, this.turn, this.round + 1, turn);
    return this.changeRound({ round: this.round + 1, turn }, 1, delta);
  }

  async previousRound(): Promise<this | undefined> {
    const round = Math.max(this.round - 1, 0);
    const turn = round === 0 || this.turn === null ? null : Math.max(this.turns.length - 1, 0);
    return this.changeRound({ round, turn }, -1, round > 0 ? this.getTimeDelta(this.round, this.turn, round, turn) : 0);
  }

  private async changeRound(
    updateData: Pick<CombatState, 'round' | 'turn'>,
    direction: number,
    delta: number,
  ): Promise<this | undefined> {
    const updateOptions = { direction, worldTime: { delta } };
    Hooks.callAll('combatRound', this, updateData, updateOptions);
    return this.update(updateData, updateOptions);
  }

  async nextTurn(): Promise<this | undefined> {
    if (this.round === 0) return this.nextRound();
    const from = this.turn ?? -1;
    const skip = this.settings?.skipDefeated;
    const turn = this.turns.findIndex((combatant, index) => index > from && !(skip && combatant.isDefeated));
    if (turn === -1) return this.nextRound();
    return this.changeTurn(this.round, turn, 1);
  }

  async previousTurn(): Promise<this | undefined> {
    if (this.round === 0) return this;
    if (!this.turn || this.turns.length === 0) return this.previousRound();
    return this.changeTurn(this.round, this.turn - 1, -1);
  }

  private async changeTurn(round: number, turn: number, direction: number): Promise<this | undefined> {
    const updateData = { round, turn };
    const updateOptions = { direction, worldTime: { delta: this.getTimeDelta(this.round, this.turn, round, turn) } };
    Hooks.callAll('combatTurn', this, updateData, updateOptions);
    return this.update(updateData, updateOptions);
  }

  getTimeDelta(originRound: number, originTurn: number | null, targetRound: number, targetTurn: number | null): number {
    const { turnTime, roundTime } = CONFIG['time'];
    return (targetRound - originRound) * roundTime + ((targetTurn ?? 0) - (originTurn ?? 0)) * turnTime;
  }

  async endCombat(): Promise<unknown> {
    const { DialogV2 } = globalThis.foundry.applications.api;
    return DialogV2.confirm({
      window: { title: 'COMBAT.EndTitle' },
      content: `<p>${localize('COMBAT.EndConfirmation')}</p>`,
      yes: { callback: () => this.delete() },
      modal: true,
      rejectClose: false,
    });
  }

  async activate(options: OperationOptions = {}): Promise<Document[]> {
    const others = game['combats'].filter(
      (combat) => combat !== this && combat.isActive && combat._source['scene'] === this._source['scene'],
    );
    const updates = others.map((combat) => ({ _id: combat.id, active: false }));
    updates.push({ _id: this.id, active: true });
    return (this.constructor as typeof Combat).updateDocuments(updates, options);
  }

  async toggleSceneLink(): Promise<this | undefined> {
    const scene = this._source.scene ? null : (game['scenes'].current?.id ?? null);
    return this.update({ scene });
  }

  async setInitiative(id: string, value: number): Promise<void> {
    await this.combatants.get(id, { strict: true })!.update({ initiative: value });
  }

  async rollInitiative(
    ids: string | string[],
    { formula = null, updateTurn = true, messageOptions = {} }: InitiativeOptions = {},
  ): Promise<this> {
    const updates: DocumentData[] = [];
    const messages: object[] = [];
    for (const id of [ids].flat()) {
      const combatant = this.combatants.get(id);
      if (!combatant?.isOwner) continue;
      const roll = combatant.getInitiativeRoll(formula ?? undefined);
      await roll.evaluate();
      updates.push({ _id: id, initiative: roll.total });
      const flavor = localize('COMBAT.RollsInitiative', { name: combatant.name });
      const speaker = CONFIG['ChatMessage'].documentClass.getSpeaker({
        actor: combatant.actor,
        token: combatant.token,
        alias: combatant.name,
      });
      messages.push(
        await roll.toMessage(
          { speaker, flavor, flags: { core: { initiativeRoll: true } }, ...messageOptions },
          { create: false },
        ),
      );
    }
    if (updates.length === 0) return this;
    await this.updateEmbeddedDocuments('Combatant', updates, this.turnOptions(updateTurn));
    await CONFIG['ChatMessage'].documentClass.create(messages);
    return this;
  }

  async rollAll(options?: InitiativeOptions): Promise<this> {
    const ids = this.combatants.filter((c) => c.isOwner && c.initiative === null).map((c) => c.id!);
    return this.rollInitiative(ids, options);
  }

  async rollNPC(options?: InitiativeOptions): Promise<this> {
    const ids = this.combatants.filter((c) => c.isOwner && c.isNPC && c.initiative === null).map((c) => c.id!);
    return this.rollInitiative(ids, options);
  }

  async resetAll({ updateTurn = true }: { updateTurn?: boolean } = {}): Promise<this> {
    const updates = this.combatants.map((combatant) => ({ _id: combatant.id, initiative: null }));
    await this.updateEmbeddedDocuments('Combatant', updates, this.turnOptions(updateTurn));
    return this;
  }

  /** The turn stays with its combatant or with its number. Combatant Initiative of SR5 passes `combatTurn` alike. */
  private turnOptions(updateTurn: boolean): OperationOptions {
    return { turnEvents: false, ...(!updateTurn && this.turn !== null && { combatTurn: this.turn }) };
  }

  getCombatantsByActor(actor: Actor | string): Combatant[] {
    const id = typeof actor === 'string' ? actor : actor.id;
    if (typeof actor !== 'string' && actor.token) return this.getCombatantsByToken(actor.token);
    return this.combatants.filter((combatant) => combatant.actorId === id && combatant.token?.actorLink !== false);
  }

  getCombatantsByToken(token: TokenDocument | string): Combatant[] {
    const id = typeof token === 'string' ? token : token.id;
    return this.combatants.filter((combatant) => combatant.tokenId === id);
  }

  async clearMovementHistories(): Promise<void> {
    for (const combatant of this.combatants) await combatant.clearMovementHistory();
  }

  /**
   * Follows a change of a combatant's actor, which gives name, permissions and defeat. Changes of combatants set up
   * the turns at once (foundryvtt issue 9641); changes from elsewhere are debounced.
   */
  refreshActor(actor: Actor) {
    for (const combatant of this.getCombatantsByActor(actor)) combatant._safePrepareData();
    if (variant('actorRedraw') === 'debounced') this.debounceSetup();
    else {
      this.setupTurns();
      this.rerenderTracker();
    }
  }

  private rerenderTracker() {
    const tracker = globalThis.ui?.combat;
    if (tracker?.viewed === this) tracker.render();
  }

  override _onUpdate(changed: Data, options: OperationOptions, userId: string): void {
    super._onUpdate(changed, options, userId);
    const prior = { ...this.current };
    this.current = this._getCurrentState();
    this.afterTurnChange(prior, options);
  }

  private afterTurnChange(prior: CombatState, { turnEvents }: OperationOptions): void {
    if (isSameState(prior, this.current)) return;
    // The same object every time. C13: Combat##recordPreviousState
    this.previous = Object.assign(this.previous ?? prior, prior);
    this._updateTurnMarkers();
    // T14: Combat.Database.UpdateOperation `turnEvents`.
    if (turnEvents !== false) void this._manageTurnEvents();
  }

  override _onDelete(options: OperationOptions, userId: string): void {
    super._onDelete(options, userId);
    if (game['users'].activeGM?.isSelf)
      void CONFIG['ActiveEffect'].documentClass.registry.refresh('combatEnd', { combat: this });
  }

  /** T14: "Update display of Token combat turn markers": of tokens that have one, and of the token whose turn it is. */
  _updateTurnMarkers() {
    const layer = globalThis.canvas?.tokens;
    if (!layer) return;
    for (const token of [...layer.turnMarkers, this.combatant?.token?.object])
      token?.renderFlags.set({ refreshTurnMarker: true });
  }

  override _onUpdateDescendantDocuments(...args: CreatedOrUpdated): void {
    super._onUpdateDescendantDocuments(...args);
    this.afterDescendants(args[4]);
  }

  private renderCollection(): void {
    const { collection } = this;
    if (collection instanceof WorldCollection) collection.render();
  }

  /** Sorts the turns and renders the tracker. C13: Combat##onModifyCombatants */
  private afterDescendants(options: OperationOptions & { combatTurn?: number }) {
    const prior = { ...this.current };
    if (typeof options?.combatTurn === 'number') this.updateSource({ turn: options.combatTurn });
    this.setupTurns();
    this.afterTurnChange(prior, options ?? {});
    if (options?.render !== false) this.renderCollection();
  }

  /**
   * Runs turn and round events on one designated GM's client, or not at all without a GM; then calls the hook on every
   * client (`OQCombat`, a public system's class on 14.368, calls it itself if it suppresses turn events).
   */
  async _manageTurnEvents(): Promise<void> {
    const { previous, current } = this;
    if (!this.started || !previous) return;
    if (game['users'].activeGM?.isSelf) await manageTurnEvents(this, previous, current);
    Hooks.callAll('combatTurnChange', this, previous, current);
  }

  async _onEndTurn(_combatant: Combatant, _context: TurnContext): Promise<void> {}
  async _onEndRound(_context: RoundContext): Promise<void> {}
  async _onStartRound(_context: RoundContext): Promise<void> {}
  async _onStartTurn(_combatant: Combatant, _context: TurnContext): Promise<void> {}
  async _onEnter(_combatant: Combatant): Promise<void> {}
  async _onExit(_combatant: Combatant): Promise<void> {}
  async _clearMovementHistoryOnStartTurn(combatant: Combatant, _context: TurnContext): Promise<void> {
    await combatant.clearMovementHistory();
  }

  override _onCreateDescendantDocuments(...args: CreatedOrUpdated): void {
    super._onCreateDescendantDocuments(...args);
    const [, collection, documents, , options] = args;
    this.afterDescendants(options);
    if (collection === 'combatants' && game['users'].activeGM?.isSelf)
      for (const document of documents) void this._onEnter(document as Combatant);
  }

  override _onDeleteDescendantDocuments(...args: Deleted): void {
    super._onDeleteDescendantDocuments(...args);
    const [, collection, documents, , options] = args;
    this.afterDescendants(options);
    if (collection === 'combatants' && game['users'].activeGM?.isSelf)
      for (const document of documents) void this._onExit(document as Combatant);
  }
}

const isSameState = (a: CombatState, b: CombatState) =>
  a.round === b.round && a.turn === b.turn && a.combatantId === b.combatantId;
