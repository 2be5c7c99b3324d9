import type { Message } from '../../../encounter/view';
import { message } from '../../../toolkit/define/labels';
import { atMoment, type WhenContext, type WhenRules, whenPoolSuffices } from '../../../toolkit/views/when';
import { isOpen, isUnderWay, type TempoEncounter } from '../state';
import { untilLabel } from './card';

type Context = WhenContext<TempoEncounter>;

/** T-06: later this Round. */
const number = ({ encounter, reason }: Context): Message => {
  const tempo = Number(reason.data?.tempo);
  return message('When.number', { tempo, count: tempo - encounter.clock.tempo });
};

const numberNextRound = ({ reason }: Context): Message =>
  message('When.number-next-round', { tempo: Number(reason.data?.tempo) });

/** The end of the running turn; null if none is running. */
function turnOver({ encounter: { clock, fighters }, fighter, viewer }: Context): Message | null {
  const acting = clock.turn === null ? undefined : fighters[clock.turn];
  if (!acting) return null;
  if (acting.id === fighter.id) return atMoment('turn-over')();
  return viewer.hiddenFighters?.includes(acting.id)
    ? atMoment('turn-ends')()
    : message('When.turn-of', { name: acting.name });
}

/** T-02, T-04: the count follows Planning. */
const counting = ({ encounter: { clock } }: Context): Message =>
  atMoment(isUnderWay(clock) ? 'count' : 'fight-begins')();

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
    'not-enough-mana': (context) => whenPoolSuffices(`mana${context.reason.data?.tier}`)(context),
    'in-scene': atMoment('fight-over'),
    'not-over': atMoment('fight-over'),
    'not-open': counting,
    'no-trigger': atMoment('triggered'),
  },
};
