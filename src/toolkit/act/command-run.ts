import { type Change, log } from '../../encounter/change';
import type { ConditionTable } from '../../encounter/condition';
import type { Effect } from '../../encounter/effect';
import type { Encounter, FighterId } from '../../encounter/state';
import { type Ask, PASS, type Reason } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import { lookup } from '../../kernel/lookup';
import { type InterruptibleProcedure, isAskedAgain, type Procedure, refreshDice } from '../../kernel/procedure';
import { withoutDeparted } from './departed';
import { applyStateBased, type ChangedFighters, noteEffect, type StateBasedTable } from './state-based';

/** An action in progress, with the reasons against continuing. */
interface Frame {
  reasons(): readonly Reason[];
  /** Whether its first die has fallen: its result then stands. */
  isDecided: boolean;
  /** Ids of the reasons at its open question, kept until what was accepted there is played; null if none is open. */
  asked: readonly string[] | null;
  /** The reasons that others have caused; null if it may go on. */
  stoppedBy: readonly Reason[] | null;
}

/** What a command shares with the commands that others play inside it. */
export class CommandScope {
  readonly changed: ChangedFighters = { all: false, ids: new Set() };
  /** How many actions are in progress. */
  actions = 0;
  /** What may be stopped of the actions in progress, outermost first; null is the border of a child. */
  readonly frames: (Frame | null)[] = [];

  constructor(
    private readonly table: StateBasedTable,
    readonly encounter: Encounter,
    readonly conditions: ConditionTable = {},
  ) {}

  /** Applies the table of state-based changes. */
  applyStateBased(): Procedure<void> {
    return applyStateBased(this.table, this.encounter, this.changed);
  }

  /** Applies the table to all fighters, for what was changed outside of commands. */
  cleanUp(): Procedure<void> {
    this.changed.all = true;
    return this.applyStateBased();
  }

  /**
   * Plays a command inside others, then notes which of them it made impossible. Reasons that were there before it are
   * the doing of the action itself, or the GM allowed them.
   */
  *playInside<T>(procedure: Procedure<T>): Procedure<T> {
    const { frames, encounter } = this;
    const { departed } = encounter;
    const before = frames.map((frame) => (frame && !frame.isDecided ? (frame.asked ?? idsOf(frame.reasons())) : []));
    frames.push(null);
    let outcome: T;
    try {
      outcome = yield* procedure;
      yield* this.applyStateBased();
    } finally {
      frames.pop();
    }
    const hasLeft = encounter.departed !== departed;
    for (const [at, frame] of frames.entries()) if (frame) judge(frame, before[at] ?? [], hasLeft);
    return outcome;
  }

  /** Plays a command that another one has offered. The other ends here if this has made it impossible. */
  *playChild<T>(procedure: Procedure<T>): Procedure<T> {
    const frame = this.frames.at(-1);
    const outcome = yield* this.playInside(procedure);
    if (frame) frame.asked = null;
    if (frame?.stoppedBy) throw new ActionStopped(frame);
    return outcome;
  }

  /** Plays a part of an action until others make it impossible, see `Runtime.whileLegal`. */
  whileLegal<T>(reasons: () => readonly Reason[], play: () => Procedure<T>, stopped: StopHook<T>): Procedure<T> {
    return new InterruptibleAction(this, reasons, play, stopped);
  }

  /** As `whileLegal`, but it is also judged when it begins. @param overruled ids of reasons that do not bar that */
  part<T>(
    reasons: () => readonly Reason[],
    play: () => Procedure<T>,
    stopped: StopHook<T>,
    overruled: readonly string[],
  ): Procedure<T> {
    return new InterruptibleAction(this, reasons, () => refreshDice(play), stopped, overruled);
  }

  /** Returns the frame of the innermost command if it must stop, else null. */
  stoppedFrame(): Frame | null {
    const frame = this.frames.at(-1);
    return frame?.stoppedBy ? frame : null;
  }
}

/**
 * Notes what is against an action that was not before. Once it is decided, only that its fighter or target has left.
 * @param hasLeft whether anyone has left since
 */
function judge(frame: Frame, before: readonly string[], hasLeft = false): void {
  if (frame.isDecided && !hasLeft) return;
  const added = frame.reasons().filter(({ id }) => !before.includes(id) && (!frame.isDecided || GONE.includes(id)));
  frame.stoppedBy = added.length > 0 ? added : null;
}

