import { alter, apply } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Procedure } from '../../../kernel/procedure';
import { lose } from '../../../toolkit/combat/condition';
import { saidIn } from '../options';
import { TICKS, ticksOf } from '../schema';
import { forgetLateHelp } from '../skills/check';
import { mark, type SecondsBook, type SecondsEncounter, type SecondsFighter, type Span, type Terms } from '../state';
import type { World } from '../stats';

/** S-A47: less than this is trivial: it costs what it costs, and DEX does not matter. Ticks. */
export const isTrivial = (base: number, world: World): boolean => base < ticksOf(world.minActionSeconds);

/**
 * S-04, S-05: what an action costs, in ticks.
 * @param base ticks before DEX
 * @param byDex whether DEX shortens it
 */
export function costOf(base: number, byDex: boolean, fighter: SecondsFighter, world: World): number {
  if (!byDex || isTrivial(base, world)) return base;
  return Math.max(ticksOf(world.minActionSeconds), Math.ceil(base - savedByDex(fighter, world) - 1e-6));
}

/** S-05: what DEX takes off whatever is not trivial, in ticks. */
export const savedByDex = ({ stats }: SecondsFighter, world: World): number =>
  TICKS * world.dexSecondsPerPoint * Math.max(0, stats.dex);

/** One unfinished action: what has been paid for it, and what it is remembered by. */
export interface Progress {
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

export function progressOf({ book }: SecondsFighter): Progress | null {
  if (book.progress === undefined) return null;
  return {
    action: book.progress,
    tool: book.progressTool ?? '',
    ticks: book.progressTicks ?? 0,
    runUp: book.progressRunUp ?? 0,
    terms: book.progressTerms ?? null,
  };
}

/** S-14: what is unfinished of this very action, with this very tool; null where nothing is. */
export function begun(fighter: SecondsFighter, command: Pick<Command, 'do' | 'with' | 'options'>): Progress | null {
  const progress = progressOf(fighter);
  return progress?.action === command.do && progress.tool === toolOf(command) ? progress : null;
}

/** What an action is done with: the thing it names, or what lies about; empty where it is nothing. */
export const toolOf = (command: Pick<Command, 'with' | 'options'>): string =>
  command.with ?? (saidIn(command).found ? 'found' : '');

/** Writes down what is unfinished from now on. */
export function* keep({ id }: SecondsFighter, { action, tool, ticks, runUp, terms }: Progress): Procedure<void> {
  yield* mark(id, 'progress', action);
  yield* mark(id, 'progressTool', tool || null);
  yield* mark(id, 'progressTicks', ticks);
  yield* mark(id, 'progressRunUp', runUp || null);
  yield* mark(id, 'progressTerms', terms);
}

/** What was paid is used up. */
export function* useUp(fighter: SecondsFighter): Procedure<void> {
  yield* forget(fighter, ['progress', 'progressTool', 'progressTicks', 'progressRunUp', 'progressTerms']);
}

/** S-15: what was paid is thrown away. */
export function* drop(fighter: SecondsFighter): Procedure<void> {
  if (fighter.book.progress === undefined) return;
  yield* useUp(fighter);
  yield* forgetLateHelp(fighter);
}

export const left = ({ pools }: SecondsFighter): number => pools.seconds.value;

/** What the running or last turn was spent on, in order. */
export const spansOf = ({ book }: SecondsFighter): readonly Span[] => book.spans ?? [];

/** One way of moving on is one span, however often it is paid for. */
function* note(fighter: SecondsFighter, span: Span): Procedure<void> {
  const spans = [...spansOf(fighter)];
  const last = spans.at(-1);
  const goesOn = span.action === 'move' && last?.action === 'move';
  if (goesOn) spans.pop();
  const ticks = goesOn ? span.ticks + last.ticks : span.ticks;
  yield* mark(fighter.id, 'spans', [...spans, { ...span, ticks }]);
}

/**
 * Takes ticks off the fighter's bar. S-A15: fear runs out by the same ticks, before what they buy comes about.
 * @param open whether the action is not finished by it
 */
export function* spend(fighter: SecondsFighter, action: string, ticks: number, open = false): Procedure<void> {
  if (ticks <= 0) return;
  yield* alter(fighter.id, 'seconds', -ticks);
  yield* note(fighter, { action, ticks, open });
  yield* calm(fighter, ticks);
}

/** Lets so much of a fighter's fear run out. */
export function* calm(fighter: SecondsFighter, ticks: number): Procedure<void> {
  const { fear } = fighter.book;
  if (fear === undefined || ticks <= 0) return;
  yield* mark(fighter.id, 'fear', fear > ticks ? fear - ticks : null);
  if (fear <= ticks) yield* lose(fighter, 'frightened');
}

/** S-A17: what is done in between ends a run-up. */
export function* halt(fighter: SecondsFighter): Procedure<void> {
  yield* forget(fighter, ['runUp', 'heading']);
}

/** What the book says of actions that are held. */
export const HELD = ['held', 'heldPlan', 'heldWhen', 'heldWhom'] as const;

/** Takes marks out of the book; what is not there needs no line in the record. */
export function* forget({ id, book }: SecondsFighter, keys: readonly (keyof SecondsBook)[]): Procedure<void> {
  for (const key of keys) if (book[key] !== undefined) yield* mark(id, key, null);
}

/** S-A18: whatever else is done, the next drag is a Move of its own. */
export function* endMove(fighter: SecondsFighter): Procedure<void> {
  yield* forget(fighter, ['movePaid', 'moveMetres', 'provoked']);
}

/** S-08, S-116: a reaction costs no seconds; outside an encounter none are counted. */
export function* react(encounter: SecondsEncounter, fighter: SecondsFighter): Procedure<void> {
  if (encounter.clock.phase === 'idle') return;
  yield* apply({ kind: 'pool', of: fighter.id, pool: 'reactions', by: -1 });
  yield* halt(fighter);
}
