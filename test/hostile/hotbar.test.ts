import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BOB, Party } from '../headless/party';
import type { Tab } from '../headless/tab';
import { idOf } from '../headless/world';

/** What a GM finds, or has, in the hotbar that a player may have written. */
describe('a macro on the hotbar of a GM', () => {
  let party: Party;
  let gm: Tab;
  let ann: Tab;
  beforeAll(async () => {
    party = await Party.open('energy');
    [gm, ann] = party.table.tabs;
    await party.done(gm, () => gm.page.game.settings.set('core', 'permissions', { MACRO_SCRIPT: [1, 2, 3, 4] }));
  });
  afterAll(() => party?.table.close());
  afterEach(async () => {
    const { game, CONFIG, replacement } = gm.page;
    const ids = game.macros.map((macro) => macro.id);
    await party.done(gm, () => CONFIG.Macro.documentClass.deleteDocuments(ids));
    for (const tab of [gm, ann]) await party.done(tab, () => tab.page.game.user.update({ hotbar: replacement({}) }));
  });

  const NAMED = { ruleset: 'energy', do: 'defend' };
  const COMMAND = `await game.system.api.act(${JSON.stringify(NAMED)});`;
  const DRAFT = { name: 'Defend', command: COMMAND, type: 'script', scope: 'global' };

  const drop = (tab: Tab) =>
    party.done(tab, () => tab.page.windows.dropOnHotbar({ type: 'cadence.action', named: NAMED, label: 'Defend' }, 1));
  const inSlot = ({ page: { game } }: Tab) => game.macros.get(game.user.hotbar[1]);
  const writes = (tab: Tab, action: string, operation: object) =>
    party.done(tab, () => tab.raw('modifyDocument', { type: 'Macro', action, operation }));
  const make = (tab: Tab, more: object = {}) =>
    tab === gm
      ? party.done(gm, () => gm.page.CONFIG.Macro.documentClass.create({ ...DRAFT, ...more }))
      : writes(tab, 'create', { data: [{ ...DRAFT, ...more }] });
  const theOnly = ({ page: { game } }: Tab) => game.macros.contents[0];

  it('is none that a player wrote before', async () => {
    await make(ann);
    await drop(gm);
    expect(inSlot(gm)._source.author).toBe(gm.page.game.user.id);
    expect(gm.page.game.macros.size).toBe(2);
  });

  it('is none that a player wrote and then named the GM as the author of', async () => {
    await make(ann);
    await writes(ann, 'update', { updates: [{ _id: theOnly(gm).id, author: gm.page.game.user.id }] });
    await drop(gm);
    expect(gm.page.game.macros.size).toBe(2);
    expect(inSlot(gm)._stats.lastModifiedBy).toBe(gm.page.game.user.id);
  });

  it.each([
    ['every player', () => ({ default: 3 })],
    ['one player', (bob: string) => ({ default: 0, [bob]: 3 })],
  ])('is none of their own that %s may edit', async (_, rights) => {
    await make(gm, { ownership: rights(ann.page.game.user.id) });
    await drop(gm);
    expect(gm.page.game.macros.size).toBe(2);
    expect(inSlot(gm).testUserPermission(ann.page.game.user, 'OWNER')).toBe(false);
  });

  it('is none of another kind with the same text', async () => {
    await make(gm, { type: 'chat' });
    await drop(gm);
    expect([gm.page.game.macros.size, inSlot(gm).type]).toEqual([2, 'script']);
  });

  it('is their own one if they drop the action again, and only they may edit it', async () => {
    await drop(gm);
    await drop(gm);
    expect(gm.page.game.macros.size).toBe(1);
    const { ownership } = inSlot(gm)._source;
    expect(ownership).toEqual({ default: 0, [gm.page.game.user.id]: 3 });
    expect(inSlot(gm).testUserPermission(ann.page.game.user, 'OWNER')).toBe(false);
  });

  it('of a player is none that another player wrote', async () => {
    const bob = party.table.tabs[2];
    await make(bob, { ownership: { default: 3 } });
    await drop(ann);
    expect(inSlot(ann)._source.author).toBe(ann.page.game.user.id);
  });

  it('leaves its slot when it is deleted, so that no other takes its id', async () => {
    await drop(gm);
    const { id } = inSlot(gm);
    await party.done(gm, () => inSlot(gm).delete());
    await writes(ann, 'create', { data: [{ ...DRAFT, _id: id, command: 'evil()' }], keepId: true });
    expect(gm.page.game.macros.get(id).command).toBe('evil()');
    expect(gm.page.game.user.hotbar).toEqual({});
  });

  it('leaves its slot if a player creates it under an id that the slot already names', async () => {
    const id = idOf('Macro', BOB);
    await party.done(gm, () => gm.page.game.user.update({ hotbar: { 1: id } }));
    await writes(ann, 'create', { data: [{ ...DRAFT, _id: id, command: 'evil()' }], keepId: true });
    expect(gm.page.game.user.hotbar).toEqual({});
    expect(party.heard(gm)).toContain('hotbar');
  });
});
