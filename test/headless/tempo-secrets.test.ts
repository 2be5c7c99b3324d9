import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { ANN, BOB, FOE, Party } from './party';
import type { Tab } from './tab';

const TOLD = 'the bell is rung at midnight';

/** What only some clients may know is in no document: it is in the storage of the browsers that were told. */
describe('in tempo', () => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  let bob: Tab;

  beforeEach(async () => {
    party = await Party.open('tempo');
    [gm, ann, bob] = party.table.tabs as [Tab, Tab, Tab];
    await party.start();
  });
  afterEach(async () => {
    expect(party.table.faults).toEqual([]);
    await party.table.close();
  });

  /** Returns true if a client holds a value: in a document, in a packed step, or in its browser storage. */
  const holds = ({ page, stored }: Tab, value: string): boolean => {
    const { combats, messages, actors, users } = page.game;
    const documents = [...combats, ...messages, ...actors, ...users];
    const steps = combats.contents.flatMap(({ system }) => Object.values(system.history));
    const entries = [...steps, ...messages.contents.map(({ system }) => system)].map((each) => each.entries);
    const held = JSON.stringify([...documents.map((each) => each.toObject()), entries]) + stored;
    // Storage is JSON within JSON, where quotes are escaped.
    return new RegExp(`"${value}\\\\*"`).test(held);
  };
  /** The plan of a fighter in a client: an action for each slot. */
  const planAt = (tab: Tab, token: number): unknown[] => {
    const { state } = tab.page.encounterOf(party.combatAt(tab)).fighters[party.of(token)];
    return ['1', '2'].map((slot) => state[`plan-${slot}`]?.action);
  };
  const plan = async (tab: Tab, token: number, ...actions: string[]): Promise<void> => {
    for (const action of actions) await party.send(tab, { do: 'plan', by: party.of(token), options: { action } });
  };
  const readyAt = (tab: Tab, token: number): string => party.combatAt(tab).combatants.get(party.of(token)).system.ready;
  const none = [undefined, undefined];

  describe('[T-03] a plan', () => {
    it('is known to its owner and the GM; others know that it exists, and hold nothing of it', async () => {
      await plan(ann, ANN, 'hide', 'guard');
      await plan(bob, BOB, 'shift');
      expect([gm, ann].map((tab) => planAt(tab, ANN))).toEqual([
        ['hide', 'guard'],
        ['hide', 'guard'],
      ]);
      expect(planAt(bob, ANN)).toEqual(none);
      expect(readyAt(bob, ANN)).toBe('s1/r1/plan');
      expect(['hide', 'guard', 'shift'].map((action) => holds(ann, action))).toEqual([true, true, false]);
      expect(['hide', 'guard', 'shift'].map((action) => holds(bob, action))).toEqual([false, false, true]);
    });

    it('is still known after both sides have reloaded', async () => {
      await plan(ann, ANN, 'hide', 'guard');
      ann.reload();
      gm.reload();
      await party.arrive();
      for (const tab of [gm, ann]) expect(planAt(tab, ANN)).toEqual(['hide', 'guard']);
    });

    it('is sent by the GM to an owner who uses another browser', async () => {
      await plan(ann, ANN, 'hide', 'guard');
      ann.changeBrowser();
      await party.arrive();
      expect(planAt(ann, ANN)).toEqual(['hide', 'guard']);
    });

    it('made while the GM is away is sent when they come back, and counts', async () => {
      const by = party.of(ANN);
      gm.leave();
      for (const action of ['rest', 'help'])
        await party.done(ann, () => ann.page.submit(party.combatAt(ann), { do: 'plan', by, options: { action } }));
      gm.reload();
      await party.arrive();
      expect(readyAt(bob, ANN)).toBe('s1/r1/plan');
      expect(planAt(gm, ANN)).toEqual(['rest', 'help']);
      await party.play({ do: 'count', by: 'gm', options: { skip: true } });
      expect(party.encounter.clock.tempo).toBe(1);
    });

    it('[T-09] that no browser knows any longer is made again', async () => {
      await plan(ann, ANN, 'shift');
      ann.leave();
      gm.changeBrowser();
      await party.arrive();
      ann.changeBrowser();
      await party.arrive();
      for (const tab of [gm, ann]) expect(planAt(tab, ANN)).toEqual(none);
      await plan(ann, ANN, 'hide');
      for (const tab of [gm, ann]) expect(planAt(tab, ANN)[0]).toBe('hide');
    });

    it('is not sent to a player who gives their own fighter the stamp of another’s', async () => {
      await plan(ann, ANN, 'hide', 'guard');
      const combatants = (tab: Tab) => party.combatAt(tab).combatants;
      const { stamp } = combatants(bob).get(party.of(ANN)).system;
      await party.done(bob, () => combatants(bob).get(party.of(BOB)).update({ 'system.stamp': stamp }));
      expect(combatants(gm).get(party.of(BOB)).system.stamp).toBe(stamp);
      bob.reload();
      await party.arrive();
      expect(planAt(bob, BOB)).toEqual(none);
      expect(['hide', 'guard'].some((action) => holds(bob, action))).toBe(false);
    });
  });

  it('[T-05] passing on a number is sent to the GM alone, and is no step', async () => {
    await plan(ann, ANN, 'rest');
    await party.play({ do: 'count', by: 'gm', options: { skip: true } });
    const { step } = party.combat.system;
    await party.send(ann, { do: 'pass', by: party.of(ANN), options: { slot: '1' } });
    const stateAt = (tab: Tab): string | undefined => {
      const { windows } = tab.page;
      const { rows } = windows.trackerContext(windows.fightOf(party.combatAt(tab)));
      return rows.find(({ id }) => id === party.of(ANN))?.cards?.[0]?.state;
    };
    expect([gm, ann].map(stateAt)).toEqual(['missed', 'missed']);
    expect(stateAt(bob)).not.toBe('missed');
    expect(party.combat.system.step).toBe(step);
  });

  it('[T-98] the planned actions that a question is about are named in no other browser', async () => {
    const by = party.of(ANN);
    await plan(ann, ANN, 'rest', 'hide');
    await party.play({ do: 'count', by: 'gm', options: { skip: true } });
    await party.send(ann, { do: 'rest', by });
    await party.send(ann, { do: 'end-turn', by });
    await party.send(ann, { do: 'exert-retime', by });
    expect(party.combat.system.open).not.toBeNull();
    expect([ann, gm, bob].map((tab) => holds(tab, 'hide'))).toEqual([true, true, false]);
    const [{ key }] = ann.page.openAsks(party.combatAt(ann));
    await party.done(ann, () => ann.page.answer(party.combatAt(ann), key, ['1']));
    gm.reload();
    await party.arrive();
    expect(party.combat.system.open).not.toBeNull();
    expect(holds(bob, 'hide')).toBe(false);
  });

  describe('[T-23, T-30] the result of a Scan', () => {
    const factsAt = (tab: Tab) => {
      const { history } = party.combatAt(tab).system;
      const entries = Object.values(history).flatMap((step) => tab.page.unsealed(step.entries));
      return entries.find(({ ask }) => ask.change?.id === 'scan-other')?.ask.change.facts;
    };
    const cardAt = (tab: Tab): Promise<string> =>
      tab.page.windows.cardHTML(
        defined(
          tab.page.game.messages.contents.findLast(({ type }) => type === 'tempo'),
          'a card',
        ),
      );
    const answers = async (tab: Tab, given: string): Promise<void> => {
      const [{ key }] = tab.page.openAsks(party.combatAt(tab));
      await party.done(tab, () => tab.page.answer(party.combatAt(tab), key, [given]));
    };
    beforeEach(async () => {
      await party.send(gm, { do: 'scan', by: party.of(ANN), at: party.of(FOE) });
      await answers(ann, 'other');
      await answers(ann, 'When?');
      await answers(gm, 'no-roll');
      await answers(gm, TOLD);
      expect(party.combat.system.open).toBeNull();
    });

    it('is sent to the player who scans and shown on their card; no other player holds it', async () => {
      for (const tab of [gm, ann]) {
        expect(factsAt(tab)).toMatchObject({ answer: TOLD });
        expect(await cardAt(tab)).toContain(TOLD);
      }
      expect(holds(bob, TOLD)).toBe(false);
      expect(await cardAt(bob)).toContain('learns something');
    });

    it('is sent again to the player who scanned in another browser, and to no other who connects', async () => {
      ann.changeBrowser();
      bob.reload();
      await party.arrive();
      expect(await cardAt(ann)).toContain(TOLD);
      expect(holds(bob, TOLD)).toBe(false);
    });
  });
});
