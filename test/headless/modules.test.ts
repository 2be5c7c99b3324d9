import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Combat } from './documents';
import { Party } from './party';
import type { Tab } from './tab';

/** The round and turn of a combat. */
interface Moment {
  readonly round: number;
  readonly turn?: number | null;
}

/** Options of an update that moves a combat forward or back. */
interface Going {
  readonly direction: number;
  readonly worldTime: { readonly delta: number };
}

/** What a package would see of a fight: hooks in every tab, and on the GM's tab also the methods it may extend. */
class Listener {
  private readonly heard = new Map<string, string[]>();

  constructor(private readonly party: Party) {
    for (const [at, tab] of party.table.tabs.entries()) this.listen(tab, WHO[at]);
    this.wrap(party.gm);
  }

  private note(who: string, what: string): void {
    const heard = this.heard.get(who) ?? [];
    heard.push(what);
    this.heard.set(who, heard);
  }

  /** Registers for the hooks of core's combat on each client. */
  private listen(tab: Tab, who: string): void {
    const hear = <Args extends unknown[]>(hook: string, told: (...args: Args) => string) =>
      tab.page.Hooks.on(hook, (...args: Args) => this.note(who, `${hook} ${told(...args)}`));
    hear('combatStart', (_combat: Combat, data: Moment) => at(data));
    hear(
      'combatRound',
      (_combat: Combat, data: Moment, { direction, worldTime }: Going) =>
        `${at(data)} by ${direction}, ${worldTime.delta} s`,
    );
    hear('combatTurn', (_combat: Combat, data: Moment, { direction }: Going) => `${at(data)} by ${direction}`);
    hear(
      'combatTurnChange',
      (_combat: Combat, prior: Moment, current: Moment) => `from ${at(prior)} to ${at(current)}`,
    );
    hear('updateWorldTime', (time: number) => `${time}`);
  }

  private wrap({ page }: Tab): void {
    const { combat } = this.party;
    for (const name of ['_onStartRound', '_onEndRound', '_onStartTurn', '_onEndTurn'])
      Object.assign(combat, {
        [name]: async (...args: unknown[]) => this.note('GM', `${name} ${at(args.at(-1) as Moment)}`),
      });
    const { registry } = page.CONFIG.ActiveEffect.documentClass;
    const { refresh } = registry;
    registry.refresh = (event: string, context: object) => {
      if (event !== 'updateWorldTime') this.note('GM', `refresh ${event}`);
      return refresh.call(registry, event, context);
    };
  }

  /** Returns what each client has heard during a callback. */
  async of(deed: () => unknown): Promise<Record<string, string>> {
    this.heard.clear();
    await deed();
    await this.party.table.settle();
    return Object.fromEntries(WHO.map((who) => [who, counted(timeLast(this.heard.get(who) ?? [])).join('\n')]));
  }
}

/** The world time is a setting: the server decides whether its change arrives before or after the step. */
const timeLast = (lines: readonly string[]): string[] =>
  lines.toSorted((a, b) => Number(a.startsWith('updateWorldTime')) - Number(b.startsWith('updateWorldTime')));

const WHO = ['GM', 'Ann', 'Bob'];

const at = ({ round, turn }: Moment): string => (turn === undefined ? `${round}` : `${round}/${turn ?? '-'}`);

/** Repeated lines are written once, with a count. */
function counted(lines: readonly string[]): string[] {
  const groups: [string, number][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.[0] === line) last[1]++;
    else groups.push([line, 1]);
  }
  return groups.map(([line, times]) => (times > 1 ? `${line} × ${times}` : line));
}

/** The part that all clients hear. */
const everybodys = (heard: string): string =>
  heard
    .split('\n')
    .filter((line) => /^(combatTurnChange|updateWorldTime)/.test(line))
    .join('\n');

const lines = (text: TemplateStringsArray, ...values: unknown[]): string =>
  String.raw(text, ...values)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');

const NEXT_TURN = lines`
  combatTurn 1/1 by 1
  _onEndTurn 1/0
  refresh turnEnd
  _onStartTurn 1/1
  refresh turnStart
  combatTurnChange from 1/0 to 1/1`;

const STARTED_FIRST_TURN_LATER = lines`
  combatStart 1/-
  _onStartRound 1
  refresh roundStart
  refresh combatStart
  combatTurnChange from 0/- to 1/-
  combatTurn 1/0 by 1
  _onStartTurn 1/0
  refresh turnStart
  combatTurnChange from 1/- to 1/0`;

const nextRoundWithTurns = (seconds: number) => lines`
  combatRound 2/0 by 1, ${seconds} s
  _onEndTurn 1/4
  refresh turnEnd
  _onEndRound 1
  refresh roundEnd
  _onStartRound 2
  refresh roundStart
  _onStartTurn 2/0
  refresh turnStart
  combatTurnChange from 1/4 to 2/0
  updateWorldTime ${seconds}`;

