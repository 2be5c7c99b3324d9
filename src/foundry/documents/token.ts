import { GM } from '../../kernel/ask';
import { act } from '../apps/act';
import { offerRewind, stepBehind } from '../apps/undo-move';
import { movesFreely, pushes } from '../canvas/controls';
import { noteChange } from '../host/changes';
import {
  goesSomewhere,
  isSamePlace,
  isWalk,
  type Movement,
  type Position,
  placesOf,
  positionOf,
  wayOf,
} from '../host/movement';
import { idOf, updateDocument } from '../platform/documents';
import { notice, noticeOnce } from '../platform/notice';
import { refusedByServer } from '../platform/refusals';
import { strictnessFor } from '../platform/settings';
import { text } from '../platform/text';
import type { StepMark } from '../platform/v14';
import { isReferee } from '../referee/lease';
import { OWN_MOVE } from '../referee/own-move';
import { tellFailure } from '../referee/tell';
import { combatSystem } from '../stored/systems';
import { fighterOf, moverOf, movesOf } from '../views/moves';

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
    movement: TokenDocument.PreMovementOptions & Movement,
    operation: TokenDocument.Database.UpdateOperation & Marked,
  ): Promise<boolean | void> {
    const combatant = operation.cadence ? null : moverOf(this);
    if (combatant && movement.method === 'undo') {
      if (goesSomewhere(this, movement) && !this.#mayUndo(combatant, movement)) return false;
    } else if (combatant && isWalk(this, movement)) {
      this.#walk(combatant, movement);
      return false;
    }
    return super._preUpdateMovement(movement, operation);
  }

  #walk(combatant: Combatant.Implementation, movement: Movement): void {
    const way = wayOf(movement);
    const path = placesOf(this, way);
    // Set down freely by a game master, or pushed, it is free, but a step like any other.
    const [best] = movesFreely() || pushes() ? [] : movesOf(combatant, path, way.at(-1)?.action);
    const place = { do: pushes() ? 'displace' : 'place', by: GM, at: idOf(combatant), path };
    if (combatant.combat && (best ?? game.user.isGM)) void act(combatant.combat, best?.command ?? place, 'nothing');
    else notice('info', text('CADENCE.Notice.noMove', { name: this.name }));
  }

  /** What a game master has moved by hand they may move back; a step is rewound, if they mean it. Nobody else takes back a move. */
  #mayUndo(combatant: Combatant.Implementation, movement: Movement): boolean {
    const { combat } = combatant;
    const [from, to] = placesOf(this, [wayOf(movement).at(-1) ?? movement.origin, movement.origin]);
    const behind = game.user.isGM && from && to ? stepBehind(combatant, from, to) : null;
    if (behind && combat) void offerRewind(combat, behind);
    else if (!game.user.isGM) notice('info', text('CADENCE.Notice.noUndo', { name: this.name }));
    else if (homes.get(this)?.byStep) notice('info', text('CADENCE.Notice.movedByStep', { name: this.name }));
    else return true;
    return false;
  }

  /**
   * Foundry forgets a recorded way when a turn of its own begins or ends; our fights need not have any, and the ruler would price all the
   * ways of the fight as one. API: TokenDocument#_shouldRecordMovementHistory; foundryvtt issue 11730.
   */
  protected override _shouldRecordMovementHistory(): boolean {
    return fighterOf(this) === null && super._shouldRecordMovementHistory();
  }

  override prepareBaseData(): void {
    super.prepareBaseData();
    noteChange();
    if (!homes.has(this)) homes.set(this, { ...positionOf(this), byStep: false });
  }

  /**
   * Every change of place comes here, also one that names no movement: a message made by hand skips what the mover's own client would
   * have said of it.
   */
  protected override _onUpdate(
    changed: TokenDocument.UpdateData,
    options: TokenDocument.Database.OnUpdateOperation & Marked,
    userId: string,
  ): void {
    super._onUpdate(changed, options, userId);
    if (!MOVING.some((key) => key in changed)) return;
    const user = game.users.get(userId);
    const position = positionOf(this);
    const home = homes.get(this) ?? { ...position, byStep: false };
    const isThere = isSamePlace(this, home, position);
    // The mark of a step is a game master's to give: a player's client could claim it.
    const combatant = !isThere && user && !user.isGM ? moverOf(this, user) : null;
    if (user && combatant && strictnessFor(user) === 'enforce') return void putBack(this, home, combatant, user);
    homes.set(this, { ...position, byStep: isThere ? home.byStep : options.cadence !== undefined });
    if (user && combatant?.combat && isReferee(combatant.combat))
      noticeOnce('info', `movedRaw ${user.id}`, text('CADENCE.Notice.movedRaw', { name: this.name, user: user.name }));
  }
}

/** API: BaseToken.MOVEMENT_FIELDS, without the shape, which moves no token's middle. */
const MOVING = ['x', 'y', 'elevation', 'width', 'height'];

interface Home extends Position {
  /** Whether a step led here, and not somebody's hand. */
  readonly byStep: boolean;
}

/** Where tokens belong: where they were last moved by whoever may. */
const homes = new WeakMap<CadenceToken, Home>();

/** A player's token moved without the referee, by a module or the console, is put back where it belongs. */
async function putBack(
  token: CadenceToken,
  { x, y, elevation }: Home,
  { combat }: Combatant.Implementation,
  user: User.Stored,
): Promise<void> {
  if (!combat || !isReferee(combat)) return;
  const marks = { cadence: { step: combatSystem(combat).step }, movement: { [idOf(token)]: OWN_MOVE } };
  try {
    await updateDocument(token, { x, y, elevation }, marks).catch(refusedByServer);
    noticeOnce('info', `putBack ${user.id}`, text('CADENCE.Notice.putBack', { name: token.name, user: user.name }));
  } catch (error) {
    // One that was deleted meanwhile belongs nowhere.
    if (token.parent?.tokens.has(token.id ?? '')) tellFailure(combat, error);
  }
}
