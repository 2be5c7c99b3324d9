import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { DataField } from '../data/fields/base';
import { StringField } from '../data/fields/index';
import { ClientDocumentMixin } from './client-document';
import type { Combat } from './combat';
import type { Combatant } from './combatant';
import { common } from './common-fields';

/** T14: common/documents/combatant-group.d.mts */
export class BaseCombatantGroup extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'CombatantGroup',
    label: 'DOCUMENT.CombatantGroup',
    labelPlural: 'DOCUMENT.CombatantGroups',
    collection: 'groups',
    hasTypeData: true,
    isEmbedded: true,
  });

  declare initiative: number | null;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      type: common.type('base'),
      system: common.system(this),
      name: new StringField({ required: true, blank: true, initial: '' }),
      img: common.img(),
      initiative: common.number(null),
      ownership: common.ownership(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

export class CombatantGroup extends ClientDocumentMixin(BaseCombatantGroup) {
  declare parent: Combat | null;

  get members(): Set<Combatant> {
    return new Set(this.parent?.combatants.filter((combatant) => combatant._source['group'] === this.id));
  }

  get defeated(): boolean {
    return [...this.members].every((member) => member.isDefeated);
  }

  get hidden(): boolean {
    return [...this.members].every((member) => member.hidden);
  }
}
