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

/** Game masters and players go and come at any moment. Energy, since it asks most; who decides is the same for all rulesets. */
describe('when somebody is not there', () => {
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
    // Every die of theirs is a question that waits.
    for (const tab of table.tabs) await tab.hands.game.settings.set('cadence', 'autoThrow', 'never');
    await play(gm, { do: 'start', by: 'gm' });
    await answerAll();
    // The start is never taken back: what a test begins, it ends.
    begun = combatAt(gm).system.cursor;
  });
  afterAll(() => table?.close());

  let begun: number;
  afterEach(async () => {
    expect(table.faults).toEqual([]);
    for (const tab of table.tabs.splice(4)) tab.leave();
    for (const tab of table.tabs) if (!tab.isThere) tab.reload();
    await arrive();
    await done(gm, () => gm.hands.takeReferee(combatAt(gm)));
    const { messages } = gm.hands.game;
    const requests = messages.contents.filter(({ type }) => type === 'request');
    for (const request of requests) await done(gm, () => request.delete());
    while (combatAt(gm).system.cursor > begun) await done(gm, () => gm.hands.rewindStep(combatAt(gm)));
    expect(table.faults).toEqual([]);
  });

  const combatAt = (tab: Tab) => tab.hands.game.combats.get(COMBAT);
  const energy = (fighter: string): number => gm.hands.encounterOf(combatAt(gm)).fighters[fighter].pools.energy.value;
  const arrive = async (): Promise<void> => {
    await table.idle();
    for (let [first] = table.laden(); first; [first] = table.laden()) await table.deliver(first);
  };
  const done = async (tab: Tab, deed: () => unknown): Promise<void> => {
    tab.does('does', deed);
    await arrive();
  };
  const submits = (tab: Tab, command: Command) =>
    tab.does(command.do, () => tab.hands.submit(combatAt(tab), command, { force: true }));
  const play = async (tab: Tab, command: Command): Promise<void> => {
    submits(tab, command);
    await arrive();
  };
  const attack: Command = { do: 'melee-attack', by: GOBLIN, at: MIRA };
  const defend = (by: string): Command => ({ do: 'defend', by });

  const dice = ({ ask }: OpenAsk): number[] => (ask.kind === 'dice' ? [ask.dice.sides > 10 ? 12 : 2] : [-1]);
  const asksFor = (tab: Tab) => tab.hands.openAsks(combatAt(tab)).filter(({ mine }) => mine);
  const answers = (tab: Tab, ask: OpenAsk) =>
    tab.does('answers', () => tab.hands.answer(combatAt(tab), ask.key, dice(ask)));
  const answerAll = async (): Promise<void> => {
    for (let [ask] = gm.hands.openAsks(combatAt(gm)); ask; [ask] = gm.hands.openAsks(combatAt(gm))) {
      for (const each of gm.hands.openAsks(combatAt(gm)).filter(({ isGiven }) => !isGiven)) answers(gm, each);
      await arrive();
    }
  };
  /** A request as a console would write it, past the button that would be grey. */
  const request = (tab: Tab, command: Command, moment = 'r1') =>
    tab.hands.CONFIG.ChatMessage.documentClass.create({
      type: 'request',
      system: { combat: COMBAT, fighter: command.by, moment, command, ask: null, answers: [], force: false },
    });
  const refused = (): [string, string[]][] =>
    gm.hands.game.messages.contents
      .filter(({ type }) => type === 'request')
      .map(({ author, system }) => [author.name, system.refused.map(({ id }) => id)]);
  const played = (): string[] => {
    const { history, cursor } = combatAt(gm).system;
    const steps = Object.entries(history).filter(([step]) => Number(step) > begun && Number(step) <= cursor);
    return steps.map(([, { command, user }]) => `${gm.hands.game.users.get(user).name} ${command.do} ${command.by}`);
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

  it('ten intents wait: one of each fighter is taken, in the order they were sent, and the others are refused with a reason', async () => {
    gm.leave();
    second.leave();
    await arrive();
    const sent = [
      ...[ann, bob, ann, bob, bob, ann, ann].map((tab) => [tab, defend(tab === ann ? MIRA : KOR)] as const),
      // What is not hers, what is for another moment, and what is something else.
      [ann, defend(KOR)] as const,
      [bob, defend(KOR), 'r0'] as const,
      [ann, { do: 'melee-attack', by: MIRA, at: GOBLIN }] as const,
    ];
    for (const [tab, command, moment] of sent) {
      tab.does('sends', () => request(tab, command, moment));
      await arrive();
      table.clock.now += 5;
    }
    expect(ann.hands.game.messages.contents.filter(({ type }) => type === 'request')).toHaveLength(10);
    gm.reload();
    await arrive();
    expect(played()).toEqual([`Ann defend ${MIRA}`, `Bob defend ${KOR}`]);
    expect([energy(MIRA), energy(KOR)]).toEqual([4, 4]);
    // A fighter has one intent waiting: what was sent past its grey button is refused, and says so.
    const waiting = (user: UserName) => [user, ['waiting']];
    expect(refused()).toEqual([
      ...(['Ann', 'Bob', 'Bob', 'Ann', 'Ann'] as const).map(waiting),
      ...[['Ann', ['not-yours']], waiting('Bob'), waiting('Ann')],
    ]);
    await judge();
  });

  it('intents whose moment passes while they wait, by a step that comes before them, are refused with that and stay readable', async () => {
    // The other game master has ended the Round, and both have gone before anybody could take it.
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
    const waits = () => ann.hands.game.messages.contents.filter(({ type }) => type === 'request');
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
    // Whoever was late reads why, also when the fight has gone on, and does it again.
    await play(ann, defend(MIRA));
    expect(played()).toEqual(['Second end-round gm', `Ann defend ${MIRA}`]);
    expect(refused()).toEqual(late);
    const { windows, game } = ann.hands;
    for (const { id } of waits()) {
      const text = plain(await windows.requestHTML(game.messages.get(id)));
      expect(text).toContain('Its moment passed before it was taken');
    }
    await judge();
  });

  it('who owns the fighter now is asked, in the middle of the question; who did is refused', async () => {
    await play(gm, attack);
    const [ask] = asksFor(ann);
    expect(ask.ask.id).toBe('evasion');
    const { actor } = combatAt(gm).combatants.get(MIRA);
    const [a, b] = [ann, bob].map(({ hands }) => hands.game.user.id) as [string, string];
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

  it('where nobody is left whose fighter is asked, the game master is; and whoever comes back, is', async () => {
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

  it('a referee that goes while somebody is asked leaves the answer to the next', async () => {
    await play(gm, attack);
    gm.leave();
    await arrive();
    answers(ann, asksFor(ann)[0]);
    await arrive();
    expect(combatAt(second).system.referee?.user).toBe(second.hands.game.user.id);
    expect(combatAt(second).system.open?.asks[0]?.ask.id).not.toBe('evasion');
    await judge();
  });

  it.each([
    ['before its claim has reached the server', 0],
    ['when the step is claimed, and nobody has told it', 1],
    ['when its step is written, and nobody has told it', 2],
  ])('a referee that goes %s: the request is answered once', async (_, writes) => {
    const before = combatAt(ann).system.step;
    submits(ann, defend(MIRA));
    await table.idle();
    // Her request goes up and comes down at the referee, whose claim is then on its way.
    await table.deliver({ tab: ann, direction: 'up' });
    await table.deliver({ tab: gm, direction: 'down' });
    for (let written = 0; written < writes; written++) {
      // The server's word on the claim comes first; then the step goes up.
      if (written > 0) await table.deliver({ tab: gm, direction: 'down' });
      expect(gm.wire.laden).toContain('up');
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

  it('two windows of one game master take a request once, and the second goes on when the first is closed', async () => {
    const window = table.sit('Gamemaster');
    await arrive();
    await play(ann, defend(MIRA));
    expect(played()).toEqual([`Ann defend ${MIRA}`]);
    const client = combatAt(ann).system.referee?.client;
    // What is done in the other window is sent to the first.
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

  it('an assistant referees where no game master is there, and hands it over by nothing but a button', async () => {
    gm.leave();
    second.leave();
    const assistant = table.sit('Assistant');
    await arrive();
    await play(ann, defend(MIRA));
    const user = assistant.hands.game.user.id;
    expect(combatAt(ann).system.referee?.user).toBe(user);
    gm.reload();
    await arrive();
    await play(bob, defend(KOR));
    expect(combatAt(ann).system.referee?.user).toBe(user);
    await done(gm, () => gm.hands.takeReferee(combatAt(gm)));
    await play(ann, defend(MIRA));
    expect(combatAt(ann).system.referee?.user).toBe(gm.hands.game.user.id);
    expect(played()).toHaveLength(3);
    await judge();
  });

  /**
   * Foundry has no permission for writing messages: whoever may sign in may write as themselves. What there is, is a module that
   * prevents it.
   */
  it('a player whose messages a module prevents is told, for what they do and for what they answer; nothing changes', async () => {
    await play(gm, attack);
    const hook = ann.hands.Hooks.on('preCreateChatMessage', () => false);
    const [{ step }, from] = [combatAt(gm).system, table.log.length];
    const [ask] = asksFor(ann);
    answers(ann, ask);
    await arrive();
    submits(ann, defend(MIRA));
    await arrive();
    expect(heardBy('Ann', from).split('\n')).toEqual(
      Array(2).fill(
        'Ann reads (warn): A module prevented it, so nothing has changed. Try again with that module switched off.',
      ),
    );
    expect(combatAt(gm).system.step).toBe(step);
    ann.hands.Hooks.off('preCreateChatMessage', hook);
    expect(asksFor(ann).map(({ key }) => key)).toEqual([ask.key]);
    answers(ann, ask);
    await arrive();
    expect(combatAt(gm).system.step).toBeGreaterThan(step);
    await judge();
  });

  it('a fighter nobody owns who is there does not hold up the fight: the referee throws', async () => {
    await play(gm, { ...attack, at: BRAM });
    await answerAll();
    expect(played()).toHaveLength(1);
    expect(combatAt(gm).system.open).toBeNull();
  });
});
