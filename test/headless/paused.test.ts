import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import type { Answer } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { sampled, thorough } from '../tiers/tier';
import { ANN, BOB, FOE, GAMES, Party } from './party';
import type { Tab } from './tab';
import type { StoredWorld } from './table';

const SECOND = 1000;

/** What a GM's pause means: time limits, the clock and players stand still, and the GM goes on. */
describe.each(sampled(Object.keys(GAMES), 1))('the paused game of %s', (ruleset) => {
  let party: Party;
  let [gm, ann]: Tab[] = [];
  /** The world just after the encounter has begun; every test starts from it. */
  let begun: StoredWorld;

  beforeAll(async () => {
    party = await Party.open(ruleset);
    [gm, ann] = party.table.tabs as [Tab, Tab];
    await party.done(gm, () => gm.page.game.settings.set('cadence', 'countdown', 10));
    await party.start();
    begun = party.table.whole();
  });
  beforeEach(async () => {
    party.table.world.paused = false;
    await party.table.store(begun);
    for (const tab of party.table.tabs) tab.reload();
    await party.arrive();
    await party.done(gm, () => gm.page.takeReferee(party.combat));
  });
  afterAll(() => party?.table.close());

  const pause = (paused: boolean) => party.done(gm, () => gm.page.game.togglePause(paused, { broadcast: true }));
  const pass = (seconds: number) => {
    party.table.clock.now += seconds * SECOND;
    return party.table.settle();
  };
  const open = () => party.combat.system.open?.asks ?? [];
  const cursor = () => party.combat.system.cursor;
  const mine = () => defined(party.askOf(party.of(ANN)), 'an ask');
  /** The GM's own command. */
  const adjusts = (): Command => {
    const [pool] = Object.keys(party.encounter.fighters[party.of(BOB)].pools);
    const { value } = party.encounter.fighters[party.of(BOB)].pools[pool];
    return { do: 'adjust', by: 'gm', at: party.of(BOB), options: { pool, to: value === 1 ? 2 : 1 } };
  };
  /** Sends a request past the player's own client. */
  const forges = (system: object) =>
    party.done(ann, () =>
      ann.page.CONFIG.ChatMessage.documentClass.create({
        type: 'request',
        system: { combat: party.combat.id, fighter: party.of(ANN), moment: '', force: false, ...system },
      }),
    );
  const answers = (tab: Tab, key: string, answer: Answer) =>
    party.done(tab, () => tab.page.answer(party.combatAt(tab), key, answer));

  it('stops a time limit, and lets it run on with what was left', async () => {
    await party.untilAsked(party.of(ANN));
    expect(mine().until).toBe(party.table.clock.now + 10 * SECOND);
    party.table.clock.now += 4 * SECOND;
    await pause(true);
    const before = cursor();
    await pass(3600);
    expect(open().map(({ until, left }) => ({ until, left }))).toContainEqual({ until: undefined, left: 6 * SECOND });
    expect(cursor()).toBe(before);
    // The GM's window may be reloaded meanwhile.
    gm.reload();
    await party.arrive();
    await pass(3600);
    const { key } = mine();
    await pause(false);
    expect([mine().key, mine().until]).toEqual([key, party.table.clock.now + 6 * SECOND]);
    party.table.clock.now += 5 * SECOND;
    expect(mine().key).toBe(key);
    await party.table.settle();
    expect([cursor() > before, party.askOf(party.of(ANN))?.key === key]).toEqual([true, false]);
    expect(party.table.faults).toEqual([]);
  });

  it('refuses what players do, by the referee too, and says so at each button', async () => {
    await party.untilTurn(party.of(ANN));
    const command = party.asking(party.of(ANN), party.of(FOE));
    const buttons = () =>
      ann.page.windows
        .trackerContext(ann.page.windows.fightOf(party.combatAt(ann)))
        .rows.filter(({ id }) => id === party.of(ANN))
        .flatMap(({ actions }) => actions);
    await pause(true);
    const shown = ann.page.windows.trackerContext(ann.page.windows.fightOf(party.combatAt(ann)));
    expect(shown.paused).toMatch(/^The game is paused/);
    for (const { why } of buttons()) expect(why).toContain('The game is paused');
    const before = cursor();
    const from = party.table.log.length;
    await party.done(ann, () => ann.page.submit(party.combatAt(ann), command));
    expect(party.heard(ann, from)).toContain('The game is paused. Wait until the GM goes on.');
    const { clock } = party.combat.system;
    await forges({ command, ask: null, answers: [], moment: party.rules.momentOf(clock) });
    expect([cursor(), party.refusals()]).toEqual([before, ['paused']]);
    await pause(false);
    const since = party.table.log.length;
    await party.done(ann, () => ann.page.submit(party.combatAt(ann), command));
    // It may be out of reach, which the rules say now.
    expect(party.heard(ann, since)).not.toContain('paused');
    expect(party.refusals()).toEqual(['paused']);
    expect(party.table.faults).toEqual([]);
  });

  it('refuses an answer, which the player gives once it goes on; no die is lost', async () => {
    await party.untilAsked(party.of(ANN));
    const { key, ask } = mine();
    await pause(true);
    const before = cursor();
    await answers(ann, key, party.answerTo(ask));
    expect(party.heard(ann)).toContain('The game is paused');
    const [asked] = ann.page.windows.askedOf(party.combatAt(ann)).filter((each) => each.key === key);
    expect(asked).toMatchObject({ paused: 'The game is paused. Wait until the GM goes on.', clock: { stopped: true } });
    await forges({ command: null, ask: key, answers: [party.answerTo(ask)] });
    expect([cursor(), party.refusals()]).toEqual([before, ['paused']]);
    await pause(false);
    await answers(ann, key, party.answerTo(ask));
    expect(cursor()).toBeGreaterThan(before);
    expect(party.table.faults).toEqual([]);
  });

  it('lets the GM go on: commands, answers, undo; what is asked has its whole time', thorough, async () => {
    await pause(true);
    const before = cursor();
    await party.send(gm, adjusts());
    expect(cursor()).toBeGreaterThan(before);
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect(cursor()).toBe(before);
    await party.untilAsked(party.of(ANN));
    expect(open()).toContainEqual(expect.objectContaining({ left: 10 * SECOND, time: 10 * SECOND }));
    const { key, ask } = mine();
    await answers(gm, key, party.answerTo(ask));
    expect(party.askOf(party.of(ANN))?.key === key).toBe(false);
    expect(party.table.faults).toEqual([]);
  });

  it('lets a command wait that had to wait before, and plays it afterwards', thorough, async () => {
    await party.untilAsked(party.of(ANN));
    const command = party.asking(party.of(BOB), party.of(FOE));
    const { clock } = party.combat.system;
    const bob = defined(party.table.tabs[2], 'a tab');
    const system = { command, ask: null, answers: [], force: false, moment: party.rules.momentOf(clock) };
    await party.done(bob, () =>
      bob.page.CONFIG.ChatMessage.documentClass.create({
        type: 'request',
        system: { combat: party.combat.id, fighter: party.of(BOB), ...system },
      }),
    );
    await pause(true);
    await party.answerAll();
    expect([party.combat.system.open, party.refusals()]).toEqual([null, []]);
    const stays = () => gm.page.game.messages.contents.filter(({ type }) => type === 'request').length;
    expect(stays()).toBe(1);
    const before = cursor();
    await pause(false);
    // Played, or refused by the rules now that it is judged.
    expect(cursor() > before || party.refusals().length > 0).toBe(true);
    expect(party.refusals()).not.toContain('paused');
  });

  it('stops the clock that advances by itself', async () => {
    await party.table.settle();
    const { automation } = party.rules;
    const next = { command: adjusts(), delaySeconds: 3 };
    const start = cursor();
    Object.assign(party.rules, {
      automation: { ...automation, autoAdvance: () => (cursor() === start ? next : null) },
    });
    try {
      await pause(true);
      await pass(3600);
      expect(cursor()).toBe(start);
      await pause(false);
      await party.table.settle();
      expect(cursor()).toBe(start + 1);
    } finally {
      Object.assign(party.rules, { automation });
    }
    expect(party.table.faults).toEqual([]);
  });
});
