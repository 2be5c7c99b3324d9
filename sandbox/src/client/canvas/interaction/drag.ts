import type * as PIXI from 'pixi.js';
import { fillWaypoints, type MovementWaypoint } from '../movement/path';
import { autoRotate, constrainOptions } from './keyboard';

interface Dragged {
  token: any;
  ghost: PIXI.Container;
  /** From the token's centre to the token that was grabbed. */
  offset: { x: number; y: number };
  waypoints: MovementWaypoint[];
  target: { x: number; y: number; elevation: number };
}

/** Tokens on their way under the mouse: ghosts go ahead, the ruler shows the way, the tokens stay until the move is allowed. */
export class TokenDrag {
  #canvas: any;
  #dragged: Dragged[];

  constructor(canvas: any, token: any, start: { x: number; y: number }) {
    this.#canvas = canvas;
    if (!token.controlled) token.control({ releaseOthers: true });
    const tokens = canvas.tokens.controlled.filter((t: any) => t._canDrag(game.user));
    this.#dragged = tokens.map((each: any) => {
      const { x, y, elevation } = each.document._source;
      const ghost = canvas.tokens.preview.addChild(each.createGhost());
      return {
        token: each,
        ghost,
        offset: { x: x - start.x, y: y - start.y },
        waypoints: [],
        target: { x, y, elevation },
      };
    });
    for (const { token: each } of this.#dragged) each.isDragged = true;
  }

  /** @param event shift lets a token stand anywhere between the spaces */
  move(to: { x: number; y: number }, { shiftKey }: { shiftKey: boolean }): void {
    for (const dragged of this.#dragged) {
      const { token, offset, ghost } = dragged;
      const free = { x: Math.round(to.x + offset.x), y: Math.round(to.y + offset.y) };
      const { x, y } = shiftKey ? free : token.document.getSnappedPosition(free);
      dragged.target = { ...dragged.target, x, y };
      ghost.position.set(x, y);
      this.#measure(dragged, !shiftKey);
    }
    this.#canvas.requestRender();
  }

  /** The wheel lifts what is dragged, a space at a time. API v14: Token#_changeDragElevation. */
  lift(spaces: number): void {
    for (const dragged of this.#dragged) {
      dragged.target.elevation += spaces * this.#canvas.grid.distance;
      this.#measure(dragged, true);
    }
    this.#canvas.requestRender();
  }

  addWaypoint(): void {
    for (const dragged of this.#dragged) dragged.waypoints = this.#path(dragged).slice(1);
  }

  /** @returns false when there is none left to take back */
  removeWaypoint(): boolean {
    const any = this.#dragged.some(({ waypoints }) => waypoints.length > 0);
    for (const dragged of this.#dragged) {
      dragged.waypoints.pop();
      this.#measure(dragged, true);
    }
    return any;
  }

  #path({ token, waypoints, target }: Dragged, snapped = true): MovementWaypoint[] {
    const { document } = token;
    const [origin] = fillWaypoints(document, [{ explicit: true, checkpoint: true }]);
    const last = waypoints.at(-1) ?? origin;
    const end = { ...last, ...target, snapped, explicit: true, checkpoint: true };
    const moved = last.x !== end.x || last.y !== end.y || last.elevation !== end.elevation;
    return moved ? [origin, ...waypoints, end] : [origin, ...waypoints];
  }

  #measure(dragged: Dragged, snapped: boolean): void {
    const foundPath = dragged.token.document.getCompleteMovementPath(this.#path(dragged, snapped));
    const history = dragged.token.document.movementHistory;
    const planned = { foundPath, unreachableWaypoints: [], history, hidden: false, searching: false };
    dragged.token.showRuler({
      passedWaypoints: [],
      pendingWaypoints: [],
      plannedMovement: { [game.user.id]: planned },
    });
  }

  /**
   * Asks for the movement. ASSUMPTION A5: where it is refused, the ghost and the ruler go, and the token is where it was.
   */
  async drop(): Promise<void> {
    const updates: any[] = [];
    const movement: Record<string, object> = {};
    for (const dragged of this.#dragged) {
      const waypoints = this.#path(dragged).slice(1);
      const end = waypoints.at(-1);
      if (!end) continue;
      const { id } = dragged.token.document;
      updates.push({ _id: id, x: end.x, y: end.y, elevation: end.elevation });
      const options = { autoRotate: autoRotate(), showRuler: true, constrainOptions: constrainOptions() };
      movement[id] = { waypoints, method: 'dragging', ...options };
    }
    this.#hideRulers();
    try {
      if (updates.length === 1) await this.#moveOne(updates[0]._id, movement[updates[0]._id]);
      else if (updates.length) await this.#canvas.scene.updateEmbeddedDocuments('Token', updates, { movement });
    } finally {
      this.cancel();
    }
  }

  #moveOne(id: string, { waypoints, ...options }: any): Promise<boolean> {
    return this.#canvas.scene.tokens.get(id).move(waypoints, options);
  }

  #hideRulers(): void {
    for (const { token } of this.#dragged) token.showRuler(null);
  }

  cancel(): void {
    this.#hideRulers();
    for (const { token, ghost } of this.#dragged) {
      token.isDragged = false;
      if (!ghost.destroyed) ghost.destroy({ children: true });
    }
    this.#dragged = [];
    this.#canvas.requestRender();
  }
}
