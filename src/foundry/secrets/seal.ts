import type { Change } from '../../encounter/change';
import { HIDDEN, type Secrets } from '../../encounter/ruleset';
import type { FighterState } from '../../encounter/state';
import { type Answer, GM } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import type { Entry } from '../../kernel/transcript';
import { documentsOf, type ExchangeDocument } from '../host/exchange-document';
import { rememberSecret } from './remember';
import { logChangeOf, sealedAnswer, sealedEntry, withFacts } from './sealed';
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

/**
 * Returns the entries of a secret group roll to store: dice, difficulty and results are shared with GMs only. What changes
 * fighters stays, so that it can be undone.
 */
export const sealRollEntries = (host: ExchangeDocument, entries: readonly Entry[]): Promise<Entry[]> =>
  Promise.all(
    entries.map(async (entry) => {
      const { ask } = entry;
      const isChange = ask.kind === 'apply' && !TOLD.includes((ask.change as Change).kind);
      if (isChange || ask.kind === 'section' || ask.kind === 'interrupt') return entry;
      return sealedEntry(await shareFacts(host, GM, { entry: entry as unknown as Json }));
    }),
  );

const TOLD: readonly Change['kind'][] = ['log', 'outcome'];

/** Returns the stamp of a secret answer, after sharing the answer. */
export async function sealAnswer(host: ExchangeDocument, by: string, [answer]: Answer): Promise<Answer> {
  return sealedAnswer(await shareFacts(host, by, { answer: answer as Json }));
}

async function shareFacts(host: ExchangeDocument, of: string, facts: FighterState): Promise<string> {
  const secret = { of, state: { ...facts }, salt: foundry.utils.randomID() };
  const stamp = rememberSecret(secret);
  await shareSecretWith(documentsOf(host, of).actor, secret);
  return stamp;
}
