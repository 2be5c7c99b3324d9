import type { Data } from '../../shared/data';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { Operation, OperationOptions } from '../abstract/operations';
import { CONFIG } from '../config';
import type { DataField } from '../data/fields/base';
import { BooleanField, DocumentIdField, StringField } from '../data/fields/index';
import type { Roll } from '../dice/roll';
import { game } from '../game';
import type { Actor } from './actor';
import { ClientDocumentMixin } from './client-document';
import type { Combat } from './combat';
import { common } from './common-fields';
import type { TokenDocument } from './token';
import type { User } from './user';

const idOf = () => new DocumentIdField({ readonly: false });
const maybe = () => new StringField({ required: false, blank: true, nullable: true, initial: null });

/** T14: common/documents/combatant.d.mts */
export class BaseCombatant extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'Combatant',
    label: 'DOCUMENT.Combatant',
    labelPlural: 'DOCUMENT.Combatants',
    collection: 'combatants',
    hasTypeData: true,
    isEmbedded: true,
  });

  declare actorId: string | null;
  declare tokenId: string | null;
  declare sceneId: string | null;
  declare initiative: number | null;
  declare hidden: boolean;
  declare defeated: boolean;
  declare group: string | null;
  declare roundJoined: number;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      type: common.type('base'),
      system: common.system(this),
      actorId: idOf(),
      tokenId: idOf(),
      sceneId: idOf(),
      name: maybe(),
      img: maybe(),
      initiative: common.number(null),
      hidden: new BooleanField(),
      defeated: new BooleanField(),
      group: idOf(),
      // The declarations at 14.366 have it; notes on the source call it the round in which it entered.
      roundJoined: common.number(1, { integer: true, min: 1 }),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

interface CombatOperation extends Operation {
  /** The turn that every client sets. T14: client/documents/combatant.d.mts, database operations */
  combatTurn?: number;
}

/** Finds out, in a copy of the whole combat, which turn its combatant will have. */
function keepTurn(operation: CombatOperation, change: (copy: Combat) => void): void {
  const parent = operation.parent as Combat | null | undefined;
  const combatant = parent?.combatant;
  if (!parent || !combatant) return;
  const copy = parent.clone() as Combat;
  change(copy);
  copy.setupTurns();
  if (operation.combatTurn !== undefined) return;
  operation.combatTurn = Math.max(
    copy.turns.findIndex(({ id }) => id === combatant.id),
    0,
  );
  operation.turnEvents = false;
}

/** T14: client/documents/combatant.d.mts */
export class Combatant extends ClientDocumentMixin(BaseCombatant) {
  declare parent: Combat | null;

  /** These keep the turn with its combatant when the list changes. C13: Combatant._preCreateOperation and its siblings */
  static override async _preCreateOperation(
    documents: Combatant[],
    operation: Operation,
    user: User,
  ): Promise<boolean | void> {
    keepTurn(operation, (copy) => copy.updateSource({ combatants: documents.map((document) => document.toObject()) }));
    return super._preCreateOperation(documents, operation, user);
  }

  static override async _preUpdateOperation(
    documents: Combatant[],
    operation: Operation,
    user: User,
  ): Promise<boolean | void> {
    keepTurn(operation, (copy) => copy.updateSource({ combatants: operation.updates }));
    return super._preUpdateOperation(documents, operation, user);
  }

  static override async _preDeleteOperation(
    documents: Combatant[],
    operation: Operation,
    user: User,
  ): Promise<boolean | void> {
    keepTurn(operation, (copy) => {
      for (const { id } of documents) copy.combatants.delete(id!);
    });
    return super._preDeleteOperation(documents, operation, user);
  }

  override async _preCreate(data: Data, options: OperationOptions, user: User): Promise<boolean | void> {
    if ((await super._preCreate(data, options, user)) === false) return false;
    if (this.combat?.started) this.updateSource({ roundJoined: this.combat.round });
  }

  get combat(): Combat | null {
    return this.parent;
  }

  /** Its place in the turn order, or null. T14: client/documents/combatant.d.mts */
  get turnNumber(): number | null {
    const at = this.combat?.turns.indexOf(this) ?? -1;
    return at < 0 ? null : at;
  }

  get token(): TokenDocument | null {
    const scene = this.sceneId ?? (this.combat?._source['scene'] as string | null | undefined);
    return game['scenes']?.get(scene)?.tokens.get(this.tokenId) ?? null;
  }

  /** The token's actor, or without a token the world's. */
  get actor(): Actor | null {
    return this.token ? this.token.actor : (game['actors']?.get(this.actorId) ?? null);
  }

  get players(): User[] {
    return game['users'].filter(
      (user) => user.active && !user.isGM && this.actor?.testUserPermission(user, 'OWNER') === true,
    );
  }

  get isNPC(): boolean {
    return !this.actor?.hasPlayerOwner;
  }

  get isDefeated(): boolean {
    return this.defeated || Boolean(this.actor?.statuses.has(CONFIG['specialStatusEffects']['DEFEATED']!));
  }

  override get visible(): boolean {
    return this.isOwner || !this.hidden;
  }

  get resource(): null {
    return null;
  }

  override prepareDerivedData() {
    this.name ||= this.token?.name || this.actor?.name || this._source.name || '';
    this.img ||= this.token?.texture?.src || this.actor?.img || CONFIG['Actor'].documentClass.DEFAULT_ICON;
    this._prepareGroup();
  }

  /** A member of a group has the group's initiative. */
  _prepareGroup() {
    if (!this._source['group']) return;
    const group = this.combat?.groups?.get(this._source['group'] as string);
    if (group) this.initiative = group.initiative;
  }

  _getInitiativeFormula(): string {
    return String(CONFIG['Combat'].initiative.formula || game['system']?.initiative || '0');
  }

  getInitiativeRoll(formula = this._getInitiativeFormula()): Roll {
    return CONFIG['Dice'].rolls[0]!.create(formula, this.actor?.getRollData() ?? {});
  }

  async rollInitiative(formula?: string): Promise<this | undefined> {
    const roll = this.getInitiativeRoll(formula);
    await roll.evaluate();
    return this.update({ initiative: roll.total });
  }

  updateResource() {
    return this.resource;
  }

  async clearMovementHistory(): Promise<void> {
    await this.token?.clearMovementHistory?.();
  }
}
