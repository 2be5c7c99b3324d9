import type { Token } from '../canvas/placeables/token';
import { game } from '../game';
import type { Actor } from './actor';
import type { Scene } from './scene';
import type { TokenDocument } from './token';

export interface Speaker {
  scene: string | null;
  actor: string | null;
  token: string | null;
  alias: string;
}

export interface SpeakerOptions {
  scene?: Scene | null;
  actor?: Actor | null;
  token?: Token | TokenDocument | null;
  alias?: string;
}

const documentOf = (token: Token | TokenDocument): TokenDocument => ('document' in token ? token.document : token);

/**
 * Returns the speaker: a token, else an actor, else the controlled token, the user's character, or the user.
 * T14: client/documents/chat-message.d.mts getSpeaker
 */
export function speakerOf({ scene, actor, token, alias }: SpeakerOptions = {}): Speaker {
  if (token && typeof token === 'object') {
    const document = documentOf(token);
    return {
      scene: document.parent?.id ?? null,
      token: document.id,
      actor: document.actor?.id ?? null,
      alias: alias ?? document.name,
    };
  }
  if (actor && typeof actor === 'object' && 'getActiveTokens' in actor) {
    const found = actor.token ?? actor.getActiveTokens(false, true)[0];
    const own = found && documentOf(found);
    return {
      scene: own?.parent?.id ?? scene?.id ?? game['user'].viewedScene ?? null,
      actor: actor.id,
      token: own?.id ?? null,
      alias: alias ?? own?.name ?? actor.name,
    };
  }
  const controlled = globalThis.canvas?.tokens?.controlled?.[0];
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
