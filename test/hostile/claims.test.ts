import { VARIANTS } from '@cadence/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { pack, unpack } from '../../src/foundry/platform/packed';
import { defined } from '../../src/kernel/defined';
import type { Source } from '../headless/documents';
import type { Tab } from '../headless/tab';
import { core, thorough } from '../tiers/tier';
import { ANNS, actor, BOBS, COMBAT, FOE, HostileTable, OPENING } from './hostile-table';

const REQUEST = 'annsRequest00000';
/** The id that the referee gives the card of a request outside encounters. */
const CARD = [...REQUEST].reverse().join('');
const STEP = 'cadenceStep';

const changed = (documentName: string, id: string, from: object, to: Readonly<Record<string, unknown>>) => ({
  documentName,
  parent: null,
  id,
  done: 'changed',
  changes: Object.entries(from).map(([path, value]) => ({ path, from: value, to: to[path] })),
});

/** A claim as left by a closed window, so that the next referee undoes its step. */
const claim = (traces: readonly object[], more: object = {}) =>
  pack({ step: 1, user: '', client: 'gone', traces, ...more });

let hostile: HostileTable;
afterEach(() => hostile?.table.close());

const annOf = ({ ann }: HostileTable): string => ann.page.game.user.id;

/** What a forged claim would make a GM's tab undo. */
const ATTACKS: readonly (readonly [what: string, traces: (hostile: HostileTable) => readonly object[]])[] = [
  ['give its author the role of a GM', (s) => [changed('User', annOf(s), { role: 4 }, { role: 1 })]],
  ['wound another fighter', () => [changed('Actor', actor(3), { 'system.aura.value': 0 }, { 'system.aura.value': 9 })]],
  [
    'give away an actor',
    (s) => [changed('Actor', actor(3), { [`ownership.${annOf(s)}`]: 3 }, { [`ownership.${annOf(s)}`]: 0 })],
  ],
  ['delete the encounter', () => [{ documentName: 'Combat', parent: null, id: COMBAT, done: 'created' }]],
  [
    'create an actor',
    (s) => [
      {
        documentName: 'Actor',
        parent: null,
        id: 'forgedActor00000',
        done: 'deleted',
        source: { _id: 'forgedActor00000', name: 'x', type: 'energy', ownership: { [annOf(s)]: 3 } },
      },
    ],
  ],
];

