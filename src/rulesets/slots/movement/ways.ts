import type { Place } from '../../../encounter/state';
import { defined } from '../../../kernel/defined';
import { isFree, neighbours } from '../../../toolkit/space/space';
import { costForBody, whyNotWalk } from '../../../toolkit/space/terrain';
import { SQUARE } from '../attack/threat';
import type { SlotsEncounter, SlotsFighter } from '../state';

export const othersOf = ({ fighters }: SlotsEncounter, fighter: SlotsFighter): (Place | null)[] =>
  Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));

/** Returns the cheapest way to each free square within a cost in feet; Difficult squares count twice. */
export function routesWithin(
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  feet: number,
): readonly (readonly Place[])[] {
  const { place: from } = fighter;
  if (!from) return [];
  const { ground } = encounter;
  const others = othersOf(encounter, fighter);
  const keyOf = ({ x, y }: Place): string => `${x} ${y}`;
  const costs = new Map<string, number>([[keyOf(from), 0]]);
  const routes = new Map<string, readonly Place[]>();
  // Nearest first: a square is final when it is expanded.
  const open: { readonly place: Place; readonly cost: number }[] = [{ place: from, cost: 0 }];
  for (let next = open.shift(); next; next = open.shift()) {
    for (const place of neighbours(ground, next.place)) {
      const factor = whyNotWalk(ground, next.place, [place]).length > 0 ? null : costForBody(ground, place);
      const cost = next.cost + SQUARE * (factor ?? Infinity);
      if (cost > feet || cost >= (costs.get(keyOf(place)) ?? Infinity) || !isFree(ground, place, others)) continue;
      costs.set(keyOf(place), cost);
      routes.set(keyOf(place), [...(routes.get(keyOf(next.place)) ?? []), place]);
      open.push({ place, cost });
      open.sort((a, b) => a.cost - b.cost);
    }
  }
  return [...routes.values()];
}

export const endOf = (route: readonly Place[]): Place => defined(route.at(-1), 'a way of one step or more');
