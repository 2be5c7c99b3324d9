import type { Variants } from '@cadence/sandbox';
import { expect } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import { type Answer, type InputAsk, PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import { requestIn } from '../support/request';
import type { Combat, KnownEncounter, OpenAsk } from './documents';
import type { Globals } from './game-page';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight, idOf, type UserName } from './world';

/** Token numbers: three heroes, each with a player, and two unlinked foes of one actor. */
export const [ANN, BOB, CAL, FOE, LAST] = [0, 1, 2, 3, 4] as const;

/**
 * The fighters, a command that asks a hero's player for a die, and a command that gives a foe a turn if the clock does
 * not.
 */
export const GAMES: Readonly<Record<string, { cast: string[]; asks: Partial<Command>; turn?: Partial<Command> }>> = {
  energy: { cast: ['Mira', 'Kor', 'Bram', 'Goblin', 'Wolf'], asks: { do: 'melee-attack' } },
  clash: { cast: ['Wystan', 'Ysolde', 'Bertram', 'Hill gnoll', 'Marsh goblin'], asks: { do: 'attack-basic-melee' } },
  slots: { cast: ['Rowena', 'Quill', 'Sister Maud', 'Hill gnoll', 'Wolf'], asks: { do: 'primary-attack' } },
  seconds: { cast: ['Mira', 'Kor', 'Bram', 'Goblin', 'Wolf'], asks: { do: 'attack' } },
  tempo: {
    cast: ['Ailsa', 'Corin', 'Maelis', 'Hill raider', 'Gutter rat'],
    asks: { do: 'skill-roll', options: { attribute: 'dex' } },
    turn: { do: 'turn', options: { action: 'shift' } },
  },
};

export const MASTER = { gm: true, owns: [], targets: [] };

/** An encounter of any ruleset, with helpers that bring its fighters into a situation. */
export class Party {
  private readonly die = seededDie(7);

  private constructor(
    readonly table: Table,
    readonly ruleset: string,
  ) {}

  /**
   * @param present the connected users, a GM first; none rolls dice automatically
   * @param company the number of additional foes
   */
  static async open(
    ruleset: string,
    present: readonly UserName[] = ['Gamemaster', 'Ann', 'Bob'],
    variants: Variants = {},
    breaks?: (globals: Globals) => void,
    company = 0,
  ): Promise<Party> {
    const world = await fight(ruleset, seededDie(3), GAMES[ruleset].cast);
    const [[{ tokens = [] }], [{ combatants = [] }]] = [world.content.scenes, world.content.combats];
    for (const all of [tokens, combatants]) all[LAST].actorId = all[FOE].actorId;
    for (let at = LAST + 1; at <= LAST + company; at++) {
      const tokenId = idOf('Token', at);
      tokens.push({ ...tokens[LAST], _id: tokenId, y: 1200 });
      combatants.push({ ...combatants[LAST], _id: idOf('Combatant', at), tokenId });
    }
    const party = new Party(
      await Table.open({ seed: 3, present, world, variants, ...(breaks && { breaks }) }),
      ruleset,
    );
    for (const tab of party.table.tabs) await tab.page.game.settings.set('cadence', 'autoThrow', 'never');
    await party.table.settle();
    return party;
  }

  get gm(): Tab {
    return this.table.tabs[0];
  }
  combatAt = (tab: Tab, id = COMBAT): Combat => tab.page.game.combats.get(id);
  get combat(): Combat {
    return this.combatAt(this.gm);
  }
  get rules(): Ruleset {
    return this.gm.page.adapterOf(this.ruleset).ruleset;
  }
  rulesOf = (id: string): Ruleset => this.gm.page.adapterOf(this.combatAt(this.gm, id).type).ruleset;
  encounterAt = (id = COMBAT): KnownEncounter => this.gm.page.encounterOf(this.combatAt(this.gm, id));
  get encounter(): KnownEncounter {
    return this.encounterAt();
  }

  /** Returns the combatant of a token number; a combatant added again has a new id. */
  of = (token: number): string => this.combat.combatants.find(({ tokenId }) => tokenId === idOf('Token', token))?.id;
  tokenOf = (fighter: string): number =>
    defined(
      [ANN, BOB, CAL, FOE, LAST].find((token) => this.of(token) === fighter),
      'a token',
    );

