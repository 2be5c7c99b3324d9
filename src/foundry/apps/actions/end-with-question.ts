import type { ExchangeDocument } from '../../host/exchange-document';
import { askChoice } from '../../platform/confirmation';
import { text } from '../../platform/text';
import { cancelExchange } from '../../referee';
import { awaitedNames } from '../../referee/asks/awaited';
import { combatSystem } from '../../stored/systems';

/**
 * Asks the GM, who ends an encounter while an exchange is open, what to do with it, and undoes it if wanted.
 * @returns whether no exchange is open now
 */
export async function settleBeforeEnd(host: ExchangeDocument): Promise<boolean> {
  const isOpen = (): boolean => combatSystem(host).open !== null;
  if (!isOpen()) return true;
  const names = awaitedNames(host, game.user);
  const choice = await askChoice({
    title: text('CADENCE.App.End.title'),
    lines: [text('CADENCE.App.End.open', { names })],
    buttons: { wait: text('CADENCE.App.End.wait'), cancel: text('CADENCE.App.End.cancel', { names }) },
  });
  // Meanwhile it may have been answered.
  if (choice === 'cancel' && isOpen()) await cancelExchange(host);
  return choice === 'cancel' && !isOpen();
}
