import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GAMES } from './party';
import { Table } from './table';
import { nothing } from './world';

describe('a new document', () => {
  let table: Table;
  beforeAll(async () => {
    table = await Table.open({ seed: 1, present: ['Gamemaster'], world: nothing });
  });
  afterAll(() => table?.close());

  it.each(Object.keys(GAMES))('of %s has a picture of Cadence, an actor as well as an item of each kind', (ruleset) => {
    const { page } = table.tabs[0];
    const { Actor, Item } = page.CONFIG;
    const { models } = page.adapterOf(ruleset);
    const { img } = new Actor.documentClass({ name: 'New', type: ruleset });
    const things = Object.keys(models.Item).map((type) => new Item.documentClass({ name: 'New', type }).img);
    for (const picture of [img, ...things]) {
      expect(picture).toMatch(/^systems\/cadence\/icons\//);
      expect(existsSync(picture.replace('systems/cadence/', '')), picture).toBe(true);
    }
    expect(Actor.documentClass.getDefaultArtwork({ type: ruleset })).toEqual({ img, texture: { src: img } });
  });

  it('of another type has the picture that Foundry gives it', () => {
    const { Actor } = table.tabs[0].page.CONFIG;
    expect(Actor.documentClass.getDefaultArtwork({ type: 'elsewhere' }).img).toBe('icons/svg/mystery-man.svg');
  });
});
