import type { Badge, TrackCell, Viewer } from '../../../encounter/view';
import { message } from '../../../rulebook/labels';
import { DUAL_WIELD, type Gate, INTERCEPT, TEAMWORK, usesOf } from '../attack/reaction';
import { knowsDualWield } from '../attack/weapons';
import { type ConditionId, isAble, isBy } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../stats';
import { TEMPOS } from '../words';
import { entriesOf, isOpen } from './plan';

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

/** The cell of the strip a number is. */
export const cellOf = (tempo: number): string => `tempo-${tempo}`;

/** The ten numbers of the count, and on each who will act there, in the order of the tracker; players before NPCs (T-07). */
export function trackOf(encounter: TempoEncounter, viewer: Viewer): TrackCell[] {
  const { clock } = encounter;
  const fighters = Object.values(encounter.fighters)
    .filter(isAble)
    .sort((a, b) => Number(b.player) - Number(a.player));
  const planned = fighters.map((fighter) => ({ id: fighter.id, tempos: temposOf(encounter, fighter, viewer) }));
  return TEMPOS.map((tempo): TrackCell => {
    const isNow = isOpen(clock) && tempo === clock.tempo;
    const there = planned.flatMap(({ id, tempos }) => tempos.filter((each) => each === tempo).map(() => id));
    const acting = isNow && clock.turn !== null && !there.includes(clock.turn) ? [clock.turn] : [];
    return {
      id: cellOf(tempo),
      label: message('Track.tempo', { tempo }),
      state: isNow ? 'now' : isOpen(clock) && tempo < clock.tempo ? 'past' : 'ahead',
      fighters: [...acting, ...there],
      marks: reactionsAt(encounter, tempo, viewer),
    };
  });
}

/** T-75: the Reactions of the viewer's fighters that are open from this number on, and still to be used this Round. */
function reactionsAt(encounter: TempoEncounter, tempo: number, { gm, owns }: Viewer): Badge[] {
  const fighters = Object.values(encounter.fighters).filter(
    (fighter) => isAble(fighter) && (owns.includes(fighter.id) || (gm && !fighter.player)),
  );
  return fighters.flatMap((fighter) =>
    reactionsOf(encounter, fighter)
      .filter((gate) => gate.tempo === tempo && usesOf(fighter, gate.id) < gate.uses)
      .map(
        ({ id, name }): Badge => ({
          id: `${fighter.id}-${id}`,
          label: name === undefined ? message(`Action.${id}.label`) : message('Note.plain', { text: name }),
          tone: isOpen(encounter.clock) && encounter.clock.tempo >= tempo ? 'boon' : 'neutral',
          icon: `actions/${name === undefined ? id : 'react'}`,
          note: [message('Track.reaction', { name: fighter.name, tempo })],
          implied: false,
        }),
      ),
  );
}

/** The Reactions a fighter knows now (section 6). */
function reactionsOf({ fighters }: TempoEncounter, fighter: TempoFighter): (Gate & { readonly name?: string })[] {
  const anybody = (id: ConditionId): boolean => Object.values(fighters).some((other) => isBy(other, id, fighter.id));
  return [
    ...(anybody('guarded') ? [INTERCEPT] : []),
    ...(knowsDualWield(fighter) ? [DUAL_WIELD] : []),
    ...(anybody('assisted') ? [TEAMWORK] : []),
    ...fighter.items.flatMap((item) =>
      item.type === 'tempoReaction'
        ? [{ id: item.id, name: item.name, tempo: item.tempo, uses: item.usesPerRound }]
        : [],
    ),
  ];
}
