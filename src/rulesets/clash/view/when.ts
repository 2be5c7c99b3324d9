import type { Message } from '../../../encounter/view';
import { type Awaited, at, type Queue, type WhenRules, whenTurn, withMore } from '../../../toolkit/views/when';
import { actorOf, inOrder, isDone } from '../clock';
import { isAble, mountOf, riderOf } from '../conditions';
import type { ClashEncounter } from '../state';
import { untilLabel } from './card';

type Asked = Awaited<ClashEncounter>;

/** C-02: who has not had its turn in this round. */
function queueOf(encounter: ClashEncounter): Queue {
  const now = actorOf(encounter);
  const ahead = inOrder(encounter).filter((each) => each !== now && !isDone(each) && isAble(each));
  return { now: now?.id ?? null, ahead: ahead.map(({ id }) => id) };
}

/** C-64: of a mount, its rider's. */
function turn({ encounter, fighter, viewer }: Asked): Message {
  const acts = riderOf(encounter, fighter) ?? fighter;
  return whenTurn({ encounter, fighter: acts, viewer }, queueOf(encounter));
}

/** C-20: everybody's reaction comes back with each turn; a ridden mount has none. */
const reaction = ({ encounter, fighter }: Asked): Message | null =>
  riderOf(encounter, fighter) === null ? at('next-turn')() : null;

/** When what is refused in clash becomes possible. */
export const WHEN: WhenRules<ClashEncounter> = {
  until: untilLabel,
  rows: {
    'not-your-turn': turn,
    'no-action': turn,
    'no-reaction': reaction,
    'mount-done': at('next-round'),
    'mount-moved': at('next-turn'),
    'no-mp': withMore('mp'),
    'no-move': at('moved'),
    'not-in-combat': at('fight-begins'),
    'in-combat': at('fight-over'),
    'ritual-in-combat': at('fight-over'),
    'not-reactive': at('attacked'),
    'wrong-defence': at('attacked'),
    grappled: at('free'),
    mounted: at('dismounted'),
    defeated: at('healed'),
    'mount-defeated': ({ encounter, fighter }) => (mountOf(encounter, fighter) ? at('mount-healed')() : null),
  },
};
