import type { BuildStep, Kit, KitItem } from '../../../encounter/build';
import { lookup } from '../../../kernel/lookup';
import { createInside, idOf } from '../../platform/documents';
import { SYSTEM_ID } from '../../platform/settings';
import { rulesetOfItem } from '../ui/window-bases';

/** Stored with an item of a kit, so that another preset of the step can replace it. */
interface KitMark {
  readonly step: string;
  readonly preset: string;
  readonly id: string;
}

interface ItemPack {
  readonly documentName: string;
  readonly visible: boolean;
  readonly index: { has(id: string): boolean; get(id: string): { readonly name?: string } | undefined };
  getDocument(id: string): Promise<Item.Implementation | null | undefined>;
}

const packOf = (id: string): ItemPack | undefined =>
  [...((game.packs ?? []) as unknown as Iterable<ItemPack>)].find(
    ({ documentName, visible, index }) => documentName === 'Item' && visible && index.has(id),
  );

const markOf = ({ flags }: Item.Implementation): KitMark | null =>
  (flags as { [SYSTEM_ID]?: { kit?: KitMark } })[SYSTEM_ID]?.kit ?? null;

/** Returns the names as the compendia have them, which may be translated. */
export const namesOfKit = (kit: Kit): readonly string[] =>
  kit.map(({ id, name }) => packOf(id)?.index.get(id)?.name ?? name);

/** Gives an actor the gear of a preset, and removes that of the step's other presets. Gear from elsewhere stays. */
export async function giveKit(actor: Actor.Implementation, { id: step, kits = {} }: BuildStep, preset: string) {
  const kit = lookup(kits, preset) ?? [];
  const marked = actor.items.contents.flatMap((item) => {
    const mark = markOf(item);
    return mark?.step === step ? [{ item, mark }] : [];
  });
  const left = marked.filter(({ mark }) => mark.preset !== preset).map(({ item }) => idOf(item));
  const has = new Set(marked.filter(({ mark }) => mark.preset === preset).map(({ mark }) => mark.id));
  const wanted = kit.filter(({ id }) => !has.has(id));
  const found = await Promise.all(wanted.map((each) => sourceOf(each, { step, preset, id: each.id }, actor)));
  if (left.length > 0) await actor.deleteEmbeddedDocuments('Item', left);
  const sources = found.filter((source) => source !== null);
  if (sources.length > 0) await createInside(actor, 'Item', sources);
}

/** Null if the item is in no visible compendium. */
async function sourceOf({ id, values }: KitItem, kit: KitMark, actor: Actor.Implementation): Promise<object | null> {
  const item = await packOf(id)?.getDocument(id);
  if (!item || rulesetOfItem(item)?.id !== actor.type) return null;
  const source: object = game.items?.fromCompendium(item) ?? item.toObject();
  const changes = { system: foundry.utils.expandObject({ ...values }), flags: { [SYSTEM_ID]: { kit } } };
  return foundry.utils.mergeObject(source, changes);
}
