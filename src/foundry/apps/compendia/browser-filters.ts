import { lookup } from '../../../kernel/lookup';
import type { BrowserFilter } from '../../../toolkit/define/sheet-schema';
import { text } from '../../platform/text';
import type { BrowserEntry, FilterValue } from './browser-entries';

/** What is chosen for a filter: the value of a list, or bounds of numbers. */
interface FilterChoice {
  readonly is?: string;
  readonly from?: number;
  readonly to?: number;
}

/** What a user searches for. */
export interface BrowserQuery {
  readonly name: string;
  /** Empty for all. */
  readonly kind: string;
  readonly filters: Readonly<Record<string, FilterChoice>>;
}

export const EVERYTHING: BrowserQuery = { name: '', kind: '', filters: {} };

/** In small letters without accents, so that "eclat" finds "Éclat". */
const folded = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns a test whether a name has every part of what is searched for, in any order. */
export function nameFilter(searched: string): (name: string) => boolean {
  const parts = folded(searched).split(/\s+/).filter(Boolean);
  return (name) => parts.every((part) => folded(name).includes(part));
}

/** Returns the uuids of the entries that a query finds. */
export function uuidsIn(entries: readonly BrowserEntry[], query: BrowserQuery): ReadonlySet<string> {
  const isNamed = nameFilter(query.name);
  const choices = Object.entries(query.filters).filter(([, choice]) => isChosen(choice));
  const found = entries.filter(({ name, kind, values }) => {
    if (query.kind && kind !== query.kind) return false;
    if (!isNamed(name)) return false;
    return choices.every(([id, choice]) => (lookup(values, id) ?? []).some(({ value }) => isWithin(value, choice)));
  });
  return new Set(found.map(({ uuid }) => uuid));
}

const isChosen = ({ is, from, to }: FilterChoice): boolean =>
  is !== undefined || from !== undefined || to !== undefined;

export const isNarrowed = ({ name, kind, filters }: BrowserQuery): boolean =>
  name.trim() !== '' || kind !== '' || Object.values(filters).some(isChosen);

function isWithin(value: FilterValue['value'], { is, from, to }: FilterChoice): boolean {
  if (is !== undefined) return String(value) === is;
  return typeof value === 'number' && value >= (from ?? Number.NEGATIVE_INFINITY) && value <= (to ?? Infinity);
}

const ACTOR_KINDS = ['hero', 'foe', 'other'];
const isActor = (kind: string): boolean => ACTOR_KINDS.includes(kind);

/** Returns the kinds that there are, actors first, and the one that is chosen. */
export function kindOptions(entries: readonly BrowserEntry[], chosen: string) {
  const labels = new Map(entries.map(({ kind, kindLabel }) => [kind, kindLabel]));
  const rank = (kind: string): number => (isActor(kind) ? ACTOR_KINDS.indexOf(kind) : ACTOR_KINDS.length);
  return [...labels]
    .sort(([a, first], [b, second]) => rank(a) - rank(b) || first.localeCompare(second, game.i18n.lang))
    .map(([kind, label]) => ({ kind, label, chosen: kind === chosen }));
}

/** Returns the filters with values among the entries of the chosen kind, as a template shows them. */
export function filterContexts(
  filters: readonly BrowserFilter[],
  entries: readonly BrowserEntry[],
  { kind, filters: choices }: BrowserQuery,
) {
  const there = entries.filter((entry) => !kind || entry.kind === kind);
  return filters.flatMap(({ id }) => {
    const bearers = there.filter(({ values }) => (lookup(values, id) ?? []).length > 0);
    const values = distinct(bearers.flatMap((bearer) => lookup(bearer.values, id) ?? []));
    if (values.length === 0) return [];
    const label = lookup(bearers[0]?.labels, id) ?? id;
    const { is = '', from = '', to = '' } = lookup(choices, id) ?? {};
    const numbers = values.every(({ value }) => typeof value === 'number');
    return [
      {
        ...{ id, label, numbers, from, to },
        least: values[0]?.value,
        most: values.at(-1)?.value,
        atLeast: text('CADENCE.App.Browser.atLeast', { label }),
        atMost: text('CADENCE.App.Browser.atMost', { label }),
        options: values.map((each) => ({ ...each, chosen: String(each.value) === is })),
      },
    ];
  });
}

function distinct(values: readonly FilterValue[]): readonly FilterValue[] {
  const byValue = [...new Map(values.map((each) => [each.value, each])).values()];
  return byValue.sort((a, b) =>
    typeof a.value === 'number' && typeof b.value === 'number'
      ? a.value - b.value
      : a.label.localeCompare(b.label, game.i18n.lang),
  );
}

/** Returns a query without choices for filters that are not shown. */
export function withShownFilters(query: BrowserQuery, shown: readonly { readonly id: string }[]): BrowserQuery {
  const kept = Object.entries(query.filters).filter(([id]) => shown.some((filter) => filter.id === id));
  return { ...query, filters: Object.fromEntries(kept) };
}

/** Returns what is known of an entry, with its kind first and its compendium last. */
export function factsOf({ kindLabel, pack, values, labels }: BrowserEntry, filters: readonly BrowserFilter[]): string {
  const facts = filters.flatMap(({ id }) => {
    const own = lookup(values, id) ?? [];
    const value = own.map((each) => each.label).join(', ');
    if (!value) return [];
    const isNumber = own.some((each) => typeof each.value === 'number');
    return [isNumber ? text('CADENCE.App.Browser.fact', { label: lookup(labels, id) ?? id, value }) : value];
  });
  return [kindLabel, ...facts, pack].join(' · ');
}
