import { GM } from '../../kernel/ask';
import { act } from '../apps/actions/act';
import { findMoveStep, offerRewind } from '../apps/tracker/undo-move';
import { isPushing, isUnconstrained } from '../canvas/controls';
import { noteChange } from '../host/changes';
import { isPlaceChange, isWalk, placesOf, type TokenMovement, waypointsOf } from '../host/movement';
import { idOf } from '../platform/documents';
import { notify } from '../platform/notice';
import { text } from '../platform/text';
import type { StepMark } from '../platform/v14';
import { checkTokenChange, isMovedByStep, recordTokenPosition } from '../referee/revert-tokens';
import { combatantOfToken, moverOf, movesOf } from '../views/moves';

/** An operation of a step bears its mark. */
interface Marked {
  readonly cadence?: StepMark;
}

/** The token's document: in a running fight a person's walk is a wish to move, and the referee moves the token. */
export class CadenceToken extends TokenDocument {
  /**
   * Only what a person drags or walks with the keys is a command, and only what they undo is a step to be rewound; whatever else changes
   * place or size is as in plain Foundry.
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
    const way = waypointsOf(movement);
    const path = placesOf(this, way);
    // Set down freely by a game master, or pushed, it is free, but a step like any other.
    const [best] = isUnconstrained() || isPushing() ? [] : movesOf(combatant, path, way.at(-1)?.action);
    const place = { do: isPushing() ? 'displace' : 'place', by: GM, at: idOf(combatant), path };
    if (combatant.combat && (best ?? game.user.isGM)) void act(combatant.combat, best?.command ?? place, 'nothing');
    else notify('info', text('CADENCE.Notice.noMove', { name: this.name }));
  }

  /** What a game master has moved by hand they may move back; a step is rewound, if they mean it. Nobody else takes back a move. */
  #mayUndo(combatant: Combatant.Implementation, movement: TokenMovement): boolean {
    const { combat } = combatant;
    const [from, to] = placesOf(this, [waypointsOf(movement).at(-1) ?? movement.origin, movement.origin]);
    const behind = game.user.isGM && from && to ? findMoveStep(combatant, from, to) : null;
    if (behind && combat) void offerRewind(combat, behind);
    else if (!game.user.isGM) notify('info', text('CADENCE.Notice.noUndo', { name: this.name }));
    else if (isMovedByStep(this)) notify('info', text('CADENCE.Notice.movedByStep', { name: this.name }));
    else return true;
    return false;
  }

  /**
   * Foundry forgets a recorded way when a turn of its own begins or ends; our fights need not have any, and the ruler would price all the
   * ways of the fight as one. API: TokenDocument#_shouldRecordMovementHistory; foundryvtt issue 11730.
   */
  protected override _shouldRecordMovementHistory(): boolean {
    return combatantOfToken(this) === null && super._shouldRecordMovementHistory();
  }

  override prepareBaseData(): void {
    super.prepareBaseData();
    noteChange();
    recordTokenPosition(this);
  }

  protected override _onUpdate(
    changed: TokenDocument.UpdateData,
    options: TokenDocument.Database.OnUpdateOperation & Marked,
    userId: string,
  ): void {
    super._onUpdate(changed, options, userId);
    checkTokenChange(this, changed, options, userId);
  }
}
