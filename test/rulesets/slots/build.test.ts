import { expect, it } from 'vitest';
import { defined } from '../../../src/kernel/defined';
import { slots } from '../../../src/rulesets/slots';
import { fighter, item } from './vocabulary';

it.each`
  order | doubt
  ${2}  | ${null}
  ${3}  | ${{ key: 'Build.quantity', facts: { order: 3, sqMax: 2 } }}
`('[L-104, L-105] a spell of Order $order is for whom can pay for it', async ({ order, doubt }) => {
  const { steps } = await defined(slots.loadBuild, 'a build')();
  const magic = defined(
    steps.find(({ id }) => id === 'magic'),
    'the magic',
  );
  const owner = fighter('ann', { sqMax: 2 }, { items: [item('spell', 'bolt', { order })] });
  expect(magic.armory?.warning?.(owner.stats.base as never, owner.items[0] as never)).toEqual(doubt);
});
