import { Localization } from '@cadence/sandbox/testing';
import type { Reason } from '../../src/kernel/ask';
import { readJson } from '../house/sources';

const lang = readJson('lang/en.json');

/** The table's files speak Foundry's types, which these tests do not load. */
const path = '../../src/foundry/platform/text';
const { reasonText } = (await import(path)) as { reasonText(rulesetId: string | null, reason: Reason): string };

/** What somebody reads, in the words of this repository. */
export async function readReason(rulesetId: string | null, reason: Reason): Promise<string> {
  await speakEnglish();
  return reasonText(rulesetId, reason);
}

/** Puts the words where Foundry has them. */
export async function speakEnglish(): Promise<void> {
  const globals = globalThis as { game?: { i18n?: Localization } };
  if (globals.game?.i18n) return;
  const i18n = new Localization();
  await i18n.setLanguage('en', ['en'], async () => lang);
  globals.game = { ...globals.game, i18n };
}

/** The keys below a branch of the words, without it. */
export function keysBelow(branch: string): string[] {
  const below = (words: object): string[] =>
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [key] : below(value).map((rest) => `${key}.${rest}`),
    );
  return below(branch.split('.').reduce((words, key) => words[key], lang));
}

/** What no reader should have to see. */
const NEVER: readonly (readonly [string, RegExp])[] = [
  ['a placeholder that nobody has filled', /\{\w*\}/],
  ['a key in place of its words', /CADENCE\./],
  ['a value that is none', /\b(?:undefined|null|NaN|Infinity)\b|\[object/],
  ['a number nobody would say', /\d\.\d{3}/],
  ['markup', /<\/?[a-z]|&\w+;/i],
];

/** What is wrong with a text somebody reads; empty where nothing is. */
export const faultsOf = (text: string): string[] =>
  NEVER.flatMap(([what, sign]) => (sign.test(text) ? [`${what}: ${text}`] : []));

/** Matches the sentence of a key, whatever stands in its places. */
export const sentenceOf = (key: string): RegExp =>
  new RegExp(
    wordsOf(key)
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replaceAll(/\{\w+\}/g, '.+'),
  );

export const wordsOf = (key: string): string =>
  key.split('.').reduce((words, part) => words?.[part], lang) ?? `no ${key}`;
