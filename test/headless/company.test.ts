import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { defined } from '../../src/kernel/defined';
import type { Actor, Combatant, Token } from './documents';
import { ANN, BOB, CAL, FOE, GAMES, LAST, MASTER, Party } from './party';
import type { Tab } from './tab';

/** The condition that ties a hero to the fighter who caused it. */
const BONDS: Readonly<Record<string, { id: string; data?: object }>> = {
  energy: { id: 'restrained' },
  clash: { id: 'grappled' },
  slots: { id: 'restrained', data: { cause: 'grapple' } },
  seconds: { id: 'grappled' },
  tempo: { id: 'guarded' },
};

/**
 * Combatants come and go at any point of the clock: the encounter goes on with those present and logs what it cannot
 * restore.
 */
describe.each(Object.keys(GAMES))('the combatants in %s', (ruleset) => {
  const { turn } = GAMES[ruleset];
  let party: Party;
  let gm: Tab;
  let ann: Tab;

  beforeAll(async () => {
    party = await Party.open(ruleset);
    [gm, ann] = party.table.tabs as [Tab, Tab];
  });
  afterAll(() => party?.table.close());

  it('may change until the last moment before the encounter begins', async () => {
    await party.remove(CAL);
    await party.remove(LAST);
    await party.add(CAL);
    await party.start();
    expect(party.names()).toEqual([ANN, BOB, CAL, FOE].map(party.of).sort());
    expect(party.combat.system.step).toBeGreaterThan(0);
    await party.judge();
  });

  it('may be joined at any time by others, who act like the rest', async () => {
    await party.add(LAST);
    for (let moves = 0; moves < 40 && !party.mayAct(party.of(LAST)); moves++) {
      const [next] = party.onward();
      expect(next, JSON.stringify(party.encounter.clock)).toBeDefined();
      await party.play(next);
    }
    expect(party.names()).toContain(party.of(LAST));
    expect(party.mayAct(party.of(LAST))).toBe(true);
    await party.judge();
  });

  it('may lose the responder of an open ask: it goes on without them, and an answer is refused', async () => {
    const ask = await party.untilAsked(party.of(ANN));
    // Her answer is under way while her fighter is removed.
    gm.does('removes', () => party.combat.combatants.get(party.of(ANN)).delete());
    ann.does('answers', () => ann.page.answer(party.combatAt(ann), ask.key, party.answerTo(ask.ask)));
    await party.arrive();
    expect(party.combat.system.open?.fault).toBeUndefined();
    expect(party.refusals()).toHaveLength(1);
    expect(ann.page.openAsks(party.combatAt(ann)).some(({ isMine }) => isMine)).toBe(false);
    await party.answerAll();
    expect(party.combat.system.open).toBeNull();
    expect(party.names()).not.toContain(undefined);
    await party.add(ANN);
    await party.judge();
  });

  it('may lose the one whose turn it is: the clock goes on from there', async () => {
    if (turn) await party.play({ ...turn, by: party.of(FOE) } as Command);
    const whose = () => party.encounter.clock.turn;
    for (let moves = 0; moves < 12 && whose() && !party.encounter.fighters[whose()]; moves++)
      await party.play(party.onward()[0]);
    const gone = whose() ? party.tokenOf(whose()) : FOE;
    const { round } = party.encounter.clock;
    await party.remove(gone);
    for (let moves = 0; moves < 60 && party.encounter.clock.round === round; moves++) {
      const [next] = party.onward();
      expect(next, JSON.stringify(party.encounter.clock)).toBeDefined();
      await party.play(next);
    }
    expect(party.encounter.clock.round).toBe(round + 1);
    await party.add(gone);
    await party.judge();
  });

  it.each<[string, (fighter: string) => Actor | Combatant | Token]>([
    ['leaves the encounter', (fighter) => party.combat.combatants.get(fighter)],
    ['is taken off the map', (fighter) => party.combat.combatants.get(fighter).token],
  ])('are freed when the fighter that holds them %s, as a step that can be undone', async (_, documentOf) => {
    const [holder, held] = [party.of(LAST), party.of(ANN)];
    // After an undo nothing advances automatically before the next command.
    await party.play(party.onward()[0]);
    const { actor } = party.combat.combatants.get(held);
    const { id, ...data } = BONDS[ruleset];
    const effect = { name: id, type: 'condition', statuses: [id], system: { by: holder, ...data } };
    await party.done(gm, () => actor.createEmbeddedDocuments('ActiveEffect', [effect]));
    const isHeld = () => party.encounter.fighters[held].conditions.some(({ by }) => by === holder);
    await party.table.settle();
    expect(isHeld()).toBe(true);
    const document = documentOf(holder);
    const source = document.toObject();
    await party.done(gm, () => document.delete());
    await party.table.settle();
    const { cursor, history } = party.combat.system;
    expect([isHeld(), history[cursor].command.do]).toEqual([false, 'clean-up']);
    // An undone step stays undone until another command is played.
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    await party.table.settle();
    expect(isHeld()).toBe(true);
    await party.done(gm, () => gm.page.redoStep(party.combat));
    expect(isHeld()).toBe(false);
    const [parent, name] = [document.parent, document.documentName];
    await party.done(gm, () => parent?.createEmbeddedDocuments(name, [source], { keepId: true }));
    expect(party.of(LAST)).toBe(holder);
    await party.judge();
  });

  it('may be two of one actor: pools, conditions and items are separate, and are undone separately', async () => {
    const [one, other] = [party.of(FOE), party.of(LAST)];
    const { pools } = gm.page.adapterOf(ruleset);
    const [pool, { value }] = defined(
      Object.entries(party.encounter.fighters[one].pools).find(
        ([id, { value }]) => pools[id].document === 'actor' && value > 1,
      ),
      'a pool of the actor',
    );
    const [condition] = Object.keys(party.rules.conditions).filter((id) => /prone|exposed|off-balance/.test(id));
    const said = (at: string, to: number): Command => ({ do: 'adjust', by: 'gm', at, options: { pool, to } });
    const begun = party.combat.system.cursor;
    await party.play(said(one, value - 1));
    await party.play({ do: 'condition', by: 'gm', at: other, options: { condition: condition, on: true } });
    await party.play(said(other, value - 2));
    const [mine, theirs] = [one, other].map((id) => party.combat.combatants.get(id).actor.items.contents[0]);
    await party.done(gm, () => mine.update({ name: 'notched' }));
    const shown = () =>
      [one, other].map((id) => {
        const fighter = party.encounter.fighters[id];
        const has = fighter.conditions.some((each) => each.id === condition);
        return [fighter.pools[pool].value, has, fighter.items[0].name];
      });
    expect(shown()).toEqual([
      [value - 1, false, 'notched'],
      [value - 2, true, theirs.name],
    ]);
    // The last change of the first is undone, and the second keeps its own until then.
    await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect(shown().map(([left]) => left)).toEqual([value - 1, value]);
    while (party.combat.system.cursor > begun) await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect(shown()).toEqual([
      [value, false, 'notched'],
      [value, false, theirs.name],
    ]);
    await party.judge();
  });

  it('may change between a step and its writing: the command is judged again with those present', async () => {
    const [next] = party.onward();
    const { step } = party.combat.system;
    // The removal reaches the server before the step that affects all fighters.
    gm.does('removes', () => party.combat.combatants.get(party.of(CAL)).delete());
    gm.does('goes on', () => gm.page.submit(party.combat, next));
    await party.arrive();
    await party.answerAll();
    expect(party.combat.system.step).toBeGreaterThan(step);
    expect(party.of(CAL)).toBeUndefined();
    await party.add(CAL);
    await party.judge();
  });

  it('may leave before everything is undone: effects on them are skipped and logged', async () => {
    await party.remove(BOB);
    while (gm.page.rewindable(party.combat)) await party.done(gm, () => gm.page.rewindStep(party.combat));
    expect(party.combat.system.cursor).toBe(0);
    expect(party.combat.system.open).toBeNull();
    expect(party.heard(gm)).toContain('Left unchanged: a fighter who has left the encounter.');
    expect(party.encounter.clock.phase).toBe(party.rules.idle.phase);
    await party.add(BOB);
    await party.start();
    await party.judge();
  });

  it('are not found by requests on their way to a deleted encounter, while another goes on', async () => {
    const other = 'soakCombat200000';
    const { id: scene } = gm.page.game.scenes.contents[0];
    const made = { _id: other, type: ruleset, scene };
    await party.done(gm, () => gm.page.CONFIG.Combat.documentClass.create(made, { keepId: true }));
    const fighters = [CAL, LAST].map((token) => party.combat.combatants.get(party.of(token)));
    const combatants = fighters.map(({ tokenId, actorId, sceneId }) => ({ tokenId, actorId, sceneId }));
    await party.done(gm, () => party.combatAt(gm, other).createEmbeddedDocuments('Combatant', combatants));
    const ask = await party.untilAsked(party.of(ANN));
    const before = party.refusals().length;
    ann.does('answers', () => ann.page.answer(party.combatAt(ann), ask.key, party.answerTo(ask.ask)));
    gm.does('deletes', () => party.combat.delete());
    await party.arrive();
    expect(party.combat).toBeUndefined();
    expect(party.refusals().slice(before)).toEqual(['host-gone']);
    await party.start(other);
    expect(party.combatAt(gm, other).system.step).toBeGreaterThan(0);

    // The scene of the encounter is deleted, too.
    await party.done(gm, () => gm.page.game.scenes.get(scene).delete());
    await party.answerAll(other);
    expect(() => party.rules.views.tracker(party.encounterAt(other), MASTER)).not.toThrow();
    while (gm.page.rewindable(party.combatAt(gm, other)))
      await party.done(gm, () => gm.page.rewindStep(party.combatAt(gm, other)));
    expect(party.combatAt(gm, other).system.cursor).toBe(0);
    expect(party.table.faults).toEqual([]);
  });
});
