import { describe, expect, it } from 'vitest';
import {
  type Automation,
  answerByOrders,
  fallbackAnswer,
  isReactionOffer,
  NO_AUTOMATION,
} from '../../src/encounter/automation';
import type { ChoiceAsk, OfferAsk, PlaceAsk } from '../../src/kernel/ask';
import { PASS } from '../../src/kernel/ask';
import { dice } from '../../src/kernel/dice';
import { RULESETS } from '../../src/rulesets/index';
import { reactionOrder } from '../../src/toolkit/turns/reaction';
import { filesBelow, read } from '../house/sources';

const said = (orders: Record<string, string>) => (id: string) => orders[id];
const open = (id: string) => ({ id, whyNot: [] });
const barred = (id: string) => ({ id, whyNot: [{ id: 'because' }] });
const choice = (...options: ChoiceAsk['options']): ChoiceAsk => ({ kind: 'choice', id: 'how', by: 'mira', options });
const offer = (defaultAnswer: 'ask' | 'pass', ...verbs: string[]): OfferAsk => ({
  kind: 'offer',
  id: 'begun',
  wait: 'all',
  candidates: [{ by: 'mira', commands: verbs.map((verb) => ({ do: verb, by: 'mira' })), defaultAnswer: defaultAnswer }],
});
const standing = (over: Partial<Automation> = {}): Automation => ({ ...NO_AUTOMATION, ...over });

it('passes an offer if orders pass all its reactions, and asks if one of them is to be asked for', () => {
  const both = standing({ orders: ['dodge', 'strike'].map(reactionOrder) });
  expect(answerByOrders(both, offer('ask', 'dodge', 'strike'), said({ dodge: 'pass', strike: 'pass' }))).toEqual([
    PASS,
  ]);
  expect(answerByOrders(both, offer('ask', 'dodge', 'strike'), said({ dodge: 'pass' }))).toBeNull();
  expect(answerByOrders(both, offer('pass', 'dodge'), said({}))).toEqual([PASS]);
  expect(answerByOrders(both, offer('pass', 'dodge'), said({ dodge: 'ask' }))).toBeNull();
});

it('asks always if ordered to, but for reactions that are all passed', () => {
  const dodging = standing({ orders: [reactionOrder('dodge')] });
  expect(answerByOrders(dodging, offer('pass', 'dodge'), said({ asking: 'always' }))).toBeNull();
  expect(answerByOrders(dodging, offer('pass', 'dodge'), said({ asking: 'always', dodge: 'pass' }))).toEqual([PASS]);
  expect(answerByOrders(dodging, offer('pass', 'dodge'), said({ asking: 'matters' }))).toEqual([PASS]);
});

it('lets a fighter decide in advance only on reactions with an order', () => {
  const dodging = standing({ orders: [reactionOrder('dodge')] });
  expect(isReactionOffer(dodging, offer('ask', 'dodge'))).toBe(true);
  expect(isReactionOffer(dodging, offer('ask', 'dodge', 'act'))).toBe(false);
  expect(isReactionOffer(dodging, choice(open('dodge')))).toBe(false);
});

it('follows an order only if its option is open', () => {
  const obedient = standing({ answerFor: (_, orders) => orders('how') ?? null });
  expect(answerByOrders(obedient, choice(open('left')), said({ how: 'left' }))).toEqual(['left']);
  expect(answerByOrders(obedient, choice(barred('left'), open('right')), said({ how: 'left' }))).toBeNull();
  expect(answerByOrders(obedient, choice(open('left')), said({ how: 'nonsense' }))).toBeNull();
});

it('passes an offer, rolls dice, and falls back on the first named option that is open', () => {
  const named = standing({ fallbacks: { how: ['left', 'right'], many: [] } });
  expect(fallbackAnswer(named, offer('ask', 'dodge'))).toEqual([PASS]);
  expect(fallbackAnswer(named, { kind: 'dice', id: 'd', by: 'mira', dice: dice(1, 6) })).toBe('throw');
  expect(fallbackAnswer(named, choice(barred('left'), open('right')))).toEqual(['right']);
  expect(fallbackAnswer(named, choice(barred('left'), barred('right')))).toBeNull();
  expect(fallbackAnswer(named, { kind: 'amount', id: 'many', by: 'mira', min: 2, max: 5 })).toEqual([2]);
});

it('falls back on the first of several places, and waits if the ruleset names no fallback', () => {
  const where: PlaceAsk = { kind: 'place', id: 'step', by: 'mira', places: [{ x: 1 }, { x: 2 }] };
  expect(fallbackAnswer(standing({ fallbacks: { step: [] } }), where)).toEqual([{ x: 1 }]);
  expect(fallbackAnswer(NO_AUTOMATION, where)).toBeNull();
});

describe.each(Object.values(RULESETS))('$id', ({ id, automation: { fallbacks } }) => {
  it('has a fallback for every place it asks for, so that no timeout stops the fight', () => {
    const rules = filesBelow(`src/rulesets/${id}`, /\.ts$/).map(read);
    const asked = rules.flatMap((code) => [...code.matchAll(/\bplace\(\s*'([\w-]+)'/g)].map(([, ask]) => ask));
    expect(asked.filter((ask) => !(ask in fallbacks))).toEqual([]);
    expect(asked.length > 0).toBe(rules.some((code) => /import \{[^}]*\bplace\b[^}]*\} from '[^']*kernel/.test(code)));
  });
});

it('takes the first open option if the fallback names none, and waits without a fallback', () => {
  const first = standing({ fallbacks: { how: [] } });
  expect(fallbackAnswer(first, choice(barred('left'), open('right')))).toEqual(['right']);
  expect(fallbackAnswer(NO_AUTOMATION, choice(open('left')))).toBeNull();
  expect(fallbackAnswer(NO_AUTOMATION, { kind: 'text', id: 'why', by: 'mira', maxLength: 9 })).toBeNull();
});
