import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defined } from '../../src/kernel/defined';
import type { Message } from '../headless/documents';
import type { Table } from '../headless/table';
import { readScenario } from '../support/scenario/scenario';
import { restored, snapshot } from './snapshot';
import { openStage, Staging } from './stage';

const FIELD = `
ruleset: energy
rules: [E-20]
title: A beast and a player
clock: { round: 1, phase: open }
fighters:
  mira:
    side: heroes
    player: true
    overrides: { evasion: 10, meleeAV: 20 }
    items: [{ type: weapon, name: axe, damage: 1d6, reach: 0 }]
    place: [4, 4]
    facing: s
  gnoll:
    side: foes
    overrides: { meleeAV: 30 }
    items: [{ type: weapon, name: claw, damage: 1d6, reach: 0 }]
    place: [4, 5]
    facing: n
script: [{ do: mira defend }]
`;

describe('with a player at the table', () => {
  let table: Table;
  let staging: Staging;

  beforeAll(async () => {
    table = await openStage(['Gamemaster', 'Ann']);
  });
  beforeEach(async () => {
    staging = await Staging.begin(table, readScenario(FIELD, 'inline.yaml'), {});
  });
  afterEach(async () => {
    expect(table.faults.splice(0)).toEqual([]);
    await staging.end();
  });
  afterAll(() => table?.close());

  const handsOf = (user: string) => table.tabOf(user).page;
  const combatAt = (user: string) => handsOf(user).game.combats.get(staging.cast.combat);
  const idOf = (name: string) => staging.cast.names.idOf(name);
  const does = (deed: () => Promise<unknown>) => staging.does(deed);

  /** Fixes the next dice of a client; the last one repeats. */
  function load(user: string, ...faces: { face: number; of: number }[]): void {
    const left = [...faces];
    handsOf(user).CONFIG.Dice.randomUniform = () => {
      const { face, of } = left.length > 1 ? left.shift()! : left[0];
      return 1 - (face - 0.5) / of;
    };
  }

  /** The gnoll strikes at Mira, and Ann is asked for her evasion. */
  async function struckAt(): Promise<string> {
    load('Gamemaster', { face: 12, of: 20 });
    const blow = { do: 'melee-attack', by: idOf('gnoll'), at: idOf('mira'), with: idOf('claw') };
    await does(() => handsOf('Gamemaster').submit(combatAt('Gamemaster'), blow, { force: true }));
    const [asked] = handsOf('Ann').openAsks(combatAt('Ann'));
    expect(asked).toMatchObject({ isMine: true, ask: { id: 'evasion' } });
    return asked.key;
  }

  const request = (system: object) =>
    handsOf('Ann').CONFIG.ChatMessage.documentClass.create({
      type: 'request',
      system: {
        combat: staging.cast.combat,
        fighter: idOf('mira'),
        moment: '',
        command: null,
        ask: null,
        force: false,
        ...system,
      },
    });

  it('undo into an exchange opens the ask again, refuses a late answer, and redo has the same dice', async () => {
    const key = await struckAt();
    const asked = snapshot(handsOf('Ann'));
    load('Gamemaster', { face: 4, of: 6 });
    await does(() => handsOf('Ann').answer(combatAt('Ann'), key, [2]));
    expect(combatAt('Ann').system.open).toBeNull();
    const after = snapshot(handsOf('Ann'));
    expect(restored(asked, after)).not.toEqual([]);

    await staging.rewind();
    expect(restored(asked, snapshot(handsOf('Ann')))).toEqual([]);
    const [again] = handsOf('Ann').openAsks(combatAt('Ann'));
    expect(again).toMatchObject({ isMine: true, ask: { id: 'evasion' } });
    expect(again.key).not.toBe(key);

    let late: Message | undefined;
    await does(async () => {
      late = await request({ ask: key, answers: [[9]] });
    });
    expect(late?.system.refused.map(({ id }) => id)).toEqual(['closed']);
    await does(() => defined(late, 'a request').delete());

    load('Ann', { face: 10, of: 10 }, { face: 9, of: 10 });
    load('Gamemaster', { face: 1, of: 6 });
    await staging.redo();
    // Only the dice that she rolled too late are bound now.
    expect(restored(after, snapshot(handsOf('Ann')))).toEqual([expect.stringContaining('.system.boundDice.')]);
  });

  it('dice stay bound: a deleted and repeated request is no second roll', async () => {
    // Removes the offer before her roll.
    await does(() =>
      combatAt('Gamemaster')
        .combatants.get(idOf('gnoll'))
        .update({ system: { orders: { 'agile-move': 'pass' } } }),
    );
    const key = await struckAt();
    const command = { do: 'melee-attack', by: idOf('mira'), at: idOf('gnoll'), with: idOf('axe') };
    const intent = (face: number) => request({ moment: 'r1', command, answers: [[face]] });
    // An exchange is open, so her request has to wait.
    await does(() => intent(1));
    const waiting = (user = 'Ann') => handsOf(user).game.messages.find(({ type }) => type === 'request');
    await does(() =>
      waiting()
        .delete()
        .catch(() => null),
    );
    expect(waiting()).toBeDefined();
    // A direct socket message bypasses our own client.
    const operation = { ids: [waiting().id], pack: null, broadcast: true };
    await does(
      () =>
        new Promise((done) =>
          handsOf('Ann').game.socket.emit('modifyDocument', { type: 'ChatMessage', action: 'delete', operation }, done),
        ),
    );
    expect(waiting('Gamemaster')).toBeUndefined();
    await does(() => intent(20));
    load('Gamemaster', { face: 1, of: 6 }, { face: 1, of: 10 });
    await does(() => handsOf('Ann').answer(combatAt('Ann'), key, [9]));
    const cards = handsOf('Ann').game.messages.contents;
    const card = cards.find(({ type, system }) => type === 'energy' && system.command?.by === idOf('mira'));
    expect(card?.system.entries.find(({ ask }) => ask.id === 'combat')?.answer).toEqual([1]);
  });

  it('the referee moves back a token that was moved without it', async () => {
    const token = (user: string) => combatAt(user).combatants.get(idOf('mira')).token;
    const { x } = token('Ann');
    const manually = () => {
      const updates = [{ _id: token('Ann').id, x: x - 300 }];
      const operation = { parentUuid: token('Ann').parent.uuid, updates, pack: null, broadcast: true, diff: true };
      return new Promise((done) =>
        handsOf('Ann').game.socket.emit('modifyDocument', { type: 'Token', action: 'update', operation }, done),
      );
    };
    let moved = 0;
    handsOf('Gamemaster').foundry.helpers.Hooks.on('updateToken', () => moved++);
    // Two updates: one that claims to be a step, and one that skips the client's own handling of a movement.
    await does(async () => {
      await token('Ann')
        .update({ x: x - 300 }, { cadence: { step: 0 } })
        .catch(() => null);
      await manually();
    });
    expect(token('Gamemaster').x).toBe(x);
    // Only the second kind: there, and back again.
    moved = 0;
    await does(manually);
    expect(moved).toBeGreaterThanOrEqual(2);
    expect(token('Gamemaster').x).toBe(x);
  });
});
