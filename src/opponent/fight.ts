import type { Command } from '../encounter/command';
import { areFoes, isNeutral, sideOf } from '../encounter/sides';
import type { Encounter, Fighter } from '../encounter/state';
import { GM } from '../kernel/ask';
import type { Die } from '../kernel/dice';
import type { Procedure } from '../kernel/procedure';
import { worthFor } from './evaluate';
import type { Judge } from './judge';
import type { Answerer, Board } from './play';
import { WEIGHTS } from './temperament';

/** Who decides for a fighter. */
export interface Agent {
  /** Returns the next command, or null if the fighter is done for now. */
  command(encounter: Encounter, fighter: Fighter): Command | null;
  /** Returns true if the agent still learns from such a command. */
  isCurious?(command: Command): boolean;
  /** Notes what a command has gained. */
  learn?(command: Command, gained: number): void;
}

/** A fighter that does more than this at one moment of the clock has lost itself in an action without a price. */
const MOST_AT_ONCE = 20;

/** Plays an encounter forward, command by command, without users. */
export class Fight {
  private moment = '';
  private readonly commandsAtMoment = new Map<string, number>();
  /** Fighters that have nothing to do before something changes. */
  private readonly done = new Set<string>();

  constructor(
    private readonly judge: Judge,
    private readonly board: Board,
    private readonly agentOf: (fighter: Fighter) => Agent,
    private readonly answerer: Answerer,
    private readonly die: Die,
  ) {}

  /** Returns the side that alone has fighters left; null while it is fought, and if all have fallen. */
  get winner(): string | null {
    const [first] = this.isOver ? standingIn(this.judge, this.board.encounter) : [];
    return first ? sideOf(first) : null;
  }

  get isOver(): boolean {
    return !isFought(standingIn(this.judge, this.board.encounter));
  }

  /** Plays the next command: the rules' own, a fighter's, or the clock's. @returns false if nothing can go on */
  next(): boolean {
    const { encounter } = this.board;
    const due = this.judge.ruleset.automation.autoAdvance(encounter);
    const command = due?.command ?? this.fighterCommand() ?? this.clockCommand();
    if (!command) return false;
    this.play(command);
    return true;
  }

  play(command: Command): void {
    const { encounter } = this.board;
    const fighter = encounter.fighters[command.by];
    const agent = fighter && this.agentOf(fighter);
    const isLesson = agent?.isCurious?.(command) ?? false;
    const before = isLesson ? this.valueFor(command) : 0;
    this.board.play(command, this.answerer);
    if (isLesson) agent?.learn?.(command, this.valueFor(command) - before);
    if (!fighter) this.done.clear();
    else this.commandsAtMoment.set(command.by, (this.commandsAtMoment.get(command.by) ?? 0) + 1);
  }

  /** Plays the rest of an exchange. */
  follow(procedure: Procedure<unknown>): void {
    this.board.follow(procedure, this.answerer);
  }

  private valueFor({ by }: Command): number {
    return worthFor(this.judge, this.board.encounter, by, WEIGHTS.cunning);
  }

  /** Forgets what belongs to an earlier moment. */
  private begin(): void {
    const moment = this.judge.ruleset.momentOf(this.board.encounter.clock);
    if (moment === this.moment) return;
    this.moment = moment;
    this.commandsAtMoment.clear();
    this.done.clear();
  }

  private fighterCommand(): Command | null {
    this.begin();
    const { ruleset, worth } = this.judge;
    const { encounter } = this.board;
    const acting = ruleset.timing.actingFighters(encounter);
    const ids = acting.length > 0 ? acting : Object.keys(encounter.fighters);
    const first = acting.length > 0 ? 0 : this.die(ids.length) - 1;
    for (let at = 0; at < ids.length; at++) {
      const fighter = encounter.fighters[ids[(first + at) % ids.length] as string];
      if (!fighter || this.done.has(fighter.id)) continue;
      const isLost = (this.commandsAtMoment.get(fighter.id) ?? 0) >= MOST_AT_ONCE;
      const command = isLost || worth.isOut(fighter) ? null : this.agentOf(fighter).command(encounter, fighter);
      if (command) return command;
      const end = acting.length > 0 ? this.endOf(fighter) : null;
      if (end) return end;
      this.done.add(fighter.id);
    }
    return null;
  }

  /** The fighter does nothing more for now: it ends its turn if it has one. */
  pass(fighter: Fighter): void {
    const end = this.endOf(fighter);
    if (end) this.play(end);
    this.begin();
    this.done.add(fighter.id);
  }

  private endOf({ id }: Fighter): Command | null {
    const { ruleset } = this.judge;
    const { endTurn } = ruleset.timing;
    const end = endTurn === undefined ? null : { do: endTurn, by: id };
    return end && ruleset.whyNot(this.board.encounter, end).length === 0 ? end : null;
  }

  /** Returns what the GM's clock does next, other than to end the encounter. */
  private clockCommand(): Command | null {
    const { ruleset } = this.judge;
    const commands = ruleset.clockCommands.filter((id) => !ruleset.timing.endCommands.includes(id));
    for (const id of commands) {
      const command = { do: id, by: GM };
      if (ruleset.whyNot(this.board.encounter, command).length === 0) return command;
    }
    return null;
  }
}

/** Returns the fighters that can go on. */
export const standingIn = ({ worth }: Judge, { fighters }: Encounter): readonly Fighter[] =>
  Object.values(fighters).filter((fighter) => !worth.isOut(fighter));

/** Returns true while foes are among these fighters. */
export function isFought(standing: readonly Fighter[]): boolean {
  const first = standing.find((fighter) => !isNeutral(fighter));
  return first !== undefined && standing.some((other) => areFoes(first, other));
}
