import type { Command } from '../../encounter/command';
import type { Clock } from '../../encounter/state';
import { displayRound } from '../../encounter/timing';
import type { Answer } from '../../kernel/ask';
import { adapterOf, isRulesetType, loadAdapter } from '../adapters/registry';
import { act } from '../apps/actions/act';
import { defeatsOf, setDefeated } from '../apps/actions/manual-changes';
import { endEncounter, initiativeControls } from '../apps/tracker/encounter-controls';
import { coreStateOf, NO_TURN_ORDER, type TurnOrder, turnOrderOf } from '../clock/mirror';
import { dispatchMoments } from '../clock/moments';
import { ensureWorldTime } from '../clock/world-time';
import { countChanges, ignoreChanges, noteChange } from '../host/changes';
import { disguiseOf } from '../host/disguise';
import { isRunning } from '../host/exchange-document';
import { visibleFightOf } from '../host/store';
import { idOf, updateDocument } from '../platform/documents';
import { throwNotWritten } from '../platform/refusals';
import { defaultRuleset, roundSeconds } from '../platform/world-settings';
import { answer, isReferee, openAsks, rewindStep, submit } from '../referee';
import { notifyFailure } from '../referee/requests/notify';
import { readAnswers, readCommand } from '../referee/requests/request-shape';
import { leaveFight } from '../referee/seat/departure';
import { areMarks } from '../referee/store/claim';
import { STEP_HOOK } from '../referee/store/step-hook';
import { removeHarmfulKeys } from '../stored/harmful-keys';
import { combatSystem } from '../stored/systems';
import { isRecord } from '../stored/validators';
import { offeredTypes, plainSource } from './new-documents';

