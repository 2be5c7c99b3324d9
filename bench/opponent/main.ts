import { cloneEncounter } from '../../src/encounter/forecast';
import { sideOf } from '../../src/encounter/sides';
import type { Encounter, Fighter } from '../../src/encounter/state';
import { GM } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import type { Die } from '../../src/kernel/dice';
import { seededDie } from '../../src/kernel/rng';
import { type Agent, Fight } from '../../src/opponent/fight';
import { playToTheEnd, shareOf } from '../../src/opponent/forecast-fight';
import type { Judge } from '../../src/opponent/judge';
import { Board } from '../../src/opponent/play';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';
import { suggestCommands } from '../../src/opponent/suggest';
import { Evening } from '../../test/headless/evening';
import { gamesOf, optionsOf } from '../../test/opponent/games';
import { IDS, judgeOf, skirmish } from '../../test/opponent/skirmish';
import { anyCommand } from '../../test/support/game';
import { left, Report, words } from '../report';

/**
 * `npm run bench -- opponent [fights] [ruleset …]`: who wins the prepared fights, how often a suggestion is refused, and what a whole
 * fight costs, in relation to one of four against six. Each pair of agents plays every fight twice, with the sides swapped, and
 * no more when the 95 % interval lies on one side of the goal. Each measurement has the same share of the time; a row says what
 * it rests on. `--seconds 3600` gives more.
 */
const [count = '20', ...chosen] = words;
const FIGHTS = Number(count);
const LEAST_FIGHTS = 20;
const MOST_COMMANDS = 600;
/** Games of each decision: as many as about 100 ms allow, and about two seconds. */
const SHORT = 60;
const LONG = 1200;
/** Whole fights whose cost is measured; of many, because engines need some to become fast. */
const MANY_FIGHTS = 250;
const FEW_FIGHTS = 12;
/** @param end when the agent stops to think, because its fight does not count any more */
type MakeAgent = (judge: Judge, die: Die, end: number) => Agent;

const randomAgent: MakeAgent = ({ ruleset }, die) => ({
  command(encounter, { id }) {
    const command = anyCommand(ruleset, encounter, die, [id]);
    return command?.by === id ? command : null;
  },
});

const quickAgent: MakeAgent = (judge) => new QuickAgent(judge);

const searching =
  (games: number): MakeAgent =>
  (judge, die, end) => {
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
        for (const [first] of gamesOf(suggestCommands(input)))
          if (++played >= games || performance.now() > end) return first?.option ?? null;
        return null;
      },
    };
  };

/** The prepared fight of a ruleset, before its start, as balance and forecasts know it. */
interface Prepared {
  readonly judge: Judge;
  readonly start: Encounter;
}
const HEROES = 'heroes';

async function prepare(id: string): Promise<Prepared> {
  const evening = await Evening.open(id, 1);
  const start = structuredClone(evening.encounter) as Encounter;
  await evening.table.close();
  return { judge: await judgeOf(id), start };
}

/** Returns the side that wins, or null, or undefined if the fight is not over in time. */
function fightOut(
  { judge, start }: Prepared,
  seed: number,
  heroes: MakeAgent,
  foes: MakeAgent,
  end: number,
): string | null | undefined {
  const { ruleset } = judge;
  const board = new Board(ruleset, cloneEncounter(start));
  const die = seededDie(seed);
  const agents: Record<string, Agent> = { [HEROES]: heroes(judge, die, end), foes: foes(judge, die, end) };
  const answerer = makeQuickAnswerer(judge, board.encounter, die);
  const agentOf = (fighter: Fighter): Agent =>
    defined(agents[sideOf(fighter) === HEROES ? HEROES : 'foes'], 'an agent');
  const fight = new Fight(judge, board, agentOf, answerer, die);
  fight.play({ do: defined(ruleset.clockCommands[0], 'a start'), by: GM });
  for (let n = 0; n < MOST_COMMANDS && fight.winner === null; n++) {
    if (performance.now() > end) return undefined;
    if (!fight.next()) break;
  }
  return fight.winner;
}

