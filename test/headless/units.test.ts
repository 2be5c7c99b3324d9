import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { wallsAndLight } from '../../src/foundry/host/walls';
import { ANN, Party } from './party';
import type { Tab } from './tab';
import { idOf } from './world';

let party: Party;
afterEach(() => party?.table.close());

async function open(grid: { readonly distance: number; readonly units: string }): Promise<[Tab, Tab]> {
  party = await Party.open('energy', ['Gamemaster', 'Ann']);
  const [gm, ann] = party.table.tabs as [Tab, Tab];
  await party.done(gm, () => gm.page.game.scenes.contents[0].update({ grid }));
  await party.start();
  return [gm, ann];
}
const tokenAt = ({ page }: Tab) => page.game.scenes.contents[0].tokens.get(idOf('Token', ANN));
/** What a user has read about units. */
const warnings = ({ user }: Tab): string[] =>
  party.table.log.filter((line) => line.startsWith(`${user} reads`) && line.includes('cannot convert'));

it.each`
  units       | distance | cell
  ${'m'}      | ${1.5}   | ${1.5}
  ${'ft'}     | ${5}     | ${1.524}
  ${'Feet'}   | ${10}    | ${3.048}
  ${'yd.'}    | ${1}     | ${0.914}
  ${'meters'} | ${2}     | ${2}
  ${'spaces'} | ${1}     | ${1}
  ${'Mètres'} | ${2}     | ${2}
  ${'Fuß'}    | ${5}     | ${1.524}
`('a scene in $units counts metres: places, heights and cells', async ({ units, distance, cell }) => {
  const [gm] = await open({ distance, units });
  const { ground, fighters } = party.encounter;
  expect(ground.cell).toBe(cell);
  const { size } = gm.page.game.scenes.contents[0].grid;
  const place = fighters[party.of(ANN)].place;
  const [x, y] = [tokenAt(gm)._source.x, tokenAt(gm)._source.y];
  expect(place).toMatchObject({ width: cell, height: cell });
  expect(place.x).toBeCloseTo(((x + size / 2) / size) * cell, 2);
  // A step of the GM writes the token back where it is meant.
  const to = { ...place, x: place.x + cell, elevation: 2 * cell };
  await party.play({ do: 'place', by: 'gm', at: party.of(ANN), path: [to] });
  const { _source } = tokenAt(gm);
  expect([_source.x, _source.y]).toEqual([x + size, y]);
  expect(_source.elevation).toBeCloseTo(2 * distance, 2);
  expect(party.encounter.fighters[party.of(ANN)].place.elevation).toBeCloseTo(2 * cell, 2);
  expect(warnings(gm)).toEqual([]);
  expect(party.table.faults).toEqual([]);
});

it('scenes of our own compendia and demo have a unit that is converted', async () => {
  const below = (folder: string) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`);
  const files = [...below('packs').filter((file) => file.includes('/scenes/')), ...below('demo')].filter((file) =>
    file.endsWith('.yml'),
  );
  const grids = files.flatMap((file) => gridsIn(parse(readFileSync(file, 'utf8'))));
  expect(grids.length).toBeGreaterThan(5);
  const [gm] = await open({ distance: 1, units: 'm' });
  const [scene] = gm.page.game.scenes.contents;
  for (const { distance, units } of grids) {
    await party.done(gm, () => scene.update({ grid: { distance, units } }));
    expect(party.encounter.ground.cell).toBeGreaterThan(0);
  }
  expect(warnings(gm)).toEqual([]);
});

function gridsIn(value: unknown): { distance: number; units: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { grid } = value as { grid?: { distance: number; units: string } };
  return [...(grid?.units ? [grid] : []), ...Object.values(value).flatMap(gridsIn)];
}

it('walls and lamps of a scene in feet are read in metres', () => {
  const wall = { c: [100, 0, 100, 300], move: 20, sight: 20, dir: 0, door: 0, ds: 0 };
  const lamp = { x: 200, y: 100, hidden: false, config: { bright: 10, dim: 20 } };
  const grid = { size: 100, distance: 5, units: 'ft' };
  const { walls, light } = wallsAndLight({ grid, walls: [wall], lights: [lamp] } as never);
  expect(walls?.[0]).toMatchObject({ from: { x: 1.524, y: 0 }, to: { x: 1.524, y: 4.572 } });
  expect(light?.lamps).toEqual([{ x: 3.048, y: 1.524, bright: 3.048, dim: 6.096 }]);
});

it('the GM is warned once of a unit that cannot be converted, and players are not', async () => {
  const [gm, ann] = await open({ distance: 1, units: 'hex' });
  expect(warnings(gm)).toHaveLength(1);
  expect(warnings(gm)[0]).toContain('“hex”');
  await party.play({ do: 'adjust', by: 'gm', at: party.of(ANN), options: { pool: 'stamina', to: 3 } });
  expect([warnings(gm).length, warnings(ann).length]).toEqual([1, 0]);
  expect(party.encounter.ground.cell).toBe(1);
});
