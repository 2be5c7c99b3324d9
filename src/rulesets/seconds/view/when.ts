import type { Message } from '../../../encounter/view';
import { message } from '../../../toolkit/define/labels';
import { atMoment, turnsBefore, type WhenContext, type WhenRules, whenTurn } from '../../../toolkit/views/when';
import { isIdle, orderOf } from '../clock';
import { is } from '../conditions';
import { secondsOf } from '../schema';
import type { SecondsEncounter } from '../state';
import { worldSettingsOf } from '../stats';
import { ticksLeft } from '../turn/lane';
import { untilLabel } from './card';

type Asked = WhenContext<SecondsEncounter>;

/** One's next turn, in as many seconds as others may still spend before it. */
function turn(asked: Asked): Message | null {
  const { encounter } = asked;
  if (isIdle(encounter)) return atMoment('fight-begins')();
  const order = orderOf(encounter);
  const place = order.findIndex(({ id }) => id === encounter.clock.turn);
  const ahead = order.slice(place + 1).filter((each) => !is(each, 'unconscious'));
  const queue = { now: order[place]?.id ?? null, upcoming: ahead.map(({ id }) => id) };
  const before = turnsBefore(asked, queue);
  const last = before?.at(-1);
  if (!before || !last) return whenTurn(asked, queue);
  const spent = before.reduce(
    (sum, each) => sum + (each.id === queue.now ? ticksLeft(each) : each.pools.seconds.max),
    0,
  );
  if (spent === 0) return whenTurn(asked, queue);
  return message(before.length === 1 ? 'When.seconds' : 'When.seconds-later', {
    seconds: secondsOf(spent),
    name: last.name,
  });
}

/** S-A10: they come back with the round or with one's own turn, as the world has settled it. */
const reaction = (asked: Asked): Message | null =>
  worldSettingsOf(asked.encounter).reactionRefresh === 'roundStart' ? atMoment('next-round')() : turn(asked);

/** When what is refused in seconds becomes possible. */
export const WHEN: WhenRules<SecondsEncounter> = {
  until: untilLabel,
  rows: {
    'not-your-turn': turn,
    'no-seconds': turn,
    'no-time': turn,
    'no-time-to-move': turn,
    'nothing-left': turn,
    'no-reaction': reaction,
    'own-turn': atMoment('turn-over'),
    'not-in-fight': atMoment('fight-begins'),
    'intimidated-already': atMoment('next-fight'),
    grappled: atMoment('free'),
    restrained: atMoment('free'),
    restraining: atMoment('let-go'),
    'not-provoked': atMoment('provoked'),
  },
};
