import { isRulesetType } from '../adapters/registry';
import { clearHighlight, drawLines, type Line } from './highlights';

const LAYER = 'cadence-targets';
const COLOR = 0xe0a15a;

/** Milliseconds; a moving token is refreshed with each frame. */
const DELAY = 30;

/** Returns the token this user aims with: the only controlled one, else the user's own, for a GM the one whose turn it is. */
function aimingToken(): Token.Implementation | null {
  const [controlled, ...others] = canvas.tokens?.controlled ?? [];
  if (controlled) return others.length === 0 ? controlled : null;
  const { user, combat } = game;
  const [own] = user.character?.getActiveTokens() ?? [];
  return own ?? (user.isGM ? (combat?.combatant?.token?.object ?? null) : null);
}

/** The lines from the aiming fighter to its targets; no other user sees them. */
function linesNow(): Line[] {
  const from = canvas?.ready ? aimingToken() : null;
  if (!from?.visible || !from.isOwner || !isRulesetType(from.actor?.type)) return [];
  return [...game.user.targets].flatMap((target) => {
    if (target === from || !target.visible || target.document.parent !== from.document.parent) return [];
    const [start, end] = [from.center, target.center];
    return [{ from: { x: start.x, y: start.y }, to: { x: end.x, y: end.y } }];
  });
}

export const TARGET_LINES = {
  ready(): void {
    let drawn = '';
    const draw = foundry.utils.debounce(() => {
      const lines = linesNow();
      const state = JSON.stringify(lines);
      if (state === drawn) return;
      drawn = state;
      clearHighlight(LAYER);
      drawLines(LAYER, lines, COLOR);
    }, DELAY);
    for (const hook of ['targetToken', 'controlToken', 'refreshToken', 'deleteToken', 'updateCombat'] as const)
      Hooks.on(hook as 'canvasPan', () => draw());
    // A new scene has new layers.
    Hooks.on('canvasReady', () => {
      drawn = '';
      draw();
    });
  },
};
