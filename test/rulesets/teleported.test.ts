import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import { effectsOf } from '../../src/encounter/exchange';
import { resumeExchange } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId, Place } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { deepEqual } from '../../src/kernel/deep-equal';
import { seededDie } from '../../src/kernel/rng';
import type { Entry } from '../../src/kernel/transcript';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { concernedIn, exchangeOf, type Pause, pausesOf } from '../support/pauses';
import { TESTED } from '../support/rulesets';
import { sampled } from '../tiers/tier';

const HERE = 'sceneHere00000000';
const THERE = 'sceneThere0000000';

/** Returns the encounter on a scene beside which there is another. */
function onScene(before: Encounter): Encounter {
  const on = copyOf(before);
  const { grid, cell } = on.ground;
  for (const fighter of Object.values(on.fighters))
    if (fighter.place) fighter.place = { ...fighter.place, scene: HERE };
  return { ...on, ground: { ...on.ground, scene: HERE, scenes: { [THERE]: { grid, cell, scene: THERE } } } };
}

/** Teleports a fighter at a pause, and plays to the end. Returns what is wrong, or null. */
function faultOf(ruleset: Ruleset, { on, command, entries }: Pause, id: FighterId): string | null {
  const there = copyOf(on);
  const fighter = there.fighters[id];
  const stood = fighter.place as Place;
  fighter.place = { ...stood, scene: THERE };
  const die = seededDie(3);
  try {
    const exchange = exchangeOf({ command, entries });
    const { run } = resumeExchange(ruleset, there, exchange, makeCountingIds('on-'), {
      before: new Map([[id, on.fighters[id]]]),
    });
    for (let asks = 0; run.open && asks < 300; asks++) run.answer(anyAnswer(run.open, die));
    if (run.open) return `leaves ${run.open.kind} open`;
    if (parts(on, command, id) && !entries.some(isRoll) && harms(command, run.entries.slice(entries.length)))
      return 'is harmed from afar';
    if (there.fighters[id].place?.scene !== THERE) return 'is back';
    const again = copyOf(there);
    const whole = { ...exchange, entries: structuredClone(run.entries) };
    const { run: rerun } = resumeExchange(ruleset, again, whole, makeCountingIds('again-'));
    if (rerun.open) return 'is open when it is replayed';
    return deepEqual(again, there) ? null : 'ends in another way when it is replayed';
  } catch (error) {
    return String(error).slice(0, 300);
  }
}

/** Returns true if actor and target are on different scenes once this fighter is on the other one. */
const parts = ({ fighters }: Encounter, { by, at }: Command, id: FighterId): boolean =>
  by !== at && [by, at].includes(id) && [by, at].every((each) => each !== undefined && fighters[each]?.place);

const isRoll = ({ ask }: Entry): boolean => ask.kind === 'dice';

/** Returns true if the target is harmed, and not another one whom a Confused fighter strikes in its place. */
function harms({ by, at }: Command, entries: readonly Entry[]): boolean {
  const effects = effectsOf(entries);
  const isHarm = (effect: Effect): boolean => effect.kind === 'pool' || effect.kind === 'condition-added';
  return (
    effects.some((effect) => effect.kind === 'outcome' && effect.of === by && Number(effect.outcome.damage) > 0) &&
    effects.some((effect) => isHarm(effect) && 'of' in effect && effect.of === at)
  );
}

/** An exchange goes on when a fighter is teleported to another scene: what that makes impossible ends there. */
describe.each(sampled(TESTED, 1, 1))('a question of $id', (ruleset) => {
  it('takes it that a fighter is teleported to another scene', () => {
    const faults = new Set<string>();
    let tried = 0;
    for (const pause of pausesOf(ruleset, onScene))
      for (const id of concernedIn(pause)) {
        if (!pause.on.fighters[id]?.place) continue;
        tried++;
        const fault = faultOf(ruleset, pause, id);
        if (fault) faults.add(`${pause.name}, ${id}: ${fault}`);
      }
    expect([...faults]).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  });
});
