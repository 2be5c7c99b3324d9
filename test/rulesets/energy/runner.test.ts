import { expect, it } from 'vitest';
import type { Command } from '../../../src/encounter/command';
import { beginExchange, runUntilBlocked } from '../../../src/encounter/play';
import { makeCountingIds } from '../../../src/encounter/table';
import { defined } from '../../../src/kernel/defined';
import type { Die } from '../../../src/kernel/dice';
import { seededDie } from '../../../src/kernel/rng';
import type { Action } from '../../../src/rulesets/energy/action';
import { ACTIONS, type ActionId } from '../../../src/rulesets/energy/actions';
import { energy } from '../../../src/rulesets/energy/index';
import type { EnergyEncounter } from '../../../src/rulesets/energy/state';
import { anyAnswer } from '../../support/answer';
import { armor, at, encounter, fighter, item, weapon } from './vocabulary';

const MOST_DUELS = 400;
/** Conditions that a duel causes by itself. The others wait for attacks that this runner does not play. */
const DUEL_CONDITIONS = [
  'exposed',
  'unguarded',
  'exhausted',
  'unconscious',
  'bleeding-out',
  'defending',
  'dead',
  'surprised',
  'prone',
  'restrained',
  'restraining',
];

const OFFERS = ['dodge', 'swift', 'quicker'];
const DUEL_REACTIONS = [
  ...['agile-move', 'melee-attack', 'unarmed-attack', 'trip', 'disarm', 'restrain', 'push'],
  ...['defend', 'shift', 'run'],
];

const duelist = (id: string, x: number) =>
  fighter(
    id,
    { str: 15, dex: 13, con: 12 },
    {
      items: [
        weapon('axe', { damage: '2d6', thrown: true }),
        weapon('crossbow', { ranged: true, launcher: 'hand-crossbow', loadCost: 1, equipped: false }),
        armor(9, 2),
        item('gear', 'charm', { usesMax: 9 }),
      ],
      pools: { aura: 12, surges: 1 },
      place: at(x, 0.5, 0),
    },
  );

const pick = <T>(from: readonly T[], die: Die): T => from[die(from.length) - 1];

function defineCommands(on: EnergyEncounter, by: string, die: Die): Command[] {
  const foe = by === 'mira' ? 'gnoll' : 'mira';
  const here = defined(on.fighters[by].place, 'a place');
  // Moves away and back, so that they meet again.
  const way = here.y > 1 && die(3) > 1 ? -1 : 1;
  const steps = Array.from({ length: die(4) }, (_, n) => ({ ...here, y: here.y + way * (n + 1) }));
  const rows: Readonly<Record<ActionId, Action>> = ACTIONS;
  const plain = (Object.keys(ACTIONS) as ActionId[]).map((verb): Command => {
    const base = { do: verb, by, at: foe };
    return rows[verb].needs === 'path' ? { ...base, path: steps } : base;
  });
  // Actions on an item need one.
  const handling = (Object.keys(ACTIONS) as ActionId[]).filter((verb) => 'ofItem' in ACTIONS[verb]);
  const handled = handling.flatMap((verb) =>
    ['axe', 'crossbow', 'charm'].map(
      (id): Command => ({ do: verb, by, with: id, ...(rows[verb].needs === 'target' && { at: foe }) }),
    ),
  );
  return [...plain, ...plain.map((command) => ({ ...command, options: { swap: true, agility: true } })), ...handled];
}

it('random duels reach every action and every condition they can cause', () => {
  const done = new Set<string>();
  const seen = new Set<string>();
  const offers = new Set<string>();
  const reacted = new Set<string>();
  // Without a time for answers nothing can be withdrawn.
  const wanted = [...Object.keys(ACTIONS).filter((verb) => verb !== 'withdraw'), 'start', 'end-round', 'end'];
  let duels = 0;
  const complete = () =>
    wanted.every((verb) => done.has(verb)) &&
    DUEL_CONDITIONS.every((id) => seen.has(id)) &&
    OFFERS.every((id) => offers.has(id)) &&
    DUEL_REACTIONS.every((verb) => reacted.has(verb));
  while (!complete() && duels < MOST_DUELS) {
    const die = seededDie(duels++);
    const newId = makeCountingIds();
    const on = encounter([duelist('mira', 0.5), duelist('gnoll', 1.5)], { clock: { round: 0, phase: 'idle' } });
    const play = (command: Command) => {
      const running = beginExchange(energy, on, command, newId);
      expect(runUntilBlocked(running, (ask) => ({ answer: anyAnswer(ask, die) }))).toBeNull();
      for (const { ask } of running.run.entries) {
        if (ask.kind === 'section' && ask.command !== null) reacted.add((ask.command as Command).do);
        if (ask.kind === 'offer') offers.add(ask.id);
      }
      done.add(command.do);
      for (const { conditions } of Object.values(on.fighters)) for (const { id } of conditions) seen.add(id);
    };
    play({ do: 'start', by: 'gm', ...(die(3) === 1 && { options: { surprised: 'gnoll' } }) });
    for (let round = 0; round < 12; round++) {
      if (die(4) === 1)
        play({
          do: 'condition',
          by: 'gm',
          at: pick(['mira', 'gnoll'], die),
          options: { condition: 'prone', on: true },
        });
      for (let turn = 0; turn < 8; turn++) {
        const by = pick(['mira', 'gnoll'], die);
        const open = defineCommands(on, by, die).filter((command) => energy.whyNot(on, command).length === 0);
        // Prefers actions that are rarely possible, such as a push out of a Sprint.
        const fresh = open.filter((command) => !done.has(command.do));
        if (open.length > 0) play(pick(fresh.length > 0 ? fresh : open, die));
      }
      play({ do: 'end-round', by: 'gm' });
    }
    play({ do: 'end', by: 'gm', options: { anyway: true } });
  }
  expect({
    undone: wanted
      .filter((verb) => !done.has(verb))
      .map((verb) => `test/rulesets/energy/runner.test.ts: give the duelists what ${verb} needs`),
    unseen: DUEL_CONDITIONS.filter((id) => !seen.has(id)),
    unoffered: OFFERS.filter((id) => !offers.has(id)),
    untaken: DUEL_REACTIONS.filter((verb) => !reacted.has(verb)),
  }).toEqual({
    undone: [],
    unseen: [],
    unoffered: [],
    untaken: [],
  });
}, 60_000);
