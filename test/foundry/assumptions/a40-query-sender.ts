import type { FoundryUser } from '../documents';
import { ask } from '../player';
import type { Assumption } from '../quench';
import { game, PATIENCE, players } from '../stage';

export const A40: Assumption = {
  id: 'A40',
  belief: 'The handler of a query is told who asks',
  register({ describe, it, before, assert }) {
    describe('A query to a player who is connected (without one this is skipped)', function () {
      this.timeout(PATIENCE);
      let player: FoundryUser;

      before(function () {
        player = players()[0] ?? this.skip();
      });

      it('comes from the GM who sends it', async () => {
        assert.equal(await ask(player, 'name-sender'), game().user.id);
      });
    });
  },
};
