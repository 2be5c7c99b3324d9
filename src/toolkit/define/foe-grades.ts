import { lookup } from '../../kernel/lookup';

/** Elite and weak exclude each other; the others are a level up and down, as often as a GM likes. */
export const GRADES = ['elite', 'weak', 'higher', 'lower'] as const;
export type Grade = (typeof GRADES)[number];

type Steps = Readonly<Record<string, number>>;

/** How any foe of a ruleset becomes stronger or weaker. Paths are below `system`. */
export interface Grading {
  /** The field with the maximum of health, or with what is added to it. */
  readonly health: string;
  /** What one step adds to numbers of the actor, and to those of its items by type. */
  readonly step: { readonly system: Steps; readonly items?: Readonly<Record<string, Steps>> };
  readonly grades: Readonly<Record<Grade, GradeRow>>;
}

interface GradeRow {
  /** Factor of the maximum of health. */
  readonly health: number;
  readonly steps: number;
  /** Factor of the threat. */
  readonly threat: number;
}

export interface GradeState {
  readonly kind: 'elite' | 'weak' | '';
  readonly level: number;
}

export const UNGRADED: GradeState = { kind: '', level: 0 };

/** Returns the state after a press: a second press of elite or weak takes it back. */
export function pressedGrade({ kind, level }: GradeState, grade: Grade): GradeState {
  if (grade === 'higher') return { kind, level: level + 1 };
  if (grade === 'lower') return { kind, level: level - 1 };
  return { kind: kind === grade ? '' : grade, level };
}

/** Returns the sum of the steps, and the products of the factors. */
export function totalOf({ grades }: Grading, { kind, level }: GradeState): GradeRow {
  const { elite, weak, higher, lower } = grades;
  const own = kind === 'elite' ? elite : kind === 'weak' ? weak : { health: 1, steps: 0, threat: 1 };
  const each = level < 0 ? lower : higher;
  const times = Math.abs(level);
  return {
    health: own.health * each.health ** times,
    steps: own.steps + each.steps * times,
    threat: own.threat * each.threat ** times,
  };
}

/** Returns what the steps of a state add to the numbers of an actor, or of an item of this type. */
export function addedBy(grading: Grading, state: GradeState, type: string | null): Steps {
  const { step } = grading;
  const { steps } = totalOf(grading, state);
  const each = type === null ? step.system : (lookup(step.items, type) ?? {});
  return Object.fromEntries(Object.entries(each).map(([path, by]) => [path, by * steps]));
}
