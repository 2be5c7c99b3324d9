import type { Assumption } from '../quench';
import { PATIENCE } from '../stage';

export const A36: Assumption = {
  id: 'A36',
  belief: 'The parts of the interface have the ids that ours makes way for, and messages are in the light theme',
  register({ describe, it, assert }) {
    describe('The interface', function () {
      this.timeout(PATIENCE);
      for (const id of [
        'interface',
        'ui-bottom',
        'hotbar',
        'sidebar',
        'players',
        'scene-controls',
        'scene-navigation',
        'chat-notifications',
      ])
        it(`has #${id}`, () => {
          assert.ok(document.getElementById(id));
        });
      it('has the elements around the hotbar measured in pixels of the screen', () => {
        const { width, left } = document.getElementById('hotbar')!.getBoundingClientRect();
        assert.ok(width > 0 && left >= 0);
      });
      it('shows the chat log in the light theme', () => {
        assert.ok(document.querySelector('#chat .chat-log')?.closest('.theme-light'));
      });
    });
  },
};
