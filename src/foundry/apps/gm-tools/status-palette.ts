import { adapterOf } from '../../adapters/registry';
import { isRunning } from '../../host/exchange-document';
import { combatantOf } from '../../host/reader';
import { mainPage, targetOf } from '../../views/pages';
import { giveCondition, isConditionPrompted, isShared, setCondition } from '../actions/by-hand';

/**
 * A game master who gives a status at a token's palette is asked what the rules need to know of it. Macros and modules give
 * it plainly, and so does whatever else `toggleStatusEffect` is called by: nobody need be there to answer.
 * Taken before Foundry hears of the click, at the class and the attribute where dnd5e (module/documents/active-effect.mjs) takes it.
 */
function askAtPalette(): void {
  mainPage().addEventListener('click', (event) => void takeClick(event), { capture: true });
}

function takeClick(event: MouseEvent): void {
  const control = targetOf(event)?.closest<HTMLElement>('.effect-control[data-status-id]');
  const id = control?.dataset.statusId;
  const { actor } = (canvas?.ready && canvas.hud?.token.object) || {};
  const adapter = adapterOf(actor?.type);
  if (!id || !actor || !adapter || !game.user.isGM) return;
  if (!Object.hasOwn(adapter.ruleset.conditions, id)) return;
  const inFight = isRunning(combatantOf(actor)?.combat);
  const isTaken = actor.statuses.has(id);
  // Whatever else it is, Foundry does as it would.
  if (isTaken ? inFight || !isShared(actor, id) : !inFight && !isConditionPrompted(adapter, id, event.shiftKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (isTaken) void setCondition(actor, adapter, id, false);
  else void giveCondition(actor, adapter, id, event.shiftKey);
}

export const STATUS_PALETTE = { ready: askAtPalette };
