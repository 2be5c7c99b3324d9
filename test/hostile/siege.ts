import type { Variants } from '@cadence/sandbox';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import { seededDie } from '../../src/kernel/rng';
import type { Combat, Message, Source } from '../headless/documents';
import type { Game } from '../headless/hands';
import { documentsAt } from '../headless/laws';
import type { Tab } from '../headless/tab';
import { Table } from '../headless/table';
import { COMBAT, fight, type UserName } from '../headless/world';
import { anyAnswer } from '../support/answer';
import { flagged, requestIn } from '../support/request';

/** How long a table may take to be opened on a busy machine. Milliseconds. */
export const OPENING = 60_000;

export const RULESETS = ['energy', 'tempo', 'seconds', 'slots', 'clash'];

/** The fighters of a table: three of players, two of the game master's. */
export const combatant = (at: number): string => `soakCombatant${at}`.padEnd(16, '0');
export const actor = (at: number): string => `soakActor${at}`.padEnd(16, '0');
export const token = (at: number): string => `soakToken${at}`.padEnd(16, '0');
export const [ANNS, BOBS, FOE] = [combatant(0), combatant(1), combatant(3)];
export { COMBAT };
export const SCENE = 'soakScene0000000';

/** What became of an attack: the server would not have it, or the referee said why not; `silence` where neither said anything. */
export type Fate = string;

const SILENCE = 'silence';

/** What the server says of a request, or of several as one. */
export interface Told {
  readonly error?: { readonly message: string };
  readonly result: readonly Source[];
}

/** A table whose encounter has begun, with a player who sends what no button sends. */
export class Siege {
  private constructor(
    readonly table: Table,
    readonly ruleset: string,
    /** Whether what is sent as a request goes out as a flag of an ordinary message. */
    private readonly isFlagged: boolean,
  ) {}

  static async open(
    ruleset: string,
    {
      settings = {},
      present = ['Gamemaster', 'Ann', 'Bob'] as readonly UserName[],
      seed = 1,
      variants = {} as Variants,
      isFlagged = false,
    } = {},
  ): Promise<Siege> {
    const world = await fight(ruleset, seededDie(seed));
    const told = { ...world, world: { ...world.world, settings: { ...world.world.settings, ...settings } } };
    const siege = new Siege(await Table.open({ seed, present, world: told, variants }), ruleset, isFlagged);
    const { gm } = siege;
    gm.does('starts', () => gm.hands.submit(siege.combat, { do: siege.rules.clockCommands[0], by: 'gm' }));
    await siege.table.settle();
    return siege;
  }

  tab(user: UserName): Tab {
    return this.table.tabOf(user);
  }
  get gm(): Tab {
    return this.tab('Gamemaster');
  }
  get ann(): Tab {
    return this.tab('Ann');
  }
  /** The encounter as the game master has it. */
  get combat(): Combat {
    return this.gm.hands.game.combats.get(COMBAT);
  }
  get rules(): Ruleset {
    return this.gm.hands.adapterOf(this.ruleset).ruleset;
  }
  get moment(): string {
    return this.rules.momentOf(this.combat.system.clock);
  }

  /** An intent as the system's own client would send it, for Ann's fighter, with something else about it. */
  intent(command: object, more: object = {}): object {
    const by = (command as { by?: string }).by ?? ANNS;
    const system = { combat: COMBAT, fighter: by, moment: this.moment, ask: null, answers: [], force: false };
    return { type: 'request', system: { ...system, command, ...more } };
  }

  /** An answer to an ask. */
  answer(ask: string, answers: unknown[], more: object = {}): object {
    return {
      type: 'request',
      system: { combat: COMBAT, fighter: ANNS, moment: '', command: null, ask, answers, ...more },
    };
  }

  /** Sends a message as it is, past the system's own code. Comes to what the server says of it. */
  sends(message: object, tab = this.ann): Promise<Told> {
    return tab.raw('modifyDocument', {
      type: 'ChatMessage',
      action: 'create',
      operation: { data: [this.isFlagged ? flagged(message) : message] },
    });
  }

