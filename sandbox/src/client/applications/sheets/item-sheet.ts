import type { Actor } from '../../documents/actor';
import type { Item } from '../../documents/item';
import { DocumentSheetV2 } from '../api/document-sheet';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { DragDrop } from '../ux/drag-drop';
import { TextEditor } from '../ux/text-editor';
import { droppedDocument } from './drop-target';

/** T13: client/applications/sheets/item-sheet.d.mts */
export class ItemSheetV2 extends DocumentSheetV2 {
  static override DEFAULT_OPTIONS: GivenOptions = { classes: ['item'], position: { width: 480 } };

  get item(): Item {
    return this.document as Item;
  }

  get actor(): Actor | null {
    return this.item.actor;
  }

  protected override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    new DragDrop.implementation({
      dragSelector: '.draggable',
      permissions: { dragstart: () => this.isEditable, drop: () => this.isEditable },
      callbacks: { dragstart: this._onDragStart.bind(this), drop: this._onDrop.bind(this) },
    }).bind(this.element);
  }

  protected async _onDragStart(event: DragEvent): Promise<void> {
    const { effectId } = (event.currentTarget as HTMLElement).dataset;
    const effect = effectId && this.item.effects.get(effectId);
    if (effect) event.dataTransfer!.setData('text/plain', JSON.stringify(effect.toDragData()));
  }

  protected async _onDrop(event: DragEvent): Promise<void> {
    const data = TextEditor.implementation.getDragEventData(event);
    if (Hooks.call('dropItemSheetData', this.item, this, data) === false) return;
    const document = await droppedDocument(data);
    if (document?.documentName !== 'ActiveEffect' || document.parent === this.item) return;
    await this.item.createEmbeddedDocuments('ActiveEffect', [document.toObject()]);
  }
}
