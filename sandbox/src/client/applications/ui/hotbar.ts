import type { DragData } from '../../documents/client-document';
import type { Macro } from '../../documents/macro';
import type { Part } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { TextEditor } from '../ux/text-editor';
import { InterfacePart } from './interface-part';

const SLOTS = 10;

/** Ten macro slots; the hook `hotbarDrop` handles drops. T13: client/applications/ui/hotbar.d.mts */
export class Hotbar extends InterfacePart {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'hotbar',
    tag: 'aside',
    classes: ['faded-ui'],
    actions: { execute: Hotbar.onExecute },
  };
  static override PLACE = 'ui-bottom';
  static override PARTS: Record<string, Part> = { hotbar: { template: 'templates/ui/hotbar.hbs' } };
  page = 1;

  static onExecute(_event: Event, target: HTMLElement): void {
    const macro = game.macros?.get(game.user.hotbar?.[target.dataset.slot!]);
    void macro?.execute();
  }

  override async _prepareContext(_options: RenderOptions): Promise<RenderContext> {
    const slots = Array.from({ length: SLOTS }, (_, index) => {
      const slot = index + 1 + (this.page - 1) * SLOTS;
      const macro = game.macros?.get(game.user.hotbar?.[slot]);
      const label = game.i18n.format('HOTBAR.Slot', { slot });
      return {
        slot,
        key: (index + 1) % 10,
        img: macro?.img,
        label: macro ? `${label}: ${macro.name}` : label,
        open: !macro,
      };
    });
    return { slots };
  }

  override _attachPartListeners(partId: string, element: HTMLElement, options: RenderOptions): void {
    super._attachPartListeners(partId, element, options);
    element.addEventListener('dragover', (event) => event.preventDefault());
    element.addEventListener('drop', (event) => {
      event.preventDefault();
      const slot = (event.target as HTMLElement).closest<HTMLElement>('[data-slot]')?.dataset.slot;
      if (slot) void this._onDrop(TextEditor.getDragEventData(event), Number(slot));
    });
  }

  /** Accepts macros only. Foundry also turns other documents into macros that open their sheets. */
  async _onDrop(data: DragData, slot: number): Promise<void> {
    if (Hooks.call('hotbarDrop', this, data, slot) === false || data.type !== 'Macro') return;
    await game.user.assignHotbarMacro((await fromUuid(data.uuid)) as Macro | null, slot);
  }
}
