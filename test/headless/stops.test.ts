import { describe, expect, it } from 'vitest';
import { answerByOrders } from '../../src/encounter/automation';
import { cloneEncounter } from '../../src/encounter/forecast';
import type { Encounter } from '../../src/encounter/state';
import type { AcceptedOffer } from '../../src/kernel/answer';
import { partsOf, responderOf } from '../../src/kernel/answer';
import type { InputAsk, OfferAsk, SingleAsk } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { Fight } from '../../src/opponent/fight';
import { type Judge, loadJudge } from '../../src/opponent/judge';
import { type Answerer, Board } from '../../src/opponent/play';
import { QuickAgent } from '../../src/opponent/quick-agent';
import { makeQuickAnswerer } from '../../src/opponent/quick-answers';
import { DEMOS } from './demo-world';
import { Evening } from './evening';

/** Fights that are counted, of each prepared one. */
const FIGHTS = 20;
const MOST_COMMANDS = 800;
/** Clicks of players for each attack of a foe: the average of the five prepared fights, and the most of one. */
const MOST_CLICKS = 0.7;
const MOST_IN_ONE = 1.15;

interface Count {
  attacks: number;
  clicks: number;
  readonly asked: Record<string, number>;
}

/** Plays a fight in which players let happen what they are asked about, and counts what they click during attacks of foes. */
class CountedFight {
  private readonly board: Board;
  private readonly fight: Fight;
  private readonly quick: Answerer;
  private isAttack = false;
  /** Whose decision was the last: dice that follow from one's own roll by themselves. */
  private decided = '';

  constructor(
    private readonly judge: Judge,
    start: Encounter,
    agent: QuickAgent,
    seed: number,
    private readonly count: Count,
  ) {
    const die = seededDie(seed);
    this.board = new Board(judge.ruleset, cloneEncounter(start));
    this.quick = makeQuickAnswerer(judge, this.board.encounter, die);
    this.fight = new Fight(
      judge,
      this.board,
      () => agent,
      (ask) => this.answer(ask),
      die,
    );
    const play = this.fight.play.bind(this.fight);
    this.fight.play = (command) => {
      const { fighters } = this.board.encounter;
      const sides = [command.by, command.at ?? ''].map((id) => fighters[id]?.side);
      const harms = judge.ruleset.intentOf(this.board.encounter, command) === 'harm';
      this.isAttack = sides.join() === 'foes,heroes' && harms;
      this.decided = command.by;
      if (this.isAttack) count.attacks++;
      play(command);
    };
  }

  play(): void {
    this.fight.play({ do: defined(this.judge.ruleset.clockCommands[0], 'a start'), by: 'gm' });
    for (let n = 0; n < MOST_COMMANDS && !this.fight.isOver && this.fight.next(); n++);
  }

  private isPlayers = (id: string): boolean => this.board.encounter.fighters[id]?.player === true;

  private answer(ask: InputAsk): unknown {
    for (const part of partsOf(ask)) this.note(part);
    const value = this.quick(ask);
    return ask.kind === 'offer' ? (value as AcceptedOffer[]).filter(({ by }) => !this.isPlayers(by)) : value;
  }

  private note(part: SingleAsk | OfferAsk): void {
    const by = responderOf(part);
    if (answerByOrders(this.judge.ruleset.automation, part, () => undefined)) return;
    const follows = part.kind === 'dice' && this.decided === by;
    if (part.kind !== 'dice') this.decided = by;
    if (!this.isAttack || !this.isPlayers(by) || follows) return;
    this.count.clicks++;
    this.count.asked[part.id] = (this.count.asked[part.id] ?? 0) + 1;
  }
}

describe('what an attack of a foe asks of players', { timeout: 300_000 }, () => {
  it('is less than a click on average, over the prepared fights', async () => {
    const counts: Record<string, Count> = {};
    for (const ruleset of Object.keys(DEMOS)) {
      const evening = await Evening.open(ruleset, 1);
      const judge = defined(await loadJudge(evening.rules), 'a worth');
      const start = structuredClone(evening.encounter) as Encounter;
      await evening.table.close();
      const agent = new QuickAgent(judge);
      const count: Count = { attacks: 0, clicks: 0, asked: {} };
      counts[ruleset] = count;
      for (let seed = 1; seed <= FIGHTS; seed++) new CountedFight(judge, start, agent, seed, count).play();
      expect(count.attacks, ruleset).toBeGreaterThan(0);
    }
    const ratios = Object.values(counts).map(({ attacks, clicks }) => clicks / attacks);
    const average = ratios.reduce((total, ratio) => total + ratio, 0) / ratios.length;
    expect(average, JSON.stringify(counts, null, 1)).toBeLessThan(MOST_CLICKS);
    expect(Math.max(...ratios), JSON.stringify(counts, null, 1)).toBeLessThan(MOST_IN_ONE);
  });
});
