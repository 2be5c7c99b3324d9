import { text } from '../../platform/text';
import type { ActorContext } from '../../views/actor-context';

type OfferedAction = ActorContext['groups'][number]['actions'][number];

export const everyAction = ({ groups, kinds }: ActorContext): readonly OfferedAction[] => [
  ...groups.flatMap(({ actions }) => actions),
  ...kinds.flatMap(({ items }) => items.flatMap(({ actions }) => actions)),
];

/** Whether it is available, needs no path, and has its target. */
export const isReady = ({ barred, needs, command }: OfferedAction): boolean =>
  !barred && (needs === 'nothing' || (needs === 'target' && 'at' in JSON.parse(command)));

/** Returns a fighter's buttons that are ready, by label: equal items of several fighters have ids of their own. Of equal labels the first counts. */
const readyByLabel = (seen: ActorContext): ReadonlyMap<string, OfferedAction> =>
  new Map(
    everyAction(seen)
      .filter(isReady)
      .reverse()
      .map((action) => [action.label, action]),
  );

/** Returns the fighter's button of an order; undefined if it cannot follow it now. */
export const findOrder = (seen: ActorContext, order: string): OfferedAction | undefined =>
  readyByLabel(seen).get(order);

/** Returns the orders that at least one fighter can follow now, each once, with how many can. */
export function ordersOf(all: readonly ActorContext[]) {
  const counts = new Map<string, number>();
  for (const label of all.flatMap((seen) => [...readyByLabel(seen).keys()]))
    counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b, game.i18n.lang))
    .map(([label, count]) => ({
      id: label,
      label: text('CADENCE.App.Bulk.order', { label, count, all: all.length }),
    }));
}
