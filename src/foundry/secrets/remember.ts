import { isRulesetType } from '../adapters/registry';
import { isCardOfGM } from '../host/exchange-document';
import { isRequest, requestSystem } from '../stored/request';
import { type Secret, saveSecret } from '../stored/secrets';
import { cardSystem, combatantSystem, combatSystem } from '../stored/systems';
import { stampIn, stampsIn } from './sealed';

/**
 * Keeps a secret in this browser.
 * @param by id of the user who told it; empty where Foundry does not name them
 */
export const rememberSecret = (secret: Secret, by: string = game.userId ?? ''): string =>
  saveSecret(secret, by, stampsInUse);

/** The stamps that combatants, histories, cards in the log and waiting requests refer to. */
function stampsInUse(): ReadonlySet<string> {
  const combats = (game.combats?.contents ?? []).filter(({ type }) => isRulesetType(type));
  const messages = game.messages?.contents ?? [];
  // A player may write any message, with any stamp in it.
  const cards = messages.filter(isCardOfGM);
  const requests = messages.filter((message) => isRequest(message) && requestSystem(message).refused.length === 0);
  return new Set([
    ...combats.flatMap(({ combatants }) => combatants.contents.map((one) => combatantSystem(one).stamp)),
    ...[...combats, ...cards].flatMap((host) => recorded(host)),
    ...cards.flatMap((card) => stampsIn(cardSystem(card).entries)),
    ...requests.flatMap((message) => requestSystem(message).answers.flatMap((answer) => stampIn(answer) ?? [])),
  ]);
}

const recorded = (host: { readonly system: unknown }): string[] =>
  Object.values(combatSystem(host).history).flatMap(({ entries }) => stampsIn(entries));
