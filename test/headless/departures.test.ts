import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { fewByDay, thorough } from '../tiers/tier';
import type { Source } from './documents';
import { ANN, BOB, CAL, FOE, GAMES, LAST, Party } from './party';
import type { Tab } from './tab';
import type { StoredWorld } from './table';
import { idOf } from './world';

type Goes = 'actor' | 'token';

/** An exchange is begun, answered and ended by the referee alike in all rulesets; only their clocks differ. */
const REFEREED = fewByDay(Object.keys(GAMES));

/**
 * Actors and tokens are deleted in the middle of a step by a user who is not the referee: during an open ask, and
 * between judging and writing. No step is half written, the exchange goes on without who has left, and so do the others.
 */
describe.each(Object.keys(GAMES))('a fighter that leaves in the middle of a step of %s', thorough, (ruleset) => {
  const isRefereed = REFEREED.includes(ruleset);
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  let second: Tab;
  /** The world as it is when the encounter has begun; every test is played in it. */
  let begun: StoredWorld;

  beforeAll(async () => {
    party = await Party.open(ruleset, ['Gamemaster', 'Ann', 'Second']);
    [gm, ann, second] = party.table.tabs as [Tab, Tab, Tab];
    await party.start();
    begun = party.table.whole();
  });
  afterAll(() => party?.table.close());
  beforeEach(async () => {
    await party.table.store(begun);
    for (const tab of party.table.tabs) tab.reload();
    await party.arrive();
    await party.done(gm, () => gm.page.takeReferee(party.combat));
  });
  afterEach(() => party.judge());

  const name = (token: number): string => party.encounter.fighters[party.of(token)].name;
  const scene = () => second.page.game.scenes.contents[0];
  const documentOf = (goes: Goes, token: number) =>
    goes === 'token' ? scene().tokens.get(idOf('Token', token)) : second.page.game.actors.get(idOf('Actor', token));

  /** Sends the deletion, which has not arrived anywhere yet. */
  async function goes(what: Goes, token: number): Promise<void> {
    const document = documentOf(what, token);
    second.does('deletes', () => document.delete());
    await party.table.idle();
  }

  /** Judges a command here and sends its step; then what `second` does arrives before it. */
  async function overtaken(tab: Tab, deed: () => unknown, what: Goes, token: number): Promise<void> {
    tab.does('does', deed);
    await party.table.idle();
    if (tab !== gm) {
      await party.table.deliver({ tab, direction: 'up' });
      await party.table.deliver({ tab: gm, direction: 'down' });
    }
    expect(gm.wire.pending).toContain('up');
    await goes(what, token);
    await party.table.deliver({ tab: second, direction: 'up' });
    await party.arrive();
  }

  /**
   * All stored documents but the deleted ones, the log of the users, and the encounter, whose ask may carry a fault.
   */
  function stored(gone: readonly string[]): unknown {
    const all = [...party.table.stored()].filter(([id]) => !/^(messages|combats)/.test(id));
    const without = (tokens: readonly Source[] | undefined) => tokens?.filter(({ _id }) => !gone.includes(_id));
    return all
      .filter(([, { _id }]) => !gone.includes(_id))
      .map(([id, source]) => [id, { ...source, tokens: without(source.tokens) }]);
  }
  const fault = () => party.combat.system.open?.fault ?? null;

  /** Plays another fighter's command at a remaining target. */
  async function othersGoOn(): Promise<void> {
    expect(party.combat.system.open).toBeNull();
    const [bob, last, cal] = [BOB, LAST, CAL].map(party.of) as [string, string, string];
    await party.untilTurn(bob);
    const { step } = party.combat.system;
    await party.play(party.asking(bob, party.encounter.fighters[last] ? last : cal));
    expect([party.combat.system.open, party.combat.system.step > step], party.heard(gm)).toEqual([null, true]);
  }

  /** The two ways in which a GM ends a stuck exchange. */
  const ENDS: Readonly<Record<string, () => Promise<void>>> = {
    canceled: () => party.done(gm, () => gm.page.cancelExchange(party.combat)),
    'ended manually': () => party.done(gm, () => gm.page.endByHand(party.combat)),
  };

  it.runIf(isRefereed).each<[string, string, Goes, number]>([
    ['the responder’s actor', 'canceled', 'actor', ANN],
    ['the responder’s actor', 'ended manually', 'actor', ANN],
    ['the target’s actor', 'canceled', 'actor', FOE],
    ['the target’s token', 'canceled', 'token', FOE],
    ['the target’s token', 'ended manually', 'token', FOE],
  ])(
    '%s, during an open ask: it goes on without them, and once that is undone it is %s',
    async (_, end, what, token) => {
      const ask = await party.untilAsked(party.of(ANN));
      const left = name(token);
      const before = party.refusals().length;
      ann.does('answers', () =>
        ann.page.answer(party.combatAt(ann), defined(ask, 'an ask').key, party.answerTo(defined(ask, 'an ask').ask)),
      );
      await goes(what, token);
      const gone = [documentOf(what, token).id];
      const kept = stored(gone);
      await party.table.deliver({ tab: second, direction: 'up' });
      await party.arrive();
      expect(fault()).toBeNull();
      expect(party.refusals().slice(before)).toHaveLength(1);
      await party.answerAll();
      expect(party.combat.system.open).toBeNull();
      // What was asked before needs who has left.
      for (let steps = 0; !fault() && steps < 9; steps++) await party.done(gm, () => gm.page.rewindStep(party.combat));
      // Two foes are of one actor.
      expect(fault()).toEqual({ id: 'fighter-left', data: { name: expect.stringContaining(left) } });
      expect(ann.page.openAsks(party.combatAt(ann)).some(({ isMine, fault }) => isMine && !fault)).toBe(false);
      expect(stored(gone)).toEqual(kept);
      await ENDS[end]();
      await othersGoOn();
    },
  );

  it.runIf(isRefereed).each<[string, Goes, number]>([
    ['the actor of an uninvolved fighter', 'actor', CAL],
    ['the token of an uninvolved fighter', 'token', CAL],
    ['the responder’s token, which is linked to its actor', 'token', ANN],
  ])('%s, during an open ask: the ask stays open, and the answer counts', async (_, what, token) => {
    await party.untilAsked(party.of(ANN));
    await goes(what, token);
    await party.arrive();
    expect(documentOf(what, token)).toBeUndefined();
    expect(fault()).toBeNull();
    const ask = party.askOf(party.of(ANN));
    const { step } = party.combat.system;
    await party.done(ann, () =>
      ann.page.answer(party.combatAt(ann), defined(ask, 'an ask').key, party.answerTo(defined(ask, 'an ask').ask)),
    );
    expect(party.combat.system.step).toBeGreaterThan(step);
    await party.answerAll();
    expect(party.combat.system.open).toBeNull();
  });

  const clock: [string, string, Goes, number][] = [
    ['the clock', 'the actor of a fighter', 'actor', CAL],
    ['the clock', 'the token of an unlinked fighter', 'token', FOE],
  ];
  const commands: typeof clock = [
    ['a command', 'the actor of its fighter', 'actor', ANN],
    ['a command', 'the target’s token', 'token', FOE],
    ['an answer', 'the actor of its fighter', 'actor', ANN],
    ['an answer', 'the target’s token', 'token', FOE],
  ];
  it.each([...(isRefereed ? commands : []), ...clock])(
    '%s is judged, and before it is written, %s is deleted: it is written completely or not at all',
    async (said, _, what, token) => {
      const [by, at] = [party.of(ANN), party.of(FOE)] as const;
      if (said === 'an answer') await party.untilAsked(by);
      else if (said === 'a command') await party.untilTurn(by);
      const left = name(token);
      const [{ step, cursor, history }, from] = [party.combat.system, party.table.log.length];
      const [tab, deed] = said === 'an answer' ? answering(by) : commanding(said === 'the clock' ? null : [by, at]);
      await overtaken(tab, deed, what, token);
      const { system } = party.combat;
      if (system.step === step) {
        expect([system.cursor, Object.keys(system.history)]).toEqual([cursor, Object.keys(history)]);
        expect(party.heard(gm, from) + party.refusals()).not.toBe('');
      }
      if (system.open?.fault) {
        expect(system.open.fault).toEqual({ id: 'fighter-left', data: { name: left } });
        await ENDS['ended manually']();
      } else await party.answerAll();
      await othersGoOn();
    },
  );

  const answering = (by: string): [Tab, () => unknown] => {
    const { key, ask } = defined(party.askOf(by), 'an ask');
    return [ann, () => ann.page.answer(party.combatAt(ann), key, party.answerTo(ask))];
  };
  const commanding = (who: readonly [string, string] | null): [Tab, () => unknown] => {
    const command = who ? party.asking(...who) : party.onward()[0];
    return [gm, () => gm.page.submit(party.combat, command, { force: true })];
  };
});
