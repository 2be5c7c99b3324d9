import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Document } from '../../src/client/abstract/document';
import type { EmbeddedCollection } from '../../src/client/abstract/embedded-collection';
import { defaultMovementConfig } from '../../src/client/canvas/movement/config';
import type { MovementOperation } from '../../src/client/canvas/movement/operation';
import type { WorldCollection } from '../../src/client/collections/index';
import { CONFIG } from '../../src/client/config';
import * as fields from '../../src/client/data/fields/index';
import { ClientDocumentMixin } from '../../src/client/documents/client-document';
import { TokenDocument } from '../../src/client/documents/token';
import { game } from '../../src/client/game';
import { createGrid } from '../../src/client/grid/index';
import { Hooks } from '../../src/client/hooks';
import { useTransport } from '../../src/client/socket';
import { DEFAULT_LEVEL } from '../../src/shared/levels';
import type { DocumentOperation, DocumentOperationRequest } from '../../src/shared/wire';

const user = { id: 'gamemaster000001', isGM: true, isSelf: true, role: 4 };
const sent: DocumentOperation[] = [];
let scene: Scene;
let hooked: [string, Listener][] = [];

class Scene extends ClientDocumentMixin(Document) {
  declare tokens: EmbeddedCollection<TokenDocument>;
  declare grid: ReturnType<typeof createGrid>;
  declare levels: Map<string, object>;

  static override metadata = {
    ...Document.metadata,
    name: 'Scene',
    collection: 'scenes',
    embedded: { Token: 'tokens' },
  };

  static override defineSchema() {
    return { _id: new fields.DocumentIdField(), tokens: new fields.EmbeddedCollectionField(TokenDocument) };
  }
}

/** The arguments of `preMoveToken` and `moveToken`. */
type Listener = (token: TokenDocument, movement: MovementOperation, operation: object, user: { id: string }) => unknown;

/** A server that accepts every change and returns it, like Foundry's after its checks. */
const transport = {
  emit(_event: string, request: DocumentOperationRequest, ack: (answer: object) => void) {
    const { type, action, operation }: DocumentOperationRequest = JSON.parse(JSON.stringify(request));
    sent.push(operation);
    ack({ type, action, operation, userId: user.id, result: operation.updates });
  },
  on() {},
};

beforeAll(() => {
  Object.assign(globalThis, { Hooks, CONFIG, game, canvas: { scene: null } });
  Object.assign(CONFIG, { Scene: { documentClass: Scene } });
  CONFIG.Token = { ...CONFIG.Token, documentClass: TokenDocument, movement: defaultMovementConfig() };
  Object.assign(game, { user, users: new Map([[user.id, user]]), actors: new Map(), combats: { viewed: null } });
});

beforeEach(() => {
  useTransport(transport);
  for (const [name, fn] of hooked) Hooks.off(name, fn);
  hooked = [];
  sent.length = 0;
  scene = new Scene({
    _id: 'scene00000000001',
    tokens: [
      { _id: 'mira000000000001', name: 'Mira', actorLink: true, x: 0, y: 0, movementAction: 'walk' },
      { _id: 'gnoll00000000001', name: 'Gnoll', actorLink: true, x: 500, y: 500, movementAction: 'walk' },
    ],
  });
  scene.grid = createGrid({ type: 1, size: 100, distance: 1 });
  scene.levels = new Map([[DEFAULT_LEVEL, {}]]);
  game.collections.set('Scene', new Map([[scene.id, scene]]) as object as WorldCollection);
});

const on = (name: string, fn: Listener) => {
  hooked.push([name, fn]);
  Hooks.on(name, fn);
};
const mira = () => scene.tokens.get('mira000000000001')!;

describe('a token that moves', () => {
  it('passes its path to the hooks before and after the move', async () => {
    const told: unknown[] = [];
    on('preMoveToken', (_t, movement) => told.push(['pre', movement.passed.spaces, movement.method]));
    on('moveToken', (_t, movement, _op, by) => told.push(['moved', movement.passed.cost, by.id]));
    expect(
      await mira().move(
        [
          { x: 300, y: 0 },
          { x: 300, y: 200 },
        ],
        { method: 'dragging' },
      ),
    ).toBe(true);
    expect(told).toEqual([
      ['pre', 5, 'dragging'],
      ['moved', 5, user.id],
    ]);
    expect(mira()._source).toMatchObject({ x: 300, y: 200 });
    const waypoints = [true, true, false, true, false].map((intermediate) => ({ intermediate }));
    expect(mira().movement).toMatchObject({ passed: { waypoints } });
  });

  it('moves by a document update, with method "api"', async () => {
    const methods: string[] = [];
    on('moveToken', (_t, movement) => methods.push(movement.method));
    await mira().update({ x: 100 });
    await mira().update({ name: 'Miranda' });
    expect(methods).toEqual(['api']);
  });

  it('stays in place without a request if a hook refuses the move', async () => {
    on('preMoveToken', () => false);
    expect(await mira().move({ x: 100, y: 0 })).toBe(false);
    expect(sent).toEqual([]);
    expect(mira()._source.x).toBe(0);
  });

  it('does not affect other tokens of the operation if it is refused', async () => {
    on('preMoveToken', (token) => token.name !== 'Mira');
    const updates = [
      { _id: 'mira000000000001', x: 100 },
      { _id: 'gnoll00000000001', x: 600 },
    ];
    const moved = await scene.updateEmbeddedDocuments('Token', updates);
    expect(moved.map((token) => token.name)).toEqual(['Gnoll']);
    expect(sent[0]?.updates).toHaveLength(1);
  });

  it('stops at a checkpoint and continues with a chained movement', async () => {
    const legs: unknown[] = [];
    const arrived = new Promise<void>((resolve) => {
      on('moveToken', (_t, { passed, pending, chain }) => {
        legs.push([passed.cost, pending.cost, chain.length]);
        if (!pending.waypoints.length) resolve();
      });
    });
    await mira().move([
      { x: 200, y: 0, checkpoint: true },
      { x: 200, y: 300, checkpoint: true },
    ]);
    await arrived;
    expect(legs).toEqual([
      [2, 3, 0],
      [3, 0, 1],
    ]);
    expect(mira()._source).toMatchObject({ x: 200, y: 300 });
  });

  it('rotates in its direction with autoRotate, unless its rotation is locked', async () => {
    await mira().move({ x: 100, y: 0 }, { autoRotate: true });
    expect(mira().rotation).toBe(270);
    await mira().update({ lockRotation: true });
    await mira().move({ x: 0, y: 0 }, { autoRotate: true });
    expect(mira().rotation).toBe(270);
  });

  it('is charged by its movement action, and once for a teleport', async () => {
    const costs: number[] = [];
    on('moveToken', (_t, movement) => costs.push(movement.passed.cost));
    await mira().move({ x: 200, y: 0, action: 'climb' });
    await mira().move({ x: 600, y: 0, action: 'blink' });
    await mira().move({ x: 0, y: 0, action: 'displace' });
    expect(costs).toEqual([4, 4, 0]);
  });
});
