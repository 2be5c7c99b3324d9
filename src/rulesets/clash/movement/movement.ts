import { apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import type { Ground, Place } from '../../../encounter/state';
import type { Procedure } from '../../../kernel/procedure';
import { same } from '../../../kernel/same';
import { cellsAlong, metresBetween } from '../../../mechanics/space';
import { type Act, needing, type Rules } from '../act';
import { isWalking } from '../budget';
import { effectiveSpeed, is, isAble, isInCombat, riderOf } from '../conditions';
import { entered, trigger } from '../magic/area';
import { mark } from '../marks';
import type { ClashEncounter, ClashFighter } from '../stats';

const SLACK = 1e-3;

/** Metres of a way; who comes from off the map begins beside its first place. */
export function lengthOf(ground: Ground, from: Place | null, path: readonly Place[]): number {
  let metres = 0;
  let at = from;
  for (const next of path) {
    metres += at ? metresBetween(ground, at, next) : ground.cell;
    at = next;
  }
  return metres;
}

/** Metres a command goes: its path, or off the map a number. Null where it names neither. */
export function wayOf({ encounter, command }: Act, mover: ClashFighter): number | null {
  const path = command.path ?? [];
  if (path.length > 0) return lengthOf(encounter.ground, mover.place, path);
  const metres = command.options?.metres;
  return typeof metres === 'number' && metres > 0 && !mover.place ? metres : null;
}

/** Metres of walking behind a fighter in this turn (C-17). */
export const metresMoved = ({ book }: ClashFighter): number => book.metresMoved ?? 0;

/** An act with the metres it goes. */
type Walking = Act & { readonly way: number };

const walking = needing<Walking>({
  find(act) {
    const way = wayOf(act, act.fighter);
    return way === null ? null : { way, ...act };
  },
  missing: () => [impossible('no-path')],
});

/** C-17: in one stretch or several; only the first is paid for. */
export const stride = walking({
  category: 'movement',
  icon: 'actions/move-walk',
  needs: 'path',
  price: ({ fighter }) => (isWalking(fighter) ? null : 'movement'),
  whyNotAnyway: ({ fighter }) => [
    ...(is(fighter, 'grappled') ? [{ id: 'grappled' }] : []),
    ...(is(fighter, 'mounted') ? [{ id: 'mounted' }] : []),
  ],
  /** C-17, C-A9. */
  whyNot({ encounter, fighter, way }) {
    const most = effectiveSpeed(fighter);
    const metres = (isInCombat(encounter) ? metresMoved(fighter) : 0) + way;
    return metres > most + SLACK ? [{ id: 'no-movement', data: { metres: rounded(metres), most } }] : [];
  },
  play: walk,
});

export const rounded = (metres: number): number => Math.round(metres * 10) / 10;

/** C-17, C-A9: walks; the movement stays open until its metres are used up. */
function* walk({ encounter, fighter, command, rules, way }: Walking): Procedure<void> {
  const gone = command.path ? yield* rules.go(fighter, command.path) : way;
  if (!command.path) yield* say('walks', { metres: rounded(way) }, fighter.id);
  if (!isInCombat(encounter)) return;
  const metres = metresMoved(fighter) + gone;
  yield* mark(fighter.id, 'metresMoved', metres);
  yield* mark(fighter.id, 'walking', metres + SLACK < effectiveSpeed(fighter) ? true : null);
}

/**
 * C-104, C-105, C-109: goes cell by cell, whatever it sets off on the way; who cannot go on stands where that happened. A mount takes
 * its rider along. Comes to the metres gone.
 */
export function* go(
  encounter: ClashEncounter,
  rules: Rules,
  mover: ClashFighter,
  path: readonly Place[],
): Procedure<number> {
  const { ground } = encounter;
  const from = mover.place;
  if (path.length === 0) return 0;
  const cells = from ? cellsAlong(ground, from, path) : [...path];
  const rider = riderOf(encounter, mover);
  const waypoints: Place[] = [];
  let stretch: Place[] = [];
  let last = from;
  for (const [at, cell] of cells.entries()) {
    const isEnd = at === cells.length - 1;
    const areas = entered(encounter, last, cell);
    last = cell;
    if (path.includes(cell) || isEnd) waypoints.push(cell);
    if (areas.length === 0 && !isEnd) {
      if (path.includes(cell)) stretch.push(cell);
      continue;
    }
    yield* apply({ kind: 'move', of: mover.id, to: cell, by: stretch });
    if (rider?.place)
      yield* apply({ kind: 'move', of: rider.id, to: { ...rider.place, ...center(cell) }, by: stretch });
    stretch = [];
    for (const area of areas)
      for (const each of rider ? [mover, rider] : [mover]) yield* trigger(encounter, rules, area, each);
    if (isEnd || !isAble(mover) || !same(mover.place, cell)) break;
  }
  return lengthOf(ground, from, !last || same(waypoints.at(-1), last) ? waypoints : [...waypoints, last]);
}

const center = ({ x, y, elevation }: Place) => ({ x, y, elevation });

/** Whether somebody of these has changed its place this turn (C-65). */
export const noteMoved = ({ id }: ClashFighter): Procedure<unknown> => mark(id, 'moved', true);