  /** What became of a message the server has answered so. */
  fateOf({ error, result }: Told): Fate {
    if (error) return error.message;
    const said = this.gm.hands.game.messages.get(result[0]._id);
    if (!said) return requestIn(result[0]) ? 'taken' : SILENCE;
    return (
      requestIn(said)
        ?.refused?.map(({ id }) => id)
        .join() || SILENCE
    );
  }

  /** Sends a message and lets everything arrive. Comes to what became of it. */
  async says(message: object, tab = this.ann): Promise<Fate> {
    return (await this.saysAll([message], tab))[0];
  }

  /** The same for several at once. */
  async saysAll(messages: readonly object[], tab = this.ann): Promise<Fate[]> {
    const heard = messages.map((message) => this.sends(message, tab));
    await this.table.settle();
    // Slow enough for the referee, which limits how much a user may send.
    this.table.clock.now += 1000 * messages.length;
    return (await Promise.all(heard)).map((each) => this.fateOf(each));
  }

  /** Requests that nobody has refused or taken. */
  waiting(): Message[] {
    const { contents } = this.gm.hands.game.messages;
    return contents.filter((message) => requestIn(message) && !requestIn(message)?.refused?.length);
  }

  /** The ids of messages in the order in which they are refused or taken from now on. */
  watchFates(): string[] {
    const fates: string[] = [];
    const note = (id: string) => void fates.push(id);
    this.gm.hands.Hooks.on('updateChatMessage', ({ id }) => note(id));
    this.gm.hands.Hooks.on('deleteChatMessage', ({ id }) => note(id));
    return fates;
  }

  /** Asks the server to write something, as it is, and lets everything arrive. Comes to the server's own answer. */
  async writes(request: object, tab = this.ann): Promise<Told> {
    const heard = tab.raw<Told>('modifyDocument', request);
    await this.table.settle();
    return heard;
  }

  /** The same for several things as one. */
  async batch(operations: object[], tab = this.ann): Promise<Told> {
    const heard = tab.raw<Told>('modifyDocumentBatch', { operations });
    await this.table.settle();
    return heard;
  }

  /** What everybody keeps: the server, and the game master's tab. What players have said is left out, refused requests among it. */
  picture(): Record<'server' | 'gm', Record<string, Source | null>> {
    const { users } = this.gm.hands.game;
    const isSaid = (one: Source | null): boolean => one?.content !== undefined && !users.get(one.author)?.isGM;
    const kept = (all: ReadonlyMap<string, Source | null>) =>
      Object.fromEntries([...all].filter(([, one]) => !isSaid(one)));
    return { server: kept(this.table.stored()), gm: kept(documentsAt(this.gm)) };
  }

  /** Everybody throws and passes, until nobody is asked. */
  async calm(): Promise<void> {
    for (let asked = 0; this.combat.system.open && asked < 40; asked++)
      for (const tab of this.table.tabs) {
        const combat = tab.hands.game.combats.get(COMBAT);
        const mine = tab.hands.openAsks(combat).find((ask) => ask.mine);
        if (mine) tab.does('answers', () => tab.hands.answer(combat, mine.key, anyAnswer(mine.ask, this.table.die)));
        await this.table.settle();
      }
  }

  /** Something the game master does to the world, and everything that comes of it. */
  async gmDoes(deed: (game: Game) => unknown): Promise<void> {
    this.gm.does('does something', () => deed(this.gm.hands.game));
    await this.table.settle();
  }

  /** A command of the game master's, and everything that comes of it. */
  async commands(command: Command): Promise<void> {
    this.gm.does('commands', () => this.gm.hands.submit(this.combat, command, { force: true }));
    await this.table.settle();
  }
  async rewinds(): Promise<void> {
    this.gm.does('rewinds', () => this.gm.hands.rewindStep(this.combat));
    await this.table.settle();
  }
}
