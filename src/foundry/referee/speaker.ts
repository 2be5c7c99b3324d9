/** What nobody in the fight does, the game master does: asked for nobody, Foundry would name whoever is selected on the map. API: ChatMessage.getSpeaker */
export const speakerFor = (actor: Actor.Implementation | null, token: TokenDocument.Implementation | null = null) =>
  actor || token
    ? ChatMessage.getSpeaker({ actor, ...(token && { token }) })
    : { scene: null, actor: null, token: null, alias: game.user.name };
