import { cloneEncounter } from '../../src/encounter/forecast';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { worthFor } from '../../src/opponent/evaluate';
import { type Agent, Fight } from '../../src/opponent/fight';
import { playToTheEnd, shareOf } from '../../src/opponent/forecast-fight';
import type { Judge } from '../../src/opponent/judge';
import { Board } from '../../src/opponent/play';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';
import { suggestCommands } from '../../src/opponent/suggest';
import { WEIGHTS } from '../../src/opponent/temperament';
import { IDS, judgeOf, skirmish } from '../../test/opponent/skirmish';
import { anyCommand } from '../../test/support/game';

/**
 * `npm run bench -- opponent [fights] [ruleset …]`: who wins mirrored fights, how often a suggestion is refused, and what a whole
 * fight costs, in relation to one of four against six. Each pair of agents plays every fight twice, with the sides swapped, and
 * no more when the 95 % interval lies on one side of the goal.
 */
const [count = '20', ...chosen] = process.argv.slice(2);
const FIGHTS = Number(count);
const SIDE = 2;
const LEAST_FIGHTS = 20;
const MOST_COMMANDS = 600;
/** Games of each decision: as many as about 100 ms allow, as many as a foe has when foes play, and about two seconds. */
const SHORT = 120;
const USUAL = 480;
const LONG = 2400;
/** Whole fights whose cost is measured; of many, because engines need some to become fast. */
const MANY_FIGHTS = 250;
const FEW_FIGHTS = 12;
/** Plays of each option by the agent that looks one step ahead. */
const PLAYS = 4;

type MakeAgent = (judge: Judge, die: Die) => Agent;

const randomAgent: MakeAgent = ({ ruleset }, die) => ({
  command(encounter, { id }) {
    const command = anyCommand(ruleset, encounter, die, [id]);
    return command?.by === id ? command : null;
  },
});

const quickAgent: MakeAgent = (judge) => new QuickAgent(judge);

/** Looks one step ahead: the worth right after the command. */
const greedyAgent: MakeAgent = (judge, die) => {
  const quick = new QuickAgent(judge);
  return {
    command(encounter, fighter) {
      const copy = cloneEncounter(encounter);
      const board = new Board(judge.ruleset, copy);
      const answerer = makeQuickAnswerer(judge, copy, die);
      let best = { command: null as ReturnType<Agent['command']>, value: valueFor(judge, copy, fighter) };
      for (const command of quick.options(encounter, fighter)) {
        let value = 0;
        for (let n = 0; n < PLAYS; n++) {
          board.play(command, answerer);
          value += valueFor(judge, copy, fighter) / PLAYS;
          board.backTo(0);
        }
        if (value > best.value) best = { command, value };
      }
      return best.command;
    },
  };
};

const searching =
  (games: number): MakeAgent =>
  (judge, die) => {
    const quick = new QuickAgent(judge);
    return {
      command(encounter, { id }) {
        let played = 0;
        const input = {
          judge,
          encounter,
          fighter: id,
          temperament: 'cunning',
          seed: die(1e9),
          quickAgent: quick,
        } as const;
        for (const [first] of suggestCommands(input)) if (++played >= games) return first?.option ?? null;
        return null;
      },
    };
  };

const valueFor = (judge: Judge, encounter: Encounter, { id }: Fighter): number =>
  worthFor(judge, encounter, id, WEIGHTS.cunning);

/** Returns the side that wins, or null. */
function fightOut(judge: Judge, seed: number, heroes: MakeAgent, foes: MakeAgent): string | null {
  const { ruleset } = judge;
  const board = new Board(ruleset, skirmish(ruleset.id, { heroes: SIDE, foes: SIDE, apart: 4 }));
  const die = seededDie(seed);
  const agents: Record<string, Agent> = { heroes: heroes(judge, die), foes: foes(judge, die) };
  const answerer = makeQuickAnswerer(judge, board.encounter, die);
  const fight = new Fight(judge, board, ({ side }) => defined(agents[side], side), answerer, die);
  fight.play({ do: defined(ruleset.clockCommands[0], 'a start'), by: GM });
  for (let n = 0; n < MOST_COMMANDS && fight.winner === null && fight.next(); n++);
  return fight.winner;
}

