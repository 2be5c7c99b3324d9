import { debounce } from '../../shared/timing';
import { variant } from '../../variants';
import { Document } from '../abstract/document';
import { CONFIG } from '../config';
import { BooleanField, DocumentIdField, EmbeddedCollectionField } from '../data/fields/index';
import { game } from '../game';
import { Hooks } from '../hooks';
import { localize } from '../i18n';
import { ClientDocumentMixin } from './client-document';
import { manageTurnEvents } from './combat-events';
import { Combatant } from './combatant';
import { CombatantGroup } from './combatant-group';
import { common } from './common-fields';

/** T14: common/documents/combat.d.mts */
export class BaseCombat extends Document {
  static override metadata = Object.freeze({
    ...Document.metadata,
    name: 'Combat',
    label: 'DOCUMENT.Combat',
    labelPlural: 'DOCUMENT.Combats',
    collection: 'combats',
    hasTypeData: true,
    embedded: { Combatant: 'combatants', CombatantGroup: 'groups' },
  });

  static override defineSchema(): Record<string, any> {
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

  /** Gates of a player's update of `round` and `turn`; a subclass may close them. */
  _canChangeRound(_user: any): boolean {
    return true;
  }

  _canChangeTurn(_user: any): boolean {
    return true;
  }

  override canUserModify(user: any, action: any, data: any = {}): boolean {
    if (!super.canUserModify(user, action, data)) return false;
    if (action !== 'update' || user.isGM) return true;
    return !('round' in data && !this._canChangeRound(user)) && !('turn' in data && !this._canChangeTurn(user));
  }
}

/** Milliseconds. The declarations name none; public copies of the client have had 50 since version 9. */
const SETUP_DELAY = 50;

/** T14: client/documents/combat.d.mts; foundry-api.md section 4 */
export class Combat extends ClientDocumentMixin(BaseCombat) {
  declare turns: any[];
  declare current: any;
  declare previous: any;

  _configure(options: any) {
    super._configure(options);
    for (const [key, value] of Object.entries({ turns: [], current: undefined, previous: undefined })) {
      Object.defineProperty(this, key, { value, writable: true, enumerable: false, configurable: true });
    }
  }

  static get settings(): any {
    return CONFIG['Combat'].settings;
  }

  get settings(): any {
    return CONFIG['Combat'].settings;
  }

  get combatant(): any {
    return this.turns[this.turn];
  }

