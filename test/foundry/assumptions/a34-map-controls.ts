import type { Assumption } from '../quench';
import { ui } from '../stage';

const tools = () => ui().controls?.controls?.tokens?.tools ?? {};

export const A34: Assumption = {
  id: 'A34',
  belief: 'The token controls are a record of tools; Unconstrained Movement is one of them, and ours stands among them',
  register({ describe, it, assert }) {
    describe('The token controls', () => {
      it('have a toggle for Unconstrained Movement', () => {
        const { unconstrainedMovement } = tools();
        assert.equal(unconstrainedMovement?.toggle, true);
        assert.equal(typeof unconstrainedMovement?.active, 'boolean');
      });

      it('have our toggle for threatened spaces', () => {
        assert.equal(tools().cadenceThreat?.toggle, true);
        assert.ok(document.querySelector('#scene-controls [data-tool="cadenceThreat"]'), 'it is not drawn');
      });
    });
  },
};
