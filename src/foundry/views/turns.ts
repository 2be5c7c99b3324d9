import type { FighterId } from '../../encounter/state';
import { displayRound } from '../../encounter/timing';
import { memoizeForFight } from '../host/store';
import { type Fight, trackerView } from './fight';

/** Somebody the fight waits for to act. */
export interface Turn {
  readonly id: FighterId;
  readonly name: string;
  /** Whether it is this fighter's turn, and not a time in which anybody may act. */
  readonly own: boolean;
  /** Another turn is another moment. */
  readonly moment: string;
}

/**
 * Who acts now, as far as the viewer may know; where the rules know no turns, whoever could still do something in this round. What runs
 * before the first round is nobody's turn.
 */
const turnsOf = (fight: Fight): readonly Turn[] => memoizeForFight(fight, 'turns', turnsIn);

/** Those of them that are this user's to take; for a game master the turns of whom no player plays. */
export const ownTurns = (fight: Fight): readonly Turn[] =>
  turnsOf(fight).filter(({ id, own }) =>
    fight.viewer.gm ? own && fight.encounter.fighters[id]?.player !== true : fight.viewer.owns.includes(id),
  );

function turnsIn(fight: Fight): Turn[] {
  const { encounter, adapter, viewer } = fight;
  const { timing, idle, momentOf } = adapter.ruleset;
  if (displayRound(encounter.clock, idle) === 0) return [];
  const acting = timing.actingFighters(encounter);
  const ready = acting.length > 0 ? [] : trackerView(fight).rows.flatMap(({ id, ready }) => (ready ? [id] : []));
  const moment = momentOf(encounter.clock);
  return [...acting, ...ready].flatMap((id) => {
    const { name } = encounter.fighters[id] ?? {};
    return name === undefined || viewer.hiddenFighters?.includes(id)
      ? []
      : [{ id, name, own: acting.length > 0, moment }];
  });
}