const backWithTurns = (seconds: number) => lines`
  combatRound 1/4 by -1, -${seconds} s
  refresh combatRewind
  combatTurnChange from 2/0 to 1/4
  updateWorldTime 0`;

const againWithTurns = (seconds: number) => lines`
  combatRound 2/0 by 1, ${seconds} s
  refresh turnEnd
  refresh roundEnd
  refresh roundStart
  refresh turnStart
  combatTurnChange from 1/4 to 2/0
  updateWorldTime ${seconds}`;

const END_WITH_TURNS = lines`
  refresh combatEnd
  combatTurnChange from 2/0 to 0/-`;

const STARTED_WITHOUT_TURNS = lines`
  combatStart 1/-
  _onStartRound 1
  refresh roundStart
  refresh turnStart
  refresh combatStart
  combatTurnChange from 0/- to 1/-`;

const nextRoundWithoutTurns = (seconds: number) => lines`
  combatRound 2/- by 1, ${seconds} s
  refresh turnEnd
  _onEndRound 1
  refresh roundEnd
  _onStartRound 2
  refresh roundStart
  refresh turnStart
  combatTurnChange from 1/- to 2/-
  updateWorldTime ${seconds}`;

const backWithoutTurns = (seconds: number) => lines`
  combatRound 1/- by -1, -${seconds} s
  refresh combatRewind
  combatTurnChange from 2/- to 1/-
  updateWorldTime 0`;

const againWithoutTurns = (seconds: number) => lines`
  combatRound 2/- by 1, ${seconds} s
  refresh turnEnd
  refresh roundEnd
  refresh roundStart
  refresh turnStart
  combatTurnChange from 1/- to 2/-
  updateWorldTime ${seconds}`;

const END_WITHOUT_TURNS = lines`
  refresh combatEnd
  combatTurnChange from 2/- to 0/-`;

interface Heard {
  readonly start: string;
  readonly turn?: string;
  readonly round: string;
  readonly back: string;
  readonly again: string;
  readonly end: string;
}

const withTurns = (seconds: number, start: string): Heard => ({
  start,
  turn: NEXT_TURN,
  round: nextRoundWithTurns(seconds),
  back: backWithTurns(seconds),
  again: againWithTurns(seconds),
  end: END_WITH_TURNS,
});

const withoutTurns = (seconds: number): Heard => ({
  start: STARTED_WITHOUT_TURNS,
  round: nextRoundWithoutTurns(seconds),
  back: backWithoutTurns(seconds),
  again: againWithoutTurns(seconds),
  end: END_WITHOUT_TURNS,
});

/** What the GM's client hears of a short encounter, in each ruleset. */
const HEARD: Readonly<Record<string, Heard>> = {
  seconds: withTurns(
    3,
    lines`
      combatStart 1/0
      _onStartRound 1
      refresh roundStart
      _onStartTurn 1/0
      refresh turnStart
      refresh combatStart
      combatTurnChange from 0/- to 1/0`,
  ),
  slots: withTurns(6, STARTED_FIRST_TURN_LATER),
  clash: withTurns(6, STARTED_FIRST_TURN_LATER),
  energy: withoutTurns(5),
  tempo: withoutTurns(6),
};

describe.each(Object.entries(HEARD))('a package that is unaware of %s', (ruleset, heard) => {
  let party: Party;
  let listener: Listener;

  beforeAll(async () => {
    party = await Party.open(ruleset);
    listener = new Listener(party);
  });
  afterAll(() => party?.table.close());

  const onward = () => party.play(party.onward()[0]);

  /** All clients hear the same broadcasts, and players hear nothing else. */
  async function expectHeard(deed: () => unknown, expected: string): Promise<void> {
    const told = await listener.of(deed);
    expect(told.GM).toBe(expected);
    for (const player of ['Ann', 'Bob']) expect(told[player]).toBe(everybodys(expected));
  }

  it("hears the same hooks as with core's combat", async () => {
    await expectHeard(() => party.start(), heard.start);
    if (heard.turn) await expectHeard(onward, heard.turn);
    const isLast = () => party.combat.turn === 4 || !heard.turn;
    for (let times = 0; times < 10 && !isLast(); times++) await onward();
    // In tempo the count advances within the round, without any hooks.
    await expectHeard(async () => {
      for (let times = 0; times < 40 && party.combat.round < 2; times++) await onward();
    }, heard.round);
    await expectHeard(() => party.done(party.gm, () => party.gm.page.rewindStep(party.combat)), heard.back);
    await expectHeard(() => party.done(party.gm, () => party.gm.page.redoStep(party.combat)), heard.again);
    await expectHeard(() => party.play({ do: 'end', by: 'gm' }), ruleset === 'tempo' ? '' : heard.end);
    if (ruleset === 'tempo') await expectHeard(() => party.play({ do: 'close', by: 'gm' }), heard.end);
    expect(party.table.faults).toEqual([]);
  });
});
