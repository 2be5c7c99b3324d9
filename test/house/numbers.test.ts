import { expect, it } from 'vitest';
import { readJson } from './sources';

/** Numbers in texts: a noun behind a number has a form for one. */

const texts = new Map<string, string>();
const read = (branch: object, path: string): void => {
  for (const [key, value] of Object.entries(branch))
    if (typeof value === 'string') texts.set(`${path}${key}`, value);
    else read(value, `${path}${key}.`);
};
read(readJson('lang/en.json'), '');

/** Facts that are no numbers. */
const NAMES =
  /^(?:ability|action|actor|at|attribute|author|by|card|changes|condition|effects|field|file|first|giver|hint|item|label|mount|name|names|observer|option|others|other|path|plan|receiver|rules|ruleset|said|scene|second|side|spell|text|theirs|unit|user|users|version|weapon|what|when|where|whom|why)$/;
/** What ends in s and is no noun in the plural. */
const NO_PLURALS = /^(?:absorbs|across|begins|counts|has|is|less|ms|passes|this|was)$/;

/** Returns the numbers of a text that have a noun in the plural behind them. */
function countedIn(sentence: string): readonly string[] {
  // "3 of {all} fights" is right for every number.
  const counted = sentence.matchAll(/(?<!of )\{(\w+)\} (?:(?!of |to |m |left )[a-z-]+ ){0,2}?([a-z]+s)\b/g);
  return [...counted].flatMap(([, fact = '', noun = '']) => (NAMES.test(fact) || NO_PLURALS.test(noun) ? [] : [fact]));
}

it('a text with a counted noun has a form for one', () => {
  const counted = [...texts].filter(([key, sentence]) => !/_\w+$/.test(key) && countedIn(sentence).length > 0);
  expect(counted.length).toBeGreaterThan(15);
  expect(counted.map(([key]) => key).filter((key) => !texts.has(`${key}_one`))).toEqual([]);
});

it('a pool whose name is a plural has a form for one', () => {
  const pools = [...texts].filter(([key, name]) => /\.Pool\.\w+$/.test(key) && /[a-z]s$/.test(name));
  const plurals = pools.map(([key]) => key).filter((key) => !/_one$/.test(key));
  expect(plurals.length).toBeGreaterThan(4);
  expect(plurals.filter((key) => !texts.has(`${key}_one`))).toEqual([]);
});

it('a pool has a name for rows, of at most four letters', () => {
  const pools = [...texts].filter(([key]) => /\.Pool\.\w+$/.test(key) && !/_one$/.test(key));
  const shown = pools.map(([key, name]) => texts.get(key.replace('.Pool.', '.Short.')) ?? name);
  expect(shown.filter((name) => name.length > 4)).toEqual([]);
});

it('a form for one has no noun in the plural behind the number', () => {
  const ones = [...texts].filter(([key]) => key.endsWith('_one'));
  expect(ones.filter(([, sentence]) => countedIn(sentence).length > 0)).toEqual([]);
});

it('apostrophes and minus signs are typographic', () => {
  const plain = [...texts].filter(([, sentence]) => /'|(?:^|[\s(])-\d/.test(sentence));
  expect(plain).toEqual([]);
});
