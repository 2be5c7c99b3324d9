import type { FoundryRoll } from '../documents';
import type { Assumption } from '../quench';
import { foundry, PATIENCE, Stage } from '../stage';

export const A35: Assumption = {
  id: 'A35',
  belief: 'A message is rendered by the “renderHTML” of its model, into the frame of “CONFIG.ChatMessage.template”',
  register({ describe, it, after, assert }) {
    describe('The message of a card', function () {
      this.timeout(PATIENCE);
      const stage = new Stage();
      after(() => stage.clear());

      const card = (data: object = {}) => {
        const { Roll } = globalThis as unknown as { Roll: { fromTerms(terms: readonly object[]): FoundryRoll } };
        const { Die } = foundry.dice.terms;
        const term = new Die({
          number: 2,
          faces: 6,
          modifiers: ['kh'],
          results: [
            { result: 5, active: true },
            { result: 2, active: false, discarded: true },
          ],
        });
        term._evaluated = true;
        const roll = Roll.fromTerms([term]);
        const command = { do: 'defend', by: 'gm' };
        const system = { combat: 'none', exchange: 1, version: 1, command, entries: [], names: {} };
        return stage.message({ content: '', type: 'energy', system, rolls: [JSON.stringify(roll.toJSON())], ...data });
      };

      it('is rendered by the model in Foundry’s frame, without the roll below it', async () => {
        const message = await card();
        const html = await message.renderHTML();
        assert.ok(html.matches(`[data-message-id="${message.id}"]`), 'the frame names no message');
        assert.ok(html.querySelector('.message-content .cadence-card'), 'the card is not in the content');
        assert.equal(html.querySelectorAll('.dice-roll').length, 0);
      });
      it('keeps text and flags that the card itself does not show', async () => {
        const content = '<div>Mira, Melee Attack.</div><div>a &lt; b &amp; c</div>';
        const outcome = { result: 'hit', success: true, critical: null, damage: 5 };
        const message = await card({ content, flags: { cadence: { targets: ['Actor.x'], outcome } } });
        assert.equal(message.content, content);
        assert.deepEqual(message.flags.cadence?.outcome, outcome);
        assert.equal((await message.renderHTML()).textContent?.includes('Mira, Melee Attack.'), false);
        await message.update({ flags: { cadence: { outcome: null } } });
        assert.equal(message.flags.cadence?.outcome, null);
        assert.deepEqual(message.flags.cadence?.targets, ['Actor.x']);
      });
      it('keeps its dice as Foundry rolls', async () => {
        const [roll] = (await card()).rolls;
        assert.equal(roll.formula, '2d6kh');
        assert.equal(roll.total, 5);
        assert.deepEqual(
          roll.dice[0].results.map(({ active }) => active),
          [true, false],
        );
      });
    });
  },
};
