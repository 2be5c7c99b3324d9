import { beforeAll, expect, it, vi } from 'vitest';
import { findOrder, ordersOf } from '../../../src/foundry/apps/gm-tools/orders';
import type { ActorContext } from '../../../src/foundry/views/actor-context';

beforeAll(() => {
  const format = (_: string, { label, count, all }: Record<string, string>) => `${label} (${count} of ${all})`;
  vi.stubGlobal('game', { i18n: { lang: 'en', has: () => false, format } });
});

const button = (id: string, label: string, command: object, barred = false) => ({
  ...{ id, label, barred, needs: 'nothing' },
  command: JSON.stringify(command),
});
const skill = (by: string, name: string) =>
  button(`utility-skill:${by}-${name}`, name, { do: 'utility-skill', by, with: `${by}-${name}` });
const seen = (...actions: object[]) => ({ groups: [{ actions }], kinds: [] }) as unknown as ActorContext;

const [ANN, BOB] = [
  seen(skill('ann', 'Battle Cry'), button('end-turn', 'End Turn', { do: 'end-turn', by: 'ann' })),
  seen(skill('bob', 'Battle Cry'), skill('bob', 'Warning Call')),
];

it('equal buttons of several fighters are one order, also with items of their own', () => {
  expect(ordersOf([ANN, BOB]).map(({ label }) => label)).toEqual([
    'Battle Cry (2 of 2)',
    'End Turn (1 of 2)',
    'Warning Call (1 of 2)',
  ]);
});

it('an order is each fighter’s own button', () => {
  const cry = ordersOf([ANN, BOB])[0]?.id ?? '';
  const given = [ANN, BOB].map((of) => JSON.parse(findOrder(of, cry)?.command ?? 'null').with);
  expect(given).toEqual(['ann-Battle Cry', 'bob-Battle Cry']);
});

it('no two lines read alike, also where one fighter has two buttons of a name', () => {
  const ways = ['utility-skill', 'free-action'].map((verb) => button(verb, 'Shout', { do: verb, by: 'ann' }));
  const [only, ...others] = ordersOf([seen(...ways)]);
  expect([only?.label, others]).toEqual(['Shout (1 of 1)', []]);
  expect(JSON.parse(findOrder(seen(...ways), only?.id ?? '')?.command ?? 'null').do).toBe('utility-skill');
});
