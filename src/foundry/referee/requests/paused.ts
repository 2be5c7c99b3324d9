import type { Reason } from '../../../kernel/ask';

/** API: hook pauseGame. T14: client/hooks.d.mts */
export const PAUSE_HOOK = 'pauseGame';

/** Requests that waited when the game was paused. They wait on. */
const sentBefore = new WeakSet<ChatMessage.Implementation>();

/**
 * Returns why a user has to wait while the game is paused, or null: the GM goes on. Asked at the moment of acting, because the server
 * refuses nothing, and the hook fails in clients without a canvas (foundryvtt issues 11142 and 14567). API: game.paused
 */
export const whyPaused = (user: User.Implementation): Reason | null =>
  game.paused && !user.isGM ? { id: 'paused' } : null;

export const noteSentBefore = (message: ChatMessage.Implementation): void => void sentBefore.add(message);

export const isSentBefore = (message: ChatMessage.Implementation): boolean => sentBefore.has(message);
