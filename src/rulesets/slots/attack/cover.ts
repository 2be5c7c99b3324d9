import { applyChange, log } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { areFoes } from '../../../encounter/sides';
import type { Ground, Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { hasLineOfSight } from '../../../toolkit/space/sight';
import { is, isObject, isOut } from '../conditions';
import type { SlotsEncounter, SlotsFighter } from '../state';
import { isBehindCover, isInDark } from './edge';

interface Sight {
  readonly looker: Place;
  readonly seen: Place;
}

const isBehind = (ground: Ground, { looker, seen }: Sight): boolean =>
  isBehindCover(ground, seen, looker) || !hasLineOfSight(ground, looker, seen);
/** Returns true if the seen can hide: behind Cover, or in the dark (L-32). */
const isHiding = (ground: Ground, sight: Sight): boolean => isBehind(ground, sight) || isInDark(ground, sight.seen);

/** Returns true if `helps` held before the move and fails at some place along it. */
function losesHelp(
  { ground }: SlotsEncounter,
  owner: SlotsFighter,
  looker: SlotsFighter,
  mover: SlotsFighter,
  [from, ...places]: readonly [Place, ...Place[]],
  helps: (ground: Ground, sight: Sight) => boolean,
): boolean {
  const { place: stood } = owner;
  const { place: looked } = looker;
  if (!stood || !looked || (owner !== mover && looker !== mover)) return false;
  const at = (place: Place): Sight =>
    owner === mover ? { looker: looked, seen: place } : { looker: place, seen: stood };
  return helps(ground, at(from)) && places.some((place) => !helps(ground, at(place)));
}

/** L-176: returns true if the owner stood higher before the move and does so no longer. */
function losesHeight(owner: SlotsFighter, other: SlotsFighter, mover: SlotsFighter, from: Place): boolean {
  if (!owner.place || !other.place || (owner !== mover && other !== mover)) return false;
  const above = (a: Place, b: Place): boolean => a.elevation > b.elevation;
  return (
    above(owner === mover ? from : owner.place, other === mover ? from : other.place) &&
    !above(owner.place, other.place)
  );
}

/**
 * L-129, L-176, L-177: ends cover and higher ground that a move gives up; a hider who leaves cover is seen. The GM ends
 * what the map does not show. @param way the place before the move, then each place along it
 */
export function* leaveCover(
  encounter: SlotsEncounter,
  mover: SlotsFighter,
  route: readonly [Place, ...Place[]],
): Procedure<void> {
  const fighters = Object.values(encounter.fighters);
  for (const owner of fighters) {
    for (const edge of owner.conditions.filter(({ id }) => id === 'edge')) {
      const over = encounter.fighters[edge.towards?.[0] ?? ''];
      if (over && isEdgeLost(encounter, owner, over, edge, mover, route))
        yield* applyChange({ kind: 'condition-removed', of: owner.id, key: edge.key });
    }
    if (!is(owner, 'covered')) continue;
    const seers = fighters.filter(
      (foe) =>
        areFoes(owner, foe) &&
        !isOut(foe) &&
        !isObject(foe) &&
        !is(foe, 'blinded') &&
        losesHelp(encounter, owner, foe, mover, route, isHiding),
    );
    if (seers.length === 0) continue;
    if (owner === mover) {
      yield* removeCondition(owner, 'covered');
      yield* log('leaves-cover', {}, owner.id);
    } else
      for (const { id } of seers.filter((foe) => !is(owner, 'detected', foe.id))) {
        yield* applyChange({ kind: 'condition-added', of: owner.id, condition: { id: 'detected', towards: [id] } });
        yield* log('detected', { at: owner.name }, id, { tone: 'boon', strong: true });
      }
  }
}

function isEdgeLost(
  encounter: SlotsEncounter,
  owner: SlotsFighter,
  over: SlotsFighter,
  { data }: Condition,
  mover: SlotsFighter,
  route: readonly [Place, ...Place[]],
): boolean {
  if (data?.kind === 'cover') return losesHelp(encounter, owner, over, mover, route, isBehind);
  return data?.kind === 'high-ground' && losesHeight(owner, over, mover, route[0]);
}
