import type { FoundryMessage, FoundryUser } from '../documents';
import { ask } from '../player';
import type { Assumption } from '../quench';
import { CONFIG, game, PATIENCE, players, Stage, until } from '../stage';

/** A request unknown to every encounter and already refused, so that no referee accepts it. */
const REQUEST = {
  combat: 'none',
  fighter: '',
  moment: 'r1',
  command: { do: 'defend', by: 'gm' },
  ask: null,
  answers: [[3]],
  force: false,
  refused: [{ id: 'closed' }],
};

export const A50: Assumption = {
  id: 'A50',
  belief: 'An ordinary message bears a request as a flag of the system’s, and is drawn by the system’s document class',
  register({ describe, it, before, after, assert }) {
    describe('An ordinary message with a request in its flags', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      after(() => stage.clear());
      const refused = (message: FoundryMessage) => message.flags.cadence.request.refused.map(({ id }) => id);

      it('is rendered as a request', async () => {
        const message = await stage.message({ flags: { cadence: { request: REQUEST } } });
        const html = await message.renderHTML();
        assert.ok(html.matches('.cadence-message--request'), 'it is drawn as an ordinary message');
        assert.ok(html.matches(`[data-message-id="${message.id}"]`), 'the frame names no message');
        assert.ok(html.querySelector('.message-content .cadence'), 'the request is not in the content');
      });
      it('keeps all other data when part of the flag is written, and replaces lists as a whole', async () => {
        const message = await stage.message({ flags: { cadence: { request: REQUEST } } });
        await message.update({ flags: { cadence: { request: { refused: [{ id: 'waiting' }] } } } });
        assert.deepEqual(refused(message), ['waiting']);
        assert.deepEqual(message.toObject().flags.cadence.request, { ...REQUEST, refused: [{ id: 'waiting' }] });
      });
    });

    describe('A player who is connected (without one this is skipped)', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      let player: FoundryUser;

      before(function () {
        player = players()[0] ?? this.skip();
      });
      after(() => stage.clear());

      it('creates one, the server names its author, and the GM writes a refusal and deletes it', async () => {
        const id = await ask(player, 'create-flagged-request', { request: REQUEST });
        assert.ok(id, 'it was not created');
        assert.ok(await until(() => game().messages.get(id)), 'it did not arrive');
        const message = stage.own(game().messages.get(id)!);
        assert.equal(message.type, 'base');
        assert.equal(message.author.id, player.id);
        assert.deepEqual(message.flags.cadence.request, REQUEST);
        await message.update({ flags: { cadence: { request: { refused: [{ id: 'waiting' }] } } } });
        assert.deepEqual(message.flags.cadence.request.refused, [{ id: 'waiting' }]);
        await CONFIG.ChatMessage.documentClass.deleteDocuments([id]);
        assert.equal(game().messages.has(id), false);
      });
    });
  },
};
