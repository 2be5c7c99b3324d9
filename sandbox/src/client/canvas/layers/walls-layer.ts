import * as PIXI from 'pixi.js';
import { EDGE_SENSE_TYPES, WALL_DOOR_STATES, WALL_DOOR_TYPES } from '../../../shared/constants';
import type { EmbeddedCollection } from '../../abstract/embedded-collection';
import type { AmbientLightDocument } from '../../documents/ambient-light';
import type { WallDocument } from '../../documents/wall';
import { refusedByPause } from '../interaction/pause';

interface Spot {
  x: number;
  y: number;
}

const DOOR = 22;

/** Returns a wall's color by what it restricts. T14: common/documents/wall.d.mts CATEGORY_COLORS. */
function colorOf(wall: WallDocument): number {
  if (wall.door === WALL_DOOR_TYPES.SECRET) return 0xa612d4;
  if (wall.isDoor) return 0x6666ee;
  if (wall.sight === EDGE_SENSE_TYPES.NONE) return wall.move ? 0x77e7e8 : 0x555555;
  if (wall.sight === EDGE_SENSE_TYPES.LIMITED) return 0x81b90c;
  return wall.move === EDGE_SENSE_TYPES.NONE ? 0xca81ff : 0xffffbb;
}

/**
 * The walls of the drawn scene: lines for the GM while the layer is active, and a control on each door.
 * T14: client/canvas/layers/walls.d.mts, client/canvas/containers/elements/door-control.d.mts. The sandbox has no
 * drawing of walls.
 */
export class WallsLayer extends PIXI.Container {
  static documentName = 'Wall';
  active = false;
  doors: PIXI.Container = new PIXI.Container();
  #lines: PIXI.Graphics = new PIXI.Graphics();

  constructor() {
    super();
    this.addChild(this.#lines, this.doors);
  }

  get documentCollection(): EmbeddedCollection<WallDocument> | null {
    return canvas.scene?.walls ?? null;
  }

  activate(): this {
    this.active = true;
    this.draw();
    return this;
  }

  deactivate(): this {
    this.active = false;
    this.draw();
    return this;
  }

  tearDown(): void {
    this.#lines.clear();
    for (const child of this.doors.removeChildren()) child.destroy({ children: true });
  }

  draw(): void {
    this.tearDown();
    const walls = this.#seen();
    if (this.active && game.user.isGM) {
      for (const wall of walls) {
        const [x0, y0, x1, y1] = wall.c;
        this.#lines.lineStyle(7, 0x000000, 0.6).moveTo(x0, y0).lineTo(x1, y1);
        this.#lines
          .lineStyle(4, colorOf(wall), wall.isOpen ? 0.4 : 1)
          .moveTo(x0, y0)
          .lineTo(x1, y1);
      }
      for (const light of canvas.scene!.lights) this.#drawLight(light);
    }
    for (const wall of walls) if (isShown(wall)) this.doors.addChild(sign(wall));
    canvas.requestRender();
  }

  #seen(): WallDocument[] {
    return [...(this.documentCollection ?? [])].filter((wall) => wall.includedInLevel(canvas.level?.id ?? ''));
  }

  #drawLight({ x, y, config, hidden }: AmbientLightDocument): void {
    const { distancePixels } = canvas.dimensions!;
    const tint = PIXI.Color.shared.setValue(String(config.color ?? '#ffffff')).toNumber();
    this.#lines.lineStyle(2, tint, hidden ? 0.3 : 0.9).drawCircle(x, y, config.dim * distancePixels);
    this.#lines.drawCircle(x, y, config.bright * distancePixels);
    this.#lines.beginFill(tint, 0.9).drawCircle(x, y, 8).endFill();
  }

  /** Returns the door whose control is at a point, if this user sees it. */
  doorAt({ x, y }: Spot): WallDocument | undefined {
    return this.#seen().find((wall) => {
      const at = middle(wall);
      return isShown(wall) && Math.hypot(at.x - x, at.y - y) <= DOOR;
    });
  }

  /**
   * Opens or closes a door, or rattles a locked one. T14: DoorControl#_onMouseDown; players need WALL_DOORS and an
   * unpaused game (read in 14.368 by the author of the module “Solid Doors”).
   */
  _onClickDoor(wall: WallDocument): void {
    if (!game.user.can('WALL_DOORS')) return;
    if (refusedByPause()) return;
    const { OPEN, CLOSED, LOCKED } = WALL_DOOR_STATES;
    if (wall.ds === LOCKED) ui.notifications.info('WALLS.Locked', { localize: true });
    else void wall.update({ ds: wall.ds === CLOSED ? OPEN : CLOSED });
  }

  /** Locks or unlocks a closed door, for a GM. T14: DoorControl#_onRightDown */
  _onRightClickDoor(wall: WallDocument): void {
    const { OPEN, CLOSED, LOCKED } = WALL_DOOR_STATES;
    if (game.user.isGM && wall.ds !== OPEN) void wall.update({ ds: wall.ds === LOCKED ? CLOSED : LOCKED });
  }
}

/** Hides secret doors from players. T14: DoorControl#isVisible */
const isShown = (wall: WallDocument): boolean =>
  wall.door === WALL_DOOR_TYPES.DOOR || (wall.door === WALL_DOOR_TYPES.SECRET && game.user.isGM);

const middle = ({ c: [x0, y0, x1, y1] }: WallDocument): Spot => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 });

/** Draws a door leaf in a ring: filled if closed, ajar if open, barred if locked. */
function sign(wall: WallDocument): PIXI.Graphics {
  const mark = new PIXI.Graphics();
  const { x, y } = middle(wall);
  mark.position.set(x, y);
  mark.lineStyle(2, 0xe8e2d4, 0.9).beginFill(0x14161a, 0.75).drawCircle(0, 0, DOOR).endFill();
  mark.lineStyle(2, 0xe8e2d4, 1);
  if (wall.isOpen) mark.drawPolygon([-9, -13, 3, -9, 3, 17, -9, 13]).drawRect(-9, -13, 18, 26);
  else mark.beginFill(0xb98a4b, 1).drawRect(-9, -13, 18, 26).endFill();
  if (wall.ds === WALL_DOOR_STATES.LOCKED) mark.lineStyle(4, 0xe8e2d4, 1).moveTo(-13, 0).lineTo(13, 0);
  return mark;
}
