import { expect, it } from 'vitest';
import { slots } from '../../../src/rulesets/slots';
import { at, encounter, fighter, item, weapon } from './vocabulary';

const WORDS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
const spell = { order: 3, range: 60 };
const items = [
  weapon('axe', { dice: '1d4' }),
  item('spell', 'bolt', spell),
  item('gear', 'wand', { kind: 'focus', equipped: true, hands: 0 }),
  item('gear', 'resin', { kind: 'component', capacity: 1 }),
];
const bolt = { do: 'cast-spell', at: 'orc', with: 'bolt' };

it.each`
  rules            | command                                                    | reason
  ${'L-51'}        | ${{ do: 'advance', path: [at(1, 8.5)] }}                   | ${{ id: 'too-far', data: { feet: 40, most: 30, over: 10 } }}
  ${'L-28'}        | ${{ do: 'dash', path: [at(1, 8.5), at(4, 8.5)] }}          | ${{ id: 'too-far', data: { feet: 55, most: 45, over: 10 } }}
  ${'L-78'}        | ${{ do: 'side-step', path: [at(1, 2.5)] }}                 | ${{ id: 'too-far', data: { feet: 10, most: 5, over: 5 } }}
  ${'L-72'}        | ${{ do: 'tumble', path: [at(1, 4.5)] }}                    | ${{ id: 'too-far', data: { feet: 20, most: 15, over: 5 } }}
  ${'L-55'}        | ${{ do: 'charge', at: 'orc', with: 'axe', path: [at(2)] }} | ${{ id: 'run-up', data: { least: 10 } }}
  ${'L-83'}        | ${{ do: 'primary-attack', at: 'orc', with: 'axe' }}        | ${{ id: 'out-of-reach', data: { distance: 15, reach: 5 } }}
  ${'L-A19'}       | ${{ do: 'trip', at: 'orc' }}                               | ${{ id: 'out-of-reach', data: { distance: 15, reach: 5 } }}
  ${'L-74, L-A57'} | ${{ do: 'command', options: { text: WORDS } }}             | ${{ id: 'too-many-words', data: { count: 14, most: 13 } }}
  ${'L-104'}       | ${bolt}                                                    | ${{ id: 'sq', data: { needs: 3, has: 2 } }}
  ${'L-105'}       | ${{ ...bolt, options: { component: 'resin' } }}            | ${{ id: 'too-small', data: { capacity: 1, order: 3 } }}
`('[$rules] $command.do is refused with its numbers: $reason.data', ({ command, reason }) => {
  const on = encounter([
    fighter('ann', { speed: 30, sqMax: 2 }, { side: 'heroes', items, place: at(1) }),
    fighter('orc', {}, { side: 'foes', place: at(4) }),
  ]);
  expect(slots.whyNot(on, { by: 'ann', ...command })).toContainEqual(reason);
});
