import type { SceneWithLevels } from './levels';

/** Returns the level on which something is placed by hand: the viewed one, or the one a scene opens with. */
export function levelForPlacing(scene: Scene.Implementation): { level?: string } {
  const viewed = canvas?.scene === scene ? (canvas as { level?: SceneWithLevels['initialLevel'] }).level : null;
  const id = (viewed ?? (scene as SceneWithLevels).initialLevel)?.id;
  return id ? { level: id } : {};
}
