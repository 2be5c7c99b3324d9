import type { FoundryUser } from '../documents';
import { ask } from '../player';
import type { Assumption } from '../quench';
import { game, PATIENCE, players, Stage, until } from '../stage';

export const A3: Assumption = {
  id: 'A3',
  belief: 'Players create messages of the subtype “request”',
  register({ describe, it, before, after, assert }) {
    describe('A player who is connected (without one this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let player: FoundryUser;

      before(function () {
        player = players()[0] ?? this.skip();
      });
      after(() => stage.clear());

      it('creates a request, and the server names its author', async () => {
        const id = await ask(player, 'create-request', { note: 'r1' });
        assert.ok(id, 'the request was not created');
        assert.ok(await until(() => game().messages.get(id)), 'the request did not arrive');
        const message = stage.own(game().messages.get(id)!);
        assert.equal(message.type, 'request');
        assert.equal(message.author.id, player.id);
        assert.equal(message.system.moment, 'r1');
      });
    });
  },
};
