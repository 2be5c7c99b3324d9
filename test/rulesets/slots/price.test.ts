import { expect, it } from 'vitest';
import type { ActionButton, Viewer } from '../../../src/encounter/view';
import { defined } from '../../../src/kernel/defined';
import { slots } from '../../../src/rulesets/slots';
import { at, encounter, fighter, weapon } from './vocabulary';

const player: Viewer = { gm: false, owns: ['ann'], targets: ['orc'] };
const items = [weapon('sword', { dice: '1d8' })];

it.each`
  action                | pools                                  | slot          | refused
  ${'manage-items'}     | ${{ move: 1 }}                         | ${undefined}  | ${[]}
  ${'manage-items'}     | ${{ move: 0 }}                         | ${'standard'} | ${[]}
  ${'manage-items'}     | ${{ move: 0, standard: 0 }}            | ${undefined}  | ${['move-spent']}
  ${'secondary-attack'} | ${{ move: 0, standard: 0, waited: 1 }} | ${'waited'}   | ${[]}
  ${'secondary-attack'} | ${{ move: 0, standard: 1, waited: 1 }} | ${'standard'} | ${[]}
  ${'charge'}           | ${{ move: 0, standard: 1 }}            | ${undefined}  | ${['move-spent']}
  ${'charge'}           | ${{ move: 0, standard: 0, waited: 1 }} | ${undefined}  | ${['standard-spent', 'move-spent']}
`('[L-08, L-09, L-A22] $action with $pools is paid with $slot', ({ action, pools, slot, refused }) => {
  const on = encounter([
    fighter('ann', {}, { side: 'heroes', player: true, items, pools, place: at(1, 1) }),
    fighter('orc', {}, { side: 'foes', place: at(2, 1) }),
  ]);
  const all: readonly ActionButton[] = slots.views.sheet(on, on.fighters.ann, player).itemActions.sword;
  const shown = defined(
    all.find(({ command }) => command.do === action),
    action,
  );
  expect(shown.command.options?.slot).toBe(slot);
  const spent = shown.whyNot.map(({ id }) => id).filter((id) => id.endsWith('-spent'));
  expect(spent).toEqual(refused);
});
