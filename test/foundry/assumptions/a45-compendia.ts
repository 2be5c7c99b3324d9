import type { FoundryAdventure, FoundryScene } from '../documents';
import type { Assumption } from '../quench';
import { game, PATIENCE } from '../stage';

export const A45: Assumption = {
  id: 'A45',
  belief: 'Our compendia are in the shape of this Foundry: levels, folders and adventures',
  register({ describe, it, assert }) {
    describe('A compendium of Cadence', function () {
      this.timeout(PATIENCE);
      const packOf = <D>(name: string) => game().packs.get<D>(`cadence.${name}`)!;
      const firstOf = async <D>(name: string) => {
        const pack = packOf<D>(name);
        return pack.getDocument((await pack.getIndex()).contents[0]!._id);
      };

      it('has each fighter in a folder of its own', async () => {
        const pack = packOf('energy-fighters');
        const index = await pack.getIndex();
        assert.equal(pack.folders.size, 2);
        for (const { folder } of index.contents) assert.equal(pack.folders.has(folder), true);
      });
      it('keeps the picture of a scene in its initial level', async () => {
        const scene = await firstOf<FoundryScene>('energy-scenes');
        assert.match(scene.levels.get(scene._source.initialLevel)!.background.src, /^systems\/cadence\//);
      });
      it('prepares an adventure for import: everything new or known, with its own ids', async () => {
        const adventure = await firstOf<FoundryAdventure>('energy-adventure');
        const { toCreate, toUpdate } = await adventure.prepareImport();
        const sources = (name: string) => [...(toCreate[name] ?? []), ...(toUpdate[name] ?? [])];
        assert.equal(sources('Actor').length > 4, true);
        assert.equal(sources('Scene')[0]?.tokens.length, sources('Combat')[0]?.combatants.length);
      });
    });
  },
};
