import { messageOf } from '../shared/errors';
import { escapeHTML } from '../shared/html';
import { renderInterface } from './applications/index';
import { Canvas } from './canvas/index';
import { game, type PackageInfo } from './game';
import { Hooks } from './hooks';
import { i18n } from './i18n';
import { flushNotifications } from './notify';
import { ToursCollection } from './nue/tour';
import { initializeDocuments, localizeModels, prepareGame } from './setup';
import type { Transport } from './socket';

/** Shows a boot error on the page. The boot continues if it can. */
function showProblem(place: string, error: unknown) {
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
  line.innerHTML = escapeHTML(`${place}: ${messageOf(error)}`);
  box.append(line);
}

/** Runs a stage. An error does not stop the next one. */
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

/**
 * Boots in Foundry's order: scripts, esmodules, `init`, translations, `i18nInit`, `setup`, documents, interface,
 * canvas, `ready`. foundry-api.md 12 and 14
 */
export async function boot(transport: Transport) {
  await prepareGame(transport, localStorage);
  // Libraries first, then the system, then other modules. T14: client/packages/module.d.mts `library`
  const modules = game['modules'].contents
    .filter(({ active }) => active)
    .map((module) => ({ ...module, base: `modules/${module.id}`, layer: 'modules' }));
  const system = { ...game['system'], base: `systems/${game['system'].id}`, layer: 'system' };
  const packages: Package[] = [
    ...modules.filter(({ library }) => library),
    system,
    ...modules.filter(({ library }) => !library),
  ];
  const watching = Hooks.on('error', (location: unknown, error: unknown) => showProblem(String(location), error));

  for (const { base, layer, styles = [] } of packages)
    for (const style of styles) {
      const { src, layer: own = layer } = typeof style === 'string' ? { src: style } : style;
      addStyle(`${base}/${src}`, own);
    }
  for (const { base, scripts = [] } of packages)
    for (const path of scripts) await stage(`${base}/${path}`, () => runScript(`${base}/${path}`));
  for (const { base, esmodules = [] } of packages) {
    for (const path of esmodules)
      await stage(
        `${base}/${path}`,
        () => import(/* @vite-ignore */ new URL(`${base}/${path}`, document.baseURI).href),
      );
  }
  game['setupGame'] = () => setUp(packages);
  await game.initialize();
  Hooks.off('error', watching);
  document.body.dataset['ready'] = 'true';
}

/** A package with its base path and the cascade layer of its styles. */
interface Package extends PackageInfo {
  base: string;
  layer: string;
}

async function setUp(packages: Package[]): Promise<void> {
  // From `init` on, before it is ready. T14: client/game.d.mts `canvas`
  const board = new Canvas();
  globalThis.canvas = game['canvas'] = board;
  Hooks.callAll('init');

  await stage('languages', async () => {
    const lang = String(game['settings'].get('core', 'language'));
    const own = packages.flatMap(({ base, languages = [] }) =>
      [...languages]
        .filter((entry) => entry.lang === lang || entry.lang === 'en')
        .map((entry) => `${base}/${entry.path}`),
    );
    await i18n.setLanguage(lang, ['lang/en.json', ...own], json);
    localizeModels();
  });
  Hooks.callAll('i18nInit');

  await stage('documents', initializeDocuments);
  game['user'].viewedScene = game['scenes']?.active?.id ?? null;
  // T14: client/game.d.mts `tours`
  game['tours'] = new ToursCollection();
  Hooks.callAll('setup');
  await stage('interface', renderInterface);
  flushNotifications();
  game['keybindings'].listen(document);
  await stage('canvas', async () => {
    board.initialize();
    Hooks.callAll('canvasInit', board);
    await board.draw(game['scenes']?.current ?? null);
  });
  await stage('time', () => game['time'].sync());
  game['ready'] = true;
  Hooks.callAll('ready');
}

/** Runs a classic script before the next one. T14: common/packages/base-package.d.mts `scripts` */
const runScript = (src: string): Promise<void> =>
  new Promise((loaded, failed) => {
    const script = Object.assign(document.createElement('script'), { src, async: false });
    script.addEventListener('load', () => loaded());
    script.addEventListener('error', () => failed(new Error(`${src} could not be loaded`)));
    document.head.append(script);
  });

/** Adds a stylesheet to its cascade layer; the default is `system` or `modules`. wiki:guides/css-cascade-layers.md */
function addStyle(path: string, layer: string | null) {
  const style = document.createElement('style');
  style.dataset['src'] = path;
  style.textContent = layer === null ? `@import url("${path}");` : `@import url("${path}") layer(${layer});`;
  document.head.append(style);
}
