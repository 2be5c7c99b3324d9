import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { applyEffect, invertEffect } from '../../../src/encounter/effect';
import { resumeExchange, runUntilBlocked } from '../../../src/encounter/play';
import { makeCountingIds } from '../../../src/encounter/table';
import { seededDie } from '../../../src/kernel/rng';
import { TRANSCRIPT_VERSION } from '../../../src/kernel/transcript';
import { seconds } from '../../../src/rulesets/seconds';
import { ACTIONS } from '../../../src/rulesets/seconds/actions';
import { CONDITIONS } from '../../../src/rulesets/seconds/conditions';
import type { SecondsEncounter } from '../../../src/rulesets/seconds/state';
import { anyAnswer } from '../../support/answer';
import { copyOf } from '../../support/copy';
import { at, begun, encounter, fighter, gear, item, weapon } from './vocabulary';

const conditionIds = Object.keys(CONDITIONS);
const state = fc.record({
  conditions: fc.array(fc.tuple(fc.constantFrom(...conditionIds), fc.boolean()), { maxLength: 3 }),
  seconds: fc.integer({ min: 0, max: 30 }),
  reactions: fc.integer({ min: 0, max: 1 }),
  hp: fc.integer({ min: 0, max: 8 }),
  begun: fc.constantFrom(null, 'attack', 'grapple', 'jump', 'improvise'),
  held: fc.boolean(),
  dropped: fc.boolean(),
});
const anyEncounter = fc.tuple(state, state, fc.boolean()).map(([a, b, mapped]): SecondsEncounter => {
  const made = (id: string, other: string, told: typeof a, x: number) =>
    fighter(
      id,
      { str: 3, dex: 2, agi: 1, hpMax: 8 },
      {
        items: [
          weapon('sword', { dropped: told.dropped, equipped: !told.dropped }),
          weapon('bow', { kind: 'ranged', equipped: false }),
          item('spell', 'fire', { attacks: true, timeCost: 4 }),
          gear('rope', { restrains: true }),
          gear('potion', { potion: true, timeCost: 3.5 }),
        ],
        pools: { seconds: told.seconds, reactions: told.reactions, hp: told.hp },
        conditions: told.conditions.map(([condition, by], index) => ({
          key: `${id}${index}`,
          id: condition,
          until: null,
          ...(by && { by: other }),
          ...(['hidden', 'disengaged'].includes(condition) && { towards: [other] }),
        })),
        state: {
          ...(told.begun && {
            progress: told.begun,
            progressTicks: 7,
            progressTool: told.begun === 'attack' ? 'sword' : '',
          }),
          ...(told.held && {
            held: 'now',
            heldPlan: [{ do: 'trip' }, { do: 'attack', with: 'sword' }, { do: 'move' }],
          }),
        },
        side: id,
        ...(mapped && { place: at(x) }),
      },
    );
  return encounter([made('mira', 'gnoll', a, 0.5), made('gnoll', 'mira', b, 1.5)]);
});
const verbs = [...Object.keys(ACTIONS), 'start', 'next-turn', 'end'];
const anyCommand = fc
  .record({
    verb: fc.constantFrom(...verbs),
    by: fc.constantFrom('mira', 'gnoll'),
    tool: fc.constantFrom(undefined, 'sword', 'bow', 'fire', 'rope', 'potion', 'unarmed'),
    far: fc.integer({ min: 1, max: 12 }),
    hurry: fc.boolean(),
    flying: fc.boolean(),
  })
  .map(({ verb, by, tool, far, hurry, flying }): Command => {
    if (['start', 'next-turn', 'end'].includes(verb)) return { do: verb, by: 'gm' };
    const walks = verb === 'move' || verb === 'jump';
    const path = Array.from({ length: far }, (_, n) => at(0.5, 1.5 + n));
    const options = {
      ...(hurry && { hurry }),
      ...(flying && { flying, provoked: true }),
      ...(walks && { metres: far }),
    };
    return {
      do: verb,
      by,
      at: by === 'mira' ? 'gnoll' : 'mira',
      options,
      ...(tool && { with: tool }),
      ...(walks && { path }),
    };
  });

/** Sorts conditions: undo may append a removed one, which means the same. */
const plain = (on: SecondsEncounter) => {
  const copy = copyOf(on);
  for (const each of Object.values(copy.fighters)) each.conditions.sort((a, b) => a.key.localeCompare(b.key));
  return copy;
};

describe('laws of seconds', () => {
  it('every command that a game master forces ends, is shown, and can be undone and redone from its record', () => {
    fc.assert(
      fc.property(anyEncounter, anyCommand, fc.integer(), (on, command, seed) => {
        fc.pre(!seconds.whyNot(on, command).some((reason) => 'impossible' in reason));
        const before = plain(on);
        const die = seededDie(seed);
        const played = begun(on, command);
        expect(runUntilBlocked(played, (ask) => ({ answer: anyAnswer(ask, die) }))).toBeNull();
        for (const { pools } of Object.values(on.fighters))
          for (const { value, max } of Object.values(pools)) expect(value >= 0 && value <= max).toBe(true);
        const after = copyOf(on);

        const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...played.run.entries] };
        expect(resumeExchange(seconds, on, exchange, makeCountingIds('other')).run.open).toBeNull();
        expect(plain(on)).toEqual(plain(after));

        const viewer = { gm: true, owns: [], targets: ['gnoll'] };
        const names = { mira: 'Mira', gnoll: 'Gnoll', gm: 'GM' };
        const views = [
          seconds.views.tracker(on, viewer),
          seconds.views.sheet(on, on.fighters.mira, viewer),
          seconds.views.card({ exchange, open: [], names, viewer }),
        ];
        expect(JSON.parse(JSON.stringify(views))).toEqual(views);

        for (const effect of [...played.table.effects].reverse()) applyEffect(on, invertEffect(effect));
        expect(plain(on)).toEqual(before);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('no command leaves its fighter with more seconds than before', () => {
    fc.assert(
      fc.property(anyEncounter, anyCommand, fc.integer(), (on, command, seed) => {
        const { mira } = on.fighters;
        fc.pre(command.by === 'mira' && seconds.whyNot(on, command).length === 0 && command.do !== 'end-turn');
        const before = mira.pools.seconds.value;
        const die = seededDie(seed);
        runUntilBlocked(begun(on, command), (ask) => ({ answer: anyAnswer(ask, die) }));
        expect(mira.pools.seconds.value).toBeLessThanOrEqual(before);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
