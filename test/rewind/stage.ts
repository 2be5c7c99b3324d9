import { idFromName } from '@cadence/sandbox/testing';
import type { Command } from '../../src/encounter/command';
import type { Effect } from '../../src/encounter/effect';
import { effectsOf } from '../../src/encounter/exchange';
import { beginExchange, runUntilBlocked } from '../../src/encounter/play';
import type { Encounter, Ground } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import type { HistoryStep, OpenAsk } from '../../src/foundry/stored/systems';
import type { Answer, InputAsk, PlaceAsk } from '../../src/kernel/ask';
import { deepEqual } from '../../src/kernel/deep-equal';
import { defined } from '../../src/kernel/defined';
import { type Dice, rollDice } from '../../src/kernel/dice';
import { RULESETS } from '../../src/rulesets/index';
import type { Combat } from '../headless/documents';
import type { GamePage } from '../headless/game-page';
import { Table } from '../headless/table';
import { UNHURRIED, USERS, type UserName } from '../headless/world';
import { readCommand } from '../support/scenario/command';
import { encounterOf, type Gear } from '../support/scenario/encounter';
import { answerTo, cutIns } from '../support/scenario/play';
import type { Scenario, Step } from '../support/scenario/scenario';
import { difference } from './difference';
import { type Adapter, type Cast, castOf, OVERRIDES } from './documents';

/** An empty world in which the game master is the first to connect. */
export async function openStage(present: readonly UserName[] = ['Gamemaster']): Promise<Table> {
  const world = { title: 'stage', users: USERS, settings: UNHURRIED };
  const content = { actors: [], scenes: [], combats: [] };
  const table = await Table.open({ seed: 1, present, world: { world, content } });
  for (const { page } of table.tabs)
    for (const ruleset of Object.keys(RULESETS)) readOverrides(page.adapterOf(ruleset));
  return table;
}

function readOverrides(adapter: { baseOf: Adapter['baseOf'] }): void {
  const { baseOf } = adapter;
  adapter.baseOf = (actor) => {
    const overrides = (actor.flags as Record<string, object>)[OVERRIDES] ?? {};
    return { ...baseOf(actor), ...(Object.keys(overrides).length > 0 && { overrides }) };
  };
}

/** An input in a step: an answer to an ask, or a command without one. */
type Given = { readonly ask: InputAsk; readonly answer: Answer } | { readonly command: Command };

/** A scenario at a table and, in parallel, in the rules alone. Both must reach the same state. */
export class Staging {
  private readonly newId = makeCountingIds('new-');
  private readonly set = new Map<string, unknown>();

  private constructor(
    readonly table: Table,
    readonly scenario: Scenario,
    readonly adapter: Adapter,
    /** The encounter in the rules alone. */
    private readonly told: Encounter,
    readonly cast: Cast,
  ) {}

  static async begin(table: Table, scenario: Scenario, gear: Gear): Promise<Staging> {
    const adapter: Adapter = table.tabs[0].page.adapterOf(scenario.ruleset.text());
    const told = encounterOf(scenario, adapter.ruleset, gear);
    const cast = castOf(scenario, told, adapter, idFromName('Ann'));
    const staging = new Staging(table, scenario, adapter, told, cast);
    await staging.setUp();
    return staging;
  }

  get page(): GamePage {
    return this.table.tabs[0].page;
  }

  get combat(): Combat {
    return this.page.game.combats.get(this.cast.combat);
  }

  private async setUp(): Promise<void> {
    // What cuts in before a die needs that it is not rolled at once.
    await this.does(() => this.page.game.settings.set('cadence', 'autoThrow', 'never'));
    for (const [key, value] of Object.entries(this.scenario.settings)) {
      const path = `${this.adapter.ruleset.id}.${key}`;
      this.set.set(path, this.page.game.settings.get('cadence', path));
      await this.does(() => this.page.game.settings.set('cadence', `${this.adapter.ruleset.id}.${key}`, value));
    }
    await this.batch(
      Object.entries(this.cast.documents).map(([documentName, data]) => ({
        action: 'create',
        documentName,
        data,
        keepId: true,
      })),
    );
    // The core state that the step before the scenario would have written.
    const { adapterOf, coreState, encounterOf } = this.page;
    const state = coreState(this.combat, adapterOf(this.adapter.ruleset.id), encounterOf(this.combat));
    await this.does(() => this.combat.update(state, { turnEvents: false }));
  }

