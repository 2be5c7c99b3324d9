import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/encounter/command';
import { type Answer, PASS } from '../../src/kernel/ask';
import { seededDie } from '../../src/kernel/rng';
import { anyAnswer } from '../support/answer';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight } from './world';

/** Tokens by their numbers: three heroes, each with an owner, and two foes. */
const [ANN, BOB, CAL, FOE, LAST] = [0, 1, 2, 3, 4] as const;

/** Who fights, what makes a hero's player be asked for a die at once, and what gives a foe a turn, where the clock does not. */
const GAMES: Record<string, { cast: string[]; asks: Partial<Command>; turn?: Partial<Command> }> = {
  energy: { cast: ['Mira', 'Kor', 'Bram', 'Goblin', 'Wolf'], asks: { do: 'melee-attack' } },
  clash: { cast: ['Wystan', 'Ysolde', 'Bertram', 'Hill gnoll', 'Marsh goblin'], asks: { do: 'attack-basic-melee' } },
  slots: { cast: ['Rowena', 'Quill', 'Sister Maud', 'Hill gnoll', 'Wolf'], asks: { do: 'primary-attack' } },
  seconds: { cast: ['Mira', 'Kor', 'Bram', 'Goblin', 'Wolf'], asks: { do: 'attack' } },
  tempo: {
    cast: ['Ailsa', 'Corin', 'Maelis', 'Hill raider', 'Gutter rat'],
    asks: { do: 'skill-roll', options: { attribute: 'dex' } },
    turn: { do: 'turn', options: { action: 'shift' } },
  },
};

