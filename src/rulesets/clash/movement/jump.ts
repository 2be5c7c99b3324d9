import { apply, conclude } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import type { Place } from '../../../encounter/state';
import { d20 } from '../../../kernel/dice';
import { amount, roll } from '../../../kernel/procedure';
import { gain } from '../../../mechanics/condition';
import type { Act, Action } from '../act';
import { is, untilTurnOf } from '../conditions';
import { lengthOf } from './movement';

/** Metres of a leap that is asked for, at most. */
const FARTHEST = 60;

/** C-119, C-121: what the score has to exceed. Metres. */
export const jumpDC = (height: number, distance: number): number => 4 * height + 2 * distance;

/** C-119, C-120, C-A2: lands only above the number; steady from twice the number on. */
export function leapOf(score: number, dc: number): { readonly lands: boolean; readonly steady: boolean } {
  return { lands: score > dc, steady: score >= 2 * dc };
}

const number = (value: unknown): number | null => (typeof value === 'number' && value >= 0 ? value : null);

/** Where it leads: along the way drawn, or so many metres up and on. */
function goalOf({ encounter, fighter, command }: Act): { height: number | null; distance: number | null } {
  const path = command.path ?? [];
  const height = number(command.options?.height);
  const end = path.at(-1);
  if (!end) return { height, distance: number(command.options?.distance) };
  const up = fighter.place ? Math.max(0, end.elevation - fighter.place.elevation) : 0;
  const level: Place = { ...end, elevation: fighter.place?.elevation ?? end.elevation };
  return { height: height ?? up, distance: lengthOf(encounter.ground, fighter.place, [level]) };
}

/** C-117 to C-121, C-A52: with any one of the three actions. */
export const jump: Action = {
  category: 'movement',
  icon: 'actions/jump',
  needs: 'nothing',
  price: () => 'any',
  whyNot(act) {
    const { options = {} } = act.command;
    const wrong = [options.height, options.distance].some((value) => value !== undefined && number(value) === null);
    return [
      ...(wrong ? [impossible('no-number', { value: String(options.height ?? options.distance) })] : []),
      ...(is(act.fighter, 'grappled') ? [{ id: 'grappled' }] : []),
      ...(is(act.fighter, 'mounted') ? [{ id: 'mounted' }] : []),
    ];
  },
  *play(act) {
    const { fighter, command } = act;
    const goal = goalOf(act);
    const height = goal.height ?? (yield* amount('jump-height', fighter.id, 0, FARTHEST));
    const distance = goal.distance ?? (yield* amount('jump-distance', fighter.id, 0, FARTHEST));
    const dc = jumpDC(height, distance);
    const { str, dex } = fighter.stats.mod;
    const facts = { bonus: str + dex, over: dc, steady: 2 * dc };
    const { lands, steady } = leapOf((yield* roll('jump', d20, fighter.id, facts)) + str + dex, dc);
    const result = lands ? (steady ? 'lands' : 'lands-badly') : 'falls-short';
    yield* conclude({ result, success: lands }, fighter.id);
    const end = command.path?.at(-1);
    if (lands && end) yield* land(act, end);
    if (!steady) yield* gain(fighter.id, 'off-balance', untilTurnOf(fighter));
  },
};

/** In one leap, over whatever lies between; only where it ends is anything set off. */
function* land({ fighter, rules }: Act, end: Place) {
  const before = fighter.place;
  if (before) yield* rules.go(fighter, [end]);
  else yield* apply({ kind: 'move', of: fighter.id, to: end, by: [] });
}
