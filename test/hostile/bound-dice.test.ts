import { afterEach, describe, expect, it } from 'vitest';
import { unpack } from '../../src/foundry/platform/packed';
import type { Answer } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import type { KnownEntry } from '../headless/documents';
import { requestIn } from '../support/request';
import { core, thorough } from '../tiers/tier';
import { ANNS, actor, BOBS, COMBAT, combatant, FOE, HostileTable, OPENING, SCENE, token } from './hostile-table';

const LONGEST = 100_000;

let hostile: HostileTable;
afterEach(() => hostile.table.close());

const keyOf = (fighter: string): string =>
  defined(
    hostile.combat.system.open?.asks.find(({ ask }) => ask.by === fighter && ask.kind === 'dice'),
    'an ask for dice',
  ).key;

/** The recorded faces of a fighter's ask, in the order of recording. */
function recorded(fighter: string, id: string): unknown[] {
  const steps = Object.values(hostile.combat.system.history);
  return steps
    .flatMap(({ entries }) => entries)
    .flatMap(({ ask, answer }) => {
      if (ask.kind !== 'all') return ask.id === id && ask.by === fighter ? [answer[0]] : [];
      const at = ask.asks.findIndex((part) => part.id === id && part.by === fighter);
      return at < 0 ? [] : [(answer[at] as Answer)[0]];
    });
}

const deletes = (id: string) => hostile.writes({ type: 'ChatMessage', action: 'delete', operation: { ids: [id] } });
const changes = (id: string, system: object, more: object = {}) =>
  hostile.writes({ type: 'ChatMessage', action: 'update', operation: { updates: [{ _id: id, system, ...more }] } });
const sent = async (message: object): Promise<string> => {
  const heard = hostile.sends(message);
  await hostile.table.settle();
  return (await heard).result[0]._id;
};
const refusals = (id: string) => requestIn(hostile.gm.page.game.messages.get(id))?.refused?.map((each) => each.id);

