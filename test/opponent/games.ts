import type { Command } from '../../src/encounter/command';
import type { Encounter, Fighter } from '../../src/encounter/state';
import type { QuickAgent } from '../../src/opponent/quick-agent';
import type { Estimate, Thoughts } from '../../src/opponent/search';

/** Yields what is known after each game. */
export function* gamesOf<T>(thoughts: Thoughts<T>): Generator<readonly Estimate<T>[], void> {
  for (const estimates of thoughts) if (estimates?.some(({ games }) => games > 0)) yield estimates;
}

/** Returns everything that an agent thinks worth a thought. */
export const optionsOf = (agent: QuickAgent, encounter: Encounter, fighter: Fighter): readonly Command[] =>
  [...agent.options(encounter, fighter)].filter((command) => command !== null);
