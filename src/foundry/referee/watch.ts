import { throwFor } from '../dice';
import { requestSystem } from '../documents/systems';
import { adapterOf } from '../registry';
import { answer, isReferee, isRequest, owesThrow, takeWaiting } from '.';
import { STEP_HOOK } from './commit';
import { watchLease } from './lease';
import { keepDice } from './refuse';

/**
 * Keeps the table going without clicks: the referee takes requests as they come, and those that waited while there was none; every
 * client throws what it owes.
 */
export function watchTable(): void {
  watchLease();
  Hooks.on('createChatMessage', (message: ChatMessage.Implementation) => {
    if (!isRequest(message)) return;
    const combat = game.combats?.get(requestSystem(message).combat);
    if (combat) void takeWaiting(combat);
  });
  Hooks.on('deleteChatMessage', (message: ChatMessage.Implementation, options: object) => {
    if (!isRequest(message) || 'cadence' in options) return;
    const { combat: id, refused } = requestSystem(message);
    const combat = game.combats?.get(id);
    if (combat && refused.length === 0 && isReferee(combat)) void keepDice(combat, message);
  });
  // The typed hooks know Foundry's own names only.
  (Hooks as unknown as { on(name: string, heard: (combat: Combat.Implementation) => void): void }).on(STEP_HOOK, goOn);
  Hooks.on('userConnected', goOnEverywhere);
  goOnEverywhere();
}

const ourCombats = (): Combat.Implementation[] => (game.combats?.contents ?? []).filter(({ type }) => adapterOf(type));

function goOnEverywhere(): void {
  for (const combat of ourCombats()) goOn(combat);
}

function goOn(combat: Combat.Implementation): void {
  void takeWaiting(combat);
  void throwOwed(combat);
}

/** Asks this client has already thrown for: a step may arrive twice before the answer has. */
const thrown = new Set<string>();

async function throwOwed(combat: Combat.Implementation): Promise<void> {
  const owed = owesThrow(combat);
  if (!owed || owed.ask.kind !== 'dice' || thrown.has(`${combat.id}.${owed.key}`)) return;
  thrown.add(`${combat.id}.${owed.key}`);
  await answer(combat, owed.key, await throwFor(owed.ask.dice));
}
