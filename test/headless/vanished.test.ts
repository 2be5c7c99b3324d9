import { afterEach, describe, expect, it } from 'vitest';
import { seededDie } from '../../src/kernel/rng';
import { ANN, BOB, CAL, FOE, Party } from './party';
import type { Tab } from './tab';
import { Table } from './table';
import { COMBAT, fight, idOf } from './world';

const MIRA = 'soakCombatant000';
const GOBLIN = 'soakCombatant300';
const CAST = ['Mira', 'Kor', 'Bram', 'Goblin', 'Wolf'];

/** What the bench has found about encounters that are deleted while messages to them are under way. */
describe('an encounter that another GM deletes', () => {
  let table: Table;
  let referee: Tab;
  let other: Tab;
  let ann: Tab;

  async function begin(ruleset: string, cast: readonly string[]): Promise<void> {
    table = await Table.open({
      seed: 7,
      present: ['Gamemaster', 'Second', 'Ann'],
      world: await fight(ruleset, seededDie(7), cast),
    });
    [referee, other, ann] = table.tabs as [Tab, Tab, Tab];
    for (const tab of table.tabs) await tab.page.game.settings.set('cadence', 'autoThrow', 'never');
    referee.does('starts', () => referee.page.submit(combatAt(referee), { do: 'start', by: 'gm' }));
    await table.settle();
  }
  afterEach(() => table.close());

  const combatAt = (tab: Tab) => tab.page.game.combats.get(COMBAT);
  const deletes = () => other.does('deletes', () => combatAt(other).delete());
  const requests = () => referee.page.game.messages.contents.filter(({ type }) => type === 'request');
  const readBy = (user: string) => table.log.filter((line) => line.startsWith(`${user} reads`));
  const deliver = async (tab: Tab, direction: 'up' | 'down') => {
    await table.deliver({ tab, direction });
  };

  it('refuses requests sent to it, and binds no dice to it (seeds 200069, 200191)', async () => {
    await begin('energy', CAST);
    for (const tab of table.tabs) await tab.page.game.settings.set('cadence', 'autoThrow', 'always');
    const attack = { do: 'melee-attack', by: MIRA, at: GOBLIN };
    ann.does('attacks', () => ann.page.submit(combatAt(ann), attack, { force: true }));
    await table.idle();
    await deliver(ann, 'up');
    // The referee judges it and writes the step; the encounter is deleted before that arrives.
    await deliver(referee, 'down');
    expect(referee.wire.pending).toContain('up');
    deletes();
    await table.idle();
    await deliver(other, 'up');
    await table.settle();
    expect(requests().map(({ system }) => system.refused.map(({ id }) => id))).toEqual([['host-gone']]);
    expect(table.faults).toEqual([]);
  });

  it('gets no referee, and a user who wanted to take over is told (seed 200253)', async () => {
    await begin('energy', CAST);
    referee.does('deletes', () => combatAt(referee).delete());
    other.does('takes over', () => other.page.takeReferee(combatAt(other)));
    await table.idle();
    await deliver(referee, 'up');
    await table.settle();
    expect(readBy('Second').at(-1)).toContain('didn’t go through');
    expect(table.faults).toEqual([]);
  });

  it('binds no dice of a request that is withdrawn at that moment', async () => {
    await begin('energy', CAST);
    // During an open ask, the commands of others wait.
    referee.does('attacks', () =>
      referee.page.submit(combatAt(referee), { do: 'melee-attack', by: GOBLIN, at: MIRA }, { force: true }),
    );
    await table.settle();
    const { ruleset } = ann.page.adapterOf('energy');
    const moment = ruleset.momentOf(combatAt(ann).system.clock);
    const command = { do: 'melee-attack', by: MIRA, at: GOBLIN };
    const system = { combat: COMBAT, fighter: MIRA, moment, command, answers: [[2]] };
    ann.does('sends dice', () => ann.page.CONFIG.ChatMessage.documentClass.create({ type: 'request', system }));
    await table.settle();
    expect(requests().map(({ system }) => [system.answers, system.refused])).toEqual([[[[2]], []]]);
    // Her own window would report that dice have fallen.
    const operation = { ids: [requests()[0].id], action: 'delete' };
    void ann.raw('modifyDocument', { type: 'ChatMessage', action: 'delete', operation });
    await table.idle();
    await deliver(ann, 'up');
    while (!referee.wire.pending.includes('up')) await deliver(referee, 'down');
    deletes();
    await table.idle();
    await deliver(other, 'up');
    await table.settle();
    expect(requests()).toEqual([]);
    expect(table.faults).toEqual([]);
  });
});

/** An ask without a remaining candidate, though all players are connected. */
describe('an offer without candidates', () => {
  it('is dropped, and a way that waited for who has left goes on to its end', async () => {
    const party = await Party.open('energy');
    try {
      const { gm } = party;
      await party.start();
      const at = (x: number, y: number) => ({ x, y, width: 1, height: 1, elevation: 0, facing: 0 });
      await party.send(gm, { do: 'place', by: 'gm', at: party.of(FOE), path: [at(20.5, 1.5)] });
      await party.send(gm, { do: 'place', by: 'gm', at: party.of(ANN), path: [at(20.5, 5.5)] });
      const path = [2.5, 3.5, 4.5, 5.5, 6.5].map((y) => at(21.5, y));
      await party.send(gm, { do: 'run', by: party.of(FOE), path });
      expect(new Set(party.combat.system.open?.asks.map(({ ask }) => ask.id))).toEqual(new Set(['swift']));
      const scene = gm.page.game.scenes.contents[0];
      await party.done(gm, () => scene.tokens.get(idOf('Token', ANN)).delete());
      expect(party.combat.system.open).toBeNull();
      const { place, state } = party.encounter.fighters[party.of(FOE)];
      expect(place).toMatchObject({ x: 21.5, y: 6.5 });
      expect(state.declares).toBeUndefined();
    } finally {
      await party.table.close();
    }
  });

  it('is passed, and the exchange goes on, when tokens are deleted from the map (seed 220975)', async () => {
    const party = await Party.open('energy');
    try {
      const { gm } = party;
      await party.start();
      const at = (x: number, y: number) => ({ x, y, width: 1, height: 1, elevation: 0, facing: 0 });
      // The Goblin runs away from the heroes.
      await party.send(gm, { do: 'sprint', by: party.of(FOE), path: [at(9.5, 9.5)] });
      expect(new Set(party.combat.system.open?.asks.map(({ ask }) => ask.id))).toEqual(new Set(['swift']));
      const { step } = party.combat.system;
      const scene = gm.page.game.scenes.contents[0];
      for (const token of [ANN, BOB, CAL]) await party.done(gm, () => scene.tokens.get(idOf('Token', token)).delete());
      expect(party.combat.system.open).toBeNull();
      expect(party.combat.system.step).toBeGreaterThan(step);
      await party.judge();
    } finally {
      await party.table.close();
    }
  });
});
