import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defined } from '../../src/kernel/defined';
import { actorAt, apiOf, tokenAt } from '../headless/module-api';
import { ANN, FOE, Party } from '../headless/party';
import type { Tab } from '../headless/tab';
import { filesBelow, read, readJson } from '../house/sources';

const FOLDER = 'examples/token-action-hud-cadence';

interface Group {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
}

interface HudAction {
  readonly id: string;
  readonly name: string;
  readonly cssClass: string;
  readonly info1: { readonly text: string };
  readonly tooltip: { readonly content: string };
  readonly system: { readonly actionId: string; readonly item: string | null };
}

/** What Token Action HUD Core gives its system modules, as far as the example uses it: names of its version 2.1. */
class Hud {
  actor: object | null = null;
  isRightClick = false;
  readonly groups: [Group, Group][] = [];
  readonly actions: [HudAction, Group][] = [];
  readonly opened: unknown[] = [];

  /** The classes, which HUD core connects to the HUD after they are made. */
  api() {
    const hud = this;
    return {
      ActionHandler: class {
        get actor() {
          return hud.actor;
        }
        addGroup(group: Group, parent: Group) {
          hud.groups.push([group, parent]);
        }
        addActions(actions: HudAction[], group: Group) {
          for (const action of actions) hud.actions.push([action, group]);
        }
      },
      RollHandler: class {
        action: HudAction | null = null;
        get actor() {
          return hud.actor;
        }
        isRenderItem = () => hud.isRightClick;
        renderItem(...given: unknown[]) {
          hud.opened.push(given);
        }
      },
      SystemManager: class {},
    };
  }
}

interface Manager {
  getActionHandler(): { buildSystemActions(): Promise<void> };
  getRollHandler(): { action: HudAction; handleActionClick(): Promise<void> };
  registerDefaults(): Promise<{ layout: { nestId: string; groups: Group[] }[]; groups: Group[] }>;
}

let party: Party;
let [gm, ann]: Tab[] = [];
let hud: Hud;
let manager: Manager;
let required: string;
const warned: string[] = [];

beforeAll(async () => {
  party = await Party.open('energy');
  [gm, ann] = party.table.tabs;
  await party.start();
  const { game, Hooks, foundry } = ann.page;
  vi.stubGlobal('game', game);
  vi.stubGlobal('Hooks', Hooks);
  vi.stubGlobal('foundry', foundry);
  vi.stubGlobal('ui', { notifications: { warn: (text: string) => warned.push(text) } });
  const { id } = readJson(`${FOLDER}/module.json`);
  game.modules.set(id, { id });
  await import(/* @vite-ignore */ `../../${FOLDER}/scripts/main.mjs`);
  hud = new Hud();
  Hooks.once(
    'tokenActionHudSystemReady',
    ({ api }: { api: { SystemManager: new () => Manager; requiredCoreModuleVersion: string } }) => {
      manager = new api.SystemManager();
      required = api.requiredCoreModuleVersion;
    },
  );
  Hooks.callAll('tokenActionHudCoreApiReady', { api: hud.api() });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await party?.table.close();
});

async function built(token: number | null): Promise<Hud> {
  hud.actor = token === null ? null : actorAt(party, ann, token);
  hud.groups.length = 0;
  hud.actions.length = 0;
  await manager.getActionHandler().buildSystemActions();
  return hud;
}

async function clicks(action: HudAction): Promise<void> {
  const handler = manager.getRollHandler();
  handler.action = action;
  await party.done(ann, () => handler.handleActionClick());
  await party.answerAll();
}

it('registers with the core version of its manifest', () => {
  const [{ compatibility }] = readJson(`${FOLDER}/module.json`).relationships.requires;
  expect(compatibility.minimum.startsWith(`${required}.`)).toBe(true);
});

