/**
 * Players change nothing on the map while the game is paused. C13: placeables-layer.mjs `_canDragLeftStart`, `moveMany`,
 * `rotateMany`. Only clients refuse it; the server checks nothing (I#11142).
 */
export function refusedByPause(): boolean {
  if (!game.paused || game.user.isGM) return false;
  ui.notifications.warn('GAME.PausedWarning', { localize: true });
  return true;
}