/** Combatants come and go, whatever the clock is: the encounter goes on with who is there, and says what it cannot put back. */
describe.each(Object.entries(GAMES))('who fights in %s', (ruleset, { cast, asks, turn }) => {
  const die = seededDie(7);
  let table: Table;
  let gm: Tab;
  let ann: Tab;

  beforeAll(async () => {
    const present = ['Gamemaster', 'Ann', 'Bob'] as const;
    const world = await fight(ruleset, seededDie(3), cast);
    // The last two are made from one actor, and stand for themselves.
    const [{ tokens }] = world.content.scenes;
    tokens[LAST].actorId = tokens[FOE].actorId;
    table = await Table.open({ seed: 3, present, world });
    [gm, ann] = table.tabs as [Tab, Tab];
    // Every die of theirs is a question that waits.
    for (const tab of table.tabs) await tab.hands.game.settings.set('cadence', 'autoThrow', 'never');
    await table.settle();
  });
  afterAll(() => table?.close());

  const combatAt = (tab: Tab, id = COMBAT) => tab.hands.game.combats.get(id);
  const combat = () => combatAt(gm);
  const rules = () => gm.hands.adapterOf(ruleset).ruleset;
  const encounter = (id = COMBAT) => gm.hands.encounterOf(combatAt(gm, id));
  /** The combatant of a token, by the token's number; whoever comes back is another. */
  const of = (token: number): string =>
    combat().combatants.find(({ tokenId }: any) => tokenId === `soakToken${token}`.padEnd(16, '0'))?.id;
  const MASTER = { gm: true, owns: [], targets: [] };

  /** Everything on its way arrives; no time passes. */
  const arrive = async (): Promise<void> => {
    await table.idle();
    for (let [first] = table.laden(); first; [first] = table.laden()) await table.deliver(first);
  };
  const done = async (tab: Tab, deed: () => unknown): Promise<void> => {
    tab.does('does', deed);
    await arrive();
  };
  const send = (tab: Tab, command: Command, id = COMBAT) =>
    done(tab, () => tab.hands.submit(combatAt(tab, id), command, { force: true }));
  const heard = (tab: Tab): string => {
    const prefix = `${tab.user} reads`;
    return table.log.filter((line) => line.startsWith(prefix)).join('\n');
  };
  const refusals = (): string[] =>
    gm.hands.game.messages.contents
      .filter(({ type }: any) => type === 'request')
      .flatMap(({ system }: any) => system.refused.map(({ id }: any) => id));

  /** The game master answers for everybody until nobody is asked. */
  async function answerAll(id = COMBAT, until = (): unknown => false): Promise<void> {
    for (
      let [ask] = gm.hands.openAsks(combatAt(gm, id));
      ask && !until();
      [ask] = gm.hands.openAsks(combatAt(gm, id))
    ) {
      const asks: any[] = gm.hands.openAsks(combatAt(gm, id)).filter(({ isGiven }: any) => !isGiven);
      for (const each of asks)
        gm.does('answers', () => gm.hands.answer(combatAt(gm, id), each.key, answerTo(each.ask)));
      await arrive();
    }
  }

  async function play(command: Command, id = COMBAT, until = (): unknown => false): Promise<void> {
    await send(gm, command, id);
    await answerAll(id, until);
  }

  const start = (id = COMBAT) => play({ do: rules().clockCommands[0], by: 'gm' }, id);

  /** The commands of the clock that a game master's tracker offers, and that do not end the encounter. */
  const onward = (id = COMBAT): Command[] =>
    rules()
      .views.tracker(encounter(id), MASTER)
      .controls.filter(({ whyNot }: any) => whyNot.length === 0)
      .map(({ command }: any) => command)
      .filter(({ do: verb }: Command) => !/^(end|close|end-scene)$/.test(verb));

  /** Nobody cuts in: it is over sooner. */
  const answerTo = (ask: any): Answer => (ask.kind === 'offer' ? [PASS] : anyAnswer(ask, die));

  /** Whether any button of a fighter's own would do something now. */
  function mayAct(fighter: string): boolean {
    const { groups, itemActions } = rules().views.sheet(encounter(), encounter().fighters[fighter], MASTER);
    const row = rules()
      .views.tracker(encounter(), MASTER)
      .rows.find(({ id }: any) => id === fighter);
    const buttons = [row.actions, ...groups.map(({ actions }: any) => actions), ...Object.values(itemActions)].flat();
    return buttons.some(({ whyNot }: any) => whyNot.length === 0);
  }

  /** The game master lets this hero do what asks its player for a die. */
  async function untilAsked(fighter: string): Promise<any> {
    // Where the clock gives turns, it is this hero's.
    const { turn: whose } = encounter().clock;
    for (let moves = 0; moves < 12 && whose && encounter().clock.turn !== fighter; moves++) await play(onward()[0]!);
    await play({ ...asks, by: fighter, at: of(FOE) } as Command, COMBAT, () => askOf(fighter));
    expect(askOf(fighter), heard(gm)).toBeDefined();
    return askOf(fighter);
  }

  const askOf = (fighter: string) =>
    gm.hands.openAsks(combat()).find(({ by, isGiven }: any) => by === fighter && !isGiven);

  const remove = (token: number) => done(gm, () => combat().combatants.get(of(token)).delete());
  const add = (token: number) =>
    done(gm, () => {
      const scene = gm.hands.game.scenes.contents[0];
      const { id, actorId } = scene.tokens.get(`soakToken${token}`.padEnd(16, '0'));
      return combat().createEmbeddedDocuments('Combatant', [{ tokenId: id, actorId, sceneId: scene.id }]);
    });
  const names = () =>
    rules()
      .views.tracker(encounter(), MASTER)
      .rows.map(({ id }: any) => id)
      .sort();
  const judge = async () => {
    await table.judge({ sameCompany: false });
    expect(table.faults).toEqual([]);
    // Who looked on for the judge goes again.
    table.tabs.pop()!.leave();
  };

  const tokenOf = (fighter: string): number => [ANN, BOB, CAL, FOE, LAST].find((token) => of(token) === fighter)!;

  it('may be settled until the last moment before it begins', async () => {
    await remove(CAL);
    await remove(LAST);
    await add(CAL);
    await start();
    expect(names()).toEqual([ANN, BOB, CAL, FOE].map(of).sort());
    expect(combat().system.step).toBeGreaterThan(0);
    await judge();
  });

  it('may grow at any time: who comes in later acts as the others do', async () => {
    await add(LAST);
    for (let moves = 0; moves < 40 && !mayAct(of(LAST)); moves++) {
      const [next] = onward();
      expect(next, JSON.stringify(encounter().clock)).toBeDefined();
      await play(next!);
    }
    expect(names()).toContain(of(LAST));
    expect(mayAct(of(LAST))).toBe(true);
    await judge();
  });

  it('may lose whoever is asked: what waits says who has left, and an answer is refused', async () => {
    const ask = await untilAsked(of(ANN));
    const { name } = encounter().fighters[of(ANN)];
    // Her answer is on its way while her fighter is removed.
    gm.does('removes', () => combat().combatants.get(of(ANN)).delete());
    ann.does('answers', () => ann.hands.answer(combatAt(ann), ask.key, answerTo(ask.ask)));
    await arrive();
    expect(combat().system.open?.fault).toEqual({ id: 'fighter-left', data: { name } });
    expect(refusals()).toEqual(['cannot-replay']);
    expect(ann.hands.openAsks(combatAt(ann)).some(({ mine }: any) => mine)).toBe(false);
    await done(gm, () => gm.hands.cancelExchange(combat()));
    expect(combat().system.open).toBeNull();
    expect(names()).not.toContain(undefined);
    await add(ANN);
    await judge();
  });

  it('may lose whoever the clock stands at: the clock goes on from there', async () => {
    if (turn) await play({ ...turn, by: of(FOE) } as Command);
    const whose = () => encounter().clock.turn;
    for (let moves = 0; moves < 12 && whose() && !encounter().fighters[whose()]; moves++) await play(onward()[0]!);
    const gone = whose() ? tokenOf(whose()) : FOE;
    const { round } = encounter().clock;
    await remove(gone);
    for (let moves = 0; moves < 60 && encounter().clock.round === round; moves++) {
      const [next] = onward();
      expect(next, JSON.stringify(encounter().clock)).toBeDefined();
      await play(next!);
    }
    expect(encounter().clock.round).toBe(round + 1);
    await add(gone);
    await judge();
  });

  it('may be two of one actor: their numbers, conditions and things are each their own, and are taken back apart', async () => {
    const [one, other] = [of(FOE), of(LAST)];
    const { pools } = gm.hands.adapterOf(ruleset);
    const [pool, { value }] = Object.entries<any>(encounter().fighters[one].pools).find(
      ([id, { value }]) => pools[id].document === 'actor' && value > 1,
    )!;
    const [condition] = Object.keys(rules().conditions).filter((id) => /prone|exposed|off-balance/.test(id));
    const said = (at: string, to: number): Command => ({ do: 'adjust', by: 'gm', at, options: { pool, to } });
    const begun = combat().system.cursor;
    await play(said(one, value - 1));
    await play({ do: 'condition', by: 'gm', at: other, options: { condition: condition!, on: true } });
    await play(said(other, value - 2));
    const [mine, theirs] = [one, other].map((id) => combat().combatants.get(id).actor.items.contents[0]);
    await done(gm, () => mine.update({ name: 'notched' }));
    const shown = () =>
      [one, other].map((id) => {
        const fighter = encounter().fighters[id];
        const has = fighter.conditions.some((each: any) => each.id === condition);
        return [fighter.pools[pool].value, has, fighter.items[0].name];
      });
    expect(shown()).toEqual([
      [value - 1, false, 'notched'],
      [value - 2, true, theirs.name],
    ]);
    // What was done to the one is taken back last, and the other keeps its own until then.
    await done(gm, () => gm.hands.rewindStep(combat()));
    expect(shown().map(([left]) => left)).toEqual([value - 1, value]);
    while (combat().system.cursor > begun) await done(gm, () => gm.hands.rewindStep(combat()));
    expect(shown()).toEqual([
      [value, false, 'notched'],
      [value, false, theirs.name],
    ]);
    await judge();
  });

  it('may change between a step and its writing: it is judged once more, on who is there', async () => {
    const [next] = onward();
    const { step } = combat().system;
    // The removal reaches the server before the step that speaks of everybody.
    gm.does('removes', () => combat().combatants.get(of(CAL)).delete());
    gm.does('goes on', () => gm.hands.submit(combat(), next));
    await arrive();
    await answerAll();
    expect(combat().system.step).toBeGreaterThan(step);
    expect(of(CAL)).toBeUndefined();
    await add(CAL);
    await judge();
  });

  it('is no hindrance to taking everything back: what has left is left alone, and said', async () => {
    await remove(BOB);
    while (gm.hands.rewindable(combat())) await done(gm, () => gm.hands.rewindStep(combat()));
    expect(combat().system.cursor).toBe(0);
    expect(combat().system.open).toBeNull();
    expect(heard(gm)).toContain('Left as it is: a fighter who has left the encounter.');
    expect(encounter().clock.phase).toBe(rules().idle.phase);
    await add(BOB);
    await start();
    await judge();
  });

  it('deleted whole, refuses what was on its way to it, while another encounter goes on', async () => {
    const other = 'soakCombat200000';
    const { id: scene } = gm.hands.game.scenes.contents[0];
    const made = { _id: other, type: ruleset, scene };
    await done(gm, () => gm.hands.CONFIG.Combat.documentClass.create(made, { keepId: true }));
    const fighters = [CAL, LAST].map((token) => combat().combatants.get(of(token)));
    const combatants = fighters.map(({ tokenId, actorId, sceneId }) => ({ tokenId, actorId, sceneId }));
    await done(gm, () => combatAt(gm, other).createEmbeddedDocuments('Combatant', combatants));
    const ask = await untilAsked(of(ANN));
    const before = refusals().length;
    ann.does('answers', () => ann.hands.answer(combatAt(ann), ask.key, answerTo(ask.ask)));
    gm.does('deletes', () => combat().delete());
    await arrive();
    expect(combat()).toBeUndefined();
    expect(refusals().slice(before)).toEqual(['host-gone']);
    await start(other);
    expect(combatAt(gm, other).system.step).toBeGreaterThan(0);

    // And the ground it stands on.
    await done(gm, () => gm.hands.game.scenes.get(scene).delete());
    await answerAll(other);
    expect(() => rules().views.tracker(encounter(other), MASTER)).not.toThrow();
    while (gm.hands.rewindable(combatAt(gm, other))) await done(gm, () => gm.hands.rewindStep(combatAt(gm, other)));
    expect(combatAt(gm, other).system.cursor).toBe(0);
    expect(table.faults).toEqual([]);
  });
});
