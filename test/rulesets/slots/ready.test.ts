import { expect, it } from 'vitest';
import { logLineOf } from '../../../src/toolkit/views/card';
import { begun, encounter, fighter } from './vocabulary';

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