it('puts each action of the own fighter into a group of the layout, with price and reason', async () => {
  const { layout, groups } = await manager.registerDefaults();
  await built(ANN);
  const list = apiOf(ann).actionsOf(hud.actor);
  expect(hud.actions.map(([{ id }]) => id).sort()).toEqual(list.map(({ id }) => id).sort());
  for (const [group, parent] of hud.groups) {
    expect(groups).toContainEqual(expect.objectContaining(parent));
    expect(layout.flatMap((tab) => tab.groups)).toContainEqual(expect.objectContaining(parent));
    // HUD core splits the paths of groups at underscores.
    expect(group.id).not.toContain('_');
  }
  for (const [, group] of hud.actions)
    expect(hud.groups).toContainEqual([expect.objectContaining(group), expect.anything()]);
  const run = defined(
    hud.actions.find(([{ id }]) => id === 'run'),
    'an action',
  )[0];
  expect(run.info1.text).not.toBe('');
  const barred = defined(
    list.find(({ isAvailable }) => !isAvailable),
    'an unavailable action',
  );
  const shown = defined(
    hud.actions.find(([{ id }]) => id === barred.id),
    'its button',
  )[0];
  expect(shown.cssClass).toBe('disabled');
  expect(shown.tooltip.content).toContain(`<p>${barred.whyNot}</p>`);
});

it('escapes names that users type', async () => {
  const api = apiOf(ann) as { actionsOf: typeof actionsOf };
  const { actionsOf } = apiOf(ann);
  api.actionsOf = (actor) => actionsOf(actor).map((action) => ({ ...action, whyNot: 'No <b>Axe</b>.' }));
  await built(ANN);
  api.actionsOf = actionsOf;
  for (const [{ tooltip }] of hud.actions) expect(tooltip.content).toContain('<p>No &lt;b&gt;Axe&lt;/b&gt;.</p>');
});

it('has no actions for a fighter of others, and for several tokens at once', async () => {
  expect((await built(FOE)).actions).toEqual([]);
  expect((await built(null)).actions).toEqual([]);
});

it('performs a clicked action, and shows why it is refused', async () => {
  await built(ANN);
  const find = (id: string) =>
    defined(
      hud.actions.find(([action]) => action.id === id),
      id,
    )[0];
  const before = party.combat.system.step;
  await clicks(find('defend'));
  expect(party.combat.system.step).toBeGreaterThan(before);
  expect(warned).toEqual([]);
  const barred = defined(
    apiOf(ann)
      .actionsOf(hud.actor)
      .find(({ isAvailable, needs }) => !isAvailable && needs === 'nothing'),
    'one',
  );
  await clicks(find(barred.id));
  expect(warned).toEqual([barred.whyNot]);
});

it('opens the sheet of an item on a right click', async () => {
  hud.isRightClick = true;
  hud.actor = actorAt(party, ann, ANN);
  const item = actorAt(party, ann, ANN).items.contents[0];
  const action = { id: 'x', system: { actionId: 'x', item: item.uuid } } as HudAction;
  await clicks(action);
  expect(hud.opened).toEqual([[hud.actor, item.id]]);
});

it('follows the fight and the targets of the user', async () => {
  let updates = 0;
  ann.page.Hooks.on('forceUpdateTokenActionHud', () => void updates++);
  await party.send(gm, { do: 'end-round', by: 'gm' });
  await party.table.settle();
  expect(updates).toBeGreaterThan(0);
  const before = updates;
  ann.page.Hooks.callAll('targetToken', gm.page.game.user, tokenAt(ann, FOE), true);
  await party.table.settle();
  expect(updates).toBe(before);
  ann.page.Hooks.callAll('targetToken', ann.page.game.user, tokenAt(ann, FOE), true);
  await party.table.settle();
  expect(updates).toBe(before + 1);
});

it('uses nothing of Cadence but its API', () => {
  const code = filesBelow(FOLDER, /\.mjs$/)
    .map(read)
    .join('\n');
  expect(
    code.match(/game\.system\.\w+(\.\w+)?/g)?.every((use) => /^game\.system\.api\.(actionsOf|act)$/.test(use)),
  ).toBe(true);
  expect(code).not.toMatch(/systems\/cadence|flags\.cadence|\.system\.(clock|history|open)/);
});

it('has a text for every key it uses, and no other', () => {
  const { TAH_CADENCE } = readJson(`${FOLDER}/lang/en.json`);
  const code = filesBelow(FOLDER, /\.mjs$/)
    .map(read)
    .join('\n');
  const used = new Set([...code.matchAll(/'TAH_CADENCE\.(\w+)'/g)].map(([, key]) => key));
  for (const key of ['actions', 'items', 'chance', 'chanceAbout']) used.add(key);
  expect(Object.keys(TAH_CADENCE).sort()).toEqual([...used].sort());
});
