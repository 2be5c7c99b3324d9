import { GM } from '../../kernel/ask';
import { act } from '../apps/actions/act';
import { findMoveStep, offerRewind } from '../apps/tracker/undo-move';
import { isPushing, isUnconstrained } from '../canvas/controls';
import { noteChange } from '../host/changes';
import { disguiseOf } from '../host/disguise';
import { isPlaceChange, isWalk, placesOf, type TokenMovement, waypointsOf } from '../host/movement';
import { placeOf } from '../host/reader';
import { idOf } from '../platform/documents';
import { notify } from '../platform/notice';
import { text } from '../platform/text';
import type { StepMark } from '../platform/v14';
import { checkTokenChange, isMovedByStep, recordTokenPosition } from '../referee/seat/revert-tokens';
import { combatantOfToken, moverOf, movesOf } from '../views/moves';

interface Marked {
  readonly cadence?: StepMark;
}

export class CadenceToken extends TokenDocument {
  /**
   * Only dragging and walking become commands, and only undoing them rewinds a step; other changes are Foundry's.
   * API: TokenDocument#_preUpdateMovement; returning false rejects the movement.
   * ASSUMPTION A5: a refused movement leaves token and ruler as they were.
   */
  protected override async _preUpdateMovement(
    movement: TokenDocument.PreMovementOptions & TokenMovement,
    operation: TokenDocument.Database.UpdateOperation & Marked,
  ): Promise<boolean | void> {
    const combatant = operation.cadence ? null : moverOf(this);
    if (combatant && movement.method === 'undo') {
      if (isPlaceChange(this, movement) && !this.#mayUndo(combatant, movement)) return false;
    } else if (combatant && isWalk(this, movement)) {
      this.#walk(combatant, movement);
      return false;
    }
    return super._preUpdateMovement(movement, operation);
  }

  #walk(combatant: Combatant.Implementation, movement: TokenMovement): void {
    const waypoints = waypointsOf(movement);
    const path = placesOf(this, waypoints);
    // A free or pushed move of the GM costs nothing, but is a step.
    const manner = waypoints.at(-1)?.action;
    const [best] = isUnconstrained() || isPushing() ? [] : movesOf(combatant, path, manner);
    const place = { do: isPushing() ? 'displace' : 'place', by: GM, at: idOf(combatant), path };
    if (best?.needsConfirmation && best.whyNot.length === 0)
      void import('../apps/prompt/confirm-move').then(({ confirmMove }) =>
        confirmMove({ combatant, token: this, path, manner }, best),
      );
    else if (combatant.combat && (best ?? game.user.isGM))
      void act(combatant.combat, best?.command ?? place, 'nothing');
    else notify('info', text('CADENCE.Notice.noMove', { name: this.name }));
  }

  /** A GM can undo a manual move, and rewind a step after confirmation. Other users cannot undo moves. */
  #mayUndo(combatant: Combatant.Implementation, movement: TokenMovement): boolean {
    const { combat } = combatant;
    const [from, to] = placesOf(this, [waypointsOf(movement).at(-1) ?? movement.origin, movement.origin], placeOf);
    const behind = game.user.isGM && from && to ? findMoveStep(combatant, from, to) : null;
    if (behind && combat) void offerRewind(combat, behind);
    else if (!game.user.isGM) notify('info', text('CADENCE.Notice.noUndo', { name: this.name }));
    else if (isMovedByStep(this)) notify('info', text('CADENCE.Notice.movedByStep', { name: this.name }));
    else return true;
    return false;
  }

  /**
   * Foundry clears a recorded path when one of its own turns begins or ends. Our fights may have none, so the ruler would price all paths
   * as one.
   * API: TokenDocument#_shouldRecordMovementHistory; foundryvtt issue 11730.
   */
  protected override _shouldRecordMovementHistory(): boolean {
    return combatantOfToken(this) === null && super._shouldRecordMovementHistory();
  }

  override prepareBaseData(): void {
    super.prepareBaseData();
    const disguise =
      game.user?.isGM === false ? disguiseOf({ combatant: null, token: this, actor: this.baseActor }) : null;
    // The label above the token, and what modules and core's windows show.
    if (disguise) this.name = disguise.name;
    noteChange();
    recordTokenPosition(this);
  }

  protected override _onUpdate(
    changed: TokenDocument.UpdateData,
    options: TokenDocument.Database.OnUpdateOperation & Marked,
    userId: string,
  ): void {
    super._onUpdate(changed, options, userId);
    if ('flags' in changed) this.#showDisguise();
    checkTokenChange(this, changed, options, userId);
  }

  /** Core redraws the label for a new name only, and prepares no combatant with its token. API: Token.RENDER_FLAGS, DataModel#reset */
  #showDisguise(): void {
    this.object?.renderFlags?.set({ refreshNameplate: true });
    for (const { combatants } of game.combats?.contents ?? [])
      for (const combatant of combatants) if (combatant.tokenId === this.id) combatant.reset();
  }
}
