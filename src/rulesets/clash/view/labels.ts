import type { Command } from '../../../encounter/command';
import type { Condition, Until } from '../../../encounter/condition';
import type { Message } from '../../../encounter/view';
import { labelOfAction, message } from '../../../rulebook/labels';
import { PHASE_END } from '../words';

const FORFEITS: Readonly<Record<string, string>> = {
  attack: 'forfeit-attack',
  utility: 'forfeit-utility',
  movement: 'forfeit-movement',
};

/** Under which name a command's button goes: what the mount does besides a blow has its own. */
export const nameOf = ({ do: id, options }: Command): string => {
  if (id === 'mount-extra-action' && options?.as === 'utility') return 'mount-extra-utility';
  return id === 'forfeit' ? (FORFEITS[String(options?.kind)] ?? id) : id;
};

/** What a command is called. */
export const actionLabel = (command: Command): Message => labelOfAction(nameOf(command));

function untilLabel(until: Until | null): Message {
  if (!until) return message('Until.lasting');
  return message(until.at === PHASE_END ? 'Until.phase' : 'Until.turn-start');
}

/** What a root instance says of itself: the spell it comes of, how strong it is, or when it ends. */
export function noteOf({ id, until, data }: Condition): Message {
  if (id === 'defence-penalty') return message('Note.penalty', { amount: Number(data?.amount ?? 0) });
  if (typeof data?.name === 'string') return message('Note.spell', { spell: data.name, until: untilLabel(until) });
  return untilLabel(until);
}
