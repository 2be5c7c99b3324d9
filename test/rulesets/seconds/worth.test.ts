import { expect, it } from 'vitest';
import type { Encounter } from '../../../src/encounter/state';
import { defined } from '../../../src/kernel/defined';
import { QuickAgent } from '../../../src/opponent/quick-agent';
import { optionsOf } from '../../opponent/games';
import { judgeOf } from '../../opponent/skirmish';
import { encounter, fighter, weapon } from './vocabulary';

/** Returns the attacks with a sword that an opponent thinks of with seconds left; a turn has three. */
async function attacksWith(timeCost: number, left: number) {
  const mira = fighter(
    'mira',
    {},
    { side: 'heroes', items: [weapon('sword', { timeCost })], pools: { seconds: left } },
  );
  const scene = encounter([mira, fighter('gnoll', {}, { side: 'foes' })]) as unknown as Encounter;
  const options = optionsOf(new QuickAgent(await judgeOf('seconds')), scene, defined(scene.fighters.mira, 'mira'));
  return options.flatMap((command) =>
    command.with === 'sword' && command.do === 'attack' ? (command.options?.hurry ? 'hurried' : 'whole') : [],
  );
}

it('[S-28] an attack for which no time is left is not begun unless it is hurried', async () => {
  expect(await attacksWith(2, 20)).toContain('whole');
  expect(await attacksWith(2, 19)).toEqual(['hurried']);
});

it('[S-11] an attack that needs more than a turn is begun', async () => {
  expect(await attacksWith(3.5, 30)).toContain('whole');
});
