import type { TermOptions } from './types';
export interface DieResult {
  result: number;
  active: boolean;
  discarded?: boolean;
  exploded?: boolean;
  rerolled?: boolean;
  success?: boolean;
  failure?: boolean;
  count?: number;
}

/** The part of a die that modifiers use. */
export interface Rollable {
  results: DieResult[];
  faces: number;
  number: number;
  options: TermOptions;
  throwDie(): DieResult;
}

const COMPARE: Record<string, (a: number, b: number) => boolean> = {
  '=': (a, b) => a === b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

const EXPLOSIONS_MAX = 1000;

function condition(text: string, fallback: [string, number]): (value: number) => boolean {
  const match = /^(<=|>=|<|>|=)?(\d+)?$/.exec(text);
  const operator = match?.[1] ?? (match?.[2] ? '=' : fallback[0]);
  const target = match?.[2] ? Number(match[2]) : fallback[1];
  return (value) => COMPARE[operator]!(value, target);
}

const live = (die: Rollable) => die.results.filter((result) => result.active);

function discard(result: DieResult) {
  result.active = false;
  result.discarded = true;
}

function keep(die: Rollable, count: number, highest: boolean) {
  const order = live(die).sort((a, b) => (highest ? b.result - a.result : a.result - b.result));
  for (const result of order.slice(count)) discard(result);
}

function drop(die: Rollable, count: number, highest: boolean) {
  const order = live(die).sort((a, b) => (highest ? b.result - a.result : a.result - b.result));
  for (const result of order.slice(0, count)) discard(result);
}

function reroll(die: Rollable, text: string, recursive: boolean) {
  const test = condition(text, ['=', 1]);
  for (let i = 0; i < die.results.length && die.results.length < EXPLOSIONS_MAX; i++) {
    const result = die.results[i]!;
    if (!result.active || !test(result.result) || (!recursive && i >= die.number)) continue;
    result.rerolled = true;
    result.active = false;
    die.results.push(die.throwDie());
  }
}

function explode(die: Rollable, text: string, once: boolean) {
  const test = condition(text, ['=', die.faces]);
  const initial = die.results.length;
  for (let i = 0; i < (once ? initial : die.results.length) && die.results.length < EXPLOSIONS_MAX; i++) {
    const result = die.results[i]!;
    if (!result.active || !test(result.result)) continue;
    result.exploded = true;
    die.results.push(die.throwDie());
  }
}

function count(die: Rollable, test: (value: number) => boolean, mark: 'success' | 'failure', worth: number, other = 0) {
  for (const result of live(die)) {
    const hit = test(result.result);
    if (hit) result[mark] = true;
    result.count = (result.count ?? 0) + (hit ? worth : other);
  }
}

/** Die modifiers by letter, longest first. foundry-api.md section 8; T14: client/dice/terms/die.d.mts MODIFIERS */
export const MODIFIERS: [RegExp, (die: Rollable, match: RegExpExecArray) => void][] = [
  [/^rr(.*)$/, (die, [, text]) => reroll(die, text!, true)],
  [/^r(.*)$/, (die, [, text]) => reroll(die, text!, false)],
  [/^xo(.*)$/, (die, [, text]) => explode(die, text!, true)],
  [/^x(.*)$/, (die, [, text]) => explode(die, text!, false)],
  [/^kl(\d*)$/, (die, [, n]) => keep(die, Number(n || 1), false)],
  [/^kh?(\d*)$/, (die, [, n]) => keep(die, Number(n || 1), true)],
  [/^dh(\d*)$/, (die, [, n]) => drop(die, Number(n || 1), true)],
  [/^df(.*)$/, (die, [, text]) => count(die, condition(text!, ['=', 1]), 'failure', -1)],
  [/^dl?(\d*)$/, (die, [, n]) => drop(die, Number(n || 1), false)],
  [/^min(\d+)$/, (die, [, n]) => clamp(die, (value) => Math.max(value, Number(n)))],
  [/^max(\d+)$/, (die, [, n]) => clamp(die, (value) => Math.min(value, Number(n)))],
  [/^cs(.*)$/, (die, [, text]) => count(die, condition(text!, ['=', die.faces]), 'success', 1)],
  [/^cf(.*)$/, (die, [, text]) => count(die, condition(text!, ['=', 1]), 'failure', 1)],
  [
    /^sf(.*)$/,
    (die, [, text]) => count(die, condition(text!, ['=', 1]), 'failure', -Number(/\d+/.exec(text!)?.[0] ?? 1)),
  ],
  [/^even$/, (die) => count(die, (value) => value % 2 === 0, 'success', 1)],
  [/^odd$/, (die) => count(die, (value) => value % 2 === 1, 'success', 1)],
  [/^ms(<=|>=|<|>|=)?(\d+)$/, (die, [, operator, n]) => margin(die, operator ?? '>=', Number(n))],
];

function clamp(die: Rollable, change: (value: number) => number) {
  for (const result of live(die)) {
    const value = change(result.result);
    if (value !== result.result) Object.assign(result, { count: value, rerolled: false });
  }
}

function margin(die: Rollable, operator: string, target: number) {
  const total = live(die).reduce((sum, { result }) => sum + result, 0);
  die.options.marginSuccess = operator.startsWith('<') ? target - total : total - target;
}

const SPLIT =
  /rr?(?:<=|>=|<|>|=)?\d*|xo?(?:<=|>=|<|>|=)?\d*|k[hl]?\d*|min\d+|max\d+|ms(?:<=|>=|<|>|=)?\d+|c[sf](?:<=|>=|<|>|=)?\d*|sf(?:<=|>=|<|>|=)?\d*|df(?:<=|>=|<|>|=)?\d*|d[hl]?\d*|even|odd/gy;

/** Splits modifiers such as `kh1r<3`. Returns null if a part is invalid. */
export function splitModifiers(text: string): string[] | null {
  const found: string[] = [];
  let at = 0;
  while (at < text.length) {
    SPLIT.lastIndex = at;
    const match = SPLIT.exec(text);
    if (!match || match[0] === '') return null;
    found.push(match[0]);
    at += match[0].length;
  }
  return found;
}

export function applyModifiers(die: Rollable, modifiers: string[]) {
  for (const modifier of modifiers) {
    for (const [pattern, apply] of MODIFIERS) {
      const match = pattern.exec(modifier.toLowerCase());
      if (!match) continue;
      apply(die, match);
      break;
    }
  }
}
