import type { Command } from '../../../encounter/command';
import { areFoes } from '../../../encounter/sides';
import type { Encounter, FighterId } from '../../../encounter/state';
import { displayRound } from '../../../encounter/timing';
import type { Answer } from '../../../kernel/ask';
import { isFought, standingIn } from '../../../opponent/fight';
import type { Judge } from '../../../opponent/judge';
import type { Task, TaskResult } from '../../../opponent/tasks';
import { onChange } from '../../host/changes';
import { isAvailable } from '../../host/exchange-document';
import { rollFoundryDice } from '../../platform/dice';
import { notify } from '../../platform/notice';
import { readSetting } from '../../platform/settings';
import { localize, text } from '../../platform/text';
import { answer, isReferee, openAsks, trySubmit, type UserAsk } from '../../referee';
import { entriesOf } from '../../referee/asks/record';
import { notifyFailure, notifyReasons } from '../../referee/requests/notify';
import { waitingRequests } from '../../referee/requests/requests';
import { hasUnfinishedStep } from '../../referee/store/claim';
import { unsealEntries } from '../../secrets/sealed';
import { combatSystem } from '../../stored/systems';
import { fightOf, type LoadedEncounter, targetNamesIn, trackerView } from '../../views/fight';
import { type Thought, thoughtOf } from './foe-thought';
import { startTask, type TaskRun } from './opponent-worker';

/** How far foes play. */
export type FoesScope = 'turn' | 'round' | 'end';

type StopReason = 'over' | 'won' | 'undone' | 'refused' | 'none' | 'gone';

/** What the GM is told; the others are what was wanted. */
const TOLD: readonly StopReason[] = ['won', 'undone', 'refused', 'none'];

/** Milliseconds to think about a command, and about an answer. */
const BUDGET = { suggest: 400, answer: 300 } as const;
/** A fighter that does more than this at one moment of the clock is lost in an action without a price. */
const MOST_AT_ONCE = 20;
/** So many refusals in a row end the run. */
const MOST_REFUSALS = 2;
const SECOND = 1000;

const joined = (names: Iterable<string>): string => new Intl.ListFormat(game.i18n.lang).format(names);

/** What a run asks of those who started it. */
interface FoesHooks {
  /** Whether the fighter plays by itself now. */
  isPlayed(encounter: Encounter, id: FighterId): boolean;
  /** Called after each change of what is shown, the end included. */
  onChange(): void;
}

/**
 * Foes that act by themselves, in the memory of one GM's tab. Each step is a command or an answer as from a button; players are asked and
 * waited for as always.
 */
export class FoesRun {
  line = '';
  isPaused = false;
  isStopped = false;
  #isWorking = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Ends the present thought or pause. */
  #interrupt: () => void = () => {};
  #markThought = '';
  /** Changes when what was thought before no longer counts. */
  #generation = 0;
  #refusals = 0;
  #cursor: number;
  #isUndone = false;
  /** The step at which a command was sent to another tab. */
  #sentAt: number | null = null;
  /** The turn that is played, of those that play one. */
  #turn: string | null = null;
  readonly #round: number;
  /** Fighters that have nothing to do, and the state in which that was so. */
  readonly #done = new Map<FighterId, string>();
  readonly #counts = new Map<string, number>();
  /** Questions that the GM has to answer. */
  readonly #left = new Set<string>();
  readonly #unwatch: () => unknown;

  constructor(
    private readonly host: Combat.Implementation,
    private readonly judge: Judge,
    private readonly scope: FoesScope,
    private readonly hooks: FoesHooks,
  ) {
    const { clock, cursor } = combatSystem(host);
    this.#cursor = cursor;
    this.#round = displayRound(clock, judge.ruleset.idle);
    this.#unwatch = onChange(() => this.#follow());
    this.#schedule();
  }

