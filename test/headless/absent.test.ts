import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { seededDie } from '../../src/kernel/rng';
import type { OpenAsk } from './documents';
import { plain } from './drawn';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight, type UserName } from './world';

const [MIRA, KOR, BRAM, GOBLIN] = [0, 1, 2, 3].map((at) => `soakCombatant${at}`.padEnd(16, '0')) as [
  string,
  string,
  string,
  string,
];

/**
 * GMs and players may connect and disconnect at any moment. Energy asks most; the referee logic is shared by all
 * rulesets.
 */
describe('when users are absent', () => {
  let table: Table;
  let gm: Tab;
  let second: Tab;
  let ann: Tab;
  let bob: Tab;

  beforeAll(async () => {
    const cast = ['Mira', 'Kor', 'Bram', 'Goblin', 'Wolf'];
    const present = ['Gamemaster', 'Second', 'Ann', 'Bob'] as const;
    table = await Table.open({ seed: 5, present, world: await fight('energy', seededDie(5), cast) });
    [gm, second, ann, bob] = table.tabs as [Tab, Tab, Tab, Tab];
    // Every roll of theirs is an ask that waits.
    for (const tab of table.tabs) await tab.page.game.settings.set('cadence', 'autoThrow', 'never');
    await play(gm, { do: 'start', by: 'gm' });
    await answerAll();
    // The start is never undone: a test ends what it begins.
    begun = combatAt(gm).system.cursor;
  });
  afterAll(() => table?.close());

  let begun: number;
  afterEach(async () => {
    expect(table.faults).toEqual([]);
    for (const tab of table.tabs.splice(4)) tab.leave();
    for (const tab of table.tabs) if (!tab.isThere) tab.reload();
    await arrive();
    await done(gm, () => gm.page.takeReferee(combatAt(gm)));
    const { messages } = gm.page.game;
    const requests = messages.contents.filter(({ type }) => type === 'request');
    for (const request of requests) await done(gm, () => request.delete());
    while (combatAt(gm).system.cursor > begun) await done(gm, () => gm.page.rewindStep(combatAt(gm)));
    expect(table.faults).toEqual([]);
  });

  const combatAt = (tab: Tab) => tab.page.game.combats.get(COMBAT);
  const energy = (fighter: string): number => gm.page.encounterOf(combatAt(gm)).fighters[fighter].pools.energy.value;
  const arrive = async (): Promise<void> => {
    await table.idle();
    for (let [first] = table.pending(); first; [first] = table.pending()) await table.deliver(first);
  };
  const done = async (tab: Tab, deed: () => unknown): Promise<void> => {
    tab.does('does', deed);
    await arrive();
  };
  const submits = (tab: Tab, command: Command) =>
    tab.does(command.do, () => tab.page.submit(combatAt(tab), command, { force: true }));
  const play = async (tab: Tab, command: Command): Promise<void> => {
    submits(tab, command);
    await arrive();
  };
  const attack: Command = { do: 'melee-attack', by: GOBLIN, at: MIRA };
  const defend = (by: string): Command => ({ do: 'defend', by });

  const dice = ({ ask }: OpenAsk): number[] => (ask.kind === 'dice' ? [ask.dice.sides > 10 ? 12 : 2] : [-1]);
  const asksFor = (tab: Tab) => tab.page.openAsks(combatAt(tab)).filter(({ isMine }) => isMine);
  const answers = (tab: Tab, ask: OpenAsk) =>
    tab.does('answers', () => tab.page.answer(combatAt(tab), ask.key, dice(ask)));
  const answerAll = async (): Promise<void> => {
    for (let [ask] = gm.page.openAsks(combatAt(gm)); ask; [ask] = gm.page.openAsks(combatAt(gm))) {
      for (const each of gm.page.openAsks(combatAt(gm)).filter(({ isAnswered }) => !isAnswered)) answers(gm, each);
      await arrive();
    }
  };
  /** A request as sent from the console, bypassing the disabled button. */
  const request = (tab: Tab, command: Command, moment = 'r1') =>
    tab.page.CONFIG.ChatMessage.documentClass.create({
      type: 'request',
      system: { combat: COMBAT, fighter: command.by, moment, command, ask: null, answers: [], force: false },
    });
  const refused = (): [string, string[]][] =>
    gm.page.game.messages.contents
      .filter(({ type }) => type === 'request')
      .map(({ author, system }) => [author.name, system.refused.map(({ id }) => id)]);
  const played = (): string[] => {
    const { history, cursor } = combatAt(gm).system;
    const steps = Object.entries(history).filter(([step]) => Number(step) > begun && Number(step) <= cursor);
    return steps.map(([, { command, user }]) => `${gm.page.game.users.get(user).name} ${command.do} ${command.by}`);
  };
  const heardBy = (user: UserName, from: number): string =>
    table.log
      .slice(from)
      .filter((line) => line.startsWith(`${user} reads`))
      .join('\n');
  const judge = async (): Promise<void> => {
    await table.judge();
    expect(table.faults).toEqual([]);
  };

  it('accepts one waiting request per fighter, in the order of sending, and refuses the rest', async () => {
    gm.leave();
    second.leave();
    await arrive();
    const sent = [
      ...[ann, bob, ann, bob, bob, ann, ann].map((tab) => [tab, defend(tab === ann ? MIRA : KOR)] as const),
      // Not her fighter, for another moment, and not a command.
      [ann, defend(KOR)] as const,
      [bob, defend(KOR), 'r0'] as const,
      [ann, { do: 'melee-attack', by: MIRA, at: GOBLIN }] as const,
    ];
    for (const [tab, command, moment] of sent) {
      tab.does('sends', () => request(tab, command, moment));
      await arrive();
      table.clock.now += 5;
    }
    expect(ann.page.game.messages.contents.filter(({ type }) => type === 'request')).toHaveLength(10);
    gm.reload();
    await arrive();
    expect(played()).toEqual([`Ann defend ${MIRA}`, `Bob defend ${KOR}`]);
    expect([energy(MIRA), energy(KOR)]).toEqual([4, 4]);
    // A fighter has one waiting request: another one, sent past the disabled button, is refused with a reason.
    const waiting = (user: UserName) => [user, ['waiting']];
    expect(refused()).toEqual([
      ...(['Ann', 'Bob', 'Bob', 'Ann', 'Ann'] as const).map(waiting),
      ...[['Ann', ['not-yours']], waiting('Bob'), waiting('Ann')],
    ]);
    await judge();
  });

  it('refuses waiting requests whose moment an earlier step has passed, with a readable reason', async () => {
    // The other GM has ended the round, and both have left before a referee could accept it.
    submits(second, { do: 'end-round', by: 'gm' });
    await table.idle();
    await table.deliver({ tab: second, direction: 'up' });
    gm.leave();
    second.leave();
    await arrive();
    for (const [tab, fighter] of [
      [ann, MIRA],
      [bob, KOR],
    ] as const) {
      table.clock.now += 5;
      submits(tab, defend(fighter));
      await arrive();
    }
    const waits = () => ann.page.game.messages.contents.filter(({ type }) => type === 'request');
    expect(waits().map(({ system }) => [system.command.do, system.moment, system.refused])).toEqual([
      ['end-round', 'r1', []],
      ['defend', 'r1', []],
      ['defend', 'r1', []],
    ]);
    gm.reload();
    await arrive();
    expect(played()).toEqual(['Second end-round gm']);
    expect(combatAt(gm).system.clock.round).toBe(2);
    const late = [
      ['Ann', ['moment-passed']],
      ['Bob', ['moment-passed']],
    ];
    expect(refused()).toEqual(late);
    // A late user still reads the reason when the fight has gone on, and tries again.
    await play(ann, defend(MIRA));
    expect(played()).toEqual(['Second end-round gm', `Ann defend ${MIRA}`]);
    expect(refused()).toEqual(late);
    const { windows, game } = ann.page;
    for (const { id } of waits()) {
      const text = plain(await windows.requestHTML(game.messages.get(id)));
      expect(text).toContain('The moment for this has passed');
    }
    await judge();
  });

  it('asks the new owner of a fighter during an open ask and refuses the old owner', async () => {
    await play(gm, attack);
    const [ask] = asksFor(ann);
    expect(ask.ask.id).toBe('evasion');
    const { actor } = combatAt(gm).combatants.get(MIRA);
    const [a, b] = [ann, bob].map(({ page }) => page.game.user.id) as [string, string];
    await done(gm, () => actor.update({ ownership: { [a]: 0, [b]: 3 } }));
    expect([asksFor(ann), asksFor(bob).map(({ ask }) => ask.id)]).toEqual([[], ['evasion']]);
    answers(ann, ask);
    await arrive();
    expect(refused()).toEqual([['Ann', ['not-yours']]]);
    expect(combatAt(gm).system.open?.asks[0].key).toBe(ask.key);
    answers(bob, asksFor(bob)[0]);
    await arrive();
    expect(played()).toHaveLength(2);
    await done(gm, () => actor.update({ ownership: { [a]: 3, [b]: 0 } }));
    await judge();
  });

  it('asks the GM where no owner of the fighter is connected, and an owner who comes back', async () => {
    await play(gm, attack);
    ann.leave();
    await arrive();
    expect(asksFor(gm).map(({ ask }) => ask.id)).toEqual(['evasion']);
    ann.reload();
    await arrive();
    expect([asksFor(gm), asksFor(ann).map(({ ask }) => ask.id)]).toEqual([[], ['evasion']]);
    ann.leave();
    await arrive();
    answers(gm, asksFor(gm)[0]);
    await arrive();
    await answerAll();
    expect(combatAt(gm).system.open).toBeNull();
    await judge();
  });

  it('goes on from an open ask after all who are concerned have reloaded', async () => {
    await play(gm, attack);
    const { open, step } = combatAt(gm).system;
    for (const tab of [gm, ann]) tab.reload();
    await arrive();
    expect(combatAt(gm).system.open).toEqual(open);
    answers(ann, asksFor(ann)[0]);
    await arrive();
    expect(combatAt(gm).system.step).toBe(step + 1);
    await answerAll();
    expect(combatAt(gm).system.open).toBeNull();
    await judge();
  });

  it('leaves an open ask to the next referee when the referee disconnects', async () => {
    await play(gm, attack);
    gm.leave();
    await arrive();
    answers(ann, asksFor(ann)[0]);
    await arrive();
    expect(combatAt(second).system.referee?.user).toBe(second.page.game.user.id);
    expect(combatAt(second).system.open?.asks[0]?.ask.id).not.toBe('evasion');
    await judge();
  });

  it.each([
    ['before its claim has reached the server', 0],
    ['when the step is claimed, before it is notified', 1],
    ['when its step is written, before it is notified', 2],
  ])('answers a request once when the referee disconnects %s', async (_, writes) => {
    const before = combatAt(ann).system.step;
    submits(ann, defend(MIRA));
    await table.idle();
    // Her request travels to the server and down to the referee, whose claim is then under way.
    await table.deliver({ tab: ann, direction: 'up' });
    await table.deliver({ tab: gm, direction: 'down' });
    for (let written = 0; written < writes; written++) {
      // The server’s acknowledgment of the claim arrives first; then the step is sent.
      if (written > 0) await table.deliver({ tab: gm, direction: 'down' });
      expect(gm.wire.pending).toContain('up');
      await table.deliver({ tab: gm, direction: 'up' });
    }
    gm.leave();
    await table.settle();
    for (const tab of [second, ann]) expect(combatAt(tab).system.step).toBe(before + 1);
    gm.reload();
    await table.settle();
    expect(played()).toEqual([`Ann defend ${MIRA}`]);
    await judge();
  });

  it('accepts a request once with two windows of one GM, and the second continues alone', async () => {
    const window = table.sit('Gamemaster');
    await arrive();
    await play(ann, defend(MIRA));
    expect(played()).toEqual([`Ann defend ${MIRA}`]);
    const client = combatAt(ann).system.referee?.client;
    // A command given in the other window is sent to the first.
    await play(window, defend(GOBLIN));
    expect(combatAt(ann).system.referee?.client).toBe(client);
    gm.leave();
    await play(bob, defend(KOR));
    await table.settle();
    expect(combatAt(ann).system.referee?.client).not.toBe(client);
    gm.reload();
    await arrive();
    expect(played()).toEqual([`Ann defend ${MIRA}`, `Gamemaster defend ${GOBLIN}`, `Bob defend ${KOR}`]);
    await judge();
  });

  it('lets an assistant referee where no GM is connected, and hand it over only by a button', async () => {
    gm.leave();
    second.leave();
    const assistant = table.sit('Assistant');
    await arrive();
    await play(ann, defend(MIRA));
    const user = assistant.page.game.user.id;
    expect(combatAt(ann).system.referee?.user).toBe(user);
    gm.reload();
    await arrive();
    await play(bob, defend(KOR));
    expect(combatAt(ann).system.referee?.user).toBe(user);
    await done(gm, () => gm.page.takeReferee(combatAt(gm)));
    await play(ann, defend(MIRA));
    expect(combatAt(ann).system.referee?.user).toBe(gm.page.game.user.id);
    expect(played()).toHaveLength(3);
    await judge();
  });

  /** Foundry has no permission for writing messages: every user may write their own. Only a module can prevent it. */
  it('tells a player whose messages a module prevents, for commands and answers, and changes nothing', async () => {
    await play(gm, attack);
    const hook = ann.page.Hooks.on('preCreateChatMessage', () => false);
    const [{ step }, from] = [combatAt(gm).system, table.log.length];
    const [ask] = asksFor(ann);
    answers(ann, ask);
    await arrive();
    submits(ann, defend(MIRA));
    await arrive();
    expect(heardBy('Ann', from).split('\n')).toEqual(
      Array(2).fill('Ann reads (warn): A module prevented it, so nothing changed. Disable that module and try again.'),
    );
    expect(combatAt(gm).system.step).toBe(step);
    ann.page.Hooks.off('preCreateChatMessage', hook);
    expect(asksFor(ann).map(({ key }) => key)).toEqual([ask.key]);
    answers(ann, ask);
    await arrive();
    expect(combatAt(gm).system.step).toBeGreaterThan(step);
    await judge();
  });

  it('rolls as the referee for a fighter without a connected owner, so that the fight goes on', async () => {
    await play(gm, { ...attack, at: BRAM });
    await answerAll();
    expect(played()).toHaveLength(1);
    expect(combatAt(gm).system.open).toBeNull();
  });

  it('plays on at once when the referee has reloaded twice without a step in between', async () => {
    for (let times = 0; times < 2; times++) {
      gm.reload();
      await arrive();
    }
    const { now } = table.clock;
    submits(ann, defend(MIRA));
    await arrive();
    expect(played()).toEqual([`Ann defend ${MIRA}`]);
    expect(table.clock.now - now).toBeLessThan(1000);
  });
});
