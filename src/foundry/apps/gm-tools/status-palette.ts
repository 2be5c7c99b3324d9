import { adapterOf } from '../../adapters/registry';
import { isRunning } from '../../host/exchange-document';
import { combatantOf } from '../../host/reader';
import { mainPage, targetOf } from '../../views/pages';
import { giveCondition, isConditionPrompted, needsRules, setCondition } from '../actions/manual-changes';

/**
 * Opens the condition dialog when a GM adds a status in a token's palette. Macros and modules call `toggleStatusEffect`, which never asks,
 * because
 * no user may be present. Captures the click before Foundry, at the class and attribute dnd5e uses (module/documents/active-effect.mjs).
 */
function watchPalette(): void {
  mainPage().addEventListener('click', (event) => void handleClick(event), { capture: true });
}

function handleClick(event: MouseEvent): void {
  const control = targetOf(event)?.closest<HTMLElement>('.effect-control[data-status-id]');
  const id = control?.dataset.statusId;
  const palette = (canvas?.ready && canvas.hud?.token) || null;
  // A text in another window may have such an element too.
  const { actor } = (control && palette?.element?.contains(control) && palette.object) || {};
  const adapter = adapterOf(actor?.type);
  if (!id || !actor || !adapter || !game.user.isGM) return;
  if (!Object.hasOwn(adapter.ruleset.conditions, id)) return;
  const inFight = isRunning(combatantOf(actor)?.combat);
  const isRemoved = actor.statuses.has(id);
  // All other clicks are Foundry's.
  if (isRemoved ? !needsRules(actor, id) : !inFight && !isConditionPrompted(adapter, id, event.shiftKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (isRemoved) void setCondition(actor, adapter, id, false);
  else void giveCondition(actor, adapter, id, event.shiftKey);
}

export const STATUS_PALETTE = { ready: watchPalette };