/** The encounter's document. Foundry's round and turn controls become commands to the referee, which writes each step. */
export class CadenceCombat extends Combat {
  /** API: DataModel.migrateData */
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(removeHarmfulKeys(source));
  }

  /**
   * Foundry sets up turns and renders the tracker after an actor changes; our tracker follows changes by itself.
   * T14: client/documents/combat.d.mts `debounceSetup`, a property.
   */
  constructor(...args: ConstructorParameters<typeof Combat>) {
    super(...args);
    this.debounceSetup = createSetup(this, this.debounceSetup);
  }

  /** API: ClientDocument.createDialog; draw-steel, module/documents/item.mjs, narrows `types` in the same way. */
  static override async createDialog(...[data, within, options = {}]: Parameters<typeof Combat.createDialog>) {
    const types = offeredTypes('Combat', options.types ?? this.TYPES, within ?? {});
    return super.createDialog(data, within, Object.assign({ ...options }, { types }));
  }

  /** Foundry's create button knows no subtypes; such an encounter gets the world's default ruleset. */
  static override async createDocuments(data: never[] = [], operation: never = {} as never): Promise<never> {
    const typed = data.map((given) => {
      const source = plainSource<{ type?: string }>(given);
      return source.type && source.type !== 'base' ? source : { ...source, type: defaultRuleset() };
    });
    return super.createDocuments(typed as never, operation) as Promise<never>;
  }

  protected override async _preCreate(
    data: Combat.CreateData & { system?: { clock?: object } },
    options: Combat.Database.PreCreateOptions,
    user: User.Implementation,
  ): Promise<boolean | void> {
    const adapter = await loadAdapter(this.type);
    if (adapter && !data.system?.clock) this.updateSource({ system: { clock: { ...adapter.ruleset.idle } } });
    return super._preCreate(data, options, user);
  }

  /**
   * Sends a command to the referee, for macros and other packages. Reasons against it are shown to the user.
   * Throws TypeError for an invalid argument.
   */
  async submit(command: Command, options: { force?: boolean } = {}): Promise<void> {
    const read = readCommand(command);
    if (!read)
      throw new TypeError(`Combat#submit: \`command\` is no command such as { do, by }: ${formatValue(command)}`);
    if (!isRecord(options) || !['boolean', 'undefined'].includes(typeof options.force))
      throw new TypeError(`Combat#submit: \`options\` is nothing such as { force: true }: ${formatValue(options)}`);
    await submit(this, read, options);
  }

  /** The open asks of this encounter, one for each responder. */
  get openAsks(): ReturnType<typeof openAsks> {
    return openAsks(this);
  }

  /** Answers an open ask by its key. Throws TypeError for an invalid argument. */
  async answer(key: string, given: Answer): Promise<void> {
    if (typeof key !== 'string')
      throw new TypeError(`Combat#answer: \`key\` is no key of an open ask: ${formatValue(key)}`);
    const [read] = readAnswers([given]) ?? [];
    if (!read)
      throw new TypeError(`Combat#answer: \`given\` is no list such as [6] or ['dodge']: ${formatValue(given)}`);
    await answer(this, key, read);
  }

  override prepareBaseData(): void {
    super.prepareBaseData();
    noteChange();
  }

  /** Foundry prepares the Combat and all its combatants again between both events. T14: client-document.d.mts */
  protected override _preCreateDescendantDocuments(...args: Parameters<Combat['_preCreateDescendantDocuments']>) {
    super._preCreateDescendantDocuments(...args);
    const [, collection, data] = args;
    if ((collection as string) === 'groups' && areMarks(data.map(({ _id }) => _id))) ignoreChanges();
  }

  protected override _onCreateDescendantDocuments(...args: Parameters<Combat['_onCreateDescendantDocuments']>) {
    countChanges();
    super._onCreateDescendantDocuments(...args);
  }

  protected override _preDeleteDescendantDocuments(...args: Parameters<Combat['_preDeleteDescendantDocuments']>) {
    super._preDeleteDescendantDocuments(...args);
    const [, collection, ids] = args;
    if ((collection as string) === 'groups' && areMarks(ids)) ignoreChanges();
  }

  protected override _onDeleteDescendantDocuments(...args: Parameters<Combat['_onDeleteDescendantDocuments']>) {
    countChanges();
    super._onDeleteDescendantDocuments(...args);
  }

  override async startCombat(): Promise<this> {
    return this.#clock(0, () => super.startCombat());
  }

  override async nextRound(): Promise<this> {
    return this.#clock(1, () => super.nextRound());
  }

  /** A player ends the turn of an own fighter: turn docks, HUDs and core's key call this for players too. */
  override async nextTurn(): Promise<this> {
    const command = game.user.isGM ? null : await this.#endOwnTurn();
    if (!command) return this.#clock(1, () => super.nextTurn());
    await act(this, command, 'nothing');
    return this;
  }

  async #endOwnTurn(): Promise<Command | null> {
    const endTurn = (await loadAdapter(this.type))?.ruleset.timing.endTurn;
    const own = this.combatants.filter(({ isOwner }) => isOwner);
    const actor = game.user.character;
    const fighter =
      own.find(({ id }) => id === this.combatant?.id) ?? own.find((each) => each.actor === actor) ?? own[0];
    return endTurn && fighter ? { do: endTurn, by: idOf(fighter) } : null;
  }

  override async previousRound(): Promise<this> {
    return this.#rewind(() => super.previousRound());
  }

  override async previousTurn(): Promise<this> {
    return this.#rewind(() => super.previousTurn());
  }

  override async rollInitiative(...args: Parameters<Combat['rollInitiative']>): Promise<this> {
    if (!isRulesetType(this.type)) return super.rollInitiative(...args);
    await initiativeControls.rollSome(this);
    return this;
  }

  override async rollAll(options?: Combat.InitiativeOptions): Promise<this> {
    if (!isRulesetType(this.type)) return super.rollAll(options);
    await initiativeControls.rollAll(this);
    return this;
  }

  override async rollNPC(options?: Combat.InitiativeOptions): Promise<this> {
    if (!isRulesetType(this.type)) return super.rollNPC(options);
    await initiativeControls.rollSome(this);
    return this;
  }

  override async setInitiative(id: string, value: number): Promise<void> {
    if (!isRulesetType(this.type)) return super.setInitiative(id, value);
    await initiativeControls.set(this, id, value);
  }

  // The installed types declare no options and another result.
  override async resetAll(...args: never[]): Promise<this | undefined> {
    if (!isRulesetType(this.type))
      return (super.resetAll as (...given: never[]) => Promise<this | undefined>).apply(this, args);
    await initiativeControls.clear(this);
    return this;
  }

  override async endCombat(): Promise<this> {
    if (!isRunning(this)) return super.endCombat();
    await endEncounter(this);
    return this;
  }

  async #clock(which: number, core: () => Promise<this>): Promise<this> {
    const adapter = await loadAdapter(this.type);
    if (!adapter) return core();
    const command = adapter.ruleset.clockCommands[which];
    if (command) await act(this, { do: command, by: 'gm' }, 'nothing');
    return this;
  }

  async #rewind(core: () => Promise<this>): Promise<this> {
    if (!isRulesetType(this.type)) return core();
    await rewindStep(this);
    return this;
  }

  /** Uses the ruleset's turn order; without one, players first, then by name. */
  override setupTurns(): Combatant.Implementation[] {
    if (isRulesetType(this.type)) {
      orders.set(this, turnOrderOf(this));
      for (const combatant of this.combatants) combatant.initiative = initiativeOf(combatant);
    }
    const turns = super.setupTurns();
    if (isRulesetType(this.type)) keepRound(this, () => this._getCurrentState());
    return turns;
  }

  protected override _sortCombatants(a: Combatant.Implementation, b: Combatant.Implementation): number {
    if (!isRulesetType(a.parent?.type)) return super._sortCombatants(a, b);
    return ((a.parent && orders.get(a.parent)) ?? NO_TURN_ORDER).compare(a, b);
  }

  /** The combatant whose turn it is by our clock, independent of Foundry's list; null without one. */
  override get combatant(): Combatant.Implementation | null | undefined {
    const onTurn = combatantOnTurn(this);
    return onTurn === undefined ? super.combatant : onTurn;
  }

  override get nextCombatant(): Combatant.Implementation | undefined {
    const onTurn = combatantOnTurn(this);
    if (onTurn === undefined) return super.nextCombatant;
    const order = orders.get(this)?.order ?? [];
    const at = onTurn ? order.indexOf(onTurn.id ?? '') : -1;
    return at < 0 ? undefined : this.combatants.get(order[(at + 1) % order.length] ?? '');
  }

  override getTimeDelta(fromRound: number, fromTurn: number | null, toRound: number, toTurn: number | null): number {
    const adapter = adapterOf(this.type);
    if (!adapter) return super.getTimeDelta(fromRound, fromTurn as number, toRound, toTurn as number);
    return (toRound - fromRound) * roundSeconds(adapter.ruleset);
  }

  /**
   * Core derives turn events from its own order, in which turns out of order count as skipped or rewound
   * (foundryvtt issue 13983). Ours derive from the step's change of the clock.
   */
  protected override async _manageTurnEvents(): Promise<void> {
    if (!isRulesetType(this.type)) await super._manageTurnEvents();
  }

  /** Restores Foundry's round and turn, which players and macros can change, from the referee's clock. */
  #restoreClock(): void {
    const adapter = adapterOf(this.type);
    const encounter = visibleFightOf(this)?.encounter;
    if (!adapter || !encounter || !isReferee(this)) return;
    const state = coreStateOf(this, adapter, encounter);
    if (state.round === this._source.round && state.turn === this._source.turn) return;
    updateDocument(this, { ...state }, { turnEvents: false })
      .catch(throwNotWritten)
      .catch((error: unknown) => notifyFailure(this, error));
  }

  protected override _onUpdate(
    changed: Combat.UpdateData & { system?: { step?: number } },
    options: Combat.Database.OnUpdateOperation & { worldTime?: { delta?: number }; turnEvents?: boolean },
    userId: string,
  ): void {
    const prior = { ...this.current };
    super._onUpdate(changed, options, userId);
    if (changed.system?.step === undefined) {
      // A GM's write without turn events is deliberate, as the correction itself is.
      const isDeliberate = game.users?.get(userId)?.isGM === true && options.turnEvents === false;
      if (('round' in changed || 'turn' in changed) && !isDeliberate) this.#restoreClock();
      return;
    }
    if (isRulesetType(this.type)) {
      this.setupTurns();
      this.current = this._getCurrentState();
      // A copy: core overwrites `previous` at the next change (C13: Combat##recordPreviousState).
      this.previous = { ...prior };
      dispatchMoments(this, options, prior);
      if (userId === game.user.id) ensureWorldTime(Number(options.worldTime?.delta ?? 0));
    }
    Hooks.callAll(STEP_HOOK, this);
  }
}

