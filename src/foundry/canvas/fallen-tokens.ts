import { isRulesetType } from '../adapters/registry';
import { STEP_HOOK } from '../referee/store/step-hook';

/** Between items on the ground and the living, whose `sort` is 0 unless a GM has changed it. */
const BELOW = -50;

/** PrimarySpriteMesh; T14: client/canvas/primary/primary-canvas-object.d.mts `sort`. */
interface Sorted {
  readonly mesh?: { sort: number } | null;
}

/** As the tracker and Foundry's overlay do. T14: client/documents/combatant.d.mts `isDefeated`. */
function isFallen({ actor, combatant }: TokenDocument.Implementation): boolean {
  if (!isRulesetType(actor?.type)) return false;
  return combatant?.isDefeated === true || actor?.statuses.has(CONFIG.specialStatusEffects.DEFEATED) === true;
}

/**
 * Sorts the token of a fallen fighter below the others, so that a fighter on its space is seen and clicked. Every client
 * derives it from the conditions and writes nothing: so no client races another, a player's client needs no permission, undo
 * and healing restore it by themselves, and the `sort` that the GM has set is kept. Returns true if it has changed.
 */
function sortToken(object: { readonly document: TokenDocument.Implementation } & Sorted): boolean {
  const { document: token, mesh } = object;
  const source = token._source.sort;
  const sort = isFallen(token) ? Math.min(source, 0) + BELOW : source;
  const isChanged = token.sort !== sort;
  token.sort = sort;
  // Foundry may have set it from the stored value in the same refresh.
  if (mesh && mesh.sort !== sort) mesh.sort = sort;
  return isChanged;
}

function sortAll(): void {
  if (!canvas?.ready) return;
  // T14: client/canvas/placeables/token.d.mts RENDER_FLAGS `refreshState`, `refreshElevation`.
  for (const token of canvas.tokens?.placeables ?? [])
    if (sortToken(token as typeof token & Sorted))
      token.renderFlags.set({ refreshState: true, refreshElevation: true });
}

const HOOKS = [
  ...([STEP_HOOK, 'canvasReady', 'updateCombatant', 'deleteCombatant', 'createActiveEffect'] as const),
  ...(['updateActiveEffect', 'deleteActiveEffect', 'updateToken'] as const),
];

/** Milliseconds. The documents of a step arrive one after the other. */
const DELAY = 20;

export const FALLEN_TOKENS = {
  ready(): void {
    const sort = foundry.utils.debounce(sortAll, DELAY);
    for (const hook of HOOKS) Hooks.on(hook as 'canvasReady', () => sort());
    Hooks.on('refreshToken', (token) => void sortToken(token as typeof token & Sorted));
    sort();
  },
};
