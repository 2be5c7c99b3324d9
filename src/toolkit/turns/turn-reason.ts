import type { Encounter } from '../../encounter/state';
import { turnOf } from '../../encounter/timing';
import type { Reason } from '../../kernel/ask';

/**
 * Returns why a fighter must wait for the end of a turn. It names the fighter whose turn it is; a viewer who must not know that fighter has an
 * encounter without it.
 * @param id the reason if there is such a fighter
 */
export function whyNoTurn({ clock, fighters }: Encounter, id = 'not-your-turn'): Reason {
  const turn = turnOf(clock);
  const acting = turn === null ? undefined : fighters[turn];
  return acting ? { id, data: { name: acting.name } } : { id: 'no-turn' };
}
