import type { Scene } from '../documents/scene';

/** T13: Scene#getDimensions. Rectangles are plain objects here; the grid must be a BaseGrid. */
export function sceneDimensions(scene: Pick<Scene, 'grid' | 'width' | 'height' | 'padding'>) {
  const { grid } = scene;
  const sceneWidth = scene.width;
  const sceneHeight = scene.height;
  const { width, height, x, y, rows, columns } = grid.calculateDimensions(sceneWidth, sceneHeight, scene.padding ?? 0);
  return {
    width,
    height,
    size: grid.size,
    distance: grid.distance,
    distancePixels: grid.size / grid.distance,
    uiScale: grid.size / 100,
    sceneX: x,
    sceneY: y,
    sceneWidth,
    sceneHeight,
    ratio: width / height,
    maxR: Math.hypot(width, height),
    rows,
    columns,
    rect: { x: 0, y: 0, width, height },
    sceneRect: { x, y, width: sceneWidth, height: sceneHeight },
  };
}

/** In pixels. */
export type SceneDimensions = ReturnType<typeof sceneDimensions>;
