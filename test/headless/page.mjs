/**
 * A client without a window: the sandbox's documents, settings and socket, and the system's documents and referee, as
 * one script.
 * It lacks interface, sheets and canvas. `script.ts` bundles it; its globals are in the scope made by `scope.ts`.
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

/** Returns a notification with the methods that callers may use. Its removal is told like a notification. */
function notify(notified, level, text, { format } = {}) {
  const shown = format ? game.i18n.format(text, format) : text;
  notified(level, shown);
  return { update: () => undefined, remove: () => notified('removed', shown) };
}

/** Runs Foundry's order: `init`, translations, documents, `setup`, `ready`, as in `sandbox/src/client/boot.ts`. */
export async function open(transport, { storage, words, notified, breaks }) {
  await prepareGame(transport, storage);
  const noop = () => undefined;
  globalThis.ui = {
    notifications: Object.fromEntries(
      ['info', 'warn', 'error', 'success'].map((level) => [level, (...args) => notify(notified, level, ...args)]),
    ),
    combat: { render: noop },
    chat: { postOne: noop, updateMessage: noop, deleteMessage: noop },
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
