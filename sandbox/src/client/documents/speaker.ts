import { game } from '../game';

/**
 * Who speaks: a token, else an actor, else the controlled token, the user's character, the user.
 * T14: client/documents/chat-message.d.mts getSpeaker
 */
export function speakerOf({ scene, actor, token, alias }: any = {}): any {
  if (token && typeof token === 'object') {
    const document = token.document ?? token;
    return {
      scene: document.parent?.id ?? null,
      token: document.id,
      actor: document.actor?.id ?? null,
      alias: alias ?? document.name,
    };
  }
  if (actor) {
    const found = actor.token ?? actor.getActiveTokens?.(false, true)?.[0];
    const own = found?.document ?? found;
    return {
      scene: own?.parent?.id ?? scene?.id ?? game['user'].viewedScene ?? null,
      actor: actor.id,
      token: own?.id ?? null,
      alias: alias ?? own?.name ?? actor.name,
    };
  }
  const controlled = (globalThis as any).canvas?.tokens?.controlled?.[0];
  if (controlled) return speakerOf({ token: controlled, alias });
  const character = game['user'].character;
  if (character) return speakerOf({ actor: character, alias });
  return {
    scene: scene?.id ?? game['user'].viewedScene ?? null,
    actor: null,
    token: null,
    alias: alias ?? game['user'].name,
  };
}
