import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Ruleset } from '../../src/encounter/ruleset';
import { areAllies, areFoes, isNeutral, sideOf } from '../../src/encounter/sides';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { partsOf } from '../../src/kernel/answer';
import { GM } from '../../src/kernel/ask';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import { copyOf } from '../support/copy';
import { anyCommand } from '../support/game';
import { TESTED } from '../support/rulesets';
import { encounterOf } from '../support/scenario/encounter';
import { gearOf, scenariosOf } from '../support/scenario/files';
import { sampled } from '../tiers/tier';

const on = (side: string, state: object = {}) => ({ side, state });

describe('sides', () => {
  it('are enemies of all others, except that neutral fighters are no one’s', () => {
    expect(areFoes(on('heroes'), on('foes'))).toBe(true);
    for (const side of ['heroes', 'foes']) expect(areFoes(on('third'), on(side))).toBe(true);
    for (const side of ['heroes', 'foes', 'third', 'neutral', 'secret'])
      for (const neutral of ['neutral', 'secret']) {
        expect(areFoes(on(side), on(neutral))).toBe(false);
        expect(areAllies(on(neutral), on(side))).toBe(false);
      }
    expect([areAllies(on('third'), on('third')), areFoes(on('third'), on('third'))]).toEqual([true, false]);
  });

  it('are the GM’s, before those of the tokens', () => {
    const turncoat = on('foes', { side: 'heroes' });
    expect([sideOf(turncoat), areAllies(turncoat, on('heroes')), areFoes(turncoat, on('foes'))]).toEqual([
      'heroes',
      true,
      true,
    ]);
    expect(isNeutral(on('foes', { side: 'neutral' }))).toBe(true);
  });

  it('have an enemy in a neutral fighter who acted against them', () => {
    const guard = on('neutral', { against: ['heroes'] });
    expect([areFoes(guard, on('heroes')), areFoes(on('heroes'), guard), areFoes(guard, on('foes'))]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

/** No number of scenarios is a multiple of it. */
const STRIDE = 97;
/** Of those that break no law, and of those in which something must happen once. */
const [FEW, MANY] = [12, 120];

/** Scenarios with two sides on a map, the second of which is put on another side. */
function* startsOf(
  ruleset: Ruleset,
  side: string,
  most: number,
): Generator<[name: string, start: Encounter, other: ReadonlySet<string>]> {
  const scenarios = scenariosOf(ruleset.id);
  // Spread over the files, so that few have to be read into fighters.
  const spread = scenarios.map((_, at) => scenarios[(at * STRIDE) % scenarios.length]!);
  let found = 0;
  for (const scenario of spread) {
    if (found >= most) return;
    const start = encounterOf(scenario, ruleset, gearOf(ruleset.id, '.'));
    const placed = Object.values(start.fighters).filter(({ place }) => place);
    const acting = start.fighters[ruleset.timing.actingFighters(start)[0] ?? ''];
    // Who acts is put on the other side.
    const first = placed.find((each) => acting && each.side !== acting.side) ?? placed[0];
    if (!first || new Set(placed.map((each) => each.side)).size !== 2 || placed.some(isNeutral)) continue;
    const fighters = Object.values(start.fighters).map((each): [string, Fighter] => [
      each.id,
      each.side === first.side ? each : { ...each, side },
    ]);
    const other = new Set(fighters.flatMap(([id, each]) => (each.side === side ? [id] : [])));
    found++;
    yield [scenario.file, { ...start, fighters: Object.fromEntries(fighters) }, other];
  }
}

/** Offered to all who see a spell. */
const WITNESSED = ['identify-spell', 'counterspell'];

/** Plays commands without a target, and yields what the other side was offered against the actor meanwhile. */
function* provocations(ruleset: Ruleset, side: string, most: number): Generator<string> {
  for (const [name, start, other] of startsOf(ruleset, side, most)) {
    const found: string[] = [];
    const die = seededDie(5);
    for (let turn = 0; turn < 6; turn++) {
      const command = anyCommand(ruleset, start, die, Object.keys(start.fighters));
      if (!command || command.by === GM || command.at !== undefined) continue;
      const played = beginExchange(ruleset, copyOf(start), command, makeCountingIds(`${turn}-`));
      const isOpposite = (by: string): boolean => other.has(by) !== other.has(command.by);
      runUntilBlocked(played, (ask) => {
        for (const part of partsOf(ask))
          if (part.kind === 'offer')
            for (const { by, commands } of part.candidates)
              for (const answer of commands as readonly Command[])
                if (isOpposite(by) && answer.at === command.by && !WITNESSED.includes(part.id))
                  found.push(`${name}: ${command.do} of ${command.by} lets ${by} ${answer.do}`);
        return { answer: anyAnswer(ask, die) };
      });
    }
    yield* found;
  }
}

describe.each(sampled(TESTED, 1).map((ruleset) => [ruleset.id, ruleset] as const))('in %s', (id, ruleset) => {
  it('neutral fighters provoke no one and are provoked by no one', () => {
    expect([...provocations(ruleset, 'neutral', FEW)]).toEqual([]);
  });

  // The others have no attacks of opportunity.
  it.skipIf(id === 'tempo' || id === 'clash')('a third party provokes and is provoked', () => {
    expect(provocations(ruleset, 'third', MANY).next().value).toBeDefined();
  });

  it('a neutral fighter who harms another is its enemy, and the GM makes peace', () => {
    for (const [name, start, other] of startsOf(ruleset, 'neutral', MANY)) {
      const die = seededDie(9);
      for (let tries = 0; tries < 40; tries++) {
        const command = anyCommand(ruleset, start, die, [...other]);
        const target = command && start.fighters[command.at ?? ''];
        if (!command || !target || other.has(target.id) || ruleset.intentOf(start, command) !== 'harm') continue;
        const now = copyOf(start);
        const played = beginExchange(ruleset, now, command, makeCountingIds('a'));
        runUntilBlocked(played, (ask) => ({ answer: anyAnswer(ask, die) }));
        const actor = now.fighters[command.by] as Fighter;
        if (!('against' in actor.state)) continue;
        expect(areFoes(actor, target), name).toBe(true);
        const peace = { do: 'change-side', by: GM, at: actor.id, options: { side: 'neutral' } };
        expect(ruleset.whyNot(now, peace), name).toEqual([]);
        runUntilBlocked(beginExchange(ruleset, now, peace, makeCountingIds('b')), (ask) => ({
          answer: anyAnswer(ask, die),
        }));
        expect([areFoes(actor, target), 'against' in actor.state], name).toEqual([false, false]);
        return;
      }
    }
    throw new Error('no neutral fighter has harmed another');
  });
});