  /** Deletes everything it has created in the world. */
  async end(): Promise<void> {
    const { game } = this.page;
    const there = { ChatMessage: game.messages, Combat: game.combats, Scene: game.scenes, Actor: game.actors };
    await this.batch(
      Object.entries(there).flatMap(([documentName, collection]) => {
        const ids = collection.contents.map(({ id }) => id);
        return ids.length > 0 ? [{ action: 'delete', documentName, ids }] : [];
      }),
    );
    for (const [path, before] of this.set) await this.does(() => this.page.game.settings.set('cadence', path, before));
  }

  private batch = (operations: object[]): Promise<void> =>
    this.does(() => this.page.foundry.documents.modifyBatch(operations));

  /** Does something at the table and delivers all messages that follow. Time stands still. */
  async does(deed: () => Promise<unknown>): Promise<void> {
    let error: unknown = null;
    deed().catch((thrown) => {
      error = thrown;
    });
    for (;;) {
      await this.table.idle();
      const [first] = this.table.pending();
      if (!first) break;
      await this.table.deliver(first);
    }
    if (error) throw error;
  }

  /**
   * Plays a step of the script in the rules alone and at the table.
   * @param heard called after each committed step
   */
  async play(step: Step, heard: () => void): Promise<void> {
    if (step.stat.length > 0) throw new Error('what is entered on a sheet is no step, and no rewind takes it back');
    if (!step.do || step.refused) return;
    const { ruleset } = this.adapter;
    // The command as the referee records it.
    const command = ruleset.withItem(this.told, readCommand(step.do, this.told, ruleset));
    const play = beginExchange(ruleset, this.told, command, this.newId);
    const prepared = { dice: [...step.dice], choices: [...step.choose], answers: [...step.answers] };
    const given: Given[] = [];
    let answered = 0;
    runUntilBlocked(play, () => {
      given.push(...cutIns(prepared.answers, this.told, ruleset, play, answered).map((each) => ({ command: each })));
      const { open } = play.run;
      const answer = open && answerTo(open, prepared, this.told, ruleset);
      if (answer) {
        given.push({ ask: structuredClone(open), answer: answer.answer });
        answered++;
      }
      return answer;
    });
    if (play.run.open) throw new Error(`line ${step.source.line}: the rules still ask ${play.run.open.id}`);
    await this.atTheTable(command, given, heard);
    this.recognize(play.table.effects);
  }

  private async atTheTable(command: Command, given: readonly Given[], heard: () => void): Promise<void> {
    this.load(given.flatMap((each) => ('ask' in each ? facesOf(each.ask, each.answer) : [])));
    let { step } = this.combat.system;
    const listen = () => {
      if (this.combat.system.step === step) return;
      step = this.combat.system.step;
      heard();
    };
    const submit = (said: Command) =>
      this.does(() => this.page.submit(this.combat, this.cast.names.long(said), { force: true }));
    await submit(command);
    listen();
    for (const each of given) {
      if ('command' in each) {
        await submit(each.command);
        listen();
        continue;
      }
      const { ask, answer } = each;
      if (!this.isAsked(ask)) continue;
      const keys = this.openKeys();
      while (keys.some((key) => this.openKeys().includes(key))) {
        const part = this.page.openAsks(this.combat).find(({ isAnswered }) => !isAnswered);
        if (!part) break;
        await this.does(() => this.answers(part, this.partOf(part, ask, answer)));
        if (this.page.openAsks(this.combat).some(({ key, isAnswered }) => key === part.key && !isAnswered))
          throw new Error(`${ask.id} is not answered: ${this.table.log.at(-1)}`);
        listen();
      }
    }
    if (this.combat.system.open)
      throw new Error(`the table still asks ${JSON.stringify(this.combat.system.open.asks).slice(0, 300)}`);
  }

  /** Accepting a free offer is an ordinary command. */
  private answers({ key }: OpenAsk, answer: Answer): Promise<void> {
    const [command] = answer;
    return typeof command === 'object' && command !== null && 'do' in command
      ? this.page.submit(this.combat, this.cast.names.long(command as Command), { force: true })
      : this.page.answer(this.combat, key, answer);
  }

  private openKeys = (): string[] => this.page.openAsks(this.combat).map(({ key }: OpenAsk) => key);

  private isAsked(ask: InputAsk): boolean {
    const { open } = this.combat.system;
    const asked = open?.asks.map(({ ask }: OpenAsk) => ask.id) ?? [];
    const ids = ask.kind === 'all' ? ask.asks.map(({ id }) => id) : [ask.id];
    return asked.some((id: string) => ids.includes(id));
  }

