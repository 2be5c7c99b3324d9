import { adjustPool, applyChange, type NewCondition } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Condition } from '../../../encounter/condition';
import type { Procedure } from '../../../kernel/procedure';
import { removeCondition } from '../../../toolkit/combat/condition';
import { optionsOf } from '../options';
import { TICKS, ticksOf } from '../schema';
import { clearLateAid } from '../skills/check';
import {
  type SecondsEncounter,
  type SecondsFighter,
  type SecondsState,
  type Span,
  setState,
  type Terms,
} from '../state';
import type { WorldSettings } from '../stats';

/** S-A47: too short for DEX. In ticks. */
export const isTrivial = (base: number, world: WorldSettings): boolean => base < ticksOf(world.minActionSeconds);

/** S-04, S-05: returns ticks. @param base ticks before DEX @param byDex whether DEX shortens it */
export function tickCost(base: number, byDex: boolean, fighter: SecondsFighter, world: WorldSettings): number {
  if (!byDex || isTrivial(base, world)) return base;
  return Math.max(ticksOf(world.minActionSeconds), Math.ceil(base - ticksSavedByDex(fighter, world) - 1e-6));
}

/** S-05: in ticks. */
export const ticksSavedByDex = ({ stats }: SecondsFighter, world: WorldSettings): number =>
  TICKS * world.dexSecondsPerPoint * Math.max(0, stats.dex);

interface ActionProgress {
  readonly action: string;
  /** An item's id, `found`, or empty. */
  readonly tool: string;
  /** Ticks paid. */
  readonly ticks: number;
  /** Metres before it was begun (S-A17). */
  readonly runUp: number;
  /** Null if the GM was not asked. */
  readonly terms: Terms | null;
  /** The fighter that was run at (S-97); empty for actions without a run-up. */
  readonly at: string;
}

export function progressOf({ state }: SecondsFighter): ActionProgress | null {
  if (state.progress === undefined) return null;
  return {
    action: state.progress,
    tool: state.progressTool ?? '',
    ticks: state.progressTicks ?? 0,
    runUp: state.progressRunUp ?? 0,
    terms: state.progressTerms ?? null,
    at: state.progressAt ?? '',
  };
}

/** S-14: returns null for another action or tool. */
export function progressFor(
  fighter: SecondsFighter,
  command: Pick<Command, 'do' | 'with' | 'options'>,
): ActionProgress | null {
  const progress = progressOf(fighter);
  return progress?.action === command.do && progress.tool === toolOf(command) ? progress : null;
}

/** May be empty. */
export const toolOf = (command: Pick<Command, 'with' | 'options'>): string =>
  command.with ?? (optionsOf(command).found ? FOUND : '');

/** The tool of a Pin with a found object. */
export const FOUND = 'found';

export function* storeProgress(
  { id }: SecondsFighter,
  { action, tool, ticks, runUp, terms, at }: ActionProgress,
): Procedure<void> {
  yield* setState(id, 'progress', action);
  yield* setState(id, 'progressTool', tool || null);
  yield* setState(id, 'progressTicks', ticks);
  yield* setState(id, 'progressRunUp', runUp || null);
  yield* setState(id, 'progressTerms', terms);
  yield* setState(id, 'progressAt', at || null);
}

export function* clearProgress(fighter: SecondsFighter): Procedure<void> {
  yield* clearFields(fighter, PROGRESS_FIELDS);
}

export const PROGRESS_FIELDS = [
  'progress',
  'progressTool',
  'progressTicks',
  'progressRunUp',
  'progressTerms',
  'progressAt',
] as const;

/** S-15. */
export function* discardProgress(fighter: SecondsFighter): Procedure<void> {
  if (fighter.state.progress === undefined) return;
  yield* clearProgress(fighter);
  yield* clearLateAid(fighter);
}

export const ticksLeft = ({ pools }: SecondsFighter): number => pools.seconds.value;

export const spansOf = ({ state }: SecondsFighter): readonly Span[] => state.spans ?? [];

/** Payments of one Move share a span. */
function* recordSpan(fighter: SecondsFighter, span: Span): Procedure<void> {
  const spans = [...spansOf(fighter)];
  const last = spans.at(-1);
  const continues = span.action === 'move' && last?.action === 'move';
  if (continues) spans.pop();
  const ticks = continues ? span.ticks + last.ticks : span.ticks;
  yield* setState(fighter.id, 'spans', [...spans, { ...span, ticks }]);
}

