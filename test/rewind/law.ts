import { effectsOf } from '../../src/encounter/exchange';
import { seededDie } from '../../src/kernel/rng';
import type { Entry } from '../../src/kernel/transcript';
import type { Table } from '../headless/table';
import { gearOf, loadScenario } from '../support/scenario/files';
import { restored, type Snapshot, snapshot } from './snapshot';
import { Staging } from './stage';

/** Scenarios that documents cannot represent, with the reason. */
export const UNREPRESENTABLE: Readonly<Record<string, string>> = {
  'test/scenarios/clash/walls-sneak.yaml': 'the scene of the test is not dark',
  'test/scenarios/tempo/w15-found.yaml': 'no token disposition represents a thing without a side',
  'test/scenarios/tempo/w15-hide.yaml': 'no token disposition represents a thing without a side',
};

export interface Outcome {
  readonly steps: number;
  readonly faults: readonly string[];
  /** Its effects by kind; for an item also the field that changed. */
  readonly kinds: ReadonlySet<string>;
  /** Characters of the longest step as the encounter stores it, including what undo needs. */
  readonly longest: number;
}

/** Number of random undo and redo moves after everything was undone and redone. */
const JUMPS = 5;

/**
 * Plays a scenario through the referee and compares its documents with the rules after every step. Then undoes and
 * redoes all steps one by one, and moves back and forth at random. The documents must be the same each time.
 */
export async function rewindScenario(table: Table, file: string): Promise<Outcome> {
  const scenario = loadScenario(file);
  const staging = await Staging.begin(table, scenario, gearOf(scenario.ruleset.text(), '.'));
  const logged = table.log.length;
  const faults: string[] = [];
  const { page } = staging;
  const shots = new Map<number, Snapshot>([[0, snapshot(page)]]);
  const kinds = new Set<string>();
  let longest = 0;
  const back = (way: string) => {
    const { cursor } = staging.combat.system;
    const shot = shots.get(cursor);
    faults.push(...(shot ? restored(shot, snapshot(page)) : ['no step']).map((each) => `${way} to ${cursor}: ${each}`));
  };
  try {
    const first = staging.differs({ stats: true });
    if (first) return { steps: 0, kinds: new Set(), longest: 0, faults: [`the documents cannot say it: ${first}`] };
    for (const step of scenario.script) {
      await staging.play(step, () => shots.set(staging.combat.system.cursor, snapshot(page)));
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
    // Undo reports conflicts; without manual changes there must be none.
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
