import { expect, it } from 'vitest';
import { logLineOf } from '../../../src/toolkit/views/card';
import { at, begun, encounter, fighter, play, weapon } from './vocabulary';

/** Ann waits for something in words, and readies Defend if she is asked what. Returns the words of the log. */
function wordsOf(options: object, answers: string[]): unknown[] {
  const on = encounter([fighter('ann'), fighter('orc')]);
  const { run, table } = begun(on, { do: 'wait', by: 'ann', options: options as never }, [], answers);
  expect(run.open).toBeNull();
  expect(on.fighters.ann.pools.waited.value).toBe(1);
  expect(on.fighters.ann.state.readied !== undefined).toBe(answers.length > 0);
  return table.effects.flatMap((effect) => {
    const line = logLineOf(effect);
    return line?.id === 'waits-for' ? [line.facts?.['text']] : [];
  });
}

it.each`
  options                                  | answers       | words
  ${{}}                                    | ${[]}         | ${[]}
  ${{ ready: ' ' }}                        | ${[]}         | ${[]}
  ${{ ready: ' the bell ' }}               | ${['defend']} | ${['the bell']}
  ${{ when: 'attacks', ready: ' ' }}       | ${['defend']} | ${[]}
  ${{ when: 'draws', ready: 'for a bow' }} | ${['defend']} | ${['for a bow']}
  ${{ whom: 'orc' }}                       | ${['defend']} | ${[]}
`('[L-09, L-10] waiting with $options names the trigger as $words', ({ options, answers, words }) => {
  expect(wordsOf(options, answers)).toEqual(words);
});

it('[L-09] a fighter does not set off its own action, not even the one it waits for', () => {
  const readied = { do: 'defend', when: 'attacks', whom: 'ann' };
  const on = encounter([
    fighter(
      'ann',
      {},
      { side: 'heroes', place: at(1), items: [weapon('axe')], pools: { waited: 1 }, state: { readied } },
    ),
    fighter('orc', {}, { side: 'foes', place: at(2) }),
  ]);
  const { run } = play(on, { do: 'primary-attack', by: 'ann', at: 'orc', with: 'axe' }, [2]);
  expect(run.entries.flatMap(({ ask }) => (ask.kind === 'dice' || ask.kind === 'offer' ? [ask.id] : []))).toEqual([
    'attack',
  ]);
});

it.each(['side-step', 'tumble', 'advance', 'dash'])('[L-09] a readied %s is offered off the map, too', (readied) => {
  const state = { readied: { do: readied, when: 'attacks' } };
  const on = encounter([
    fighter('ann', {}, { side: 'heroes', pools: { waited: 1 }, state }),
    fighter('orc', {}, { side: 'foes', items: [weapon('axe')] }),
  ]);
  const { run } = begun(on, { do: 'primary-attack', by: 'orc', at: 'ann', with: 'axe' });
  expect(run.open).toMatchObject({ kind: 'offer', id: 'readied' });
});
