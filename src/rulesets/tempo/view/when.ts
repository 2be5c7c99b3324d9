import type { Message } from '../../../encounter/view';
import { message } from '../../../toolkit/define/labels';
import { type Awaited, at, type WhenRules, withMore } from '../../../toolkit/views/when';
import { isOpen, isUnderWay } from '../plan/plan';
import type { TempoEncounter } from '../state';
import { noteOf } from './card';

type Asked = Awaited<TempoEncounter>;

/** T-06: its number of this Round is yet to be called. */
const number = ({ encounter, reason }: Asked): Message => {
  const tempo = Number(reason.data?.tempo);
  return message('When.number', { tempo, count: tempo - encounter.clock.tempo });
};

const numberNextRound = ({ reason }: Asked): Message =>
  message('When.number-next-round', { tempo: Number(reason.data?.tempo) });

/** The end of the turn that runs, where it is somebody else's; of one's own, where it has one. */
function turnOver({ encounter: { clock, fighters }, fighter, viewer }: Asked): Message | null {
  const acts = clock.turn === null ? undefined : fighters[clock.turn];
  if (!acts) return null;
  if (acts.id === fighter.id) return at('turn-over')();
  return viewer.hiddenFighters?.includes(acts.id) ? at('turn-ends')() : message('When.turn-of', { name: acts.name });
}

/** T-02, T-04: the count follows on Planning. */
const counting = ({ encounter: { clock } }: Asked): Message => at(isUnderWay(clock) ? 'count' : 'fight-begins')();

/** When what is refused in tempo becomes possible. */
export const WHEN: WhenRules<TempoEncounter> = {
  until: noteOf,
  rows: {
    'too-early': number,
    'tempo-too-low': number,
    'tempo-passed': numberNextRound,
    'players-first': at('players-done'),
    'wrong-moment': turnOver,
    'turn-open': turnOver,
    'own-turn': turnOver,
    'announced-otherwise': turnOver,
    'no-move-left': at('next-action'),
    'reaction-spent': ({ encounter }) => at(isOpen(encounter.clock) ? 'next-turn' : 'count')(),
    'reaction-used-up': at('next-round'),
    'no-uses': at('next-round'),
    'no-slot': at('next-round'),
    'duplicate-action': at('next-round'),
    'already-performed': at('next-round'),
    'joins-next-round': at('next-round'),
    'no-momentum': withMore('momentum'),
    'not-enough-mana': (asked) => withMore(`mana${asked.reason.data?.tier}`)(asked),
    'in-scene': at('fight-over'),
    'not-over': at('fight-over'),
    'not-open': counting,
    'no-trigger': at('triggered'),
  },
};
