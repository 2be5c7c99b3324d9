import type { ListedFoe } from './listed-foes';

/** So many of a foe, in one wave. */
export interface PlannedFoe {
  readonly foe: ListedFoe;
  readonly count: number;
  readonly wave: Wave;
}

export type Wave = 1 | 2;

/** Of one foe. */
export const MOST_OF_A_FOE = 30;
/** Of all; beyond that the map and the tracker are of no use. */
export const MOST_FOES = 100;

type Plan = readonly PlannedFoe[];
type RowAt = Pick<PlannedFoe, 'wave'> & { readonly uuid: string };

const isAt =
  ({ uuid, wave }: RowAt) =>
  (row: PlannedFoe): boolean =>
    row.foe.uuid === uuid && row.wave === wave;

export const countOf = (plan: Plan, wave?: Wave): number =>
  plan.reduce((sum, row) => sum + (wave === undefined || row.wave === wave ? row.count : 0), 0);

/** Returns the plan with one more of a foe in the first wave. */
export function withFoe(plan: Plan, foe: ListedFoe): Plan {
  const at: RowAt = { uuid: foe.uuid, wave: 1 };
  const row = plan.find(isAt(at));
  return row ? withCount(plan, at, row.count + 1) : withCount([...plan, { foe, count: 1, wave: 1 }], at, 1);
}

/** Returns the plan with so many of a foe; without its row at 0. */
export const withCount = (plan: Plan, at: RowAt, count: number): Plan =>
  clamped(
    plan.map((row) => (isAt(at)(row) ? { ...row, count } : row)),
    at,
  ).filter((row) => row.count > 0);

/** Returns the plan with the foes of a row in the other wave, where they join those of the same kind. */
export function withOtherWave(plan: Plan, at: RowAt): Plan {
  const row = plan.find(isAt(at));
  if (!row) return plan;
  const wave: Wave = row.wave === 1 ? 2 : 1;
  const joined = plan.find(isAt({ uuid: at.uuid, wave }));
  if (!joined) return plan.map((each) => (each === row ? { ...row, wave } : each));
  const count = Math.min(MOST_OF_A_FOE, joined.count + row.count);
  return plan.filter((each) => each !== row).map((each) => (each === joined ? { ...joined, count } : each));
}

/** Cuts a row to what may be placed. */
function clamped(plan: Plan, at: RowAt): Plan {
  const others = countOf(plan.filter((row) => !isAt(at)(row)));
  const most = Math.min(MOST_OF_A_FOE, MOST_FOES - others);
  return plan.map((row) => (isAt(at)(row) ? { ...row, count: Math.max(0, Math.min(row.count, most)) } : row));
}

/** Returns the threat of each foe, of one wave or of both. */
export const threatsOf = (plan: Plan, of?: Wave) =>
  plan.flatMap(({ foe, count, wave }) =>
    of === undefined || wave === of ? Array<ListedFoe['threat']>(count).fill(foe.threat) : [],
  );
