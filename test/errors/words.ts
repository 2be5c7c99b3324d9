import { Localization } from '@cadence/sandbox/testing';
import type { Reason } from '../../src/kernel/ask';
import { readJson } from '../house/sources';

const lang = readJson('lang/en.json');

/** The tests do not load Foundry's types, which that file uses. */
const path = '../../src/foundry/platform/text';
const { reasonText } = (await import(path)) as { reasonText(rulesetId: string | null, reason: Reason): string };

/** Returns the English text of a reason. */
export async function readReason(rulesetId: string | null, reason: Reason): Promise<string> {
  await speakEnglish();
  return reasonText(rulesetId, reason);
}

/** Loads the English texts into Foundry's translations. */
export async function speakEnglish(): Promise<void> {
  const globals = globalThis as { game?: { i18n?: Localization } };
  if (globals.game?.i18n) return;
  const i18n = new Localization();
  await i18n.setLanguage('en', ['en'], async () => lang);
  globals.game = { ...globals.game, i18n };
}

/** Returns the keys below a branch of the texts, without the branch and without plural forms. */
export function keysBelow(branch: string): string[] {
  const below = (words: object): string[] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string'
        ? /_(?:one|zero)$/.test(key)
          ? []
          : [key]
        : below(value).map((rest) => `${key}.${rest}`),
    );
  return below(branch.split('.').reduce((words, key) => words[key], lang));
}

/** What no text may contain. */
const NEVER: readonly (readonly [string, RegExp])[] = [
  ['an unfilled placeholder', /\{\w*\}/],
  ['a key in place of its words', /CADENCE\./],
  ['a value that is none', /\b(?:undefined|null|NaN|Infinity)\b|\[object/],
  ['a number with too many decimals', /\d\.\d{3}/],
  ['markup', /<\/?[a-z]|&\w+;/i],
];

/** Returns the faults of a text; empty if it has none. */
export const faultsOf = (text: string): string[] =>
  NEVER.flatMap(([what, sign]) => (sign.test(text) ? [`${what}: ${text}`] : []));

/** Returns a pattern for the sentence of a key, with any values in its placeholders. */
export const sentenceOf = (key: string): RegExp =>
  new RegExp(
    wordsOf(key)
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replaceAll(/\{\w+\}/g, '.+'),
  );

export const wordsOf = (key: string): string =>
  key.split('.').reduce((words, part) => words?.[part], lang) ?? `no ${key}`;
