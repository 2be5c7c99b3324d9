/**
 * Returns the speaker of a message; without a fighter, the user. Foundry would fall back to the selected token. API: ChatMessage.getSpeaker
 */
export const speakerFor = (actor: Actor.Implementation | null, token: TokenDocument.Implementation | null = null) =>
  actor || token
    ? ChatMessage.getSpeaker({ actor, ...(token && { token }) })
    : { scene: null, actor: null, token: null, alias: game.user.name };
