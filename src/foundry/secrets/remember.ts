import { isRulesetType } from '../adapters/registry';
import { isCardOfGM } from '../host/exchange-document';
import { isRequest, requestSystem } from '../stored/request';
import { type Secret, saveSecret } from '../stored/secrets';
import { cardSystem, combatantSystem, combatSystem } from '../stored/systems';
import { stampIn, stampsIn } from './sealed';

/**
 * Stores a secret in this browser and returns its stamp.
 * @param by id of the sender; empty if Foundry does not name it
 */
export const rememberSecret = (secret: Secret, by: string = game.userId ?? ''): string =>
  saveSecret(secret, by, stampsInUse);

/** Returns the stamps used by combatants, histories, cards and waiting requests. */
function stampsInUse(): ReadonlySet<string> {
  const combats = (game.combats?.contents ?? []).filter(({ type }) => isRulesetType(type));
  const messages = game.messages?.contents ?? [];
  // A player may write any message, with any stamp in it.
  const cards = messages.filter(isCardOfGM);
  const requests = messages.filter((message) => isRequest(message) && requestSystem(message).refused.length === 0);
  return new Set([
    ...combats.flatMap(({ combatants }) => combatants.contents.map((combatant) => combatantSystem(combatant).stamp)),
    ...[...combats, ...cards].flatMap((host) => stampsInHistory(host)),
    ...cards.flatMap((card) => stampsIn(cardSystem(card).entries)),
    ...requests.flatMap((message) => requestSystem(message).answers.flatMap((answer) => stampIn(answer) ?? [])),
  ]);
}

const stampsInHistory = (host: { readonly system: unknown }): string[] =>
  Object.values(combatSystem(host).history).flatMap(({ entries }) => stampsIn(entries));
