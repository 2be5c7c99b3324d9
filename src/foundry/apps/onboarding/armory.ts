import { unitOf } from '../../../toolkit/define/schema';
import { declarationOf, type ModelField } from '../../platform/field-label';
import { localize, text } from '../../platform/text';
import { type Model, modelOf } from '../../stored/model';
import { fieldChoicesOf } from '../ui/fields';
import { packsWith } from '../ui/sheet-look';

export interface ArmoryItem {
  readonly item: Item.Implementation;
  readonly from: string;
}

/** Returns all items of these subtypes in the visible compendia, sorted by name. */
export async function loadArmory(types: readonly string[]): Promise<readonly ArmoryItem[]> {
  const found = await Promise.all(
    packsWith(types).map(async (pack) => {
      const items = await pack.getDocuments({ type__in: [...types] });
      return items.filter(({ type }) => types.includes(type)).map((item) => ({ item, from: pack.title }));
    }),
  );
  return found.flat().sort((a, b) => a.item.name.localeCompare(b.item.name, game.i18n.lang));
}

/** Returns descriptions of an item's fields. Zero, empty and false values are omitted. */
export function describeItem(
  item: Item.Implementation,
  paths: readonly string[],
  rulesetId: string,
): readonly string[] {
  const model = modelOf(item);
  return paths.flatMap((path) => {
    const field = model.schema.getField(path);
    const value: unknown = foundry.utils.getProperty(model._source, path);
    if (!field || !value) return [];
    if (value === true) return field.label;
    return choiceOf(field, path, value, model) ?? valueText(field, value, rulesetId);
  });
}

function choiceOf(field: ModelField, path: string, value: unknown, model: Model): string | undefined {
  const [prefix = ''] = (model.constructor as { LOCALIZATION_PREFIXES?: string[] }).LOCALIZATION_PREFIXES ?? [];
  return fieldChoicesOf(field, path, prefix)?.find((option) => option.value === value)?.label;
}

function valueText(field: ModelField, value: unknown, rulesetId: string): string {
  const declared = declarationOf(field);
  const unit = declared && unitOf(declared);
  const amount = unit ? `${value} ${localize(rulesetId, { key: `Unit.${unit}` })}` : String(value);
  return text('CADENCE.App.Build.told', { label: field.label, value: amount });
}