/** Reasons that mean that the fighter of an action, or its target, is not in the encounter. */
const GONE: readonly string[] = ['no-fighter', 'target-gone'];

const idsOf = (reasons: readonly Reason[]): readonly string[] => reasons.map(({ id }) => id);

/** Ends an action that has become impossible, up to its frame. */
class ActionStopped extends Error {
  override readonly name = 'ActionStopped';
  constructor(readonly frame: Frame) {
    super('the action was not stopped at its frame');
  }
}

/** Returns true if an action ends here because others have made it impossible. */
export const endsAction = (error: unknown): boolean => error instanceof ActionStopped;

/** A command as drivers play it. State-based changes are applied before each input ask and at the end. */
export class CommandRun<T> implements Generator<Ask, T, unknown>, InterruptibleProcedure<T> {
  /** The state-based changes in progress, with the step that waits for them. */
  private changing: { readonly procedure: Procedure<void>; readonly step: IteratorResult<Ask, T> } | null = null;
  private isApplying = false;
  /** The open step, with those who may have left since. */
  private open: IteratorResult<Ask, T> | null = null;

  constructor(
    readonly scope: CommandScope,
    private readonly procedure: Procedure<T>,
  ) {}

  [Symbol.iterator](): this {
    return this;
  }

  next(answer?: unknown): IteratorResult<Ask, T> {
    if (this.isApplying && answer) noteEffect(this.scope.changed, answer as Effect);
    if (!this.changing) return this.follow(this.procedure.next(answer));
    const { procedure, step } = this.changing;
    const change = procedure.next(answer);
    if (!change.done) return this.pass(change as IteratorResult<Ask, T>);
    this.changing = null;
    return this.pass(step);
  }

  private follow(step: IteratorResult<Ask, T>): IteratorResult<Ask, T> {
    const { changed } = this.scope;
    const isWaiting = step.done || (step.value.kind !== 'apply' && step.value.kind !== 'section');
    if (!isWaiting || (!changed.all && changed.ids.size === 0)) return this.pass(step);
    const procedure = this.scope.applyStateBased();
    const change = procedure.next();
    if (change.done) return this.pass(step);
    this.changing = { procedure, step };
    return this.pass(change as IteratorResult<Ask, T>);
  }

  private pass(step: IteratorResult<Ask, T>): IteratorResult<Ask, T> {
    this.isApplying = !step.done && step.value.kind === 'apply';
    this.open = step;
    if (this.isApplying) return this.withSeveral(step);
    if (step.done) return step;
    const value = withoutDeparted(this.scope.encounter, step.value);
    // As if all of them had passed.
    if (!value) return this.next([]);
    return value === step.value ? step : { ...step, value };
  }

  /** Rules and GM add conditions in many places: only here is the table at hand that says which ones are counted. */
  private withSeveral(step: IteratorResult<Ask, T>): IteratorResult<Ask, T> {
    if (step.done || step.value.kind !== 'apply') return step;
    const change = step.value.change as Change;
    if (change.kind !== 'condition-added') return step;
    const { id, by } = change.condition;
    const several = lookup(this.scope.conditions, id)?.several;
    if (!several || (several === 'sourceless' && by !== undefined)) return step;
    return { ...step, value: { ...step.value, change: { ...change, several: true } } };
  }

  reconsider(): IteratorResult<Ask, T> | null {
    const frame = this.scope.stoppedFrame();
    if (frame) return this.throw(new ActionStopped(frame));
    return this.open && isAskedAgain(this.open) ? null : this.open && this.pass(this.open);
  }

  return(value: T): IteratorResult<Ask, T> {
    return this.pass(this.procedure.return(value));
  }

  throw(error: unknown): IteratorResult<Ask, T> {
    return this.follow(this.procedure.throw(error));
  }
}

/** Returns the scope of the command that is interrupted; undefined if there is none. */
export const interruptedScope = (interrupted: Procedure<unknown> | undefined): CommandScope | undefined =>
  interrupted instanceof CommandRun ? interrupted.scope : undefined;

/** What happens to an action that others have made impossible. */
export type StopHook<T> = (reasons: readonly Reason[]) => Procedure<T>;

