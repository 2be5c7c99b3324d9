import { escapeHTML } from '../../shared/html';
import { notInSandbox } from '../../shared/not-in-sandbox';
import type { DocumentMetadata } from '../abstract/document';
import { Document } from '../abstract/document';
import type { EmbeddedCollection } from '../abstract/embedded-collection';
import { CONFIG } from '../config';
import type { DataField } from '../data/fields/base';
import * as fields from '../data/fields/index';
import { Roll } from '../dice/roll';
import { localize } from '../i18n';
import type { ChatMessage } from './chat-message';
import { ClientDocumentMixin } from './client-document';
import { common } from './common-fields';

/** T14: common/documents/table-result.d.mts; without results that are documents. */
export class BaseTableResult extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'TableResult',
    label: 'DOCUMENT.TableResult',
    labelPlural: 'DOCUMENT.TableResults',
    collection: 'results',
    isEmbedded: true,
  });

  declare description: string;
  declare weight: number;
  declare range: [low: number, high: number];
  declare drawn: boolean;

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      type: common.text({ initial: 'text' }),
      name: common.text({ initial: '', textSearch: true }),
      img: common.img(),
      description: new fields.HTMLField({ textSearch: true }),
      weight: common.number(1, { integer: true, positive: true }),
      range: new fields.ArrayField(new fields.NumberField({ integer: true }), { min: 2, max: 2 }),
      drawn: new fields.BooleanField(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

export class TableResult extends ClientDocumentMixin(BaseTableResult) {}

/** T14: common/documents/roll-table.d.mts */
export class BaseRollTable extends Document {
  static override metadata: DocumentMetadata = Object.freeze({
    ...Document.metadata,
    name: 'RollTable',
    label: 'DOCUMENT.RollTable',
    labelPlural: 'DOCUMENT.RollTables',
    collection: 'tables',
    embedded: { TableResult: 'results' },
  });

  declare description: string;
  declare results: EmbeddedCollection<TableResult>;
  declare formula: string;
  declare replacement: boolean;
  declare displayRoll: boolean;
  static DEFAULT_ICON = 'icons/svg/d20-grey.svg';

  static override defineSchema(): Record<string, DataField> {
    return {
      _id: common.id(),
      name: common.name(),
      img: common.img(this.DEFAULT_ICON),
      description: common.text({ initial: '', textSearch: true }),
      results: new fields.EmbeddedCollectionField(TableResult),
      formula: common.text({ initial: '' }),
      replacement: new fields.BooleanField({ initial: true }),
      displayRoll: new fields.BooleanField({ initial: true }),
      folder: common.folder(),
      sort: common.sort(),
      ownership: common.ownership(),
      flags: common.flags(),
      _stats: common.stats(),
    };
  }
}

interface Draw {
  roll?: Roll | undefined;
  results: TableResult[];
}

/** T13: client/documents/roll-table.d.mts, for tables that draw with replacement. */
export class RollTable extends ClientDocumentMixin(BaseRollTable) {
  get thumbnail(): string | null {
    return this.img;
  }

  getResultsForRoll(value: number): TableResult[] {
    return this.results.filter(({ range: [low, high], drawn }) => !drawn && value >= low && value <= high);
  }

  async roll({ roll }: { roll?: Roll | undefined } = {}): Promise<Draw & { roll: Roll }> {
    const made = roll ?? new Roll(this.formula);
    if (!made._evaluated) await made.evaluate();
    return { roll: made, results: this.getResultsForRoll(made.total!) };
  }

  async draw({ roll, results, displayChat = true }: Partial<Draw> & { displayChat?: boolean } = {}): Promise<Draw> {
    if (!this.replacement) notInSandbox('RollTable#draw without replacement')();
    const drawn = results ? { roll, results } : await this.roll({ roll });
    if (displayChat && drawn.results.length > 0) await this.toMessage(drawn.results, { roll: drawn.roll });
    return drawn;
  }

  async toMessage(
    results: TableResult[],
    { roll, messageData = {} }: { roll?: Roll | undefined; messageData?: object } = {},
  ): Promise<ChatMessage | undefined> {
    const cls = CONFIG['ChatMessage'].documentClass;
    const lines = results.map(({ name, description }) => {
      const title = name ? `<strong>${escapeHTML(name)}</strong> ` : '';
      return `<li>${title}${description ?? ''}</li>`;
    });
    const shown = roll && this.displayRoll ? await roll.render() : '';
    return cls.create({
      speaker: cls.getSpeaker(),
      flavor: escapeHTML(localize('TABLE.DrawFlavor', { name: this.name })),
      content: `${shown}<ol class="table-results plain">${lines.join('')}</ol>`,
      rolls: roll && this.displayRoll ? [JSON.stringify(roll.toJSON())] : [],
      sound: CONFIG['sounds']['dice'],
      ...messageData,
    });
  }
}
