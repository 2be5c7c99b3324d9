import type { Message } from '../../../encounter/view';
import { message } from '../../../toolkit/define/labels';
import { atMoment, type WhenContext, type WhenRules, whenPoolSuffices } from '../../../toolkit/views/when';
import { isOpen, isUnderWay } from '../plan/plan';
import type { TempoEncounter } from '../state';
import { untilLabel } from './card';

type Asked = WhenContext<TempoEncounter>;

/** T-06: later this Round. */
const number = ({ encounter, reason }: Asked): Message => {
  const tempo = Number(reason.data?.tempo);
  return message('When.number', { tempo, count: tempo - encounter.clock.tempo });
};

const numberNextRound = ({ reason }: Asked): Message =>
  message('When.number-next-round', { tempo: Number(reason.data?.tempo) });

/** The end of the running turn; null if none is running. */
function turnOver({ encounter: { clock, fighters }, fighter, viewer }: Asked): Message | null {
  const acts = clock.turn === null ? undefined : fighters[clock.turn];
  if (!acts) return null;
  if (acts.id === fighter.id) return atMoment('turn-over')();
  return viewer.hiddenFighters?.includes(acts.id)
    ? atMoment('turn-ends')()
    : message('When.turn-of', { name: acts.name });
}

/** T-02, T-04: the count follows Planning. */
const counting = ({ encounter: { clock } }: Asked): Message => atMoment(isUnderWay(clock) ? 'count' : 'fight-begins')();

/** When a refused action becomes possible. */
export const WHEN: WhenRules<TempoEncounter> = {
  until: untilLabel,
  rows: {
    'too-early': number,
    'tempo-too-low': number,
    'tempo-passed': numberNextRound,
    'players-first': atMoment('players-done'),
    'wrong-moment': turnOver,
    'turn-open': turnOver,
    'own-turn': turnOver,
    'announced-otherwise': turnOver,
    'no-move-left': atMoment('next-action'),
    'reaction-spent': ({ encounter }) => atMoment(isOpen(encounter.clock) ? 'next-turn' : 'count')(),
    'reaction-used-up': atMoment('next-round'),
    'no-uses': atMoment('next-round'),
    'no-slot': atMoment('next-round'),
    'duplicate-action': atMoment('next-round'),
    'already-performed': atMoment('next-round'),
    'joins-next-round': atMoment('next-round'),
    'no-momentum': whenPoolSuffices('momentum'),
    'not-enough-mana': (asked) => whenPoolSuffices(`mana${asked.reason.data?.tier}`)(asked),
    'in-scene': atMoment('fight-over'),
    'not-over': atMoment('fight-over'),
    'not-open': counting,
    'no-trigger': atMoment('triggered'),
  },
};
