import { MOVEMENT_DIRECTIONS } from '../../../shared/constants';
import type { Canvas } from '../canvas';
import { headingOf } from '../movement/operation';
import type { Token } from '../placeables/token';
import { refusedByPause } from './pause';

const ARROWS = {
  panUp: { keys: ['ArrowUp', 'KeyW'], direction: MOVEMENT_DIRECTIONS.UP, x: 0, y: -1 },
  panDown: { keys: ['ArrowDown', 'KeyS'], direction: MOVEMENT_DIRECTIONS.DOWN, x: 0, y: 1 },
  panLeft: { keys: ['ArrowLeft', 'KeyA'], direction: MOVEMENT_DIRECTIONS.LEFT, x: -1, y: 0 },
  panRight: { keys: ['ArrowRight', 'KeyD'], direction: MOVEMENT_DIRECTIONS.RIGHT, x: 1, y: 0 },
};

/**
 * Registers Foundry's core keys for the map: arrows and WASD move, or turn with shift; T targets, Ctrl+Z undoes.
 * T13: ClientKeybindings.
 */
export function registerCanvasKeys(canvas: Canvas): void {
  for (const [action, { keys, ...way }] of Object.entries(ARROWS)) {
    game.keybindings.register('core', action, {
      name: `KEYBINDINGS.${action.charAt(0).toUpperCase()}${action.slice(1)}`,
      editable: keys.map((key) => ({ key })),
      reservedModifiers: ['Shift'],
      repeat: true,
      onDown: (context) => canvas.ready && onArrow(canvas, way, context.isShift === true),
    });
  }
  game.keybindings.register('core', 'cycleView', {
    name: 'KEYBINDINGS.CycleView',
    uneditable: [{ key: 'Tab' }],
    reservedModifiers: ['Shift'],
    onDown: ({ isShift }) => canvas.ready && Boolean(cycleTokens(canvas, isShift ? -1 : 1)),
  });
  game.keybindings.register('core', 'target', {
    name: 'KEYBINDINGS.Target',
    editable: [{ key: 'KeyT' }],
    reservedModifiers: ['Shift'],
    onDown: (context) => {
      const token = canvas.tokens?.hover;
      if (!token) return false;
      token.setTarget(!token.isTargeted, { releaseOthers: !context.isShift });
      return true;
    },
  });
  for (const [action, key, by] of [
    ['ascend', 'KeyE', 1],
    ['descend', 'KeyQ', -1],
  ] as const)
    game.keybindings.register('core', action, {
      name: `KEYBINDINGS.${action}`,
      editable: [{ key }],
      repeat: true,
      onDown: () => canvas.ready && changeElevation(canvas, by),
    });
  game.keybindings.register('core', 'unconstrainedMovement', {
    name: 'KEYBINDINGS.UnconstrainedMovement',
    editable: [{ key: 'KeyU' }],
    restricted: true,
    onDown: toggleUnconstrained,
  });
  game.keybindings.register('core', 'undo', {
    name: 'KEYBINDINGS.Undo',
    uneditable: [{ key: 'KeyZ', modifiers: ['Control'] }],
    onDown: () => {
      if (!canvas.ready) return false;
      void canvas.tokens.undoHistory();
      return true;
    },
  });
}

/** Raises or lowers the controlled tokens by one grid unit. I#11887; a drag is not covered. */
function changeElevation(canvas: Canvas, by: number): boolean {
  const tokens = canvas.tokens.controlled.filter((token) => token.isOwner && !token.document.locked);
  if (tokens.length > 0 && refusedByPause()) return true;
  for (const { document } of tokens) {
    const waypoint = {
      elevation: document._source.elevation + by * canvas.grid!.distance,
      explicit: true,
      checkpoint: true,
    };
    document.move([waypoint], { method: 'keyboard', constrainOptions: constrainOptions() });
  }
  return tokens.length > 0;
}

/** Controls the next owned token by id. T14: client/canvas/layers/tokens.d.mts `cycleTokens` */
function cycleTokens(canvas: Canvas, by: number): boolean {
  const own = canvas.tokens.placeables
    .filter((token) => token.isOwner && token.visible)
    .sort((a, b) => a.id.localeCompare(b.id));
  const at = own.findIndex((token) => token.controlled);
  return own.length > 0 && own[(at + by + own.length) % own.length]!.control({ releaseOthers: true });
}

/** The toggle with which a GM moves through walls. */
const unconstrained = () => ui.controls.controls['tokens']?.tools['unconstrainedMovement'];

function toggleUnconstrained(): boolean {
  const tool = unconstrained();
  if (!tool) return false;
  tool.active = !tool.active;
  tool.onChange?.(undefined, tool.active);
  void ui.controls.render();
  return true;
}

/** Returns the constraints of a user's own moves. API v14: Token#_getDragConstrainOptions. */
export function constrainOptions(): { ignoreWalls: boolean; ignoreCost: boolean } {
  const free = game.user.isGM && unconstrained()?.active === true;
  return { ignoreWalls: free, ignoreCost: free };
}

function onArrow(canvas: Canvas, way: { direction: number; x: number; y: number }, turn: boolean): boolean {
  const tokens = canvas.tokens.controlled.filter((t) => t.isOwner && !t.document.locked);
  if (tokens.length === 0) {
    const { pivot } = canvas.stage;
    canvas.pan({ x: pivot.x + way.x * canvas.dimensions!.size, y: pivot.y + way.y * canvas.dimensions!.size });
    return true;
  }
  if (refusedByPause()) return true;
  for (const token of tokens) {
    if (turn) token.document.update({ rotation: headingOf({ x: 0, y: 0 }, way) });
    else step(canvas, token, way.direction);
  }
  return true;
}

function step(canvas: Canvas, token: Token, direction: number): void {
  const { document } = token;
  const center = document.getCenterPoint();
  const to = canvas.grid!.getShiftedPoint({ x: center.x, y: center.y }, direction);
  const { x, y } = document._source;
  const target = document.getSnappedPosition({ x: x + to.x - center.x, y: y + to.y - center.y });
  const waypoint = { x: target.x, y: target.y, snapped: true, explicit: true, checkpoint: true };
  const options = { autoRotate: autoRotate(), constrainOptions: constrainOptions() };
  document.move([waypoint], { method: 'keyboard', ...options });
}

/** Returns the world setting, or false if unregistered (T13: core.tokenAutoRotate). */
export function autoRotate(): boolean {
  return game.settings.settings.has('core.tokenAutoRotate') && game.settings.get('core', 'tokenAutoRotate') === true;
}