describe('dice of several fighters that are asked at once', thorough, () => {
  /**
   * Asks three players for Initiative, with Bob's answer waiting: his request is accepted first when all have answered.
   */
  const asked = async () => {
    const present = ['Gamemaster', 'Ann', 'Bob', 'Cal'] as const;
    hostile = await HostileTable.open('slots', { present, settings: { 'cadence.autoThrow': 'never' } });
    await answers(BOBS, 'Bob', 9);
    expect(hostile.waiting()).toHaveLength(1);
  };
  const answers = (fighter: string, user: 'Bob' | 'Cal', face: number) =>
    hostile.posts(hostile.answer(keyOf(fighter), [[face]], { fighter }), hostile.tab(user));
  const calAnswers = () => answers(combatant(2), 'Cal', 9);

  it(
    'stay the first ones when the waiting answer is deleted and sent again',
    async () => {
      await asked();
      const id = await sent(hostile.answer(keyOf(ANNS), [[3]]));
      expect((await deletes(id)).error).toBeUndefined();
      await hostile.posts(hostile.answer(keyOf(ANNS), [[20]]));
      await calAnswers();
      expect(recorded(ANNS, 'initiative')).toEqual([3]);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'stay the first ones when the waiting answer is changed',
    async () => {
      await asked();
      const id = await sent(hostile.answer(keyOf(ANNS), [[3]]));
      expect((await changes(id, { answers: [[20]] })).error).toBeUndefined();
      expect(refusals(id)).toEqual(['edited']);
      await calAnswers();
      expect(recorded(ANNS, 'initiative')).toEqual([]);
      await hostile.posts(hostile.answer(keyOf(ANNS), [[20]]));
      expect(recorded(ANNS, 'initiative')).toEqual([3]);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'stay the first ones when the author sets the answer as refused',
    async () => {
      await asked();
      const id = await sent(hostile.answer(keyOf(ANNS), [[3]]));
      await changes(id, { refused: [{ id: 'closed' }] });
      await deletes(id);
      await hostile.posts(hostile.answer(keyOf(ANNS), [[20]]));
      await calAnswers();
      expect(recorded(ANNS, 'initiative')).toEqual([3]);
    },
    OPENING,
  );

  it(
    'stay the first ones when the author names another author',
    async () => {
      await asked();
      const id = await sent(hostile.answer(keyOf(ANNS), [[3]]));
      await changes(id, {}, { author: hostile.tab('Bob').page.game.user.id });
      await hostile.posts(hostile.answer(keyOf(ANNS), [[20]]));
      await calAnswers();
      expect(recorded(ANNS, 'initiative')).toEqual([3]);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'do not count from an answer that was changed while no GM was connected',
    async () => {
      await asked();
      const key = keyOf(ANNS);
      const { gm } = hostile;
      gm.leave();
      await hostile.table.settle();
      const id = await sent(hostile.answer(key, [[3]]));
      hostile.table.clock.now += 5000;
      await changes(id, { answers: [[20]] });
      gm.reload();
      await hostile.table.settle();
      expect(refusals(id)).toEqual(['edited']);
      await calAnswers();
      expect(recorded(ANNS, 'initiative')).toEqual([]);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'are the referee’s where the referee rolls, with any faces in the answer',
    async () => {
      await asked();
      await hostile.gmDoes((game) => game.settings.set('cadence', 'dice', 'referee'));
      await hostile.posts(hostile.answer(keyOf(ANNS), [[20]]));
      await calAnswers();
      expect(recorded(ANNS, 'initiative')).toEqual([expect.any(Number)]);
      expect(recorded(ANNS, 'initiative')).not.toEqual([20]);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );
});

describe('dice of a request that was refused', core, () => {
  const swing = (faces: number[], more: object = {}, by = ANNS) =>
    hostile.intent({ do: 'unarmed-attack', by, at: FOE }, { fighter: by, answers: [faces], ...more });
  const inCombat = { parentUuid: `Combat.${COMBAT}` };

  it(
    'stay with a combatant that was created again for the same actor',
    async () => {
      hostile = await HostileTable.open('energy', { settings: { 'cadence.autoThrow': 'never' } });
      await hostile.calm();
      await hostile.commands({ do: 'unarmed-attack', by: FOE, at: BOBS });
      expect(hostile.combat.system.open).not.toBeNull();
      // Ann's command waits while Bob is asked.
      await deletes(await sent(swing([1])));
      await hostile.calm();
      await hostile.writes({ type: 'Combatant', action: 'delete', operation: { ids: [ANNS], ...inCombat } });
      const { result } = await hostile.writes({
        type: 'Combatant',
        action: 'create',
        operation: {
          data: [{ type: 'energy', actorId: actor(0), tokenId: token(0), sceneId: SCENE }],
          ...inCombat,
        },
      });
      const [{ _id: mine }] = result;
      await hostile.posts(swing([20], {}, mine));
      await hostile.calm();
      expect(recorded(mine, 'combat')).toEqual([1]);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );
});

describe('the referee’s dice', core, () => {
  /** The faces of each step that the GM's window sends. */
  const watchSteps = (): number[][] => {
    const written: number[][] = [];
    hostile.gm.page.Hooks.on(
      'preUpdateCombat',
      (_: unknown, { system }: { readonly system?: { readonly history?: object } }) => {
        const packed = Object.values(system?.history ?? {}).find((each) => typeof each === 'string');
        const { entries = [] } = packed
          ? (unpack(packed, LONGEST) as { readonly entries?: readonly KnownEntry[] })
          : {};
        const faces = entries.flatMap(({ ask, answer }) => (ask.kind === 'dice' ? [answer[0] as number] : []));
        if (faces.length > 0) written.push(faces);
      },
    );
    return written;
  };

  it(
    'are the same at the next attempt when the server refuses the step',
    async () => {
      hostile = await HostileTable.open('energy', { settings: { 'cadence.dice': 'referee' } });
      await hostile.calm();
      const written = watchSteps();
      const { operations } = hostile.table.world;
      const { modifyBatch } = operations;
      // As when a player deletes something that the step would change.
      operations.modifyBatch = async (user, requests) =>
        requests.some(({ type, action }) => type === 'ChatMessage' && action === 'delete')
          ? { responses: [], sideEffects: [], error: new Error('Item "gone" does not exist!') }
          : modifyBatch.call(operations, user, requests);
      const swing = hostile.intent({ do: 'unarmed-attack', by: ANNS, at: FOE });
      expect(await hostile.posts(swing)).toBe('not-written');
      Object.assign(operations, { modifyBatch });
      expect(recorded(ANNS, 'combat')).toEqual([]);
      // Players read the Combat.
      expect(hostile.combat.system.boundDice).toEqual({});
      expect(await hostile.posts(swing)).toBe('taken');
      const last = written.at(-1);
      expect(written.length).toBeGreaterThan(1);
      expect(new Set(written.map(String))).toEqual(new Set([String(last)]));
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );
});