/** Returns the combatant on turn, null if none, or undefined without a ruleset. */
function combatantOnTurn(combat: Combat.Implementation): Combatant.Implementation | null | undefined {
  const adapter = adapterOf(combat.type);
  if (!adapter) return undefined;
  const { idle, timing } = adapter.ruleset;
  const clock: Clock | undefined = combatSystem(combat)?.clock;
  const holder = clock && displayRound(clock, idle) > 0 ? timing.turnHolder(clock) : null;
  return (holder && combat.combatants.get(holder)) || null;
}

/**
 * Core raises the round in memory when the stored turn is beyond the list (C13: Combat#setupTurns). Ours is the clock's. A function, because
 * the constructor of a document already prepares its data, before private methods exist.
 */
function keepRound(combat: Combat, stateOf: () => Combat['current']): void {
  const { round, turn } = combat._source;
  if (combat.round === round && combat.turn === turn) return;
  Object.assign(combat, { round, turn });
  combat.current = stateOf();
}

/** Milliseconds. */
const DEBOUNCE = 50;

/** @param core Foundry's original function */
function createSetup(combat: Combat.Implementation, core: () => void): () => void {
  const setup = foundry.utils.debounce(() => game.combats?.get(combat.id ?? '')?.setupTurns(), DEBOUNCE);
  return () => (isRulesetType(combat.type) ? setup() : core());
}

