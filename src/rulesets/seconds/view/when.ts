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

type Context = WhenContext<SecondsEncounter>;

/** In the seconds that others may still spend. */
function turn(context: Context): Message | null {
  const { encounter } = context;
  if (isIdle(encounter)) return atMoment('fight-begins')();
  const order = orderOf(encounter);
  const place = order.findIndex(({ id }) => id === encounter.clock.turn);
  const ahead = order.slice(place + 1).filter((each) => !is(each, 'unconscious'));
  const queue = { now: order[place]?.id ?? null, upcoming: ahead.map(({ id }) => id) };
  const before = turnsBefore(context, queue);
  const last = before?.at(-1);
  if (!before || !last) return whenTurn(context, queue);
  const spent = before.reduce(
    (sum, each) => sum + (each.id === queue.now ? ticksLeft(each) : each.pools.seconds.max),
    0,
  );
  if (spent === 0) return whenTurn(context, queue);
  return message(before.length === 1 ? 'When.seconds' : 'When.seconds-later', {
    seconds: secondsOf(spent),
    name: last.name,
  });
}

/** S-A10. */
const reaction = (context: Context): Message | null =>
  worldSettingsOf(context.encounter).reactionRefresh === 'roundStart' ? atMoment('next-round')() : turn(context);

export const WHEN: WhenRules<SecondsEncounter> = {
  until: untilLabel,
  rows: {
    'not-your-turn': turn,
    'no-turn': turn,
    'no-seconds': turn,
    'no-time': turn,
    'no-time-to-move': turn,
    'nothing-left': turn,
    'no-reaction': reaction,
    'own-turn': atMoment('turn-over'),
    'pinned-just-now': atMoment('turn-next-round'),
    'not-in-fight': atMoment('fight-begins'),
    'intimidated-already': atMoment('next-fight'),
    grappled: atMoment('free'),
    restrained: atMoment('free'),
    restraining: atMoment('let-go'),
    'not-provoked': atMoment('provoked'),
  },
};
