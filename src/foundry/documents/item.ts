import { noteOutOfRange } from '../adapters/out-of-range';
import { applyEffectChange, changesOf } from '../platform/v14';
import { removeHarmfulKeys } from '../stored/harmful-keys';
import { artworkOf, offeredTypes } from './new-documents';
import { itemRollData, type RollData } from './roll-data';

/**
 * The item's document. It applies effects that are not transferred to the item itself, which Foundry leaves to systems.
 * T14: client/documents/active-effect.d.mts `target`; dnd5e, module/documents/item.mjs `applyActiveEffects`.
 */
export class CadenceItem extends Item {
  /** API: DataModel.migrateData; dnd5e, module/documents/item.mjs, and draw-steel, module/documents/actor.mjs, override it too. */
  static override migrateData(source: Record<string, unknown>) {
    noteOutOfRange(removeHarmfulKeys(source));
    return super.migrateData(source);
  }

  /** API: ClientDocument.createDialog; draw-steel, module/documents/item.mjs, narrows `types` in the same way. */
  static override async createDialog(...[data, within, options = {}]: Parameters<typeof Item.createDialog>) {
    const types = offeredTypes('Item', options.types ?? this.TYPES, within ?? {});
    return super.createDialog(data, within, Object.assign({ ...options }, { types }));
  }

  /** API: BaseItem.getDefaultArtwork. */
  static override getDefaultArtwork(data: Item.CreateData) {
    const img = artworkOf(data.type);
    return img ? { img } : super.getDefaultArtwork(data);
  }

  /** API: Item#getRollData */
  override getRollData(): RollData {
    return itemRollData(this);
  }

  override prepareEmbeddedDocuments(): void {
    super.prepareEmbeddedDocuments();
    applyOwnEffects(this, (phase) => phase !== 'final');
  }

  override prepareDerivedData(): void {
    super.prepareDerivedData();
    applyOwnEffects(this, (phase) => phase === 'final');
  }
}

/** A function, because Foundry prepares a document during its construction, before private methods exist. */
function applyOwnEffects(item: CadenceItem, isNow: (phase: string) => boolean): void {
  const own = item.effects.filter((effect) => effect.active && !effect.transfer);
  const changes = own
    .flatMap((effect) => changesOf(effect).map((change) => ({ effect, change })))
    .filter(({ change: { key, phase } }) => key.startsWith('system.') && isNow(phase))
    .sort((a, b) => Number(a.change.priority) - Number(b.change.priority));
  if (changes.length === 0) return;
  const rollData = item.getRollData();
  for (const { effect, change } of changes) applyEffectChange(item, effect, change, rollData);
}
