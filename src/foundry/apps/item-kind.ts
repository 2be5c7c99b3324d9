import type { Adapter } from '../adapter';
import { adapterOf, allAdapters } from '../adapters/registry';
import { notice } from '../platform/notice';
import { branchOf, text } from '../platform/text';

/** The ruleset an item's subtype belongs to; several subtypes share one ruleset. */
export const adapterOfItem = (item: Item.Implementation): Adapter | null =>
  allAdapters().find(({ models }) => (item.type as string) in models.Item) ?? null;

/** Whether an actor's rules have no place for an item, which is then said. */
export function isForeign(actor: Actor.Implementation, item: Item.Implementation): boolean {
  const rules = adapterOf(actor.type);
  const theirs = adapterOfItem(item);
  if (!rules || rules === theirs) return false;
  const name = (adapter: Adapter): string => text(`${branchOf(adapter.ruleset.id)}.name`);
  const facts = { item: item.name, actor: actor.name, rules: name(rules) };
  notice(
    'warn',
    theirs
      ? text('CADENCE.Notice.foreignItem', { ...facts, theirs: name(theirs) })
      : text('CADENCE.Notice.strangeItem', facts),
  );
  return true;
}