function compare(
  prepared: Prepared,
  name: string,
  goal: number,
  ours: MakeAgent,
  theirs: MakeAgent,
  end: number,
): void {
  let wins = 0;
  let fights = 0;
  let isDecided = false;
  for (let seed = 1; fights < FIGHTS && !isDecided; seed++) {
    const first = fightOut(prepared, seed, ours, theirs, end);
    const second = fightOut(prepared, seed, theirs, ours, end);
    // Both sides or none: one may have the better places.
    if (first === undefined || second === undefined) break;
    if (first === HEROES) wins++;
    if (second !== null && second !== HEROES) wins++;
    fights += 2;
    const { low, high } = shareOf(wins, fights);
    isDecided = fights >= LEAST_FIGHTS && (low > goal || high < goal);
  }
  const { id } = prepared.judge.ruleset;
  if (fights === 0) {
    report.add({ ruleset: id, name, missing: true }, `  ${name.padEnd(34)} not measured in time`);
    return;
  }
  const { value, low, high } = shareOf(wins, fights);
  const interval = `${percent(low)} to ${percent(high)}`;
  const isShort = fights < FIGHTS && !isDecided;
  report.add(
    { ruleset: id, name, goal, wins, fights, low, high },
    `  ${name.padEnd(34)} ${percent(value)} of ${fights} (95 %: ${interval}; goal ${percent(goal)})${isShort ? `, ${FIGHTS} take longer` : ''}`,
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Returns CPU milliseconds of a whole fight, after as many that warm up; of fewer if there is no time, or null. */
function costOf(judge: Judge, heroes: number, foes: number, fights: number, end: number): number | null {
  const quick = new QuickAgent(judge);
  const start = skirmish(judge.ruleset.id, { heroes, foes, apart: 4 });
  const half = performance.now() + Math.max(0, end - performance.now()) / 2;
  for (let seed = 1; seed <= fights && performance.now() < half; seed++)
    playToTheEnd(judge, start, quick, fights + seed);
  const begun = process.cpuUsage();
  let played = 0;
  while (played < fights && performance.now() < end) playToTheEnd(judge, start, quick, ++played);
  const { user, system } = process.cpuUsage(begun);
  return played > 0 ? (user + system) / 1000 / played : null;
}

/** Returns how many options were refused, of all in random moments. */
function refusals(judge: Judge, moments: number, end: number): void {
  let options = 0;
  let refused = 0;
  let seen = 0;
  for (let seed = 1; seen < moments && seed < moments && performance.now() < end; seed++) {
    const board = new Board(judge.ruleset, skirmish(judge.ruleset.id, { heroes: 2, foes: 2, apart: seed % 8 }));
    const die = seededDie(seed);
    const random = randomAgent(judge, die, end);
    const quick = new QuickAgent(judge);
    const answerer = makeQuickAnswerer(judge, board.encounter, die);
    const fight = new Fight(judge, board, () => random, answerer, die);
    fight.play({ do: defined(judge.ruleset.clockCommands[0], 'a start'), by: GM });
    for (let n = 0; n < 40 && fight.winner === null && fight.next() && seen < moments; n++)
      for (const fighter of Object.values(board.encounter.fighters)) {
        const found = judge.worth.isOut(fighter) ? [] : optionsOf(quick, board.encounter, fighter);
        if (found.length > 0) seen++;
        for (const command of found) {
          options++;
          if (judge.ruleset.whyNot(board.encounter, command).length > 0) refused++;
        }
      }
  }
  const { id } = judge.ruleset;
  report.add({ ruleset: id, refused, options, seen }, `  ${refused} of ${options} options refused, in ${seen} moments`);
}

const report = new Report('opponent');
const ids = chosen.length > 0 ? chosen : IDS;
/** Comparisons, refusals and costs of each ruleset. */
let open = ids.length * 8;
/** Returns when the next measurement has to end: what an earlier one did not need is shared by the later ones. */
const nextEnd = (): number => performance.now() + left() / open--;

for (const id of ids) {
  const judge = await judgeOf(id);
  console.log(id);
  const prepared = await prepare(id);
  compare(prepared, 'quick agent against random play', 0.95, quickAgent, randomAgent, nextEnd());
  compare(prepared, 'search against the quick agent', 0.6, searching(SHORT), quickAgent, nextEnd());
  compare(prepared, 'long search against short search', 0.55, searching(LONG), searching(SHORT), nextEnd());
  refusals(judge, 100 * FIGHTS, nextEnd());
  const base = costOf(judge, 4, 6, MANY_FIGHTS, nextEnd());
  for (const [heroes, foes] of [
    [1, 1],
    [2, 2],
    [10, 10],
    [20, 20],
  ] as const) {
    const cost = costOf(judge, heroes, foes, FEW_FIGHTS, nextEnd());
    const fight = `a fight of ${heroes} against ${foes}`;
    if (base === null || cost === null)
      report.add({ ruleset: id, heroes, foes, missing: true }, `  ${fight}: not measured in time`);
    else
      report.add(
        { ruleset: id, heroes, foes, cost, base },
        `  ${fight} costs ${cost.toFixed(1)} ms, ${(cost / base).toFixed(2)} times one of 4 against 6`,
      );
  }
}
report.close();
