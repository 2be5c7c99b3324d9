import type * as PIXI from 'pixi.js';
import type { Canvas } from '../canvas';
import type { MovementInstruction } from '../movement/operation';
import { fillWaypoints, type MovementWaypoint } from '../movement/path';
import type { Token } from '../placeables/token';
import { autoRotate, constrainOptions } from './keyboard';

interface Dragged {
  token: Token;
  ghost: PIXI.Container;
  /** From the start of the drag to the token's position. */
  offset: { x: number; y: number };
  waypoints: MovementWaypoint[];
  target: { x: number; y: number; elevation: number };
}

/**
 * A drag of tokens: ghosts follow the mouse and the ruler shows the path. The tokens stay until the move is allowed.
 */
export class TokenDrag {
  #canvas: Canvas;
  #dragged: Dragged[];

  constructor(canvas: Canvas, token: Token, start: { x: number; y: number }) {
    this.#canvas = canvas;
    if (!token.controlled) token.control({ releaseOthers: true });
    const tokens = canvas.tokens.controlled.filter((t) => t._canDrag(game.user));
    this.#dragged = tokens.map((each) => {
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

  /** @param event with shift, tokens do not snap to the grid */
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

  /** The wheel changes the elevation, one space at a time. API v14: Token#_changeDragElevation. */
  lift(spaces: number): void {
    for (const dragged of this.#dragged) {
      dragged.target.elevation += spaces * this.#canvas.grid!.distance;
      this.#measure(dragged, true);
    }
    this.#canvas.requestRender();
  }

  addWaypoint(): void {
    for (const dragged of this.#dragged) dragged.waypoints = this.#path(dragged).slice(1);
  }

  /** @returns false if no waypoint is left to remove */
  removeWaypoint(): boolean {
    const isLeft = this.#dragged.some(({ waypoints }) => waypoints.length > 0);
    for (const dragged of this.#dragged) {
      dragged.waypoints.pop();
      this.#measure(dragged, true);
    }
    return isLeft;
  }

  #path({ token, waypoints, target }: Dragged, snapped = true): MovementWaypoint[] {
    const { document } = token;
    const origin = fillWaypoints(document, [{ explicit: true, checkpoint: true }])[0]!;
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
      plannedMovement: { [game.userId]: planned },
    });
  }

  /**
   * Requests the movement.
   * ASSUMPTION A5: if it is refused, ghost and ruler disappear, and the token stays at its place.
   */
  async drop(): Promise<void> {
    const updates: (Partial<MovementWaypoint> & { _id: string })[] = [];
    const movement: Record<string, MovementInstruction> = {};
    for (const dragged of this.#dragged) {
      const waypoints = this.#path(dragged).slice(1);
      const end = waypoints.at(-1);
      if (!end) continue;
      const { id } = dragged.token;
      updates.push({ _id: id, x: end.x, y: end.y, elevation: end.elevation });
      const options = { autoRotate: autoRotate(), showRuler: true, constrainOptions: constrainOptions() };
      movement[id] = { waypoints, method: 'dragging', ...options };
    }
    this.#hideRulers();
    try {
      const [only] = updates;
      if (only && updates.length === 1) await this.#moveOne(only._id, movement[only._id]!);
      else if (updates.length) await this.#canvas.scene!.updateEmbeddedDocuments('Token', updates, { movement });
    } finally {
      this.cancel();
    }
  }

  #moveOne(id: string, { waypoints = [], ...options }: MovementInstruction): Promise<boolean> {
    return this.#canvas.scene!.tokens.get(id)!.move(waypoints, options);
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
