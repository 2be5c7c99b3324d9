import type { OrderDefinition } from '../encounter/standing';
import type { Facts, Taker } from '../kernel/ask';
import { offer, type Procedure } from '../kernel/procedure';
import { same } from '../kernel/same';

/** A moment at which others may cut in. */
export interface Moment {
  /** The offer's id. */
  readonly id: string;
  /** Whether the first who takes is heard alone, or everybody. */
  readonly wait: 'first' | 'all';
  /** Who may cut in now, and with what; judged afresh each time it is asked. */
  takers(): readonly Taker[];
  /** What the asked are told. */
  facts?(takers: readonly Taker[]): Facts;
  /** The procedure of a command that was taken, in its section. */
  child(command: unknown): Procedure<unknown>;
}

/** An action as it is carried out: what a ruleset says of it, in the order it comes about. */
export interface Frame {
  /** Declares the action and pays for all of it. */
  pay(): Procedure<void>;
  /** Who may cut in before anything has come of it. */
  readonly begun: Moment | null;
  /** Whether what the others did has left it possible; asked only where somebody could cut in. */
  isPossible(): boolean;
  /** Gives up, and gives back what is not kept. */
  abandon(): Procedure<void>;
  /** Carries it out. */
  body(): Procedure<void>;
  /** Who may cut in once it is done. */
  readonly done: Moment | null;
}

/**
 * The frame every action runs in.
 * @param cutsIn whether it cuts in itself: nothing is then offered, since none may cut into it
 */
export function* act(frame: Frame, cutsIn: boolean): Procedure<void> {
  yield* frame.pay();
  if (frame.begun && !cutsIn) {
    yield* offered(frame.begun);
    if (!frame.isPossible()) return yield* frame.abandon();
  }
  yield* frame.body();
  if (frame.done && !cutsIn) yield* offered(frame.done);
}

/** Offers to cut in and plays what is taken, one after the other; then who is left is judged afresh, until nobody takes. */
export function* offered(moment: Moment): Procedure<void> {
  for (;;) {
    const takers = moment.takers();
    const taken = yield* offer(moment.id, takers, moment.wait, takers.length > 0 ? moment.facts?.(takers) : undefined);
    if (taken.length === 0) return;
    for (const [at, { by, command }] of taken.entries()) {
      // What an earlier child has made impossible is not played.
      if (at > 0 && !mayStill(moment, by, command)) continue;
      yield* moment.child(command);
    }
  }
}

const mayStill = (moment: Moment, by: string, command: unknown): boolean =>
  moment.takers().some((taker) => taker.by === by && taker.commands.some((each) => same(each, command)));

/** That a reaction may be settled beforehand: to be asked, or to let it pass. */
export const reactionOrder = (id: string): OrderDefinition => ({
  id,
  label: { key: `Action.${id}.label` },
  choices: [
    { id: 'ask', label: { key: 'App.Order.ask' } },
    { id: 'pass', label: { key: 'App.Order.pass' } },
  ],
});
