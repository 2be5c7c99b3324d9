import type { Speaker } from '../../../documents/speaker';
import type { User } from '../../../documents/user';
/** Patterns of typed commands. T13: ChatLog.MESSAGE_PATTERNS */
export const MESSAGE_PATTERNS: Record<string, RegExp> = {
  roll: /^\/(?:r|roll|publicroll|pr)\s+(.+)$/is,
  gmroll: /^\/(?:gmr|gmroll)\s+(.+)$/is,
  blindroll: /^\/(?:br|blindroll|broll)\s+(.+)$/is,
  selfroll: /^\/(?:sr|selfroll)\s+(.+)$/is,
  ic: /^\/ic\s+(.*)$/is,
  ooc: /^\/ooc\s+(.*)$/is,
  emote: /^\/(?:em|emote|me)\s+(.*)$/is,
  whisper: /^(?:\/w(?:hisper)?\s|@)(?:\[([^\]]+)\]|(\S+))\s+(.*)$/is,
  reply: /^\/reply\s+(.*)$/is,
  invalid: /^\/(\S*)/s,
  none: /^.*$/s,
};

/** Returns the command of a typed line and its match. */
export function parseCommand(message: string): [string, RegExpMatchArray] {
  for (const [command, pattern] of Object.entries(MESSAGE_PATTERNS)) {
    const match = message.match(pattern);
    if (match) return [command, match];
  }
  throw new Error('Nothing matched, though "none" matches anything');
}

// v14's names of the modes (foundry-api.md, section 8).
const MODES: Record<string, string> = { roll: 'public', gmroll: 'gm', blindroll: 'blind', selfroll: 'self' };

/** Returns the creation data of a typed line other than a roll. Throws a localized error if it cannot be sent. */
export function messageData(command: string, match: RegExpMatchArray, speaker: Partial<Speaker>): object {
  const STYLES = CONST.CHAT_MESSAGE_STYLES;
  const breaks = (text: string) => text.replaceAll('\n', '<br>');
  switch (command) {
    case 'ic':
      return { style: STYLES.IC, speaker, content: breaks(match[1] ?? '') };
    case 'emote':
      return {
        style: STYLES.EMOTE,
        speaker,
        content: `${foundry.utils.escapeHTML(speaker.alias ?? game.user.name)} ${breaks(match[1] ?? '')}`,
      };
    case 'ooc':
      return { style: STYLES.OOC, content: breaks(match[1] ?? '') };
    case 'whisper': {
      const names = (match[1] ?? match[2] ?? '').split(',').map((name) => name.trim());
      const users = names.flatMap((name) => ChatRecipients.named(name));
      if (!users.length) throw new Error(game.i18n.localize('ERROR.NoTargetUsersForWhisper'));
      return { style: STYLES.OTHER, speaker, whisper: users.map((user) => user.id), content: breaks(match[3] ?? '') };
    }
    default:
      return { style: speaker.actor || speaker.token ? STYLES.IC : STYLES.OOC, speaker, content: breaks(match[0]) };
  }
}

const ChatRecipients = {
  named(name: string): User[] {
    const low = name.toLowerCase();
    if (low === 'gm' || low === 'dm') return game.users.filter((user) => user.isGM);
    if (low === 'players') return game.users.filter((user) => !user.isGM);
    return game.users.filter((user) => user.name.toLowerCase() === low || user.character?.name.toLowerCase() === low);
  },
};

/** Returns the message mode of a roll command, or undefined. */
export const modeOf = (command: string): string | undefined => MODES[command];
