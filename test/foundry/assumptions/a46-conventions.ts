import type { Assumption } from '../quench';
import { foundry, game, Hooks, PATIENCE } from '../stage';

export const A46: Assumption = {
  id: 'A46',
  belief: 'Menus of settings, drops on the hotbar and links in texts are asked of a system as we answer',
  register({ describe, it, assert }) {
    describe('Cadence among Foundry’s own parts', function () {
      this.timeout(PATIENCE);

      it('has a window for each of its menus, created without an argument', async () => {
        const menus = [...game().settings.menus.values()].filter(({ key }) => key.startsWith('cadence.'));
        assert.equal(menus.length > 7, true);
        await new (menus.find(({ key }) => key === 'cadence.dice')!.type)().render({ force: true });
        // The menu's own window is loaded when it is opened.
        const app = foundry.applications.instances.get('cadence-settings-dice')!;
        assert.equal(app.element.querySelectorAll('[data-setting]').length > 1, true);
        await app.close();
      });
      it('leaves other drops on the hotbar to Foundry', () => {
        const macro = { type: 'Macro', uuid: 'Macro.none000000000000' };
        assert.equal(Hooks.call('hotbarDrop', {}, macro, 50), true);
      });
      it('is notified when a link is in a page', async () => {
        const { TextEditor } = foundry.applications.ux;
        const html = await TextEditor.implementation.enrichHTML('@Condition[energy.prone]{flat}');
        assert.match(html, /<enriched-content[^>]*enricher="cadenceReference"/);
        assert.match(html, /flat<\/a>/);
      });
    });
  },
};
