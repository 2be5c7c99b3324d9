import { effectsOf } from '../../src/encounter/exchange';
import { seededDie } from '../../src/kernel/rng';
import type { Entry } from '../../src/kernel/transcript';
import type { Table } from '../headless/table';
import { gearOf, loadScenario } from '../support/scenario/files';
import { restored, type Snapshot, snapshot } from './snapshot';
import { Staging } from './stage';

/** Scenarios that no documents can say, and why. */
export const UNSAID: Readonly<Record<string, string>> = {
  'test/scenarios/tempo/w15-found.yaml': 'no token has the disposition of a thing that is on nobody’s side',
  'test/scenarios/tempo/w15-hide.yaml': 'no token has the disposition of a thing that is on nobody’s side',
};

export interface Outcome {
  readonly steps: number;
  readonly faults: readonly string[];
  /** What happened in it, by the kinds of its effects; of an item also which of its fields. */
  readonly kinds: ReadonlySet<string>;
  /** Characters of the longest step as the encounter keeps it, with all it takes to take it back. */
  readonly longest: number;
}

/** How many moves back and forth are drawn by lot once everything has been taken back and done again. */
const JUMPS = 5;

/**
 * Plays a scenario through the referee and holds its documents after every step against the rules alone; takes it back step by step and
 * does it again, and then back and forth by lot: each time the documents are as they were.
 */
export async function rewindScenario(table: Table, file: string): Promise<Outcome> {
  const scenario = loadScenario(file);
  const staging = await Staging.begin(table, scenario, gearOf(scenario.ruleset.text(), '.'));
  const logged = table.log.length;
  const faults: string[] = [];
  const { hands } = staging;
  const shots = new Map<number, Snapshot>([[0, snapshot(hands)]]);
  const kinds = new Set<string>();
  let longest = 0;
  const back = (way: string) => {
    const { cursor } = staging.combat.system;
    const shot = shots.get(cursor);
    faults.push(
      ...(shot ? restored(shot, snapshot(hands)) : ['no step']).map((each) => `${way} to ${cursor}: ${each}`),
    );
  };
  try {
    const first = staging.differs({ stats: true });
    if (first) return { steps: 0, kinds: new Set(), longest: 0, faults: [`the documents cannot say it: ${first}`] };
    for (const step of scenario.script) {
      await staging.play(step, () => shots.set(staging.combat.system.cursor, snapshot(hands)));
      const differs = staging.differs({ stats: false });
      if (differs) faults.push(`line ${step.source.line}: rules and documents part: ${differs}`);
    }
    const stored = Object.values<unknown>(staging.combat.toObject().system.history);
    longest = Math.max(...stored.map((step) => JSON.stringify(step).length), 0);
    for (const step of Object.values(staging.combat.system.history)) {
      for (const effect of effectsOf(step.entries as readonly Entry[]))
        kinds.add(effect.kind === 'item' ? `item ${effect.key}` : effect.kind);
    }
    const last = shots.size - 1;
    for (let at = last; at > 0; at--) {
      await staging.rewind();
      back('rewind');
    }
    for (let at = 0; at < last; at++) {
      await staging.redo();
      back('redo');
    }
    await jump(staging, last, back);
  } catch (error) {
    faults.push(String(error));
  } finally {
    // Whoever rewinds is told what was left alone: here nobody has touched anything.
    faults.push(...table.log.slice(logged), ...table.faults.splice(0));
    await staging.end();
  }
  return { steps: shots.size - 1, faults, kinds, longest };
}

async function jump(staging: Staging, last: number, back: (way: string) => void): Promise<void> {
  const die = seededDie(last);
  if (last === 0) return;
  for (let moves = 0; moves < JUMPS; moves++) {
    const { cursor } = staging.combat.system;
    const isBack = cursor === last || (cursor > 0 && die(2) === 1);
    for (let steps = die(isBack ? cursor : last - cursor); steps > 0; steps--)
      await (isBack ? staging.rewind() : staging.redo());
    back('jump');
  }
}
