import type { FoundryUser } from '../documents';
import { ask, heardHere, newSecret } from '../player';
import type { Assumption } from '../quench';
import { PATIENCE, players } from '../stage';

export const A6: Assumption = {
  id: 'A6',
  belief: 'A query reaches only its addressee',
  register({ describe, it, before, assert }) {
    describe('A secret sent to a player who is connected (without one this is skipped)', function () {
      this.timeout(PATIENCE);
      const secret = newSecret();
      let player: FoundryUser;
      let others: FoundryUser[];
      /** Whether every other player's socket allows a listener for all packets. */
      let isOverheard = false;

      before(async function () {
        const [first, ...rest] = players();
        player = first ?? this.skip();
        others = rest;
        const listening = await Promise.all(others.map((other) => ask(other, 'listen')));
        isOverheard = listening.every(Boolean);
        await ask(player, 'tell', { secret });
      });

      it('reaches the player', async () => {
        assert.deepEqual((await ask(player, 'heard')).told.slice(-1), [secret]);
      });
      it('does not come back to its sender', () => {
        assert.ok(!heardHere().told.includes(secret));
      });
      it('reaches no other player (skipped unless a second one is connected)', async function () {
        if (others.length === 0) this.skip();
        for (const other of others) assert.ok(!(await ask(other, 'heard')).told.includes(secret), other.name);
      });
      it('is in no packet another player’s socket receives (skipped unless a second one is connected)', async function () {
        if (others.length === 0 || !isOverheard) this.skip();
        for (const other of others) assert.ok(!(await ask(other, 'heard')).overheard.includes(secret), other.name);
      });
    });
  },
};
