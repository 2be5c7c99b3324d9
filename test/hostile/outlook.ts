import type { Tab } from '../headless/tab';
import { COMBAT } from './hostile-table';

/**
 * Renders what a window shows: the tracker, every actor's sheet, every message.
 * @param hidden texts that may occur nowhere in it
 * @returns what cannot be rendered, and what shows a hidden text
 */
export async function outlook(tab: Tab, hidden: readonly string[]): Promise<string[]> {
  const { game, windows, adapterOf } = tab.page;
  const faults: string[] = [];
  const look = async (what: string, make: () => unknown): Promise<void> => {
    try {
      const shown = plain(await make());
      for (const word of hidden) {
        const at = shown.indexOf(word);
        if (at >= 0) faults.push(`${what} shows ${word}: ${shown.slice(Math.max(0, at - 120), at + 80)}`);
      }
    } catch (error) {
      faults.push(`${what} cannot be shown: ${error instanceof Error ? error.stack : error}`);
    }
  };
  const combat = game.combats.get(COMBAT);
  await look('the tracker', () => {
    const fight = windows.fightOf(combat);
    return fight && windows.trackerContext(fight);
  });
  for (const actor of game.actors.contents) {
    if (!actor.testUserPermission(game.user, 'OBSERVER')) continue;
    await look(`the sheet of ${actor.name}`, () => {
      const { fight: _, combat: __, ...context } = windows.actorContext(actor, adapterOf(actor.type)) ?? {};
      return context;
    });
    await look(`the effects of ${actor.name}`, () => windows.effectsContext?.(actor));
  }
  for (const message of game.messages.contents) {
    if (!message.visible) continue;
    const name = `the message ${message.id} (${message.type})`;
    if (message.type === 'request') await look(name, () => windows.requestHTML(message));
    else if (message.type !== 'base') await look(name, () => windows.cardHTML(message));
  }
  return faults;
}

/** Converts to text; documents in a context are omitted, since they are not shown. */
function plain(value: unknown): string {
  const seen = new WeakSet<object>();
  return (
    JSON.stringify(value, (_, each: unknown) => {
      if (each === null || typeof each !== 'object') return typeof each === 'bigint' ? String(each) : each;
      if ('documentName' in each || seen.has(each)) return undefined;
      seen.add(each);
      return each instanceof Map || each instanceof Set ? [...each] : each;
    }) ?? ''
  );
}