/** As derived last: combatants take their initiative from it. */
const orders = new WeakMap<Combat, TurnOrder>();

const initiativeOf = ({ parent, id }: Combatant.Implementation): number | null =>
  (parent && orders.get(parent)?.initiatives.get(id ?? '')) ?? null;

function formatValue(value: unknown): string {
  try {
    return String(JSON.stringify(value)).slice(0, 200);
  } catch {
    // Circular, or otherwise not serializable.
    return String(value);
  }
}

/** A combatant always has its combat's subtype. */
export class CadenceCombatant extends Combatant {
  /** API: DataModel.migrateData */
  static override migrateData(source: Record<string, unknown>) {
    return super.migrateData(removeHarmfulKeys(source));
  }

  static override async createDocuments(data: never[] = [], operation: never = {} as never): Promise<never> {
    const type = (operation as { parent?: { type?: string } }).parent?.type;
    const typed = data.map((given) => (isRulesetType(type) ? { ...plainSource(given), type } : given));
    return super.createDocuments(typed as never, operation) as Promise<never>;
  }

  /**
   * When combatants change, core copies the whole combat, some 4 to 20 ms in an encounter of 200 steps, and tells every client which turn it is
   * then (C13: Combatant._preUpdateOperation). The clients set it in memory only, and differ from what is stored. Our turns are the clock's.
   */
  protected static override async _preCreateOperation(
    ...[documents, operation, user]: Parameters<typeof Combatant._preCreateOperation>
  ): Promise<boolean | void> {
    if (!isRulesetType(operation.parent?.type)) return super._preCreateOperation(documents, operation, user);
  }

  protected static override async _preUpdateOperation(
    ...[documents, operation, user]: Parameters<typeof Combatant._preUpdateOperation>
  ): Promise<boolean | void> {
    if (!isRulesetType(operation.parent?.type)) return super._preUpdateOperation(documents, operation, user);
  }

  protected static override async _preDeleteOperation(
    ...[documents, operation, user]: Parameters<typeof Combatant._preDeleteOperation>
  ): Promise<boolean | void> {
    if (!isRulesetType(operation.parent?.type)) return super._preDeleteOperation(documents, operation, user);
    // Players who leave could come back without what hampers them. A step of the referee says itself what ends.
    if (game.user.isGM && !('cadence' in operation))
      await leaveFight(operation.parent as Combat.Implementation, documents as never);
  }

  /** Initiative and defeat set manually become the ruleset's commands, and are not stored. */
  protected override async _preUpdate(
    changed: Combatant.UpdateData,
    options: Combatant.Database.PreUpdateOptions,
    user: User.Implementation,
  ): Promise<boolean | void> {
    const { parent } = this;
    if (parent && isRulesetType(parent.type) && 'initiative' in changed) {
      // A package may delete or replace it by an operator.
      const wanted = changed.initiative as number | { readonly value?: unknown } | null;
      const value = typeof wanted === 'object' ? wanted?.value : wanted;
      const to = typeof value === 'number' ? value : null;
      delete changed.initiative;
      // A saved form repeats the stored value, which is none (C13: `_preUpdate` runs before the diff).
      if (to !== this._source.initiative && to !== this.initiative) void initiativeControls.set(parent, idOf(this), to);
    }
    if (parent && isRulesetType(parent.type) && 'defeated' in changed) {
      const isGiven = changed.defeated === true && !this.isDefeated;
      delete changed.defeated;
      // A saved form repeats the stored false, and must not revive a fighter.
      if (user.isGM && isGiven) void setDefeated(this.actor, true);
    }
    return super._preUpdate(changed, options, user);
  }

  /** By the ruleset's conditions: core knows one status for all systems, and stores a switch that no step undoes. */
  override get isDefeated(): boolean {
    if (!isRulesetType(this.parent?.type)) return super.isDefeated;
    return this.actor !== null && defeatsOf(this.actor).length > 0;
  }

  override async rollInitiative(formula?: string): Promise<this | undefined> {
    if (!this.parent || !isRulesetType(this.parent.type)) return super.rollInitiative(formula);
    await initiativeControls.rollSome(this.parent);
    return this;
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    if (adapterOf(this.parent?.type)) this.initiative = initiativeOf(this);
    const disguise =
      game.user?.isGM === false
        ? disguiseOf({ combatant: this, token: this.token, actor: game.actors?.get(this.actorId ?? '') })
        : null;
    // For core and modules; our own windows read both from the documents.
    if (disguise) Object.assign(this, { name: disguise.name, img: disguise.img || null });
    noteChange();
  }
}
