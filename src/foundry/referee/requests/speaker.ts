import { text } from '../../platform/text';

/**
 * Returns the speaker of a message; without a fighter, the user. Foundry would fall back to the selected token. API: ChatMessage.getSpeaker
 */
export const speakerFor = (actor: Actor.Implementation | null, token: TokenDocument.Implementation | null = null) =>
  actor || token
    ? ChatMessage.implementation.getSpeaker({ actor, ...(token && { token }) })
    : { scene: null, actor: null, token: null, alias: game.user.name };

/** The speaker of a message about a hidden fighter: every client receives it, also if it is whispered. */
export const createUnseenSpeaker = () => ({ scene: null, actor: null, token: null, alias: text('CADENCE.App.unseen') });

export const listGamemasterIds = (): (string | null)[] => ChatMessage.getWhisperRecipients('GM').map(({ id }) => id);
