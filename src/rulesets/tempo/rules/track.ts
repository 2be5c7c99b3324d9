import type { TrackCell, Viewer } from '../../../encounter/view';
import { isAble } from './conditions';
import { entriesOf, isOpen } from './plan';
import type { TempoEncounter, TempoFighter } from './stats';
import { words } from './wording';
import { FIRST_TEMPO, LAST_TEMPO } from './words';

/** Whether a plan lies open to the viewer before it is carried out. */
export const mayKnow = ({ settings }: TempoEncounter, { id }: TempoFighter, { gm, owns }: Viewer): boolean =>
  gm || owns.includes(id) || settings.plans === 'open';

/** When each fighter will act, as far as the viewer may know: what Exert has moved or added was said aloud. */
const temposOf = (encounter: TempoEncounter, fighter: TempoFighter, viewer: Viewer): number[] =>
  entriesOf(encounter, fighter).flatMap(({ key, kind, state, tempo }) => {
    const isSaid = kind === 'added' || fighter.book[`moved-${key}`] !== undefined;
    const isKnown = isSaid || mayKnow(encounter, fighter, viewer);
    return state === 'planned' && tempo !== null && isKnown ? [tempo] : [];
  });

/** The ten numbers of the count, and on each who will act there, in the order of the tracker; players before NPCs (T-07). */
export function trackOf(encounter: TempoEncounter, viewer: Viewer): TrackCell[] {
  const { clock } = encounter;
  const fighters = Object.values(encounter.fighters)
    .filter(isAble)
    .sort((a, b) => Number(b.player) - Number(a.player));
  const planned = fighters.map((fighter) => ({ id: fighter.id, tempos: temposOf(encounter, fighter, viewer) }));
  const numbers = Array.from({ length: LAST_TEMPO - FIRST_TEMPO + 1 }, (_, at) => FIRST_TEMPO + at);
  return numbers.map((tempo): TrackCell => {
    const isNow = isOpen(clock) && tempo === clock.tempo;
    const there = planned.flatMap(({ id, tempos }) => tempos.filter((each) => each === tempo).map(() => id));
    const acting = isNow && clock.turn !== null && !there.includes(clock.turn) ? [clock.turn] : [];
    return {
      id: `tempo-${tempo}`,
      label: words('Track.tempo', { tempo }),
      state: isNow ? 'now' : isOpen(clock) && tempo < clock.tempo ? 'past' : 'ahead',
      fighters: [...acting, ...there],
    };
  });
}