/** S-A15: fear runs out before the action takes effect. @param open whether the action stays unfinished */
export function* spendTicks(fighter: SecondsFighter, action: string, ticks: number, open = false): Procedure<void> {
  if (ticks <= 0) return;
  yield* adjustPool(fighter.id, 'seconds', -ticks);
  yield* recordSpan(fighter, { action, ticks, open });
  yield* reduceFear(fighter, ticks);
}

export function* reduceFear(fighter: SecondsFighter, ticks: number): Procedure<void> {
  const { fear } = fighter.state;
  if (fear === undefined || ticks <= 0) return;
  const isOver = (condition: Condition): boolean => (ticksOfFear(fighter, condition) ?? Infinity) <= ticks;
  const goesOn = fighter.conditions.some((each) => ticksOfFear(fighter, each) !== null && !isOver(each));
  const over = fighter.conditions.filter(isOver).map(({ key }) => key);
  yield* setState(fighter.id, 'fear', goesOn ? fear - ticks : null);
  yield* removeCondition(fighter, 'frightened', ({ key }) => over.includes(key));
}

/**
 * S-93: returns the ticks that a fear still lasts; null if it is none or is not counted. `state.fear` is one count for
 * all; each fear stores how much later than the count it ends.
 */
export function ticksOfFear({ state, conditions }: SecondsFighter, { id, data }: Condition): number | null {
  if (id !== 'frightened' || state.fear === undefined) return null;
  if (data?.fear !== undefined) return state.fear + Number(data.fear);
  // Stored before each fear had its own end.
  return conditions.some((other) => other.id === 'frightened' && other.data?.fear !== undefined) ? null : state.fear;
}

/** S-92 to S-94: adds a fear beside others. @param ticks null if it is not counted */
export function* addFear(
  fighter: SecondsFighter,
  ticks: number | null,
  details: Omit<NewCondition, 'id'>,
): Procedure<void> {
  const { id: of, state } = fighter;
  const { data, ...others } = details;
  const stored = fighter.conditions.filter(
    (each) => each.data?.fear === undefined && ticksOfFear(fighter, each) !== null,
  );
  for (const { key, ...old } of stored) {
    yield* applyChange({ kind: 'condition-removed', of, key });
    yield* applyChange({ kind: 'condition-added', of, condition: { ...old, data: { ...old.data, fear: 0 } } });
  }
  const added = ticks === null ? { ...data } : { ...data, fear: ticks - (state.fear ?? ticks) };
  yield* applyChange({ kind: 'condition-added', of, condition: { ...others, id: 'frightened', data: added } });
  if (ticks !== null && state.fear === undefined) yield* setState(of, 'fear', ticks);
}

/** S-A17. */
export function* endRunUp(fighter: SecondsFighter): Procedure<void> {
  yield* clearFields(fighter, ['runUp', 'heading']);
}

export const HELD_FIELDS = ['held', 'heldPlan', 'heldWhen', 'heldWhom'] as const;

/** Skips empty fields, so that the record gets no empty lines. */
export function* clearFields({ id, state }: SecondsFighter, keys: readonly (keyof SecondsState)[]): Procedure<void> {
  for (const key of keys) if (state[key] !== undefined) yield* setState(id, key, null);
}

/** S-70, S-A17: a push or fall ends it even if a Jump or Tackle that is begun has stored it. */
export function* clearRunUps(fighter: SecondsFighter): Procedure<void> {
  yield* clearFields(fighter, RUN_UP_FIELDS);
}

export const RUN_UP_FIELDS = ['runUp', 'heading', 'progressRunUp'] as const;

/** S-A18: the next drag is a new Move. */
export function* endMove(fighter: SecondsFighter): Procedure<void> {
  yield* clearFields(fighter, ['movePaid', 'moveMetres', 'provoked']);
}

/** S-08, S-116: costs no seconds; not counted outside encounters. */
export function* spendReaction(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  if (encounter.clock.phase === 'idle') return;
  yield* applyChange({ kind: 'pool', of: fighter.id, pool: 'reactions', by: -1 });
  yield* endRunUp(fighter);
}
