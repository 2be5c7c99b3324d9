import type { Message } from '../../../encounter/view';
import { atMoment, type WhenContext, type WhenRules, whenPoolSuffices, whenTurn } from '../../../toolkit/views/when';
import { IDLE, orderOf } from '../clock';
import { isOut } from '../conditions';
import type { SlotsEncounter } from '../state';
import { untilLabel } from './card';

/** L-22: ambushers have turns in any sequence; L-14: all others in order. */
function turn(context: WhenContext<SlotsEncounter>): Message | null {
  const { encounter, fighter } = context;
  const { phase, turn: active } = encounter.clock;
  if (phase === IDLE.phase) return atMoment('fight-begins')();
  if (phase === 'surprise' && fighter.state.ambush !== 'ready') return atMoment('ambush-over')();
  if (phase === 'surprise') return whenTurn(context, { now: active, upcoming: [fighter.id] });
  const order = orderOf(encounter).filter((each) => each === fighter || !isOut(each));
  const place = order.findIndex(({ id }) => id === active);
  return whenTurn(context, { now: active, upcoming: order.slice(place + 1).map(({ id }) => id) });
}

export const WHEN: WhenRules<SlotsEncounter> = {
  until: untilLabel,
  rows: {
    'not-your-turn': turn,
    'no-turn': turn,
    'standard-spent': turn,
    'move-spent': turn,
    'quick-spent': turn,
    'reaction-spent': turn,
    'waited-spent': atMoment('waited'),
    'not-open': atMoment('fight-begins'),
    'not-in-fight': atMoment('fight-begins'),
    locked: atMoment('turn-ends'),
    sq: whenPoolSuffices('sq'),
    'no-psionic-focus': atMoment('focused'),
    'held-by-grapple': atMoment('free'),
    restrained: atMoment('free'),
    'restrained-casting': atMoment('free'),
    'no-trigger': atMoment('triggered'),
  },
};
