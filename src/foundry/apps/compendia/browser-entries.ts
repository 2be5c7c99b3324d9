import type { Json } from '../../../kernel/json';
import { lookup } from '../../../kernel/lookup';
import { readThreatRating, type ThreatRating } from '../../../opponent/threat-rating';
import { unitOf } from '../../../toolkit/define/schema';
import type { BrowserFilter } from '../../../toolkit/define/sheet-schema';
import type { UnloadedAdapter } from '../../adapters/adapter';
import { allRulesets, isRulesetType } from '../../adapters/registry';
import { declarationOf, labelOf, type ModelField } from '../../platform/field-label';
import { notifyOnce } from '../../platform/notice';
import { branchOf, localize, text } from '../../platform/text';
import { defaultRuleset, isPlayed } from '../../platform/world-settings';
import { isPlain } from '../../stored/validators';
import { fieldChoicesOf } from '../ui/fields';

/** What an entry has for a filter. */
export interface FilterValue {
  /** Compared; texts in small letters. */
  readonly value: number | string;
  readonly label: string;
}

export interface BrowserEntry {
  readonly uuid: string;
  readonly documentName: PackedName;
  readonly name: string;
  readonly img: string;
  /** `hero`, `foe` or `other` of an actor; the subtype of an item. */
  readonly kind: string;
  readonly kindLabel: string;
  readonly pack: string;
  readonly values: Readonly<Record<string, readonly FilterValue[]>>;
  /** Labels of the fields by filter. */
  readonly labels: Readonly<Record<string, string>>;
  /** Of a foe that was measured, for the GM. */
  readonly threat: ThreatRating | null;
}

type PackedName = 'Actor' | 'Item';

interface IndexEntry {
  readonly _id: string;
  readonly name: string;
  readonly img?: string | null;
  readonly type?: string;
  readonly prototypeToken?: { readonly actorLink?: boolean; readonly disposition?: number };
}

interface Pack {
  readonly collection: string;
  readonly documentName: string;
  readonly title: string;
  readonly visible: boolean;
  readonly index: Iterable<IndexEntry>;
  getIndex(options: { readonly fields: readonly string[] }): Promise<Iterable<IndexEntry>>;
}

interface ModelClass {
  readonly schema: { getField(path: string): ModelField | undefined };
  readonly LOCALIZATION_PREFIXES?: readonly string[];
}

const NAMES: readonly PackedName[] = ['Actor', 'Item'];
const THREAT_FIELD = 'flags.cadence.threat';
const ACTOR_FIELDS = ['prototypeToken.actorLink', 'prototypeToken.disposition', THREAT_FIELD];
const FRIENDLY_OR_NEUTRAL = 0;
/** The measured threat is filtered by like a field of the ruleset. */
export const THREAT_FILTER: BrowserFilter = { id: 'cadence-threat', fields: {} };

/** Returns the ruleset's actors and items in all visible compendia, sorted by name. Reads indices, never whole documents. */
export async function loadEntries(adapter: UnloadedAdapter): Promise<readonly BrowserEntry[]> {
  const packs = [...((game.packs ?? []) as unknown as Iterable<Pack>)];
  const found = await Promise.all(
    NAMES.flatMap((name) =>
      packs
        .filter(({ documentName, visible }) => documentName === name && visible)
        .map((pack) => entriesOfPack(pack, name, adapter)),
    ),
  );
  return found.flat().sort((a, b) => a.name.localeCompare(b.name, game.i18n.lang));
}

/** A compendium that cannot be read has no entries. An entry that cannot be read is left out and named for GMs. */
async function entriesOfPack(pack: Pack, name: PackedName, adapter: UnloadedAdapter): Promise<readonly BrowserEntry[]> {
  const models = adapter.models[name] as Readonly<Record<string, ModelClass>>;
  const { filters = [] } = adapter;
  const fields = [...indexFieldsOf(filters, Object.keys(models)), ...(name === 'Actor' ? ACTOR_FIELDS : [])];
  const unread: string[] = [];
  const read = (entry: IndexEntry): readonly BrowserEntry[] => {
    const model = lookup(models, typeOf(entry));
    if (!model) return [];
    try {
      if (isWellFormed(entry)) return [entryOf(entry, model, { pack, name, filters, rulesetId: adapter.id })];
    } catch (error) {
      console.warn(`Cadence | an entry of the compendium ${pack.collection} could not be read`, error);
    }
    unread.push(labelOfEntry(entry));
    return [];
  };
  try {
    if (![...pack.index].some((entry) => lookup(models, typeOf(entry)))) return [];
    const found = [...(await pack.getIndex({ fields }))].flatMap(read);
    if (unread.length > 0) notifyUnread(pack, unread);
    return found;
  } catch (error) {
    console.warn(`Cadence | the compendium ${pack.collection} could not be read`, error);
    return [];
  }
}

const typeOf = (entry: IndexEntry | null | undefined): string => String(entry?.type ?? '');
const labelOfEntry = ({ name, _id }: IndexEntry): string => String(name || _id || '?').slice(0, LONGEST_NAME);

/** Other packages and imports write indices, so that each member may be anything. */
function isWellFormed(entry: IndexEntry): boolean {
  const { _id, name, img, ...groups } = entry as unknown as Readonly<Record<string, unknown>>;
  const isGroup = (value: unknown): boolean => value === undefined || isPlain(value);
  const isText = (value: unknown): boolean => typeof value === 'string';
  return (
    isText(_id) &&
    isText(name) &&
    (img === undefined || img === null || isText(img)) &&
    [groups['system'], groups['flags'], groups['prototypeToken']].every(isGroup)
  );
}

