/**
 * One client without a window: the sandbox's documents, settings and socket, and the system's documents and referee, as one script.
 * What is missing is what only eyes need: interface, sheets, canvas. Bundled by `script.ts`; it speaks of `game`, `Hooks` and the other
 * globals of its own scope, which `scope.ts` makes.
 */
import {
  CONFIG,
  game,
  Hooks,
  i18n,
  initializeDocuments,
  installGlobals,
  localizeModels,
  prepareGame,
} from '@cadence/sandbox/client';

installGlobals(globalThis);

/** What a notification gives back, for who goes on with it. */
function told(notified, level, text, { format } = {}) {
  notified(level, format ? game.i18n.format(text, format) : text);
  return { update: () => undefined };
}

/** Foundry's order: `init`, words, documents, `setup`, `ready`. As `sandbox/src/client/boot.ts` has it. */
export async function open(transport, { storage, words, notified, breaks }) {
  await prepareGame(transport, storage);
  const nothing = () => undefined;
  globalThis.ui = {
    notifications: Object.fromEntries(
      ['info', 'warn', 'error', 'success'].map((level) => [level, (...said) => told(notified, level, ...said)]),
    ),
    combat: { render: nothing },
    chat: { postOne: nothing, updateMessage: nothing, deleteMessage: nothing },
  };
  const system = await import('./system.mjs');
  Hooks.callAll('init');
  system.init();
  await i18n.setLanguage('en', ['en'], () => words);
  localizeModels();
  Hooks.callAll('i18nInit');
  initializeDocuments();
  game.user.viewedScene = game.scenes.active?.id ?? null;
  Hooks.callAll('setup');
  game.ready = true;
  breaks?.(globalThis);
  await system.start();
  Hooks.callAll('ready');
  return { game, CONFIG, Hooks, foundry: globalThis.foundry, ui: globalThis.ui, ...system.hands };
}
