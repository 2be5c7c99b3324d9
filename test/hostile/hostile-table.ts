import type { Variants } from '@cadence/sandbox';
import type { Command } from '../../src/encounter/command';
import type { Ruleset } from '../../src/encounter/ruleset';
import { seededDie } from '../../src/kernel/rng';
import type { Combat, Message, Source } from '../headless/documents';
import type { Game } from '../headless/game-page';
import { documentsAt } from '../headless/laws';
import type { Tab } from '../headless/tab';
import { Table } from '../headless/table';
import { COMBAT, fight, type UserName } from '../headless/world';
import { anyAnswer } from '../support/answer';
import { flagged, requestIn } from '../support/request';

/** The time limit for opening a table on a busy machine. Milliseconds. */
export const OPENING = 60_000;

export const RULESETS = ['energy', 'tempo', 'seconds', 'slots', 'clash'];

/** The fighters of a table: three of players, two of the GM's. */
export const combatant = (at: number): string => `soakCombatant${at}`.padEnd(16, '0');
export const actor = (at: number): string => `soakActor${at}`.padEnd(16, '0');
export const token = (at: number): string => `soakToken${at}`.padEnd(16, '0');
export const [ANNS, BOBS, FOE] = [combatant(0), combatant(1), combatant(3)];
export { COMBAT };
export const SCENE = 'soakScene0000000';

/** The result of an attack: the server's error, the referee's reason, or `silence` without either. */
export type Fate = string;

const SILENCE = 'silence';

/** The server's response to a request, or to several in a batch. */
export interface Told {
  readonly error?: { readonly message: string };
  readonly result: readonly Source[];
}

/** A table whose encounter has begun, with a player who sends what no button sends. */
export class HostileTable {
  private constructor(
    readonly table: Table,
    readonly ruleset: string,
    /** Whether requests are sent as flags of ordinary messages. */
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
  ): Promise<HostileTable> {
    const world = await fight(ruleset, seededDie(seed));
    const told = { ...world, world: { ...world.world, settings: { ...world.world.settings, ...settings } } };
    const hostile = new HostileTable(await Table.open({ seed, present, world: told, variants }), ruleset, isFlagged);
    const { gm } = hostile;
    gm.does('starts', () => gm.page.submit(hostile.combat, { do: hostile.rules.clockCommands[0], by: 'gm' }));
    await hostile.table.settle();
    return hostile;
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
  get combat(): Combat {
    return this.gm.page.game.combats.get(COMBAT);
  }
  get rules(): Ruleset {
    return this.gm.page.adapterOf(this.ruleset).ruleset;
  }
  get moment(): string {
    return this.rules.momentOf(this.combat.system.clock);
  }

  /** Returns a command as the system's own client would send it for Ann's fighter, with some fields changed. */
  intent(command: object, more: object = {}): object {
    const by = (command as { by?: string }).by ?? ANNS;
    const system = { combat: COMBAT, fighter: by, moment: this.moment, ask: null, answers: [], force: false };
    return { type: 'request', system: { ...system, command, ...more } };
  }

  answer(ask: string, answers: unknown[], more: object = {}): object {
    return {
      type: 'request',
      system: { combat: COMBAT, fighter: ANNS, moment: '', command: null, ask, answers, ...more },
    };
  }

  /** Sends a message unchanged, bypassing the system's code. Returns the server's response. */
  sends(message: object, tab = this.ann): Promise<Told> {
    return tab.raw('modifyDocument', {
      type: 'ChatMessage',
      action: 'create',
      operation: { data: [this.isFlagged ? flagged(message) : message] },
    });
  }

  /** Returns the fate of a message from the server's response. */
  fateOf({ error, result }: Told): Fate {
    if (error) return error.message;
    const said = this.gm.page.game.messages.get(result[0]._id);
    if (!said) return requestIn(result[0]) ? 'taken' : SILENCE;
    return (
      requestIn(said)
        ?.refused?.map(({ id }) => id)
        .join() || SILENCE
    );
  }

  /** Sends a message and delivers everything. Returns its fate. */
  async posts(message: object, tab = this.ann): Promise<Fate> {
    return (await this.saysAll([message], tab))[0];
  }

  async saysAll(messages: readonly object[], tab = this.ann): Promise<Fate[]> {
    const heard = messages.map((message) => this.sends(message, tab));
    await this.table.settle();
    // Slow enough for the referee's rate limit.
    this.table.clock.now += 1000 * messages.length;
    return (await Promise.all(heard)).map((each) => this.fateOf(each));
  }

  /** Returns requests that are neither refused nor accepted. */
  waiting(): Message[] {
    const { contents } = this.gm.page.game.messages;
    return contents.filter((message) => requestIn(message) && !requestIn(message)?.refused?.length);
  }

  /** Returns the ids of messages in the order in which they are refused or accepted from now on. */
  watchFates(): string[] {
    const fates: string[] = [];
    const note = (id: string) => void fates.push(id);
    this.gm.page.Hooks.on('updateChatMessage', ({ id }) => note(id));
    this.gm.page.Hooks.on('deleteChatMessage', ({ id }) => note(id));
    return fates;
  }

  /** Sends a write request unchanged and delivers everything. Returns the server's response. */
  async writes(request: object, tab = this.ann): Promise<Told> {
    const heard = tab.raw<Told>('modifyDocument', request);
    await this.table.settle();
    return heard;
  }

  async batch(operations: object[], tab = this.ann): Promise<Told> {
    const heard = tab.raw<Told>('modifyDocumentBatch', { operations });
    await this.table.settle();
    return heard;
  }

  /**
   * Returns the stored documents of the server and of the GM's tab, without players' messages such as refused requests.
   */
  picture(): Record<'server' | 'gm', Record<string, Source | null>> {
    const { users } = this.gm.page.game;
    const isSaid = (one: Source | null): boolean => one?.content !== undefined && !users.get(one.author)?.isGM;
    const kept = (all: ReadonlyMap<string, Source | null>) =>
      Object.fromEntries([...all].filter(([, one]) => !isSaid(one)));
    return { server: kept(this.table.stored()), gm: kept(documentsAt(this.gm)) };
  }

  /** Rolls and passes for all until no ask is open. */
  async calm(): Promise<void> {
    for (let asked = 0; this.combat.system.open && asked < 40; asked++)
      for (const tab of this.table.tabs) {
        const combat = tab.page.game.combats.get(COMBAT);
        const mine = tab.page.openAsks(combat).find((ask) => ask.isMine);
        if (mine) tab.does('answers', () => tab.page.answer(combat, mine.key, anyAnswer(mine.ask, this.table.die)));
        await this.table.settle();
      }
  }

  /** Runs a GM's change of the world and delivers everything that follows. */
  async gmDoes(deed: (game: Game) => unknown): Promise<void> {
    this.gm.does('does something', () => deed(this.gm.page.game));
    await this.table.settle();
  }

  /** Plays a command of the GM's and delivers everything that follows. */
  async commands(command: Command): Promise<void> {
    this.gm.does('commands', () => this.gm.page.submit(this.combat, command, { force: true }));
    await this.table.settle();
  }
  async rewinds(): Promise<void> {
    this.gm.does('rewinds', () => this.gm.page.rewindStep(this.combat));
    await this.table.settle();
  }
}
