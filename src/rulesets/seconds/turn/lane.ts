import { adjustPool, applyChange } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
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

/** S-A47: less than this is trivial: it costs what it costs, and DEX does not matter. Ticks. */
export const isTrivial = (base: number, world: WorldSettings): boolean => base < ticksOf(world.minActionSeconds);

/**
 * S-04, S-05: what an action costs, in ticks.
 * @param base ticks before DEX
 * @param byDex whether DEX shortens it
 */
export function tickCost(base: number, byDex: boolean, fighter: SecondsFighter, world: WorldSettings): number {
  if (!byDex || isTrivial(base, world)) return base;
  return Math.max(ticksOf(world.minActionSeconds), Math.ceil(base - savedByDex(fighter, world) - 1e-6));
}

/** S-05: what DEX takes off whatever is not trivial, in ticks. */
export const savedByDex = ({ stats }: SecondsFighter, world: WorldSettings): number =>
  TICKS * world.dexSecondsPerPoint * Math.max(0, stats.dex);

/** One unfinished action: what has been paid for it, and what it is remembered by. */
export interface ActionProgress {
  readonly action: string;
  /** The weapon, spell or item it is done with; empty where there is none. */
  readonly tool: string;
  /** Ticks paid. */
  readonly ticks: number;
  /** Metres run before it was begun (S-A17). */
  readonly runUp: number;
  /** What the game master said of it when it was begun; null where nothing was asked. */
  readonly terms: Terms | null;
}

export function progressOf({ state }: SecondsFighter): ActionProgress | null {
  if (state.progress === undefined) return null;
  return {
    action: state.progress,
    tool: state.progressTool ?? '',
    ticks: state.progressTicks ?? 0,
    runUp: state.progressRunUp ?? 0,
    terms: state.progressTerms ?? null,
  };
}

/** S-14: what is unfinished of this very action, with this very tool; null where nothing is. */
export function progressFor(
  fighter: SecondsFighter,
  command: Pick<Command, 'do' | 'with' | 'options'>,
): ActionProgress | null {
  const progress = progressOf(fighter);
  return progress?.action === command.do && progress.tool === toolOf(command) ? progress : null;
}

/** What an action is done with: the thing it names, or what lies about; empty where it is nothing. */
export const toolOf = (command: Pick<Command, 'with' | 'options'>): string =>
  command.with ?? (optionsOf(command).found ? 'found' : '');

/** Writes down what is unfinished from now on. */
export function* storeProgress(
  { id }: SecondsFighter,
  { action, tool, ticks, runUp, terms }: ActionProgress,
): Procedure<void> {
  yield* setState(id, 'progress', action);
  yield* setState(id, 'progressTool', tool || null);
  yield* setState(id, 'progressTicks', ticks);
  yield* setState(id, 'progressRunUp', runUp || null);
  yield* setState(id, 'progressTerms', terms);
}

/** What was paid is used up. */
export function* clearProgress(fighter: SecondsFighter): Procedure<void> {
  yield* clearFields(fighter, ['progress', 'progressTool', 'progressTicks', 'progressRunUp', 'progressTerms']);
}

/** S-15: what was paid is thrown away. */
export function* discardProgress(fighter: SecondsFighter): Procedure<void> {
  if (fighter.state.progress === undefined) return;
  yield* clearProgress(fighter);
  yield* clearLateAid(fighter);
}

export const ticksLeft = ({ pools }: SecondsFighter): number => pools.seconds.value;

/** What the running or last turn was spent on, in order. */
export const spansOf = ({ state }: SecondsFighter): readonly Span[] => state.spans ?? [];

/** One way of moving on is one span, however often it is paid for. */
function* note(fighter: SecondsFighter, span: Span): Procedure<void> {
  const spans = [...spansOf(fighter)];
  const last = spans.at(-1);
  const goesOn = span.action === 'move' && last?.action === 'move';
  if (goesOn) spans.pop();
  const ticks = goesOn ? span.ticks + last.ticks : span.ticks;
  yield* setState(fighter.id, 'spans', [...spans, { ...span, ticks }]);
}

/**
 * Takes ticks off the fighter's bar. S-A15: fear runs out by the same ticks, before what they buy comes about.
 * @param open whether the action is not finished by it
 */
export function* spendTicks(fighter: SecondsFighter, action: string, ticks: number, open = false): Procedure<void> {
  if (ticks <= 0) return;
  yield* adjustPool(fighter.id, 'seconds', -ticks);
  yield* note(fighter, { action, ticks, open });
  yield* reduceFear(fighter, ticks);
}

/** Lets so much of a fighter's fear run out. */
export function* reduceFear(fighter: SecondsFighter, ticks: number): Procedure<void> {
  const { fear } = fighter.state;
  if (fear === undefined || ticks <= 0) return;
  yield* setState(fighter.id, 'fear', fear > ticks ? fear - ticks : null);
  if (fear <= ticks) yield* removeCondition(fighter, 'frightened');
}

/** S-A17: what is done in between ends a run-up. */
export function* endRunUp(fighter: SecondsFighter): Procedure<void> {
  yield* clearFields(fighter, ['runUp', 'heading']);
}

/** What the book says of actions that are held. */
export const HELD_FIELDS = ['held', 'heldPlan', 'heldWhen', 'heldWhom'] as const;

/** Takes marks out of the book; what is not there needs no line in the record. */
export function* clearFields({ id, state }: SecondsFighter, keys: readonly (keyof SecondsState)[]): Procedure<void> {
  for (const key of keys) if (state[key] !== undefined) yield* setState(id, key, null);
}

/** S-A18: whatever else is done, the next drag is a Move of its own. */
export function* endMove(fighter: SecondsFighter): Procedure<void> {
  yield* clearFields(fighter, ['movePaid', 'moveMetres', 'provoked']);
}

/** S-08, S-116: a reaction costs no seconds; outside an encounter none are counted. */
export function* spendReaction(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  if (encounter.clock.phase === 'idle') return;
  yield* applyChange({ kind: 'pool', of: fighter.id, pool: 'reactions', by: -1 });
  yield* endRunUp(fighter);
}
