import { escapeHTML } from '../shared/html';
import { renderInterface } from './applications/index';
import { Canvas } from './canvas/index';
import { game } from './game';
import { Hooks } from './hooks';
import { i18n } from './i18n';
import { flushNotifications } from './notify';
import { initializeDocuments, localizeModels, prepareGame } from './setup';
import type { Transport } from './socket';

/** What went wrong on the way up is said on the page; the boot goes on where it can. */
function showProblem(place: string, error: any) {
  console.error(`${place}:`, error);
  let box = document.getElementById('boot-problems');
  if (!box) {
    box = document.createElement('div');
    box.id = 'boot-problems';
    box.setAttribute('role', 'alert');
    box.style.cssText =
      'position:fixed;inset:auto 0 0 0;z-index:99999;background:#7a1212;color:#fff;padding:.5rem 1rem;font:14px monospace;white-space:pre-wrap';
    document.body.append(box);
  }
  const line = document.createElement('p');
  line.innerHTML = escapeHTML(`${place}: ${error?.message ?? error}`);
  box.append(line);
}

/** Each stage may fail without stopping the next. */
async function stage(name: string, run: () => unknown) {
  try {
    await run();
  } catch (error) {
    showProblem(name, error);
  }
}

const json = async (path: string) => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}: ${path}`);
  return response.json();
};

/** Foundry's order: esmodules, `init`, words, `i18nInit`, `setup`, documents, interface, canvas, `ready`. foundry-api.md 12 and 14 */
export async function boot(transport: Transport) {
  const globals = globalThis as any;
  await prepareGame(transport, localStorage);
  const base = `systems/${game['system'].id}`;
  const watching = Hooks.on('error', (location: any, error: any) => showProblem(String(location), error));

  for (const path of game['system'].styles ?? [])
    addStyle(`${base}/${typeof path === 'string' ? path : path.src}`, path.layer);
  for (const path of game['system'].esmodules ?? []) {
    await stage(`${base}/${path}`, () => import(/* @vite-ignore */ new URL(`${base}/${path}`, document.baseURI).href));
  }
  Hooks.callAll('init');

  await stage('languages', async () => {
    const lang = game['settings'].get('core', 'language');
    const own = (game['system'].languages ?? []).filter((entry: any) => entry.lang === lang || entry.lang === 'en');
    await i18n.setLanguage(lang, ['lang/en.json', ...own.map((entry: any) => `${base}/${entry.path}`)], json);
    localizeModels();
  });
  Hooks.callAll('i18nInit');

  await stage('documents', initializeDocuments);
  game['user'].viewedScene = game['scenes']?.active?.id ?? null;
  Hooks.callAll('setup');
  await stage('interface', renderInterface);
  flushNotifications();
  game['keybindings'].listen(globals.document);
  await stage('canvas', async () => {
    globals.canvas = game['canvas'] = new Canvas();
    globals.canvas.initialize();
    Hooks.callAll('canvasInit', globals.canvas);
    await globals.canvas.draw(game['scenes']?.current ?? null);
  });
  await stage('time', () => game['time'].sync());
  game['ready'] = true;
  Hooks.callAll('ready');
  Hooks.off('error', watching);
  document.body.dataset['ready'] = 'true';
}

/** Each stylesheet in the layer it asks for: `system` unless it says otherwise. foundry-api.md section 1 */
function addStyle(path: string, layer: string | null | undefined) {
  const style = document.createElement('style');
  style.dataset['src'] = path;
  style.textContent =
    layer === null ? `@import url("${path}");` : `@import url("${path}") layer(${layer ?? 'system'});`;
  document.head.append(style);
}
