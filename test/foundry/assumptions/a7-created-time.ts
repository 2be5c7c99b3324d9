import type { FoundryMessage } from '../documents';
import type { Assumption } from '../quench';
import { game, NAME, PATIENCE, refusal, Stage } from '../stage';

/** The greatest accepted difference between the clocks of server and client, in milliseconds. */
const APART = 60_000;

export const A7: Assumption = {
  id: 'A7',
  belief: 'The server sets “createdTime” and ignores what a client sends',
  register({ describe, it, after, assert }) {
    describe('A message', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      after(() => stage.clear());
      const isNow = (message: FoundryMessage) => {
        const apart = Math.abs(message._stats.createdTime - game().time.serverTime);
        assert.ok(apart < APART, `dated ${message._stats.createdTime}, ${apart} ms from the server's time`);
      };

      it('is dated by the server', async () => {
        isNow(await stage.message());
      });
      it('is dated by the server, not by its author', async () => {
        isNow(await stage.message({ _stats: { createdTime: 1 } }));
      });
      it('keeps its date', async () => {
        const message = await stage.message();
        const { createdTime } = message._stats;
        await refusal(() => message.update({ content: `${NAME}, again`, '_stats.createdTime': 1 }));
        assert.equal(message._stats.createdTime, createdTime);
      });
      it('is dated no earlier than the one before', async () => {
        const [first, second] = [await stage.message(), await stage.message()];
        assert.ok(second._stats.createdTime >= first._stats.createdTime);
      });
    });
  },
};