/**
 * Part of an action that ends if others make it impossible before its first die has fallen; then `stopped` is played
 * instead.
 */
class InterruptibleAction<T> implements Generator<Ask, T, unknown> {
  private readonly frame: Frame;
  /** Absent until it is started. */
  private procedure: Procedure<T> | undefined;
  private sections = 0;
  /** What it asks for, outside of children; null if nothing. */
  private asks: Ask['kind'] | null = null;

  constructor(
    private readonly scope: CommandScope,
    reasons: () => readonly Reason[],
    private readonly play: () => Procedure<T>,
    private readonly stopped: StopHook<T>,
    /** Ids of reasons that do not bar its beginning; null if its beginning was judged already. */
    private readonly overruled: readonly string[] | null = null,
  ) {
    this.frame = { reasons, isDecided: false, asked: null, stoppedBy: null };
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(answer?: unknown): IteratorResult<Ask, T> {
    if (!this.procedure) {
      const barred = this.reasonsAtStart();
      if (barred.length > 0) {
        this.procedure = this.stopped(barred);
        return this.procedure.next();
      }
      this.scope.frames.push(this.frame);
    }
    if (this.asks === 'dice') this.frame.isDecided = true;
    if (this.isStoppedAt(answer)) return this.throw(new ActionStopped(this.frame));
    return this.follow(() => this.started().next(answer));
  }

  /** While a question is open, documents may change too. What is accepted at an offer is played first, then this is judged. */
  private isStoppedAt(answer: unknown): boolean {
    const { frame, asks } = this;
    if (!frame.asked || !asks || NO_QUESTIONS.includes(asks)) return false;
    if (asks === 'offer' && (answer as readonly Json[]).flat().some((each) => each !== PASS)) return false;
    judge(frame, frame.asked);
    frame.asked = null;
    return frame.stoppedBy !== null;
  }

  private started(): Procedure<T> {
    this.procedure ??= this.play();
    return this.procedure;
  }

  private reasonsAtStart(): readonly Reason[] {
    const { overruled, frame } = this;
    return overruled ? frame.reasons().filter(({ id }) => !overruled.includes(id)) : [];
  }

  return(value: T): IteratorResult<Ask, T> {
    return this.follow(() => this.started().return(value));
  }

  throw(error: unknown): IteratorResult<Ask, T> {
    return this.follow(() => this.started().throw(error));
  }

  private follow(advance: () => IteratorResult<Ask, T>): IteratorResult<Ask, T> {
    let step: IteratorResult<Ask, T>;
    try {
      step = advance();
    } catch (error) {
      this.leave();
      this.asks = null;
      if (!(error instanceof ActionStopped) || error.frame !== this.frame) throw error;
      this.procedure = stop(this.sections, this.stopped(this.frame.stoppedBy ?? []));
      return this.procedure.next();
    }
    // What is asked inside a child is the child's.
    const asks = step.done || this.scope.frames.at(-1) !== this.frame ? null : step.value.kind;
    this.asks = asks;
    if (asks && !this.frame.isDecided && !NO_QUESTIONS.includes(asks)) this.frame.asked = idsOf(this.frame.reasons());
    if (step.done) this.leave();
    else if (step.value.kind === 'section') this.sections += step.value.command === null ? -1 : 1;
    return step;
  }

  private leave(): void {
    if (this.scope.frames.at(-1) === this.frame) this.scope.frames.pop();
  }
}

const NO_QUESTIONS: readonly Ask['kind'][] = ['apply', 'section', 'dice'];

/** Writes on the card what ended an action. */
export function logStop(of: FighterId, [reason]: readonly Reason[], walked?: number): Procedure<Effect | null> {
  return log(STOP_LOG_ID, { ...reason?.data, why: reason?.id ?? '', ...(walked && { walked }) }, of);
}
export const STOP_LOG_ID = 'stopped';

/** Returns the usual end of an action that others made impossible: a line on the card, and null as its result. */
export const stopOf = (of: FighterId): StopHook<null> =>
  function* (reasons) {
    yield* logStop(of, reasons);
    return null;
  };

/** Closes the sections that the stopped action left open. */
function* stop<T>(sections: number, then: Procedure<T>): Procedure<T> {
  for (let open = sections; open > 0; open--) yield { kind: 'section', command: null };
  return yield* then;
}
