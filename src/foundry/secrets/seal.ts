import { HIDDEN, type Secrets } from '../../encounter/ruleset';
import type { FighterState } from '../../encounter/state';
import type { Answer } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';
import { documentsOf, type ExchangeDocument } from '../host/exchange-document';
import { rememberSecret } from './remember';
import { logChangeOf, sealedAnswer, withFacts } from './sealed';
import { shareSecretWith } from './share';

/**
 * Entries as they may be written: what not everybody may know is told to those who may, and only its stamp stands there.
 * @param by whose exchange it is: its owners may know what answers have brought to light
 */
export const sealEntries = (
  host: ExchangeDocument,
  by: string,
  secrets: Secrets,
  entries: readonly Entry[],
): Promise<Entry[]> =>
  Promise.all(
    entries.map(async (entry) => {
      const said = logChangeOf(entry);
      if (said && secrets.logPrefixes.some((word) => said.id.startsWith(word)))
        return withFacts(entry, { [HIDDEN]: await put(host, said.of ?? by, said.facts) });
      if (!('id' in entry.ask) || !secrets.asks.includes(entry.ask.id)) return entry;
      return { ...entry, answer: await sealAnswer(host, by, entry.answer as Answer) } as Entry;
    }),
  );

/** An answer as it may be written. */
export async function sealAnswer(host: ExchangeDocument, by: string, [answer]: Answer): Promise<Answer> {
  return sealedAnswer(await put(host, by, { answer: String(answer) }));
}

async function put(host: ExchangeDocument, of: string, facts: FighterState): Promise<string> {
  const secret = { of, marks: { ...facts }, salt: foundry.utils.randomID() };
  const stamp = rememberSecret(secret);
  await shareSecretWith(documentsOf(host, of).actor, secret);
  return stamp;
}