  /** The part of an answer that belongs to one responder. */
  private partOf({ ask: part }: OpenAsk, ask: InputAsk, answer: Answer): Answer {
    const { names } = this.cast;
    if (ask.kind === 'offer' && part.kind === 'offer')
      return [answer[ask.candidates.findIndex(({ by }) => names.idOf(by) === part.candidates[0].by)]];
    if (ask.kind === 'all') {
      const at = ask.asks.findIndex(({ id, by }) => 'by' in part && id === part.id && names.idOf(by) === part.by);
      return this.partOf({ key: '', ask: part }, ask.asks[at], answer[at] as Answer);
    }
    if (ask.kind === 'choice' && part.kind === 'choice') {
      const [named] = names.long(answer);
      const isThere = part.options.some(({ id }) => id === named);
      return [isThere ? named : part.options[ask.options.findIndex(({ id }) => id === answer[0])].id];
    }
    if (ask.kind === 'place')
      return [(part as PlaceAsk).places[ask.places.findIndex((place) => deepEqual(place, answer[0]))]];
    return answer;
  }

  /** Fixes the next dice of the table. */
  private load(faces: readonly { face: number; of: number }[]): void {
    const left = [...faces];
    this.page.CONFIG.Dice.randomUniform = () => {
      const { face, of } = left.shift() ?? { face: 1, of: 1 };
      return 1 - (face - 0.5) / of;
    };
  }

  /** Gives ids created on both sides the same name at the table. */
  private recognize(effects: readonly Effect[]): void {
    const { history, cursor } = this.combat.system;
    const exchange = history[cursor]?.exchange;
    const steps = Object.values(history as Record<string, HistoryStep>).filter((each) => each.exchange === exchange);
    const done = effectsOf(steps.flatMap(({ entries }) => entries));
    const makes = (effect: Effect) => effect.kind === 'condition-added' || effect.kind === 'item-transferred';
    const made = (effect: Effect) =>
      effect.kind === 'condition-added'
        ? effect.condition.key
        : effect.kind === 'item-transferred'
          ? effect.newItem
          : '';
    const ids = done.filter(makes).map(made);
    for (const [at, effect] of effects.filter(makes).entries())
      if (ids[at]) this.cast.names.isCalled(ids[at], made(effect));
  }

  async rewind(): Promise<void> {
    await this.does(() => this.page.rewindStep(this.combat));
  }

  async redo(): Promise<void> {
    await this.does(() => this.page.redoStep(this.combat));
  }

  /** The first difference between documents and rules in one line, or null. */
  differs({ stats }: { stats: boolean }): string | null {
    const read = comparable(this.cast.names.short(this.page.encounterOf(this.combat)), stats);
    return difference(comparable(this.told, stats), read);
  }
}

function facesOf(ask: InputAsk, answer: Answer): { face: number; of: number }[] {
  // Responders that roll at the same time take turns, one die each.
  if (ask.kind === 'all') return inTurns(ask.asks.map((part, at) => facesOf(part, answer[at] as Answer)));
  if (ask.kind !== 'dice') return [];
  const faces: { face: number; of: number }[] = [];
  const left = [...(answer as number[])];
  rollDice(ask.dice as Dice, (of) => {
    const face = defined(left.shift(), 'a face');
    faces.push({ face, of });
    return face;
  });
  return faces;
}

const inTurns = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();

/** Without the settings: only the table has all of them. */
function comparable({ clock, fighters, ground }: Encounter, withStats: boolean) {
  const sorted = Object.fromEntries(
    Object.entries(fighters).map(([id, fighter]) => [
      id,
      {
        ...fighter,
        stats: withStats && fighter.stats,
        state: { ...fighter.state, ready: null },
      },
    ]),
  );
  // Scenario files have no pixels.
  const { pixel: _, ...drawn } = ground;
  return JSON.parse(JSON.stringify({ clock, fighters: sorted, ground: { ...drawn, difficult: squaresOf(ground) } }));
}

/** Difficult ground square by square, because documents merge adjacent squares. */
function squaresOf({ difficult = [], cell }: Ground): string[] {
  const squares = difficult.flatMap(({ x, y, width, height }) =>
    Array.from({ length: Math.round(height / cell) }, (_, row) =>
      Array.from(
        { length: Math.round(width / cell) },
        (_, column) => `${x - width / 2 + (column + 0.5) * cell} ${y - height / 2 + (row + 0.5) * cell}`,
      ),
    ).flat(),
  );
  return squares.sort();
}