function compare(judge: Judge, name: string, goal: number, ours: MakeAgent, theirs: MakeAgent): void {
  let wins = 0;
  let fights = 0;
  let isDecided = false;
  for (let seed = 1; fights < FIGHTS && !isDecided; seed++) {
    if (fightOut(judge, seed, ours, theirs) === 'heroes') wins++;
    if (fightOut(judge, seed, theirs, ours) === 'foes') wins++;
    fights += 2;
    const { low, high } = shareOf(wins, fights);
    isDecided = fights >= LEAST_FIGHTS && (low > goal || high < goal);
  }
  const { value, low, high } = shareOf(wins, fights);
  const interval = `${percent(low)} to ${percent(high)}`;
  console.log(`  ${name.padEnd(34)} ${percent(value)} of ${fights} (95 %: ${interval}; goal ${percent(goal)})`);
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Returns CPU milliseconds of a whole fight, after as many that warm up. */
function costOf(judge: Judge, heroes: number, foes: number, fights: number): number {
  const quick = new QuickAgent(judge);
  const start = skirmish(judge.ruleset.id, { heroes, foes, apart: 4 });
  for (let seed = 1; seed <= fights; seed++) playToTheEnd(judge, start, quick, fights + seed);
  const begun = process.cpuUsage();
  for (let seed = 1; seed <= fights; seed++) playToTheEnd(judge, start, quick, seed);
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000 / fights;
}

/** Returns how many options were refused, of all in random moments. */
function refusals(judge: Judge, moments: number): string {
  let options = 0;
  let refused = 0;
  for (let seed = 1, seen = 0; seen < moments && seed < moments; seed++) {
    const board = new Board(judge.ruleset, skirmish(judge.ruleset.id, { heroes: 2, foes: 2, apart: seed % 8 }));
    const die = seededDie(seed);
    const random = randomAgent(judge, die);
    const quick = new QuickAgent(judge);
    const answerer = makeQuickAnswerer(judge, board.encounter, die);
    const fight = new Fight(judge, board, () => random, answerer, die);
    fight.play({ do: defined(judge.ruleset.clockCommands[0], 'a start'), by: GM });
    for (let n = 0; n < 40 && fight.winner === null && fight.next() && seen < moments; n++)
      for (const fighter of Object.values(board.encounter.fighters)) {
        const found = judge.worth.isOut(fighter) ? [] : [...quick.options(board.encounter, fighter)];
        if (found.length > 0) seen++;
        for (const command of found) {
          options++;
          if (judge.ruleset.whyNot(board.encounter, command).length > 0) refused++;
        }
      }
  }
  return `${refused} of ${options} options refused, in ${moments} moments`;
}

for (const id of chosen.length > 0 ? chosen : IDS) {
  const judge = await judgeOf(id);
  console.log(id);
  compare(judge, 'quick agent against random play', 0.95, quickAgent, randomAgent);
  compare(judge, 'quick agent against one step ahead', 0.6, quickAgent, greedyAgent);
  compare(judge, 'search against random play', 0.95, searching(SHORT), randomAgent);
  compare(judge, 'search against one step ahead', 0.6, searching(USUAL), greedyAgent);
  compare(judge, 'long search against short search', 0.5, searching(LONG), searching(SHORT));
  console.log(`  ${refusals(judge, 100 * FIGHTS)}`);
  const base = costOf(judge, 4, 6, MANY_FIGHTS);
  const costs = [
    [1, 1],
    [2, 2],
    [10, 10],
    [20, 20],
  ].map(([heroes = 1, foes = 1]) => `${heroes + foes}: ${(costOf(judge, heroes, foes, FEW_FIGHTS) / base).toFixed(2)}`);
  console.log(
    `  a fight of 4 against 6 costs ${base.toFixed(1)} ms; with other numbers of fighters, in relation to it: ${costs.join(', ')}`,
  );
}
