import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Answer } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { rollDice } from '../../src/kernel/dice';
import { type Habits, plainClock, plainCommand, plainEnd, winnerOf } from '../support/plain-play';
import { DEMOS, demoWorld } from './demo-world';
import type { Combat, KnownEncounter, OpenAsk } from './documents';
import type { Tab } from './tab';
import { Table } from './table';
import type { DemoWorld, UserName } from './world';

/** A fight that takes longer than this never ends. */
const MOST_STEPS = 600;

/** What people plan before each round. */
const HABITS: Readonly<Record<string, Habits>> = { tempo: { plans: ['standard-attack', 'move'] } };

/** A question that a user had to answer. */
export interface Prompt {
  readonly user: string;
  readonly ask: string;
  readonly by: string;
  /** The answers that were possible; infinite if it was rolled or typed. */
  readonly answers: number;
  /** The number of the command that was under way. */
  readonly during: number;
}

/** A prepared fight, played by a GM and two players with the settings that a new world has. */
export class Evening {
  readonly prompts: Prompt[] = [];
  commands = 0;

  private constructor(
    readonly table: Table,
    private readonly name: string,
  ) {}

  static async open(ruleset: string, seed: number, other?: DemoWorld): Promise<Evening> {
    const present: readonly UserName[] = ['Gamemaster', 'Ann', 'Bob'];
    const world = other ?? (await demoWorld(ruleset));
    const evening = new Evening(await Table.open({ seed, world, present }), ruleset);
    await evening.opensDoors();
    return evening;
  }

  get gm(): Tab {
    return this.table.tabOf('Gamemaster');
  }
  combatAt = (tab: Tab): Combat => tab.page.game.combats.get(defined(DEMOS[this.name], 'a fight').combat);
  get combat(): Combat {
    return this.combatAt(this.gm);
  }
  get rules(): Ruleset {
    return this.gm.page.adapterOf(this.name).ruleset;
  }
  get encounter(): KnownEncounter {
    return this.gm.page.encounterOf(this.combat);
  }

  /** Nobody stays behind a door. */
  private async opensDoors(): Promise<void> {
    const [scene] = this.gm.page.game.scenes.contents;
    const doors = scene?.walls.contents.filter(({ door }) => door > 0) ?? [];
    this.gm.does('opens doors', () =>
      scene?.updateEmbeddedDocuments(
        'Wall',
        doors.map(({ id }) => ({ _id: id, ds: 1 })),
      ),
    );
    await this.table.settle();
  }

  /** Plays until only one side has fighters left. @returns that side */
  async play(): Promise<string> {
    await this.gives(this.gm, { do: defined(this.rules.clockCommands[0], 'a start'), by: 'gm' });
    while (this.commands < MOST_STEPS) {
      const winner = winnerOf(this.rules, this.encounter);
      if (winner !== null) return winner;
      await this.next();
    }
    throw new Error(`no end after ${MOST_STEPS} commands`);
  }

  /** The GM ends the encounter, also if foes might still wake up. */
  async end(): Promise<void> {
    const { endCommands } = this.rules.timing;
    for (const end of endCommands)
      if (this.combat.system.clock.phase !== this.rules.idle.phase)
        await this.gives(this.gm, { do: end, by: 'gm' }, { force: true });
  }

  /** One command: a fighter's, else the clock's. */
  private async next(): Promise<void> {
    const { rules, encounter } = this;
    const seats = this.table.tabs.map((tab) => ({ tab, seen: tab.page.encounterOf(this.combatAt(tab)) }));
    const whose = (tab: Tab) => Object.keys(encounter.fighters).filter((id) => this.playerOf(id) === tab);
    const finds: readonly (typeof plainCommand)[] = [plainCommand, plainEnd];
    for (const find of finds)
      for (const { tab, seen } of seats) {
        const command = find(rules, seen, whose(tab), HABITS[this.name]);
        if (command) return this.gives(tab, command);
      }
    await this.gives(this.gm, defined(plainClock(rules, encounter), `a command at ${JSON.stringify(encounter.clock)}`));
  }

  /** Returns the window of the fighter's player, or the GM's. */
  private playerOf(id: string): Tab {
    const combatant = (tab: Tab) => this.combatAt(tab).combatants.get(id);
    return this.table.tabs.find((tab) => tab !== this.gm && combatant(tab)?.isOwner) ?? this.gm;
  }

  /** Gives a command with a click, and answers until nothing is open. */
  private async gives(tab: Tab, command: Command, options: object = {}): Promise<void> {
    this.commands++;
    const { step } = this.combat.system;
    tab.does(command.do, () => tab.page.submit(this.combatAt(tab), command, options));
    await this.settle(command.do);
    const { commands: secret } = this.rules.secrets(this.encounter.settings);
    if (this.combat.system.step === step && !secret.includes(command.do))
      throw new Error(`${tab.user} cannot ${JSON.stringify(command)}`);
  }

  private async settle(during: string): Promise<void> {
    for (let rounds = 0; rounds < 200; rounds++) {
      await this.table.settle();
      const asked = this.table.tabs.flatMap((tab) => {
        const mine = tab.page.openAsks(this.combatAt(tab)).find(({ isMine, isAnswered }) => isMine && !isAnswered);
        return mine ? [{ tab, mine }] : [];
      })[0];
      if (!asked) return;
      this.answers(asked.tab, asked.mine);
    }
    throw new Error(`questions without end during ${during}`);
  }

  private answers(tab: Tab, { key, ask, by }: OpenAsk): void {
    const shown = defined(
      tab.page.windows.askedOf(this.combatAt(tab)).find((each) => each.key === key),
      `a prompt for ${ask.id}`,
    );
    const open = shown.options.filter(({ barred }) => !barred);
    const answers = shown.options.length === 0 ? Number.POSITIVE_INFINITY : open.length;
    this.prompts.push({ user: tab.user, ask: ask.id, by, answers, during: this.commands });
    const suggested = open.find(({ isSuggested }) => isSuggested) ?? open[0];
    const answer: Answer = suggested
      ? JSON.parse(suggested.answer)
      : ask.kind === 'dice'
        ? rollDice(ask.dice, this.table.die)
        : ask.kind === 'amount'
          ? [ask.min]
          : ['as agreed'];
    tab.does(`answers ${ask.id}`, () => tab.page.answer(this.combatAt(tab), key, answer));
  }
}
