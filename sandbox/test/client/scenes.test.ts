import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../src/server/server';
import { folders, start } from '../server/table';
import { openTab, settle, type Tab } from './table';

let place: Awaited<ReturnType<typeof folders>>;
let sandbox: Sandbox;
let gm: Tab;
let ann: Tab;

beforeAll(async () => {
  place = await folders();
  sandbox = await start(place);
  gm = await openTab(sandbox, 'Gamemaster');
  ann = await openTab(sandbox, 'Ann');
});
afterAll(async () => {
  gm.close();
  ann.close();
  await sandbox.close();
  await place.remove();
});

const create = async (tab: Tab, data: object) => (await tab.documents.Scene.create(data))!;
const picture = (tab: Tab, id: string | null) => {
  const shown = tab.game.scenes.get(id)!.initialLevel!;
  return [shown.id, shown.background.src, shown.background.color];
};

it('adds a level to a scene of before 14, with its image if it has one', async () => {
  const old = await create(gm, { name: 'Old', background: { src: 'ford.svg' }, backgroundColor: '#4d5a4a' });
  const bare = await create(gm, { name: 'Bare' });
  await settle(ann);
  for (const tab of [gm, ann]) {
    expect(picture(tab, old.id)).toEqual(['defaultLevel0000', 'ford.svg', '#4d5a4a']);
    expect(picture(tab, bare.id)).toEqual(['defaultLevel0000', null, '#999999']);
    expect(tab.game.scenes.get(old.id)!.toObject()).not.toHaveProperty('background');
  }
});

it('shows the initial level of a scene and updates its image', async () => {
  const levels = ['cellar0000000000', 'attic00000000000'].map((_id) => ({ _id, name: _id, background: { src: _id } }));
  const house = await create(gm, { name: 'House', levels, initialLevel: levels[1]!._id });
  await house.levels.get(levels[1]!._id)!.update({ 'background.src': 'roof.svg' });
  await settle(ann);
  for (const tab of [gm, ann]) expect(picture(tab, house.id)).toEqual([levels[1]!._id, 'roof.svg', '#999999']);
  await expect(ann.game.scenes.get(house.id)!.levels.contents[0]!.update({ name: 'Mine' })).rejects.toThrow(
    /permission/,
  );
});

it('has the folders of a compendium', () => {
  const { folders: inside } = gm.game.packs.get('fixture.foes')!;
  expect(inside.contents.map(({ name, type, pack }) => [name, type, pack])).toEqual([
    ['Beasts', 'Actor', 'fixture.foes'],
  ]);
});
