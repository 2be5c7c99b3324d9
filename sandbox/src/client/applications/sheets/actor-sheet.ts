import { DocumentSheetV2 } from '../api/document-sheet';
import { DragDrop } from '../ux/drag-drop';
import { TextEditor } from '../ux/text-editor';
import { droppedDocument, sortAround } from './drop-target';

/** The base of actor sheets, with drag and drop. T13: client/applications/sheets/actor-sheet.d.mts */
export class ActorSheetV2 extends DocumentSheetV2 {
  static override DEFAULT_OPTIONS: any = {
    classes: ['actor'],
    position: { width: 600 },
    window: { controls: [] },
    actions: {},
  };

  get actor(): any {
    return this.document;
  }

  get token(): any {
    return this.document.token ?? null;
  }

  protected override async _onRender(context: any, options: any): Promise<void> {
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

  protected async _onDropDocument(event: DragEvent, document: any): Promise<any> {
    const handlers: Record<string, (event: DragEvent, document: any) => Promise<any>> = {
      ActiveEffect: this._onDropActiveEffect,
      Actor: this._onDropActor,
      Item: this._onDropItem,
      Folder: this._onDropFolder,
    };
    return (await handlers[document.documentName]?.call(this, event, document)) ?? null;
  }

  protected async _onDropActiveEffect(_event: DragEvent, effect: any): Promise<any> {
    if (!this.actor.isOwner || effect.target === this.actor) return null;
    const [created] = await this.actor.createEmbeddedDocuments('ActiveEffect', [effect.toObject()]);
    return created ?? null;
  }

  protected async _onDropActor(_event: DragEvent, _actor: any): Promise<any> {
    return null;
  }

  protected async _onDropItem(event: DragEvent, item: any): Promise<any> {
    if (!this.actor.isOwner) return null;
    if (this.actor.uuid === item.parent?.uuid) return (await this._onSortItem(event, item))?.length ? item : null;
    const data = item.collection && game.items.fromCompendium ? game.items.fromCompendium(item) : item.toObject();
    delete data._id;
    const [created] = await this.actor.createEmbeddedDocuments('Item', [data]);
    return created ?? null;
  }

  protected async _onDropFolder(_event: DragEvent, _folder: any): Promise<any> {
    return null;
  }

  protected async _onSortItem(event: DragEvent, item: any): Promise<any[]> {
    const source = this.actor.items.get(item.id);
    const dropTarget = (event.target as HTMLElement).closest<HTMLElement>('[data-item-id]');
    const target = dropTarget && this.actor.items.get(dropTarget.dataset.itemId!);
    if (!target || target.id === source.id) return [];
    const siblings = this.actor.items.filter((one: any) => one.type === source.type || one === target);
    const updates = sortAround(source, target, siblings);
    return this.actor.updateEmbeddedDocuments('Item', updates);
  }
}