  /** Delivers all messages; no time passes. */
  arrive = async (): Promise<void> => {
    await this.table.idle();
    for (let [first] = this.table.pending(); first; [first] = this.table.pending()) await this.table.deliver(first);
  };
  async done(tab: Tab, action: () => unknown): Promise<void> {
    tab.does('does', action);
    await this.arrive();
  }
  send(tab: Tab, command: Command, id = COMBAT): Promise<void> {
    return this.done(tab, () => tab.page.submit(this.combatAt(tab, id), command, { force: true }));
  }
  heard(tab: Tab, from = 0): string {
    const prefix = `${tab.user} reads`;
    return this.table.log
      .slice(from)
      .filter((line) => line.startsWith(prefix))
      .join('\n');
  }
  refusals(): string[] {
    return this.gm.page.game.messages.contents
      .flatMap((message) => requestIn(message) ?? [])
      .flatMap(({ refused = [] }) => refused.map(({ id }) => id));
  }

  async answerAll(id = COMBAT, until = (): unknown => false): Promise<void> {
    const { gm } = this;
    const waiting = (): readonly OpenAsk[] => gm.page.openAsks(this.combatAt(gm, id));
    let times = 0;
    for (let asks = waiting(); asks.length > 0 && !until(); asks = waiting()) {
      if (times++ > 60) throw new Error(`asks stay open: ${asks.map(({ key, ask }) => `${key} ${ask.id}`)}`);
      for (const { key, ask } of asks.filter(({ isAnswered }) => !isAnswered))
        gm.does('answers', () => gm.page.answer(this.combatAt(gm, id), key, this.answerTo(ask)));
      await this.arrive();
    }
  }

  /** Passes on offers, which ends the exchange sooner. */
  answerTo = (ask: InputAsk): Answer => (ask.kind === 'offer' ? [PASS] : anyAnswer(ask, this.die));

  async play(command: Command, id = COMBAT, until = (): unknown => false): Promise<void> {
    await this.send(this.gm, command, id);
    await this.answerAll(id, until);
  }

  start(id = COMBAT): Promise<void> {
    return this.play({ do: this.rulesOf(id).clockCommands[0], by: 'gm' }, id);
  }

  /** Returns the tracker's clock commands that do not end the encounter. */
  onward(id = COMBAT): Command[] {
    return this.rulesOf(id)
      .views.tracker(this.encounterAt(id), MASTER)
      .controls.filter(({ whyNot }) => whyNot.length === 0)
      .map(({ command }) => command)
      .filter(({ do: verb }: Command) => !/^(end|close|end-scene)$/.test(verb));
  }

  /** Returns true if some button of a fighter is possible now. */
  mayAct(fighter: string): boolean {
    const { views } = this.rules;
    const { groups, itemActions } = views.sheet(this.encounter, this.encounter.fighters[fighter], MASTER);
    const row = views.tracker(this.encounter, MASTER).rows.find(({ id }) => id === fighter);
    const buttons = [row?.actions ?? [], ...groups.map(({ actions }) => actions), ...Object.values(itemActions)].flat();
    return buttons.some(({ whyNot }) => whyNot.length === 0);
  }

  /** Advances to this hero's turn, if the clock has turns. */
  async untilTurn(fighter: string): Promise<void> {
    const { turn: hasTurns } = this.encounter.clock;
    for (let moves = 0; moves < 12 && hasTurns && this.encounter.clock.turn !== fighter; moves++)
      await this.play(this.onward()[0]);
  }

  /** Returns the command that asks a hero's player for a die. */
  asking = (fighter: string, at: string): Command => ({ ...GAMES[this.ruleset].asks, by: fighter, at }) as Command;

  /** Plays that command and returns the open ask. */
  async untilAsked(fighter: string): Promise<OpenAsk> {
    await this.untilTurn(fighter);
    await this.play(this.asking(fighter, this.of(FOE)), COMBAT, () => this.askOf(fighter));
    expect(this.askOf(fighter), this.heard(this.gm)).toBeDefined();
    return defined(this.askOf(fighter), 'an ask');
  }

  askOf = (fighter: string): OpenAsk | undefined =>
    this.gm.page.openAsks(this.combat).find(({ by, isAnswered }) => by === fighter && !isAnswered);

  remove(token: number): Promise<void> {
    return this.done(this.gm, () => this.combat.combatants.get(this.of(token)).delete());
  }
  add(token: number): Promise<void> {
    return this.done(this.gm, () => {
      const scene = this.gm.page.game.scenes.contents[0];
      const { id, actorId } = scene.tokens.get(idOf('Token', token));
      return this.combat.createEmbeddedDocuments('Combatant', [{ tokenId: id, actorId, sceneId: scene.id }]);
    });
  }

  names(): string[] {
    return this.rules.views
      .tracker(this.encounter, MASTER)
      .rows.map(({ id }) => id)
      .sort();
  }

  async judge(): Promise<void> {
    await this.table.judge({ sameCompany: false });
    expect(this.table.faults).toEqual([]);
    // Removes the observer that judging added.
    defined(this.table.tabs.pop(), 'a tab').leave();
  }
}
