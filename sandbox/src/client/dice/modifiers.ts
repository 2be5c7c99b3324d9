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

type Method = (this: Rollable, modifier: string) => unknown;

/** A method returns false if the modifier is malformed, which drops it from the formula. */
const method = (pattern: RegExp, apply: (die: Rollable, match: RegExpExecArray) => void): Method =>
  function (modifier) {
    const match = pattern.exec(modifier.toLowerCase());
    if (!match) return false;
    apply(this, match);
    return undefined;
  };

/** The methods of a die that modifiers name. foundry-api.md section 8; T14: client/dice/terms/die.d.mts */
export const DIE_METHODS = {
  reroll: method(/^r(.*)$/, (die, [, text]) => reroll(die, text!, false)),
  rerollRecursive: method(/^rr(.*)$/, (die, [, text]) => reroll(die, text!, true)),
  explode: method(/^x(.*)$/, (die, [, text]) => explode(die, text!, false)),
  explodeOnce: method(/^xo(.*)$/, (die, [, text]) => explode(die, text!, true)),
  keep: method(/^k([hl])?(\d*)$/, (die, [, which, n]) => keep(die, Number(n || 1), which !== 'l')),
  drop: method(/^d([hl])?(\d*)$/, (die, [, which, n]) => drop(die, Number(n || 1), which === 'h')),
  minimum: method(/^min(\d+)$/, (die, [, n]) => clamp(die, (value) => Math.max(value, Number(n)))),
  maximum: method(/^max(\d+)$/, (die, [, n]) => clamp(die, (value) => Math.min(value, Number(n)))),
  countEven: method(/^even$/, (die) => count(die, (value) => value % 2 === 0, 'success', 1)),
  countOdd: method(/^odd$/, (die) => count(die, (value) => value % 2 === 1, 'success', 1)),
  countSuccess: method(/^cs(.*)$/, (die, [, text]) => count(die, condition(text!, ['=', die.faces]), 'success', 1)),
  countFailures: method(/^cf(.*)$/, (die, [, text]) => count(die, condition(text!, ['=', 1]), 'failure', 1)),
  deductFailures: method(/^df(.*)$/, (die, [, text]) => count(die, condition(text!, ['=', 1]), 'failure', -1)),
  subtractFailures: method(/^sf(.*)$/, (die, [, text]) =>
    count(die, condition(text!, ['=', 1]), 'failure', -Number(/\d+/.exec(text!)?.[0] ?? 1)),
  ),
  marginSuccess: method(/^ms(<=|>=|<|>|=)?(\d+)$/, (die, [, operator, n]) => margin(die, operator ?? '>=', Number(n))),
};

/** By command: the name of a method, or a function of a package. T14: client/dice/terms/dice.d.mts `MODIFIERS` */
export type Modifiers = Record<string, string | Method>;

export const POOL_MODIFIERS: Modifiers = {
  k: 'keep',
  kh: 'keep',
  kl: 'keep',
  d: 'drop',
  dh: 'drop',
  dl: 'drop',
  cs: 'countSuccess',
  cf: 'countFailures',
};

export const DIE_MODIFIERS: Modifiers = {
  r: 'reroll',
  rr: 'rerollRecursive',
  x: 'explode',
  xo: 'explodeOnce',
  ...POOL_MODIFIERS,
  min: 'minimum',
  max: 'maximum',
  even: 'countEven',
  odd: 'countOdd',
  df: 'deductFailures',
  sf: 'subtractFailures',
  ms: 'marginSuccess',
};

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

/** T14: client/dice/terms/dice.d.mts `MODIFIER_REGEXP`: letters, then anything that is neither letter nor operator. */
const SPLIT = /[a-z]+(?:[^a-z\s()+\-*/]+)?/gi;

/** Splits modifiers such as `kh1r<3`. Returns null if the text does not begin with a letter. */
export function splitModifiers(text: string): string[] | null {
  if (text !== '' && !/^[a-z]/i.test(text)) return null;
  return text.match(SPLIT) ?? [];
}

/**
 * Applies modifiers in order and returns those that were applied. Letters that are no command, such as `xokh`, are read
 * as several without a number, the longest first. Unknown ones are dropped (C13).
 */
export function applyModifiers(die: Rollable, modifiers: string[], known: Modifiers): string[] {
  const applied: string[] = [];
  const apply = (command: string, modifier: string): void => {
    const entry = known[command]!;
    const run = typeof entry === 'string' ? Reflect.get(die, entry) : entry;
    if (typeof run === 'function' && run.call(die, modifier) !== false) applied.push(modifier.toLowerCase());
  };
  const commands = Object.keys(known).sort((a, b) => b.length - a.length);
  for (const modifier of modifiers) {
    let command = /[a-z]+/i.exec(modifier)?.[0].toLowerCase() ?? '';
    if (command in known) {
      apply(command, modifier);
      continue;
    }
    for (let found: string | undefined; command; command = command.slice(found.length)) {
      found = commands.find((each) => command.startsWith(each));
      if (!found) break;
      apply(found, found);
    }
  }
  return applied;
}