/** Of a name in a notice, and of the names in it. */
const LONGEST_NAME = 60;
const MOST_NAMES = 5;

function notifyUnread({ collection, title }: Pack, names: readonly string[]): void {
  const pack = game.i18n.localize(title);
  const more = names.length > MOST_NAMES ? ', …' : '';
  const message = text('CADENCE.App.Browser.leftOut', { pack, names: names.slice(0, MOST_NAMES).join(', ') + more });
  console.warn(`Cadence | ${message}`);
  if (game.user.isGM) notifyOnce('warn', `index ${collection}`, message);
}

/** Returns the fields of these subtypes that filters read, as paths in a document. */
const indexFieldsOf = (filters: readonly BrowserFilter[], types: readonly string[]): readonly string[] => {
  const paths = filters.flatMap(({ fields, needs = {} }) =>
    types.flatMap((type) => [lookup(fields, type), lookup(needs, type)]),
  );
  return [...new Set(paths.flatMap((path) => (path ? [`system.${path}`] : [])))];
};

interface EntryFrame {
  readonly pack: Pack;
  readonly name: PackedName;
  readonly filters: readonly BrowserFilter[];
  readonly rulesetId: string;
}

function entryOf(entry: IndexEntry, model: ModelClass, { pack, name, filters, rulesetId }: EntryFrame): BrowserEntry {
  const { _id, type = '', img } = entry;
  const kind = name === 'Actor' ? kindOfActor(entry) : type;
  const read = filters.flatMap(({ id, fields, needs = {} }) => {
    const path = lookup(fields, type);
    const field = path && model.schema.getField(path);
    if (!field) return [];
    const needed = lookup(needs, type);
    const counts = needed === undefined || Boolean(storedValue(entry, model, needed));
    const labels = counts ? valuesOf(storedValue(entry, model, path), field, path, model, rulesetId) : [];
    return [{ id, label: labelOf(field), values: labels }];
  });
  const isFoe = kind === 'foe' && name === 'Actor';
  const threat = isFoe && game.user.isGM ? readThreatRating(foundry.utils.getProperty(entry, THREAT_FIELD)) : null;
  const { id: threatId } = THREAT_FILTER;
  const { value = 0 } = threat ?? {};
  return {
    uuid: `Compendium.${pack.collection}.${name}.${_id}`,
    documentName: name,
    name: entry.name,
    img: img ?? '',
    kind,
    kindLabel: name === 'Actor' ? text(`CADENCE.App.Browser.${kind}`) : localize(rulesetId, { key: `Kind.${kind}` }),
    pack: game.i18n.localize(pack.title),
    values: {
      ...Object.fromEntries(read.map(({ id, values }) => [id, values])),
      ...(threat && { [threatId]: [{ value, label: String(value) }] }),
    },
    labels: {
      ...Object.fromEntries(read.map(({ id, label }) => [id, label])),
      ...(threat && { [threatId]: text('CADENCE.App.Threat.label') }),
    },
    threat,
  };
}

/** An index has only what is stored; a missing value is the field's initial one. */
function storedValue(entry: IndexEntry, { schema }: ModelClass, path: string): Json | undefined {
  const stored = foundry.utils.getProperty(entry, `system.${path}`) as Json | undefined;
  const field = schema.getField(path);
  return stored === undefined && field ? (declarationOf(field)?.initial as Json | undefined) : stored;
}

function valuesOf(
  stored: Json | undefined,
  field: ModelField,
  path: string,
  model: ModelClass,
  rulesetId: string,
): readonly FilterValue[] {
  const [prefix = ''] = model.LOCALIZATION_PREFIXES ?? [];
  const choices = fieldChoicesOf(field, path, prefix);
  const declared = declarationOf(field);
  const unit = declared && unitOf(declared);
  return [stored ?? []].flat().flatMap((value): FilterValue[] => {
    if (typeof value === 'number')
      return [{ value, label: unit ? `${value} ${localize(rulesetId, { key: `Unit.${unit}` })}` : String(value) }];
    const typed = typeof value === 'string' ? value.trim() : '';
    if (!typed) return [];
    const choice = choices?.find((option) => option.value === typed);
    return [{ value: typed.toLowerCase(), label: choice?.label ?? withCapital(typed) }];
  });
}

const withCapital = (typed: string): string => typed.charAt(0).toLocaleUpperCase(game.i18n.lang) + typed.slice(1);

/** Heroes have linked tokens (`isFoe`); without a user, what is not hostile is scenery or a mount. */
function kindOfActor({ prototypeToken: { actorLink = false, disposition = -1 } = {} }: IndexEntry): string {
  if (actorLink) return 'hero';
  return disposition >= FRIENDLY_OR_NEUTRAL ? 'other' : 'foe';
}

/** Returns the rulesets of the world, that of the viewed encounter or of new documents first. */
export function rulesetsToBrowse(): readonly { readonly id: string; readonly name: string }[] {
  const first = isRulesetType(game.combat?.type) ? game.combat?.type : defaultRuleset();
  const played = allRulesets().filter(({ id }) => id === first || isPlayed(id));
  return played
    .map(({ id }) => ({ id, name: text(`${branchOf(id)}.name`) }))
    .sort((a, b) => Number(b.id === first) - Number(a.id === first));
}
