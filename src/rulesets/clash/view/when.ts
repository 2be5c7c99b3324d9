import type { Message } from '../../../encounter/view';
import {
  atMoment,
  type TurnQueue,
  type WhenContext,
  type WhenRules,
  whenPoolSuffices,
  whenTurn,
} from '../../../toolkit/views/when';
import { actorOf, hasHadTurn, orderOf } from '../clock';
import { isAble, riderOf } from '../conditions';
import type { ClashEncounter } from '../state';
import { untilLabel } from './card';

type Context = WhenContext<ClashEncounter>;

/** C-02. */
function queueOf(encounter: ClashEncounter): TurnQueue {
  const now = actorOf(encounter);
  const ahead = orderOf(encounter).filter((each) => each !== now && !hasHadTurn(each) && isAble(each));
  return { now: now?.id ?? null, upcoming: ahead.map(({ id }) => id) };
}

/** C-64. */
function turn({ encounter, fighter, viewer }: Context): Message {
  const actor = riderOf(encounter, fighter) ?? fighter;
  return whenTurn({ encounter, fighter: actor, viewer }, queueOf(encounter));
}

/** C-20: a ridden mount has none. */
const reaction = ({ encounter, fighter }: Context): Message | null =>
  riderOf(encounter, fighter) === null ? atMoment('next-turn')() : null;

export const WHEN: WhenRules<ClashEncounter> = {
  until: untilLabel,
  rows: {
    'not-your-turn': turn,
    'no-turn': turn,
    'no-action': turn,
    'no-reaction': reaction,
    'mount-done': atMoment('next-round'),
    'mount-moved': atMoment('next-turn'),
    'no-mp': whenPoolSuffices('mp'),
    'no-move': atMoment('moved'),
    'not-in-combat': atMoment('fight-begins'),
    'in-combat': atMoment('fight-over'),
    'ritual-in-combat': atMoment('fight-over'),
    'not-reactive': atMoment('attacked'),
    'wrong-defence': atMoment('attacked'),
    'no-parry': atMoment('attacked'),
    grappled: atMoment('free'),
    'mount-grappled': atMoment('mount-free'),
    mounted: atMoment('dismounted'),
    defeated: atMoment('healed'),
  },
};
