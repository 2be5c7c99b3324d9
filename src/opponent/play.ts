import type { Change } from '../encounter/change';
import { resolveChange } from '../encounter/change';
import type { Command } from '../encounter/command';
import { applyEffect, type Effect, invertEffect } from '../encounter/effect';
import type { Ruleset } from '../encounter/ruleset';
import type { Encounter } from '../encounter/state';
import { makeCountingIds } from '../encounter/table';
import type { InputAsk } from '../kernel/ask';
import type { Procedure } from '../kernel/procedure';
import type { WorkingCopy } from '../kernel/table';

/** Returns the value that a procedure is resumed with. */
export type Answerer = (ask: InputAsk) => unknown;

/** An encounter that is played on at once, without a record, and put back. */
export class Board<E extends Encounter = Encounter> {
  readonly effects: Effect[] = [];
  private readonly newId: () => string;

  constructor(
    private readonly ruleset: Pick<Ruleset<E>, 'play'>,
    readonly encounter: E,
  ) {
    this.newId = makeCountingIds('board-', encounter);
  }

  /** Plays a command to its end. */
  play(command: Command, answerer: Answerer): void {
    this.follow(this.ruleset.play(this.encounter, command), answerer);
  }

  follow(procedure: Procedure<unknown>, answerer: Answerer): void {
    let step = procedure.next();
    while (!step.done) {
      const ask = step.value;
      if (ask.kind === 'apply') step = procedure.next(this.apply(ask.change as Change));
      else step = procedure.next(ask.kind === 'section' ? undefined : answerer(ask));
    }
  }

  /** For a record that is played again; its effects are not undone here. */
  readonly table: WorkingCopy = {
    apply: (change) => this.apply(change as Change),
    applyEffect: (effect) => {
      if (effect) applyEffect(this.encounter, effect as Effect);
    },
    undo: (effect) => applyEffect(this.encounter, invertEffect(effect as Effect)),
  };

  private apply(change: Change): Effect | null {
    const effect = resolveChange(this.encounter, change, this.newId);
    if (!effect) return null;
    applyEffect(this.encounter, effect);
    this.effects.push(effect);
    return effect;
  }

  /** Undoes everything after this many effects. */
  backTo(count: number): void {
    for (let effect = this.effects.at(-1); effect && this.effects.length > count; effect = this.effects.at(-1)) {
      applyEffect(this.encounter, invertEffect(effect));
      this.effects.pop();
    }
  }
}
