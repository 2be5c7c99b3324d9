import type { FoundryToken, TokenMovement } from '../documents';
import type { Assumption } from '../quench';
import { NAME, PATIENCE, Stage, until } from '../stage';

export const A30: Assumption = {
  id: 'A30',
  belief:
    'A movement says how it was begun and whether it goes on with an older one; size and height are movements too',
  register({ describe, it, before, after, assert }) {
    describe('A token that is moved', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let token: FoundryToken;
      const told: ReturnType<typeof summaryOf>[] = [];

      before(async () => {
        const actor = await stage.actor();
        const scene = await stage.scene();
        [token] = await scene.createEmbeddedDocuments('Token', [
          { name: NAME, actorId: actor.id, actorLink: true, x: 100, y: 100 },
        ]);
        token._preUpdateMovement = async (movement) => {
          told.push(summaryOf(movement));
          return undefined;
        };
      });
      after(() => stage.clear());
      const last = () => told.at(-1)!;

      it('has the method “dragging” for a drag, without a chain', async () => {
        await token.move([{ x: 200, y: 100 }], { method: 'dragging' });
        assert.deepEqual([last().method, last().chain], ['dragging', 0]);
      });

      it('has the method “api” for an update', async () => {
        await token.update({ x: 100 });
        assert.deepEqual([last().method, last().way.at(-1)!.x], ['api', 100]);
      });

      it('reports elevation and size like its place', async () => {
        await token.update({ elevation: 3 });
        assert.deepEqual([last().origin.elevation, last().way.at(-1)!.elevation], [0, 3]);
        await token.update({ width: 2, height: 2 });
        assert.deepEqual([last().origin.width, last().way.at(-1)!.width], [1, 2]);
      });

      it('reports the whole path before the first checkpoint, and continues beyond it in a chain', async () => {
        told.length = 0;
        const way = [
          { x: 300, y: 100, checkpoint: true },
          { x: 300, y: 300, checkpoint: true },
        ];
        await token.move(way, { method: 'dragging' });
        assert.ok(await until(() => token._source.y === 300), 'it has not gone on');
        assert.deepEqual([told[0]!.chain, told[0]!.way.at(-1)!.y], [0, 300]);
        assert.ok(told[1]!.chain > 0, 'what goes on has no chain');
      });

      it('grows around its center', async () => {
        const before = token.getCenterPoint(token._source);
        await token.resize({ width: 1, height: 1 });
        assert.ok(await until(() => token._source.width === 1), 'it has kept its size');
        const after = token.getCenterPoint(token._source);
        assert.ok(Math.abs(before.x - after.x) <= 1 && Math.abs(before.y - after.y) <= 1, 'its middle has moved');
      });
    });
  },
};

const summaryOf = ({ method, chain, origin, passed, pending }: TokenMovement) => ({
  method,
  chain: chain.length,
  origin,
  way: [...passed.waypoints, ...pending.waypoints],
});
