import { expect, it } from 'vitest';
import { at, begun, conditionOf, encounter, fighter, item, openPartsOf, weapon } from './vocabulary';

const items = [
  weapon('axe', { dice: '1d4' }),
  item('gear', 'wand', { kind: 'focus', equipped: true, hands: 0 }),
  item('gear', 'resin', { kind: 'component', capacity: 3 }),
  item('spell', 'spark', { order: 2, range: 60, school: 'flame', damage: '1d6' }),
];
const far = [at(1, 6.5)];
const away = { orc: at(9, 9.5) };
const near = { orc: at(2) };
const held = conditionOf('restrained', { by: 'orc' });
const dying = { conditions: [conditionOf('dying'), conditionOf('unconscious')], pools: { hp: 0, negative: 4 } };

it.each`
  rules            | command                                                                            | faces   | state                                                                      | asked
  ${'L-60'}        | ${{ do: 'concentrate' }}                                                           | ${[]}   | ${near}                                                                    | ${{ id: 'endurance', facts: { against: 10 } }}
  ${'L-A26'}       | ${{ do: 'concentrate' }}                                                           | ${[]}   | ${away}                                                                    | ${{ id: 'endurance', facts: { against: 5 } }}
  ${'L-71'}        | ${{ do: 'tumble', path: [at(1, 2.5)] }}                                            | ${[]}   | ${near}                                                                    | ${{ id: 'agility', facts: { against: 10 } }}
  ${'L-65'}        | ${{ do: 'jump', path: far, options: { across: 11 } }}                              | ${[]}   | ${away}                                                                    | ${{ id: 'athletics', facts: { against: 20 } }}
  ${'L-66, L-A23'} | ${{ do: 'jump', path: far, options: { across: 5, up: 6 } }}                        | ${[]}   | ${away}                                                                    | ${{ id: 'athletics', facts: { against: 30 } }}
  ${'L-A48'}       | ${{ do: 'break-free' }}                                                            | ${[]}   | ${{ ...near, conditions: [held] }}                                         | ${{ id: 'athletics', facts: { against: 13 } }}
  ${'L-A48'}       | ${{ do: 'break-free' }}                                                            | ${[]}   | ${{ ...near, conditions: [{ ...held, data: { escape: 17 } }] }}            | ${{ id: 'athletics', facts: { against: 17 } }}
  ${'L-125'}       | ${{ do: 'patch-wound' }}                                                           | ${[]}   | ${{ ...near, conditions: [conditionOf('bleeding')], pools: { bleed: 3 } }} | ${{ id: 'survival', facts: { against: 13 } }}
  ${'L-109'}       | ${{ do: 'cast-spell', at: 'orc', with: 'spark', options: { component: 'resin' } }} | ${[]}   | ${away}                                                                    | ${{ id: 'magicalAptitude', facts: { against: 17 } }}
  ${'L-85, L-90'}  | ${{ do: 'primary-attack', at: 'orc', with: 'axe' }}                                | ${[]}   | ${near}                                                                    | ${{ id: 'attack', facts: { against: 15, critMin: 20 } }}
  ${'L-49, L-A3'}  | ${{ do: 'trip', at: 'orc' }}                                                       | ${[12]} | ${near}                                                                    | ${{ id: 'reflex', facts: { against: 13 } }}
  ${'L-62, L-A3'}  | ${{ do: 'feint', at: 'orc' }}                                                      | ${[9]}  | ${near}                                                                    | ${{ id: 'will', facts: { against: 9 } }}
  ${'L-45'}        | ${{ do: 'sunder', at: 'orc', with: 'axe' }}                                        | ${[11]} | ${near}                                                                    | ${{ id: 'reflex', facts: { against: 13 } }}
  ${'L-137'}       | ${{ do: 'end-turn', by: 'gm' }}                                                    | ${[]}   | ${{ ...away, ...dying }}                                                   | ${{ id: 'dying', facts: { against: 14 } }}
  ${'L-156'}       | ${{ do: 'day-passes', by: 'gm' }}                                                  | ${[]}   | ${{ ...away, conditions: [conditionOf('starving')] }}                      | ${{ id: 'fortitude', facts: { against: 12 } }}
`('[$rules] $command.do asks for a roll against $asked.facts.against', ({ command, faces, state, asked }) => {
  const { orc, ...rest } = state;
  const isDying = rest.pools?.negative > 0;
  const on = encounter([
    ...(isDying ? [fighter('bob', {}, { side: 'heroes' })] : []),
    fighter('ann', { bab: 1, str: 1, speed: 30 }, { side: 'heroes', items, place: at(1), ...rest }),
    fighter('orc', { str: 3, ac: 15 }, { side: 'foes', items: [weapon('club', { dice: '1d4' })], place: orc }),
  ]);
  const { run } = begun(on, { by: 'ann', ...command }, faces);
  expect(openPartsOf(run)[0]).toMatchObject(asked);
});

it.each`
  rules            | command                      | faces      | asked
  ${'L-76, L-A57'} | ${{ do: 'recall' }}          | ${[]}      | ${{ kind: 'amount', id: 'recall-difficulty', by: 'gm', min: 0, max: 60 }}
  ${'L-77, L-A27'} | ${{ do: 'search' }}          | ${[]}      | ${{ kind: 'amount', id: 'search-difficulty', by: 'gm', min: 0, max: 60 }}
  ${'L-43, L-A30'} | ${{ do: 'push', at: 'orc' }} | ${[20, 1]} | ${{ kind: 'amount', id: 'push', by: 'ann', min: 0, max: 3 }}
  ${'L-74'}        | ${{ do: 'command' }}         | ${[]}      | ${{ kind: 'text', id: 'command', by: 'ann', maxLength: 400 }}
  ${'L-07'}        | ${{ do: 'other-standard' }}  | ${[]}      | ${{ kind: 'text', id: 'other-standard', by: 'ann', maxLength: 400 }}
`('[$rules] $command.do asks within bounds: $asked', ({ command, faces, asked }) => {
  const on = encounter([
    fighter('ann', { speed: 30 }, { side: 'heroes', place: at(1) }),
    fighter('orc', {}, { side: 'foes', place: at(2) }),
  ]);
  const { run } = begun(on, { by: 'ann', ...command }, faces);
  expect(openPartsOf(run)[0]).toMatchObject(asked);
});
