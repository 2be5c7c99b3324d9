import { combatantsOf, type ExchangeDocument, isCard } from '../../host/exchange-document';

export function scenesOf(host: Combat.Implementation): string[] {
  const ids = [host.scene?.id, ...combatantsOf(host).map(({ sceneId }) => sceneId)];
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

export function isViewed(host: ExchangeDocument): boolean {
  if (isCard(host) || !canvas?.ready || !canvas.scene) return true;
  const combat = host as Combat.Implementation;
  const scenes = scenesOf(combat);
  return scenes.length === 0 || scenes.includes(canvas.scene.id ?? '') || game.combats?.viewed === combat;
}
