import { expect, it } from 'vitest';
import { effectsOf } from '../../../src/encounter/exchange';
import { at, conditionOf, encounter, fighter, play, weapon } from './vocabulary';

const RESTRAINED = [conditionOf('restrained', { data: { escape: 10 } })];

it.each`
  ledger     | action          | extra                                      | more    | bad                | good
  ${'L-49'}  | ${'trip'}       | ${{ at: 'orc' }}                           | ${[10]} | ${'withstood'}     | ${'falls'}
  ${'L-35'}  | ${'grapple'}    | ${{ at: 'orc' }}                           | ${[10]} | ${'withstood'}     | ${'seized'}
  ${'L-62'}  | ${'feint'}      | ${{ at: 'orc' }}                           | ${[10]} | ${'withstood'}     | ${'taken-in'}
  ${'L-33'}  | ${'disarm'}     | ${{ at: 'orc', options: { item: 'axe' } }} | ${[10]} | ${'withstood'}     | ${'disarmed'}
  ${'L-71'}  | ${'tumble'}     | ${{ path: [at(1, 1.5)] }}                  | ${[]}   | ${'tumble-failed'} | ${'tumbled'}
  ${'L-76'}  | ${'recall'}     | ${{}}                                      | ${[]}   | ${'not-recalled'}  | ${'recalled'}
  ${'L-A48'} | ${'break-free'} | ${{}}                                      | ${[]}   | ${'still-held'}    | ${'escaped'}
`('[$ledger] $action fails with 9 against 10 and succeeds with 10', ({ action, extra, more, bad, good }) => {
  const outcomesOf = (face: number) => {
    const conditions = action === 'break-free' ? RESTRAINED : [];
    const ann = fighter('ann', {}, { side: 'heroes', place: at(2, 1.5), conditions });
    const orc = fighter('orc', {}, { side: 'foes', place: at(3, 1.5), items: [weapon('axe', { dice: '1d4' })] });
    const answers = action === 'recall' ? [10] : [];
    const { run } = play(encounter([ann, orc]), { do: action, by: 'ann', ...extra }, [face, ...more], answers as never);
    return effectsOf(run.entries).flatMap((effect) => (effect.kind === 'outcome' ? [effect.outcome] : []));
  };
  expect(outcomesOf(9)).toMatchObject([{ result: bad, success: false }]);
  expect(outcomesOf(10)).toMatchObject([{ result: good, success: true }]);
});