  get nextCombatant(): any {
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

  get visible(): boolean {
    return true;
  }

  prepareDerivedData() {
    this._linkScene();
    // T14: "Calls `setupTurns` if there is at least one Combatant and `this.turns` is empty".
    if (this.combatants.size > 0 && this.turns.length === 0) this.setupTurns();
  }

  /** `scene` is kept as an id and read as the document. */
  _linkScene() {
    const id = this._source.scene;
    this.scene = id ? (game['scenes']?.get(id) ?? null) : null;
  }

  /** Initiative from high to low, those without last, ties by id. */
  _sortCombatants(a: any, b: any): number {
    const ia = a.initiative ?? Number.NEGATIVE_INFINITY;
    const ib = b.initiative ?? Number.NEGATIVE_INFINITY;
    return ia === ib ? (a.id > b.id ? 1 : -1) : ib - ia;
  }

  setupTurns(): any[] {
    this.turns = this.combatants.contents.sort((a: any, b: any) => this._sortCombatants(a, b));
    if (this.turn !== null) this.turn = Math.max(0, Math.min(this.turn, this.turns.length - 1));
    this.current = this._getCurrentState(this.combatant);
    return this.turns;
  }

  /**
   * T14: client/documents/combat.d.mts, a property and no method: "Debounce changes to the composition of the Combat encounter to
   * de-duplicate multiple concurrent Combatant changes. If this is the currently viewed encounter, re-render the CombatTracker application."
   */
  debounceSetup = debounce(() => {
    // It may have been deleted meanwhile.
    if (!game['combats']?.has(this.id)) return;
    this.setupTurns();
    this.rerenderTracker();
  }, SETUP_DELAY);

  _getCurrentState(combatant: any = this.combatant): any {
    return {
      round: this.round,
      turn: this.turn,
      combatantId: combatant?.id ?? null,
      tokenId: combatant?.tokenId ?? null,
    };
  }

  async startCombat(): Promise<any> {
    const updateData = { round: 1, turn: 0 };
    Hooks.callAll('combatStart', this, updateData);
    return this.update(updateData);
  }

  async nextRound(): Promise<any> {
    let turn = this.turn === null || this.turns.length === 0 ? null : 0;
    if (this.settings?.skipDefeated && turn !== null) {
      const next = this.turns.findIndex((combatant) => !combatant.isDefeated);
      turn = Math.max(next, 0);
    }
    const delta = this.getTimeDelta(this.round, this.turn, this.round + 1, turn);
    return this.changeRound({ round: this.round + 1, turn }, 1, delta);
  }

  async previousRound(): Promise<any> {
    const round = Math.max(this.round - 1, 0);
    const turn = round === 0 || this.turn === null ? null : Math.max(this.turns.length - 1, 0);
    return this.changeRound({ round, turn }, -1, round > 0 ? this.getTimeDelta(this.round, this.turn, round, turn) : 0);
  }

  private async changeRound(updateData: any, direction: number, delta: number): Promise<any> {
    const updateOptions = { direction, worldTime: { delta } };
    Hooks.callAll('combatRound', this, updateData, updateOptions);
    return this.update(updateData, updateOptions);
  }

  async nextTurn(): Promise<any> {
    if (this.round === 0) return this.nextRound();
    const from = this.turn ?? -1;
    const skip = this.settings?.skipDefeated;
    const turn = this.turns.findIndex((combatant, index) => index > from && !(skip && combatant.isDefeated));
    if (turn === -1) return this.nextRound();
    return this.changeTurn(this.round, turn, 1);
  }

  async previousTurn(): Promise<any> {
    if (this.round === 0) return this;
    if (!this.turn || this.turns.length === 0) return this.previousRound();
    return this.changeTurn(this.round, this.turn - 1, -1);
  }

  private async changeTurn(round: number, turn: number, direction: number): Promise<any> {
    const updateData = { round, turn };
    const updateOptions = { direction, worldTime: { delta: this.getTimeDelta(this.round, this.turn, round, turn) } };
    Hooks.callAll('combatTurn', this, updateData, updateOptions);
    return this.update(updateData, updateOptions);
  }

  getTimeDelta(originRound: number, originTurn: number | null, targetRound: number, targetTurn: number | null): number {
    const { turnTime, roundTime } = CONFIG['time'];
    return (targetRound - originRound) * roundTime + ((targetTurn ?? 0) - (originTurn ?? 0)) * turnTime;
  }

  async endCombat(): Promise<any> {
    const { DialogV2 } = (globalThis as any).foundry.applications.api;
    return DialogV2.confirm({
      window: { title: 'COMBAT.EndTitle' },
      content: `<p>${localize('COMBAT.EndConfirmation')}</p>`,
      yes: { callback: () => this.delete() },
      modal: true,
      rejectClose: false,
    });
  }

  async activate(options: any = {}): Promise<any> {
    const others = this.collection.filter(
      (combat: any) => combat !== this && combat.isActive && combat._source.scene === this._source.scene,
    );
    const updates = others.map((combat: any) => ({ _id: combat.id, active: false }));
    updates.push({ _id: this.id, active: true });
    return (this.constructor as any).updateDocuments(updates, options);
  }

  async toggleSceneLink(): Promise<any> {
    const scene = this._source.scene ? null : (game['scenes'].current?.id ?? null);
    return this.update({ scene });
  }

  async setInitiative(id: string, value: number): Promise<any> {
    await this.combatants.get(id, { strict: true }).update({ initiative: value });
  }

  async rollInitiative(
    ids: string | string[],
    { formula = null, updateTurn = true, messageOptions = {} }: any = {},
  ): Promise<any> {
    const current = this.combatant?.id;
    const updates: any[] = [];
    const messages: any[] = [];
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
    await this.updateEmbeddedDocuments('Combatant', updates, { turnEvents: false });
    if (updateTurn && current)
      await this.update({ turn: this.turns.findIndex((combatant) => combatant.id === current) }, { turnEvents: false });
    await CONFIG['ChatMessage'].documentClass.create(messages);
    return this;
  }

  async rollAll(options?: any): Promise<any> {
    const ids = this.combatants.filter((c: any) => c.isOwner && c.initiative === null).map((c: any) => c.id);
    return this.rollInitiative(ids, options);
  }

  async rollNPC(options?: any): Promise<any> {
    const ids = this.combatants.filter((c: any) => c.isOwner && c.isNPC && c.initiative === null).map((c: any) => c.id);
    return this.rollInitiative(ids, options);
  }

  async resetAll({ updateTurn = true }: any = {}): Promise<any> {
    const current = this.combatant?.id;
    const updates = this.combatants.map((combatant: any) => ({ _id: combatant.id, initiative: null }));
    await this.updateEmbeddedDocuments('Combatant', updates, { turnEvents: false });
    if (updateTurn && current)
      await this.update({ turn: this.turns.findIndex((combatant) => combatant.id === current) }, { turnEvents: false });
    return this;
  }

  getCombatantsByActor(actor: any): any[] {
    const id = typeof actor === 'string' ? actor : actor.id;
    if (actor?.isToken) return this.getCombatantsByToken(actor.token);
    return this.combatants.filter((combatant: any) => combatant.actorId === id && combatant.token?.actorLink !== false);
  }

  getCombatantsByToken(token: any): any[] {
    const id = typeof token === 'string' ? token : token.id;
    return this.combatants.filter((combatant: any) => combatant.tokenId === id);
  }

  async clearMovementHistories(): Promise<void> {
    for (const combatant of this.combatants) await combatant.clearMovementHistory();
  }

  /**
   * A fighter's actor has changed: names, rights and defeat are read from it. Changes of combatants themselves set up the turns at once
   * (foundryvtt issue 9641), and those that come from elsewhere are debounced.
   */
  refreshActor(actor: any) {
    for (const combatant of this.getCombatantsByActor(actor)) combatant._safePrepareData();
    if (variant('actorRedraw') === 'debounced') this.debounceSetup();
    else {
      this.setupTurns();
      this.rerenderTracker();
    }
  }

  private rerenderTracker() {
    const tracker = (globalThis as any).ui?.combat;
    if (tracker?.viewed === this) tracker.render();
  }

  _onUpdate(changed: any, options: any, userId: string) {
    super._onUpdate(changed, options, userId);
    const prior = { ...this.current };
    this.current = this._getCurrentState();
    if (isSameState(prior, this.current)) return;
    this.previous = prior;
    this._updateTurnMarkers();
    // T14: Combat.Database.UpdateOperation `turnEvents`.
    if (options.turnEvents !== false) void this._manageTurnEvents();
  }

  _onDelete(options: any, userId: string) {
    super._onDelete(options, userId);
    if (game['users'].activeGM?.isSelf)
      void CONFIG['ActiveEffect'].documentClass.registry.refresh('combatEnd', { combat: this });
  }

  /** T14: "Update display of Token combat turn markers": of those that have one, and of whoever has the turn now. */
  _updateTurnMarkers() {
    const layer = (globalThis as any).canvas?.tokens;
    if (!layer) return;
    for (const token of [...layer.turnMarkers, this.combatant?.token?.object])
      token?.renderFlags.set({ refreshTurnMarker: true });
  }

  _onUpdateDescendantDocuments(...args: any[]) {
    super._onUpdateDescendantDocuments(...args);
    this.afterDescendants(args[4]);
  }

  /** The order may be another now; the tracker shows it. */
  private afterDescendants(options: any) {
    this.setupTurns();
    if (options?.render !== false) this.collection?.render?.();
  }

  /**
   * What turns and rounds bring: on one designated GM's client only, nobody's when no GM is there; then the hook on every client
   * (`OQCombat`, a public system's class on 14.368, calls it itself where it forbids turn events).
   */
  async _manageTurnEvents(): Promise<void> {
    const { previous, current } = this;
    if (!this.started || !previous) return;
    if (game['users'].activeGM?.isSelf) await manageTurnEvents(this, previous, current);
    Hooks.callAll('combatTurnChange', this, previous, current);
  }

  async _onEndTurn(_combatant: any, _context: any): Promise<void> {}
  async _onEndRound(_context: any): Promise<void> {}
  async _onStartRound(_context: any): Promise<void> {}
  async _onStartTurn(_combatant: any, _context: any): Promise<void> {}
  async _onEnter(_combatant: any): Promise<void> {}
  async _onExit(_combatant: any): Promise<void> {}
  async _clearMovementHistoryOnStartTurn(combatant: any, _context: any): Promise<void> {
    await combatant.clearMovementHistory();
  }

  _onCreateDescendantDocuments(parent: any, collection: string, documents: any[], ...rest: any[]) {
    super._onCreateDescendantDocuments(parent, collection, documents, ...rest);
    this.afterDescendants(rest[1]);
    if (collection === 'combatants' && game['users'].activeGM?.isSelf)
      for (const document of documents) void this._onEnter(document);
  }

  _onDeleteDescendantDocuments(parent: any, collection: string, documents: any[], ...rest: any[]) {
    super._onDeleteDescendantDocuments(parent, collection, documents, ...rest);
    this.afterDescendants(rest[1]);
    if (collection === 'combatants' && game['users'].activeGM?.isSelf)
      for (const document of documents) void this._onExit(document);
  }
}

const isSameState = (a: any, b: any) => a.round === b.round && a.turn === b.turn && a.combatantId === b.combatantId;
