import type { Message } from '../../../encounter/view';
import { type Awaited, at, type WhenRules, whenTurn, withMore } from '../../../toolkit/views/when';
import { IDLE, orderOf } from '../clock';
import { isOut } from '../conditions';
import type { SlotsEncounter } from '../state';
import { untilLabel } from './card';

/** L-22: ambushers take turns as they like; L-14: elsewhere everybody in order. */
function turn(asked: Awaited<SlotsEncounter>): Message | null {
  const { encounter, fighter } = asked;
  const { phase, turn: now } = encounter.clock;
  if (phase === IDLE.phase) return at('fight-begins')();
  if (phase === 'surprise' && fighter.state.ambush !== 'ready') return at('ambush-over')();
  if (phase === 'surprise') return whenTurn(asked, { now, ahead: [fighter.id] });
  const order = orderOf(encounter).filter((each) => each === fighter || !isOut(each));
  const place = order.findIndex(({ id }) => id === now);
  return whenTurn(asked, { now, ahead: order.slice(place + 1).map(({ id }) => id) });
}

/** When what is refused in slots becomes possible. */
export const WHEN: WhenRules<SlotsEncounter> = {
  until: untilLabel,
  rows: {
    'not-your-turn': turn,
    'standard-spent': turn,
    'move-spent': turn,
    'quick-spent': turn,
    'turn-running': turn,
    'waited-spent': at('waited'),
    'not-open': at('fight-begins'),
    locked: at('turn-ends'),
    sq: withMore('sq'),
    'no-psionic-focus': at('focused'),
    'held-by-grapple': at('free'),
    restrained: at('free'),
    'restrained-casting': at('free'),
    'no-trigger': at('triggered'),
  },
};
