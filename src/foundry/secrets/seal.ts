import { HIDDEN, type Secrets } from '../../encounter/ruleset';
import type { FighterState } from '../../encounter/state';
import type { Answer } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';
import { documentsOf, type ExchangeDocument } from '../host/exchange-document';
import { rememberSecret } from './remember';
import { logChangeOf, sealedAnswer, withFacts } from './sealed';
import { shareSecretWith } from './share';

/**
 * Returns entries to store: secret parts are shared with those who may know them and replaced by stamps.
 * @param by the fighter of the exchange, whose owners may know what answers reveal
 */
export const sealEntries = (
  host: ExchangeDocument,
  by: string,
  secrets: Secrets,
  entries: readonly Entry[],
): Promise<Entry[]> =>
  Promise.all(
    entries.map(async (entry) => {
      const logChange = logChangeOf(entry);
      if (logChange && secrets.logPrefixes.some((prefix) => logChange.id.startsWith(prefix)))
        return withFacts(entry, { [HIDDEN]: await shareFacts(host, logChange.of ?? by, logChange.facts) });
      if (!('id' in entry.ask) || !secrets.asks.includes(entry.ask.id)) return entry;
      return { ...entry, answer: await sealAnswer(host, by, entry.answer as Answer) } as Entry;
    }),
  );

/** Returns the stamp of a secret answer, after sharing the answer. */
export async function sealAnswer(host: ExchangeDocument, by: string, [answer]: Answer): Promise<Answer> {
  return sealedAnswer(await shareFacts(host, by, { answer: String(answer) }));
}

async function shareFacts(host: ExchangeDocument, of: string, facts: FighterState): Promise<string> {
  const secret = { of, state: { ...facts }, salt: foundry.utils.randomID() };
  const stamp = rememberSecret(secret);
  await shareSecretWith(documentsOf(host, of).actor, secret);
  return stamp;
}
