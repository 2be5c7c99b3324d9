import { say } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import { GM, type Reason } from '../../../kernel/ask';
import { amount, type Procedure } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import { type Act, type Action, needing } from '../act';
import { faint } from '../attack/aura';
import { effectiveSpeed, roundEnd } from '../conditions';
import { has, pay, whyNotPay } from '../cost';
import { mark } from '../marks';
import { saidIn } from '../options';
import type { EnergyFighter } from '../stats';
import { measure, straight, type Walk, walk } from './movement';

/** E-53: metres of run-up that save one Energy. */
const RUN_UP = 2;
/** The most a climb takes of Stamina (section 5). */
const CLIMB_STAMINA = 3;
const SLACK = 1e-3;

/** E-49: a stride that remembers where it began, for what may follow a Sprint at once (E-56, E-196). */
export const sprinting = (stride: Action): Action => ({
  ...stride,
  *play(act, declared) {
    const { fighter } = act;
    const from = fighter.place;
    const kept = yield* stride.play(act, declared);
    yield* mark(fighter.id, 'sprintFrom', from ? { x: from.x, y: from.y, elevation: from.elevation } : true);
    return kept;
  },
});

/** What only the next action may build upon is gone after it. */
export function* forget({ id, book }: EnergyFighter, { do: verb }: Command, moves: boolean): Procedure<void> {
  if (verb !== 'sprint' && book.sprintFrom !== undefined) yield* mark(id, 'sprintFrom', null);
  if (verb !== 'wait' && book.waiting !== undefined) yield* mark(id, 'waiting', null);
  // E-53: only metres after whatever else was done are a run-up.
  if ((!moves || verb === 'jump') && book.metresMoved) yield* mark(id, 'runUpFrom', book.metresMoved);
}

const hasRunUp = ({ book }: EnergyFighter): boolean =>
  (book.metresMoved ?? 0) - (book.runUpFrom ?? 0) >= RUN_UP - SLACK;

/** The way of a jump, which no turn shortens. Null where the command names none. */
function leapOf({ encounter, fighter, command }: Act): Walk | null {
  const path = command.path ?? [];
  if (path.length > 0) return { ...measure(encounter.ground, fighter.place, path, null), lost: 0 };
  const { metres = 0 } = saidIn(command);
  return metres > 0 && !fighter.place ? straight(metres) : null;
}

const leaping = needing<Act & { readonly way: Walk }>({
  find(act) {
    const way = leapOf(act);
    return way && { way, ...act };
  },
  missing: () => [impossible('no-path')],
});

/** E-53 to E-57. */
export const jump = leaping({
  category: 'move',
  icon: 'actions/jump',
  needs: 'path',
  cost(act) {
    const metres = leapOf(act)?.moved ?? 0;
    const far = Math.max(0, Math.ceil((3 * metres) / effectiveSpeed(act.fighter)) - 2) || 0;
    return { energy: (hasRunUp(act.fighter) ? 1 : 2) + far, stamina: 1 };
  },
  whyNot({ fighter, command, way }) {
    const { jumpDistance, jumpReach } = fighter.stats.figures;
    // E-56: a Sprint just before carries a metre farther.
    const most = jumpDistance.value + (fighter.book.sprintFrom === undefined ? 0 : 1);
    const up = (command.path?.at(-1)?.elevation ?? 0) - (fighter.place?.elevation ?? 0);
    const reasons: Reason[] = [];
    if (way.moved > most + SLACK)
      reasons.push({ id: 'too-far', data: { metres: Math.round(way.moved * 10) / 10, most } });
    if (command.path && up > jumpReach.value + SLACK) reasons.push({ id: 'too-high', data: { most: jumpReach.value } });
    return reasons;
  },
  *play(act) {
    const { encounter, fighter, command, way } = act;
    yield* walk(act, command.path ?? [], way);
    yield* gain(fighter.id, 'unguarded', roundEnd(encounter.clock.round));
    return null;
  },
});

/** What the game master prices: Energy within what there is, and Stamina. */
const priced = (category: 'move' | 'other', icon: string, said: string, mostStamina: number): Action => ({
  category,
  icon,
  needs: 'nothing',
  priced: true,
  cost: () => ({}),
  // The least of it is known beforehand.
  whyNot: ({ fighter }) => whyNotPay(fighter, { stamina: 1 }, false),
  *play(act) {
    const { fighter } = act;
    const { id } = fighter;
    const facts = { at: id };
    const energy = yield* amount('price-energy', GM, 0, has(fighter, 'energy'), facts);
    const most = Math.min(mostStamina, has(fighter, 'stamina'));
    const stamina = most > 1 ? yield* amount('price-stamina', GM, 1, most, facts) : 1;
    yield* pay(fighter, { energy, stamina }, false, category === 'move');
    yield* say(said, {}, id);
    if (category === 'move') yield* along(act);
    // E-A41: the paid action is done first.
    if (has(fighter, 'stamina') === 0) yield* faint(fighter, 'stamina');
    return null;
  },
});

/** Along the way that was drawn, where one was: how far that may go is part of the price. */
function* along(act: Act): Procedure<void> {
  const { encounter, fighter, command } = act;
  const path = command.path ?? [];
  if (path.length > 0 && fighter.place)
    yield* walk(act, path, { ...measure(encounter.ground, fighter.place, path, null), lost: 0 });
}

/** Section 5: the way up is the game master's to say, and so is its price. */
export const climb = priced('move', 'actions/climb', 'climbs', CLIMB_STAMINA);
export const breakBarrier = priced('other', 'actions/break-barrier', 'breaks-barrier', 1);

/** E-13: a light that says one waits for something; whatever one does next puts it out. */
export const wait: Action = {
  category: 'other',
  icon: 'actions/wait',
  needs: 'nothing',
  cost: () => ({}),
  whyNot: ({ fighter }) => (fighter.book.waiting === true ? [{ id: 'waits-already' }] : []),
  *play({ fighter }) {
    yield* mark(fighter.id, 'waiting', true);
    return null;
  },
};
