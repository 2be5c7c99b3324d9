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

const script = (name: string) => ({ name, type: 'script', command: 'return 7;' });

it('stores the macros of a player in slots of their own hotbar', async () => {
  const macro = (await ann.documents.Macro.create(script('Seven')))!;
  expect([macro.isOwner, macro.canExecute]).toEqual([true, true]);
  await ann.game.user.assignHotbarMacro(macro, 3);
  await ann.game.user.assignHotbarMacro(macro);
  expect(ann.game.user.hotbar).toEqual({ 1: macro.id, 3: macro.id });
  await ann.game.user.assignHotbarMacro(null, 3);
  expect(ann.game.user.hotbar).toEqual({ 1: macro.id });
  await expect(ann.game.user.assignHotbarMacro(macro, 51)).rejects.toThrow('Invalid Hotbar slot');
  await settle(gm);
  expect(gm.game.macros.get(macro.id)!.name).toBe('Seven');
});

it('refuses to run or change a macro without permission', async () => {
  const macro = (await gm.documents.Macro.create(script('Secret')))!;
  await settle(ann);
  const mine = ann.game.macros.get(macro.id)!;
  expect(mine.canExecute).toBe(false);
  await expect(mine.update({ command: 'return 8;' })).rejects.toThrow(/permission/);
});
