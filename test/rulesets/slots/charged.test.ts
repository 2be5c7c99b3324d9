import { expect, it } from 'vitest';
import { beginExchange } from '../../../src/encounter/play';
import type { Ruleset } from '../../../src/encounter/ruleset';
import { makeCountingIds } from '../../../src/encounter/table';
import { slots } from '../../../src/rulesets/slots/index';
import { at, encounter, fighter, item } from './vocabulary';

it('[L-57] the charged foe cannot use a banked Reaction while others are asked on the way', () => {
  const spear = item('weapon', 'spear', { equipped: true });
  const on = encounter([
    fighter('orc', {}, { side: 'foes', place: at(7), items: [spear] }),
    fighter('ann', {}, { side: 'heroes', place: at(0), items: [spear], pools: { waited: 1 } }),
    fighter('bea', {}, { side: 'heroes', place: at(3, 1.5), items: [spear], pools: { waited: 1 } }),
  ]);
  const ruleset = slots as unknown as Ruleset;
  const path = [6, 5, 4, 3, 2, 1].map((x) => at(x));
  const { run } = beginExchange(
    ruleset,
    on,
    { do: 'charge', by: 'orc', at: 'ann', with: 'spear', path },
    makeCountingIds(),
  );
  expect(run.open).toMatchObject({ kind: 'offer', candidates: [{ by: 'bea' }] });
  const whyNot = (by: string) =>
    ruleset.whyNot(on, { do: 'defend', by, options: { slot: 'waited' } }).map(({ id }) => id);
  expect([whyNot('ann'), whyNot('bea')]).toEqual([['charged'], []]);
});
