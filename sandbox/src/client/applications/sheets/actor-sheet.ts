import type { DocumentData } from '../../../shared/data';
import type { Document } from '../../abstract/document';
import type { ActiveEffect } from '../../documents/active-effect';
import type { Actor } from '../../documents/actor';
import type { Folder } from '../../documents/folder';
import type { Item } from '../../documents/item';
import type { TokenDocument } from '../../documents/token';
import { DocumentSheetV2 } from '../api/document-sheet';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { DragDrop } from '../ux/drag-drop';
import { TextEditor } from '../ux/text-editor';
import { droppedDocument, sortAround } from './drop-target';

/** T13: client/applications/sheets/actor-sheet.d.mts */
export class ActorSheetV2 extends DocumentSheetV2 {
  static override DEFAULT_OPTIONS: GivenOptions = {
    classes: ['actor'],
    position: { width: 600 },
    window: { controls: [] },
    actions: {},
  };

  get actor(): Actor {
    return this.document as Actor;
  }

  get token(): TokenDocument | null {
    return this.actor.token;
  }

  protected override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    new DragDrop.implementation({
      dragSelector: '.draggable',
      permissions: { dragstart: this._canDragStart.bind(this), drop: this._canDragDrop.bind(this) },
      callbacks: {
        dragstart: this._onDragStart.bind(this),
        dragover: this._onDragOver.bind(this),
        drop: this._onDrop.bind(this),
      },
    }).bind(this.element);
  }

  protected _canDragStart(_selector: string | null): boolean {
    return this.isEditable;
  }

  protected _canDragDrop(_selector: string | null): boolean {
    return this.isEditable;
  }

  protected async _onDragStart(event: DragEvent): Promise<void> {
    const target = event.currentTarget as HTMLElement;
    if ('link' in (event.target as HTMLElement).dataset) return;
    const { itemId, effectId } = target.dataset;
    const dragged = itemId ? this.actor.items.get(itemId) : effectId ? this.actor.effects.get(effectId) : null;
    if (dragged) event.dataTransfer!.setData('text/plain', JSON.stringify(dragged.toDragData()));
  }

  protected _onDragOver(_event: DragEvent): void {}

  protected async _onDrop(event: DragEvent): Promise<void> {
    const data = TextEditor.implementation.getDragEventData(event);
    if (Hooks.call('dropActorSheetData', this.actor, this, data) === false) return;
    const document = await droppedDocument(data);
    if (document) await this._onDropDocument(event, document);
  }

  protected async _onDropDocument(event: DragEvent, document: Document): Promise<Document | null> {
    const handlers: Record<string, (event: DragEvent, document: never) => Promise<Document | null>> = {
      ActiveEffect: this._onDropActiveEffect,
      Actor: this._onDropActor,
      Item: this._onDropItem,
      Folder: this._onDropFolder,
    };
    return (await handlers[document.documentName]?.call(this, event, document as never)) ?? null;
  }

  protected async _onDropActiveEffect(_event: DragEvent, effect: ActiveEffect): Promise<Document | null> {
    if (!this.actor.isOwner || effect.target === this.actor) return null;
    const [created] = await this.actor.createEmbeddedDocuments('ActiveEffect', [effect.toObject()]);
    return created ?? null;
  }

  protected async _onDropActor(_event: DragEvent, _actor: Actor): Promise<Document | null> {
    return null;
  }

  protected async _onDropItem(event: DragEvent, item: Item): Promise<Document | null> {
    if (!this.actor.isOwner) return null;
    if (this.actor.uuid === item.parent?.uuid) return (await this._onSortItem(event, item))?.length ? item : null;
    const data: DocumentData = item.collection ? game.items.fromCompendium(item) : item.toObject();
    delete data._id;
    const [created] = await this.actor.createEmbeddedDocuments('Item', [data]);
    return created ?? null;
  }

  protected async _onDropFolder(_event: DragEvent, _folder: Folder): Promise<Document | null> {
    return null;
  }

  protected async _onSortItem(event: DragEvent, item: Item): Promise<Document[]> {
    const source = this.actor.items.get(item.id);
    const dropTarget = (event.target as HTMLElement).closest<HTMLElement>('[data-item-id]');
    const target = dropTarget && this.actor.items.get(dropTarget.dataset.itemId!);
    if (!source || !target || target.id === source.id) return [];
    const siblings = this.actor.items.filter((one) => one.type === source.type || one === target);
    const updates = sortAround(source, target, siblings);
    return this.actor.updateEmbeddedDocuments('Item', updates);
  }
}
