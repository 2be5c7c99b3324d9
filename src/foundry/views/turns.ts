import type { FighterId } from '../../encounter/state';
import { displayRound } from '../../encounter/timing';
import { memoizeForFight } from '../host/store';
import { type LoadedEncounter, trackerView } from './fight';

export interface Turn {
  readonly id: FighterId;
  readonly name: string;
  /** Whether it is this fighter's turn, rather than a phase in which any fighter may act. */
  readonly own: boolean;
  /** A different turn has a different moment. */
  readonly moment: string;
}

/**
 * The fighters that act now, as far as the viewer may know; without turns, those that can still act in this round.
 * Before the first round no fighter has a turn.
 */
export const turnsOf = (fight: LoadedEncounter): readonly Turn[] => memoizeForFight(fight, 'turns', turnsIn);

/** Returns the turns of this user's fighters; for a GM those of fighters without a player. */
export const ownTurns = (fight: LoadedEncounter): readonly Turn[] =>
  turnsOf(fight).filter(({ id, own }) =>
    fight.viewer.gm ? own && fight.encounter.fighters[id]?.player !== true : fight.viewer.owns.includes(id),
  );

function turnsIn(fight: LoadedEncounter): Turn[] {
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
