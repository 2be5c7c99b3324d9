import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { applyEffect, type Effect, invertEffect } from '../../src/encounter/effect';
import { beginExchange, type ExchangeRun, resumeExchange, whyNotInterrupt } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { GM } from '../../src/kernel/ask';
import type { Die } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../src/kernel/transcript';
import { COMMANDS as clash } from '../../src/rulesets/clash/commands';
import { COMMANDS as energy } from '../../src/rulesets/energy/commands';
import { COMMANDS as seconds } from '../../src/rulesets/seconds/commands';
import { COMMANDS as slots } from '../../src/rulesets/slots/commands';
import { COMMANDS as tempo } from '../../src/rulesets/tempo/commands';
import { neighbours } from '../../src/toolkit/space/space';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { anyCommand } from '../support/game';
import { TESTED } from '../support/rulesets';
import { expectSame } from '../support/same';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { runs, sampled } from '../tiers/tier';

/** Reasons of price and turn, which an action that has begun no longer asks about. */
const BEFORE_ONLY: Readonly<Record<string, readonly string[]>> = {
  clash: ['not-your-turn', 'no-action', 'no-reaction'],
  energy: [
    ...['not-open', 'energy', 'stamina', 'agility', 'stamina-barred', 'slowed', 'swap-spent'],
    ...['swift-spent', 'initiative-spent', 'agile-spent', 'nothing-declared', 'waits-already'],
  ],
  seconds: ['not-your-turn', 'own-turn', 'no-seconds', 'no-reaction', 'time-enough', 'no-time-to-move'],
  slots: [],
  tempo: [],
};

/** Returns the reasons that do not stop an action that has begun: its row names the rule of each. */
const goesOn = (id: string, command: Command): readonly string[] => Object.keys(ROWS[id]?.(command.do)?.goesOn ?? {});

const ROWS: Readonly<Record<string, (action: string) => { readonly goesOn?: object } | undefined>> = {
  clash: clash.actionOf,
  energy: energy.actionOf,
  seconds: seconds.actionOf,
  slots: slots.actionOf,
  tempo: tempo.actionOf,
};

const pick = <T>(all: readonly T[], die: Die): T => all[die(all.length) - 1] as T;

/** A command that may interrupt: a reaction, or what a GM does by hand. */
function anyInterrupt(ruleset: Ruleset, on: Encounter, die: Die, run: ExchangeRun['run']): Command | null {
  const fighters = Object.values(on.fighters);
  const fighter = pick(fighters, die);
  switch (die(4)) {
    case 1: {
      const [pool, { max }] = pick(Object.entries(fighter.pools), die);
      const to = die(3) === 1 ? 0 : die(max + 1) - 1;
      return { do: 'adjust', by: GM, at: fighter.id, options: { pool, to } };
    }
    case 2: {
      const condition = pick(Object.keys(ruleset.conditions), die);
      return { do: 'condition', by: GM, at: fighter.id, options: { condition, on: die(4) > 1 } };
    }
    case 3: {
      const cells = fighter.place ? neighbours(on.ground, fighter.place) : [];
      if (!fighter.place || cells.length === 0) return null;
      const { x, y } = fighter.place;
      const to = pick(cells, die);
      const far = die(6);
      const path = [{ ...to, x: x + (to.x - x) * far, y: y + (to.y - y) * far }];
      return { do: pick(['place', 'displace'], die), by: GM, at: fighter.id, path };
    }
    default: {
      const command = anyCommand(ruleset, on, die);
      return command && whyNotInterrupt(ruleset, run, command)?.length === 0 ? command : null;
    }
  }
}

interface Cut {
  readonly command: Command;
  readonly interrupt: Command;
  /** Reasons against the command that the interrupt added. */
  readonly added: readonly string[];
}

interface Step {
  readonly command: Command;
  readonly play: ExchangeRun;
  readonly cuts: readonly Cut[];
}

/** Plays a command to its end; others interrupt it at random pauses. */
function playInterrupted(ruleset: Ruleset, on: Encounter, command: Command, die: Die, ids: () => string): Step {
  const play = beginExchange(ruleset, on, command, ids);
  const { run } = play;
  const cuts: Cut[] = [];
  for (let asks = 0; run.open && asks < 200; asks++) {
    expect(ruleset.dueChanges(on), `after ${command.do}, at ${run.open.kind}`).toEqual([]);
    const interrupt = cuts.length < 4 && die(3) === 1 ? anyInterrupt(ruleset, on, die, run) : null;
    if (interrupt && ruleset.whyNot(on, interrupt).length === 0) {
      const against = () => ruleset.whyNot(on, command).map(({ id }) => id);
      const before = against();
      const isOutermost = run.depth === 0;
      const rolled = run.entries.some(({ ask }) => ask.kind === 'dice');
      run.interrupt(interrupt);
      // E-25: what is done together with an action does not end it.
      let isTogether = false;
      for (let inner = 0; run.open && run.depth > 0 && inner < 100 && isOutermost; inner++) {
        const answer = anyAnswer(run.open, die);
        isTogether ||= run.open.kind === 'choice' && run.open.id === 'mesh' && answer[0] === 'together';
        run.answer(answer);
      }
      const old = [...before, ...(BEFORE_ONLY[ruleset.id] ?? []), ...goesOn(ruleset.id, command)];
      if (isOutermost && !rolled && !isTogether) {
        const added = against().filter((id) => !old.includes(id));
        cuts.push({ command, interrupt, added });
        if (added.length > 0)
          expect(
            run.open?.kind,
            `${JSON.stringify(command)} rolls after ${JSON.stringify(interrupt)}: ${added}`,
          ).not.toBe('dice');
      }
    } else run.answer(anyAnswer(run.open, die));
  }
  expect(run.open, `${command.do} leaves no ask open`).toBeNull();
  expect(ruleset.dueChanges(on), `after ${command.do}`).toEqual([]);
  return { command, play, cuts };
}

describe.each(
  sampled(
    TESTED.map((ruleset) => [ruleset.id, ruleset] as const),
    1,
    2,
  ),
)('any interrupted game of %s', (id, ruleset) => {
  const gear = gearOf(id, '.');
  // Without those in which something is due from the start, such as for who joins.
  const ours = scenariosOf(id).filter(
    (scenario) => ruleset.dueChanges(encounterOf(scenario, ruleset, gear)).length === 0,
  );

  it('stops what others make impossible, leaves nothing due, and can be undone and replayed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ours), fc.integer(), (scenario, seed) => {
        const on = copyOf(encounterOf(scenario, ruleset, gear));
        const die = seededDie(seed);
        for (let turn = 0; turn < 10; turn++) {
          const command = anyCommand(ruleset, on, die);
          if (!command) continue;
          const before = copyOf(on);
          const { play } = playInterrupted(ruleset, on, command, die, makeCountingIds(`${turn}-`));
          const after = copyOf(on);
          const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...play.run.entries] };
          const effects: readonly Effect[] = [...play.table.effects];
          for (const effect of [...effects].reverse()) applyEffect(on, invertEffect(effect));
          expectSame(on, before);
          for (const effect of effects) applyEffect(on, effect);
          expect(resumeExchange(ruleset, on, exchange, makeCountingIds('again-')).run.open).toBeNull();
          expectSame(on, after);
        }
      }),
      { numRuns: runs(40) },
    );
  }, 120_000);
});