describe('a claim in a message not written by a GM', core, () => {
  it.each(ATTACKS)(
    'does not %s',
    async (_, traces) => {
      hostile = await HostileTable.open('energy');
      const before = hostile.picture();
      const forged = {
        _id: CARD,
        type: 'energy',
        system: { combat: '', writing: claim(traces(hostile)) },
      };
      await hostile.writes({ type: 'ChatMessage', action: 'create', operation: { data: [forged], keepId: true } });
      const request = { ...hostile.intent({ do: 'wait', by: `Actor.${actor(0)}` }, { combat: '' }), _id: REQUEST };
      await hostile.writes({ type: 'ChatMessage', action: 'create', operation: { data: [request], keepId: true } });
      expect(hostile.picture()).toEqual(before);
      expect(hostile.gm.page.game.messages.get(REQUEST).system.refused).toMatchObject([{ id: 'card-taken' }]);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'does not make a GM who loads the world undo anything',
    async () => {
      hostile = await HostileTable.open('energy');
      const forged = {
        _id: CARD,
        type: 'energy',
        system: { combat: '', writing: claim(ATTACKS[0][1](hostile)) },
      };
      await hostile.writes({ type: 'ChatMessage', action: 'create', operation: { data: [forged], keepId: true } });
      const before = hostile.picture();
      hostile.gm.reload();
      await hostile.table.settle();
      expect(hostile.picture()).toEqual(before);
    },
    OPENING,
  );
});

describe('a message whose player changes its author', thorough, () => {
  const anns = 'annsMessage00000';
  const gmOf = (s: HostileTable): string => s.gm.page.game.user.id;
  const update = (changes: object, operation: object = {}) => ({
    type: 'ChatMessage',
    action: 'update',
    operation: { updates: [{ _id: anns, ...changes }], ...operation },
  });
  const create = (message: object) => ({
    type: 'ChatMessage',
    action: 'create',
    operation: { data: [{ ...message, _id: anns }], keepId: true },
  });
  /** The message as stored on the server. */
  const stored = (s: HostileTable) => s.table.all('messages').find(({ _id }) => _id === anns);
  const isFromGamemaster = ({ author, _stats }: Source, s: HostileTable): boolean =>
    author === gmOf(s) && _stats.lastModifiedBy === gmOf(s);

  it(
    'is not authenticated by the refusal that was already under way',
    async () => {
      hostile = await HostileTable.open('energy', { variants: { messageAuthor: 'changeable' } });
      const sent = hostile.ann.raw('modifyDocument', create(hostile.intent({ do: 'wait', by: BOBS })));
      // Delivered until the GM's tab has sent its refusal, which then arrives after Ann's next message.
      const { gm, ann, table } = hostile;
      while (!gm.wire.pending.includes('up')) {
        const next = defined(
          table.pending().find(({ tab }) => tab === ann || tab === gm),
          'a message',
        );
        await table.deliver(next);
      }
      const system = { combat: '', step: 1, cursor: 1, history: {}, open: null };
      const forged = {
        author: gmOf(hostile),
        type: 'energy',
        system: { __$OPERATOR$__: 'ForcedReplacement', value: system },
      };
      void ann.raw('modifyDocument', update(forged));
      while (ann.wire.pending.includes('up')) await table.deliver({ tab: ann, direction: 'up' });
      await table.settle();
      await sent;
      const message = stored(hostile);
      expect(message === undefined || !isFromGamemaster(message, hostile)).toBe(true);
      expect(hostile.table.faults).toEqual([]);
    },
    OPENING,
  );

  it(
    'is deleted where it is a request, and not refused in writing',
    async () => {
      hostile = await HostileTable.open('energy', { variants: { messageAuthor: 'changeable' } });
      const before = hostile.picture();
      // It is refused at first, and waits again after its author has changed it.
      await hostile.writes(create(hostile.intent({ do: 'wait', by: BOBS })));
      await hostile.writes(update({ author: gmOf(hostile), system: { refused: [] } }));
      await hostile.commands({ do: 'adjust', by: 'gm', at: ANNS, options: { pool: 'stamina', to: 2 } });
      const message = stored(hostile);
      expect(message === undefined || !isFromGamemaster(message, hostile)).toBe(true);
      expect(hostile.combat.system.history[hostile.combat.system.cursor].command).toMatchObject({ do: 'adjust' });
      await hostile.rewinds();
      expect(hostile.picture().server[`actors ${actor(3)}`]).toEqual(before.server[`actors ${actor(3)}`]);
    },
    OPENING,
  );

  it(
    'is not written to by a GM, and so is never trusted',
    async () => {
      hostile = await HostileTable.open('energy', { variants: { messageAuthor: 'changeable' } });
      const system = { combat: '', step: 1, cursor: 1, history: {}, open: null };
      await hostile.writes(create({ type: 'energy', system }));
      await hostile.writes(update({ author: gmOf(hostile) }));
      await hostile.gmDoes((game) =>
        game.messages
          .get(anns)
          .update({ whisper: [] })
          .catch(() => undefined),
      );
      await hostile.gmDoes((game) =>
        game.messages
          .get(anns)
          ?.update({ flavor: 'revealed' })
          .catch(() => undefined),
      );
      const message = stored(hostile);
      expect(message === undefined || !isFromGamemaster(message, hostile)).toBe(true);
    },
    OPENING,
  );
});

interface Trace {
  readonly [what: string]: unknown;
  readonly changes: readonly { readonly path: string; readonly sum?: string }[];
}

/**
 * Delivers messages of these tabs until the next step is claimed on the server, and returns the traces of the claim.
 */
async function tracesOfNext({ table, combat }: HostileTable, tabs: readonly Tab[]): Promise<Trace[]> {
  const mark = `${STEP}${String(combat.system.step + 1).padStart(5, '0')}`;
  const claimed = () =>
    table
      .all('combats')
      .find(({ _id }) => _id === COMBAT)
      ?.groups.find(({ _id }) => _id === mark);
  while (!claimed()) {
    const next = table.pending().find(({ tab }) => tabs.includes(tab));
    await (next ? table.deliver(next) : table.idle());
  }
  return (unpack(claimed()!.flags.cadence.writing, 1_000_000) as { traces: Trace[] }).traces;
}

describe('a request that is deleted after its step is claimed', thorough, () => {
  it.each(VARIANTS.batch.values)(
    'is played with the dice that were rolled, where a batch is %s',
    async (batch) => {
      hostile = await HostileTable.open('energy', { variants: { batch }, settings: { 'cadence.dice': 'referee' } });
      await hostile.calm();
      const { step } = hostile.combat.system;
      const { ann, gm, table } = hostile;
      const request = { ...hostile.intent({ do: 'unarmed-attack', by: ANNS, at: FOE }), _id: REQUEST };
      void ann.raw('modifyDocument', {
        type: 'ChatMessage',
        action: 'create',
        operation: { data: [request], keepId: true },
      });
      await tracesOfNext(hostile, [ann, gm]);
      void ann.raw('modifyDocument', { type: 'ChatMessage', action: 'delete', operation: { ids: [REQUEST] } });
      while (ann.wire.pending.includes('up')) await table.deliver({ tab: ann, direction: 'up' });
      await table.settle();
      expect(hostile.combat.system.step).toBeGreaterThan(step);
      expect(hostile.combat.system.history[step + 1].command.do).toBe('unarmed-attack');
      expect(table.faults).toEqual([]);
    },
    OPENING,
  );
});

describe('the claim of a step', core, () => {
  it(
    'contains no value of the step',
    async () => {
      hostile = await HostileTable.open('energy');
      const { gm, table } = hostile;
      gm.does('adjusts', () =>
        gm.page.submit(
          hostile.combat,
          { do: 'adjust', by: 'gm', at: FOE, options: { pool: 'stamina', to: 1 } },
          { force: true },
        ),
      );
      const traces = await tracesOfNext(hostile, table.tabs);
      const changes = traces.flatMap(({ changes = [] }) => changes);
      expect(changes.length).toBeGreaterThan(0);
      expect(changes.filter((change) => 'to' in change)).toEqual([]);
      for (const { sum } of changes) expect(sum).toMatch(/^[0-9a-f]{32}$/);
    },
    OPENING,
  );
});
