import type { Message } from '../../../encounter/view';
import { message } from '../../../toolkit/define/labels';
import { type Awaited, at, turnsBefore, type WhenRules, whenTurn } from '../../../toolkit/views/when';
import { isIdle, orderOf } from '../clock';
import { is } from '../conditions';
import { secondsOf } from '../schema';
import type { SecondsEncounter } from '../state';
import { worldOf } from '../stats';
import { left } from '../turn/lane';
import { noteOf } from './card';

type Asked = Awaited<SecondsEncounter>;

/** One's next turn, in as many seconds as others may still spend before it. */
function turn(asked: Asked): Message | null {
  const { encounter } = asked;
  if (isIdle(encounter)) return at('fight-begins')();
  const order = orderOf(encounter);
  const place = order.findIndex(({ id }) => id === encounter.clock.turn);
  const ahead = order.slice(place + 1).filter((each) => !is(each, 'unconscious'));
  const queue = { now: order[place]?.id ?? null, ahead: ahead.map(({ id }) => id) };
  const before = turnsBefore(asked, queue);
  const last = before?.at(-1);
  if (!before || !last) return whenTurn(asked, queue);
  const spent = before.reduce((sum, each) => sum + (each.id === queue.now ? left(each) : each.pools.seconds.max), 0);
  if (spent === 0) return whenTurn(asked, queue);
  return message(before.length === 1 ? 'When.seconds' : 'When.seconds-later', {
    seconds: secondsOf(spent),
    name: last.name,
  });
}

/** S-A10: they come back with the round or with one's own turn, as the world has settled it. */
const reaction = (asked: Asked): Message | null =>
  worldOf(asked.encounter).reactionRefresh === 'roundStart' ? at('next-round')() : turn(asked);

/** When what is refused in seconds becomes possible. */
export const WHEN: WhenRules<SecondsEncounter> = {
  until: noteOf,
  rows: {
    'not-your-turn': turn,
    'no-seconds': turn,
    'no-time': turn,
    'no-time-to-move': turn,
    'nothing-left': turn,
    'no-reaction': reaction,
    'own-turn': at('turn-over'),
    'not-in-fight': at('fight-begins'),
    'intimidated-already': at('next-fight'),
    grappled: at('free'),
    restrained: at('free'),
    restraining: at('let-go'),
    'not-provoked': at('provoked'),
  },
};