  /** Whether a question is answered without a user. */
  isAnswering = ({ key, by, fault }: UserAsk): boolean => {
    if (this.isStopped || this.isPaused || game.paused || fault || this.#left.has(key)) return false;
    const fight = fightOf(this.host);
    return fight !== null && this.hooks.isPlayed(fight.encounter, by);
  };

  togglePause(): void {
    this.isPaused = !this.isPaused;
    this.reconsider();
  }

  /** Drops what was thought so far, because other fighters play now. */
  reconsider(): void {
    this.#generation += 1;
    this.#interrupt();
    if (this.isPaused) this.#show(text('CADENCE.App.Foes.paused'));
    this.#schedule();
  }

  stop(reason: StopReason = 'over'): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.#generation += 1;
    this.#interrupt();
    this.#unwatch();
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (TOLD.includes(reason)) notify('info', text(`CADENCE.App.Foes.stopped.${reason}`));
    this.hooks.onChange();
  }

  #show(line: string): void {
    if (this.line === line) return;
    this.line = line;
    this.hooks.onChange();
  }

  /** What a thought depends on. */
  #mark(): string {
    return `${combatSystem(this.host).step} ${this.#generation} ${game.paused}`;
  }

  /** Changes come in bursts and in the middle of updates, so the work begins after them. */
  #follow(): void {
    const { cursor } = combatSystem(this.host);
    this.#isUndone ||= cursor < this.#cursor;
    this.#cursor = cursor;
    if (this.#markThought !== this.#mark()) this.#interrupt();
    this.#schedule();
  }

  #schedule(): void {
    if (this.isStopped || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#work();
    }, 0);
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      while (!this.isStopped && (await this.#next()));
    } catch (error) {
      notifyFailure(this.host, error);
      this.stop();
    } finally {
      this.#isWorking = false;
    }
  }

  /** Does the next thing. Returns false if it waits for a change. */
  async #next(): Promise<boolean> {
    const { host } = this;
    const fight = isAvailable(host) ? fightOf(host) : null;
    if (!fight) return this.#end('gone');
    const { step, open } = combatSystem(host);
    if (this.#isUndone) return this.#end('undone');
    if (this.isPaused) return this.#wait('paused');
    if (game.paused) return this.#wait('gamePaused');
    if (open) return this.#nextAnswer(fight);
    if (waitingRequests(host).length > 0 || hasUnfinishedStep(host)) return false;
    if (this.#sentAt !== null) {
      const isRefused = this.#sentAt === step;
      this.#sentAt = null;
      if (!this.#count(isRefused)) return false;
    }
    const reason = this.#stopReason(fight);
    if (reason) return this.#end(reason);
    const started = this.#clockBefore(fight);
    if (started !== null) {
      notify('info', text('CADENCE.App.Foes.stopped.clock', { action: started }));
      return this.#end('over');
    }
    const id = this.#nextFighter(fight);
    if (this.scope === 'turn' && this.#turn !== null && this.#turn !== this.#turnOf(fight, id))
      return this.#end('over');
    if (id === null) return this.#advance(fight);
    this.#turn = this.#turnOf(fight, id);
    return this.#act(fight, id);
  }

  #end(reason: StopReason): false {
    this.stop(reason);
    return false;
  }

  #wait(why: 'paused' | 'gamePaused'): false {
    this.#show(text(`CADENCE.App.Foes.${why}`));
    return false;
  }

  /** Moves the clock on if foes play to the end and it waits for no fighter; otherwise waits. */
  async #advance(fight: LoadedEncounter): Promise<boolean> {
    const { encounter } = fight;
    const auto = this.scope === 'end' ? this.judge.ruleset.automation.autoAdvance(encounter, true) : null;
    const action = this.#clockButton(fight);
    if (auto) {
      const mark = this.#mark();
      this.#show(text('CADENCE.App.Foes.acts', { name: text('CADENCE.App.gamemaster'), action: action ?? '' }));
      await this.#pause(Math.max(readSetting<number>('foePause'), auto.delaySeconds) * SECOND, mark);
      return mark !== this.#mark() || this.#give(encounter, auto.command);
    }
    const others = trackerView(fight).rows.filter(({ id, ready }) => ready && !this.hooks.isPlayed(encounter, id));
    const names = joined(others.map(({ id }) => targetNamesIn(this.host)(id)));
    if (action === null) this.#show(text('CADENCE.App.Foes.asks', { names: names || text('CADENCE.App.gamemaster') }));
    else this.#show(text(names ? 'CADENCE.App.Foes.waits' : 'CADENCE.App.Foes.waitsForClock', { names, action }));
    return false;
  }

  /** Returns the label of the GM's button that moves the clock on, if it can be pressed now. */
  #clockButton({ encounter, viewer }: LoadedEncounter): string | null {
    const { ruleset } = this.judge;
    const { controls } = ruleset.views.tracker(encounter, viewer);
    const isOnward = ({ do: verb }: Command): boolean =>
      ruleset.clockCommands.includes(verb) && !ruleset.timing.endCommands.includes(verb);
    const next = controls.find(({ command, whyNot }) => isOnward(command) && whyNot.length === 0);
    return next ? localize(ruleset.id, next.label) : null;
  }

  /** Returns the GM's button without which no fighter has a turn, such as before the first one; null in games without turns. */
  #clockBefore(fight: LoadedEncounter): string | null {
    const { actingFighters, oneTurnPerRound } = this.judge.ruleset.timing;
    return oneTurnPerRound && actingFighters(fight.encounter).length === 0 ? this.#clockButton(fight) : null;
  }

  /** Returns false after too many refusals in a row, which end the run. */
  #count(isRefused: boolean): boolean {
    this.#refusals = isRefused ? this.#refusals + 1 : 0;
    if (this.#refusals < MOST_REFUSALS) return true;
    return this.#end('refused');
  }

  #stopReason({ encounter }: LoadedEncounter): StopReason | null {
    const { ruleset } = this.judge;
    const round = displayRound(encounter.clock, ruleset.idle);
    if (round === 0 || (this.scope === 'round' && round !== this.#round)) return 'over';
    if (!isFought(standingIn(this.judge, encounter))) return 'won';
    const ids = Object.keys(encounter.fighters);
    return ids.some((id) => this.hooks.isPlayed(encounter, id)) ? null : 'none';
  }

  #turnOf({ encounter }: LoadedEncounter, id: FighterId | null): string {
    return `${displayRound(encounter.clock, this.judge.ruleset.idle)} ${id}`;
  }

  #nextFighter({ encounter }: LoadedEncounter): FighterId | null {
    const acting = this.judge.ruleset.timing.actingFighters(encounter);
    const ids = acting.length > 0 ? acting : Object.keys(encounter.fighters);
    return ids.find((id) => this.hooks.isPlayed(encounter, id) && !this.#isDone(encounter, id)) ?? null;
  }

  #isDone(encounter: Encounter, id: FighterId): boolean {
    const fighter = encounter.fighters[id];
    if (!fighter || this.judge.worth.isOut(fighter)) return true;
    if ((this.#counts.get(this.#momentOf(encounter, id)) ?? 0) >= MOST_AT_ONCE) return true;
    return this.#done.get(id) === this.#stateOf(encounter, id);
  }

  #momentOf({ clock }: Encounter, id: FighterId): string {
    return `${this.judge.ruleset.momentOf(clock)} ${id}`;
  }

  /** A fighter without anything to do thinks again when time has passed, or its pools or those of its foes have changed. */
  #stateOf(encounter: Encounter, id: FighterId): string {
    const fighter = encounter.fighters[id];
    const others = Object.values(encounter.fighters).filter(
      (other) => fighter && (other === fighter || areFoes(fighter, other)),
    );
    return JSON.stringify([this.#momentOf(encounter, id), others.map(({ pools }) => pools)]);
  }

  async #act(fight: LoadedEncounter, id: FighterId): Promise<boolean> {
    const { host, judge } = this;
    const { encounter } = fight;
    const name = targetNamesIn(host)(id);
    const mark = this.#mark();
    this.#show(text('CADENCE.App.Foes.thinks', { name }));
    const thought = thoughtOf(fight, judge, id);
    const result = await this.#think({ kind: 'suggest', fighter: id, ...thought }, mark);
    if (mark !== this.#mark()) return true;
    if (result?.kind !== 'suggest') return this.#count(true);
    const command = result.best ?? this.#endOf(encounter, id);
    if (command) {
      const action = localize(judge.ruleset.id, { key: `Action.${command.do}.label` });
      const at = command.at === undefined ? '' : targetNamesIn(host)(command.at);
      this.#show(text(`CADENCE.App.Foes.${at ? 'actsAt' : 'acts'}`, { name, action, at }));
      await this.#pause(readSetting<number>('foePause') * SECOND, mark);
      if (mark !== this.#mark()) return true;
      if (!(await this.#give(encounter, command))) return false;
    }
    const isTurn = judge.ruleset.timing.actingFighters(encounter).includes(id);
    const now = fightOf(host)?.encounter;
    if (result.best === null && now && !(isTurn && command)) this.#done.set(id, this.#stateOf(now, id));
    return true;
  }

  #endOf(encounter: Encounter, id: FighterId): Command | null {
    const { ruleset } = this.judge;
    const { endTurn } = ruleset.timing;
    const command = endTurn === undefined ? null : { do: endTurn, by: id };
    return command && ruleset.whyNot(encounter, command).length === 0 ? command : null;
  }

  /** Returns false if the run has ended. */
  async #give(encounter: Encounter, command: Command): Promise<boolean> {
    const { host, judge } = this;
    const moment = this.#momentOf(encounter, command.by);
    this.#counts.set(moment, (this.#counts.get(moment) ?? 0) + 1);
    const { step } = combatSystem(host);
    const isSecret = judge.ruleset.secrets(encounter.settings).commands.includes(command.do);
    const isSent = !isReferee(host) && !isSecret;
    const reasons = await trySubmit(host, command, {});
    if (this.isStopped) return false;
    // Someone else was faster; a command that came too late was not refused.
    if (reasons.length > 0 && combatSystem(host).step !== step) return true;
    if (reasons.length === 0 && isSent) this.#sentAt = step;
    else if (!this.#count(reasons.length > 0)) {
      notifyReasons(host, reasons);
      return false;
    }
    return true;
  }

  /** Answers the next question to a foe, or waits for others. */
  async #nextAnswer(fight: LoadedEncounter): Promise<boolean> {
    const { host } = this;
    const asked = openAsks(host).filter(({ isAnswered }) => !isAnswered);
    const own = asked.find(this.isAnswering);
    const names = targetNamesIn(host);
    const nameOf = (by: FighterId): string =>
      fight.encounter.fighters[by] ? names(by) : text('CADENCE.App.gamemaster');
    if (!own) {
      const waited = joined(new Set(asked.map(({ by }) => nameOf(by))));
      if (waited) this.#show(text('CADENCE.App.Foes.asks', { names: waited }));
      return false;
    }
    const mark = this.#mark();
    this.#show(text('CADENCE.App.Foes.thinks', { name: nameOf(own.by) }));
    const given = await this.#answerTo(fight, own, mark);
    if (mark !== this.#mark()) return true;
    if (given) await answer(host, own.key, given);
    // A question that no answer fits is left to the GM.
    if (openAsks(host).some(({ key, isAnswered }) => key === own.key && !isAnswered)) this.#left.add(own.key);
    return true;
  }

  async #answerTo(fight: LoadedEncounter, { ask, by }: UserAsk, mark: string): Promise<Answer | null> {
    const { open } = combatSystem(this.host);
    if (ask.kind === 'dice') return rollFoundryDice(ask.dice);
    if (!open) return null;
    const written = entriesOf(combatSystem(this.host), open.exchange);
    const exchange = { ...written, entries: unsealEntries(written.entries) };
    const thought: Thought = thoughtOf(fight, this.judge, by);
    const result = await this.#think({ kind: 'answer', exchange, ask, ...thought }, mark);
    return result?.kind === 'answer' ? result.answer : null;
  }

  async #think(task: Extract<Task, { kind: keyof typeof BUDGET }>, mark: string): Promise<TaskResult | null> {
    const run: TaskRun = startTask(this.judge.ruleset, task, BUDGET[task.kind]);
    return this.#untilDone(run.finished, () => run.stop(), mark);
  }

  async #pause(milliseconds: number, mark: string): Promise<void> {
    let end = (): void => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const timer = setTimeout(end, milliseconds);
    await this.#untilDone(over, end, mark);
    clearTimeout(timer);
  }

  /** @param interrupt called when the fight has changed or the GM has intervened */
  async #untilDone<T>(work: Promise<T>, interrupt: () => void, mark: string): Promise<T> {
    this.#markThought = mark;
    this.#interrupt = interrupt;
    try {
      return await work;
    } finally {
      this.#interrupt = () => {};
    }
  }
}
