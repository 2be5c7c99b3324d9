import { apply, conclude } from '../../../encounter/change';
import { choose } from '../../../kernel/procedure';
import { gain, inOrder } from '../../../mechanics/condition';
import { expire } from '../../../mechanics/duration';
import { type Action, targeted, targetedAtAnybody } from '../act';
import { lentBy } from '../attack/attack';
import { watchers } from '../attack/sight';
import { whyNotReach } from '../attack/target';
import { canBeHelpedOff, isAble, isAlly, isNonAlly, ROUND_ENDS, SCENE_ENDS } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../stats';
import { whyNotAim } from './scan';
import { rollSkill } from './skill';

/** T-21, T-22. */
export const rest: Action = {
  icon: 'actions/rest',
  needs: 'nothing',
  *play({ fighter }) {
    yield* gain(fighter.id, 'resting', ROUND_ENDS);
  },
};

/** T-31, T-A24: one target at a time; a new Mark moves it. */
export const markTarget = targeted({
  icon: 'actions/mark',
  needs: 'target',
  whyNot: whyNotAim,
  *play({ encounter, fighter, target }) {
    const others = Object.values(encounter.fighters).filter((other) => other !== target);
    yield* expire(others, (had) => had.id === 'marked' && had.by === fighter.id);
    yield* apply({ kind: 'gain', of: target.id, condition: { id: 'marked', by: fighter.id, until: SCENE_ENDS } });
  },
});

const TEAMWORK = 'teamwork';

/** T-39 to T-41: one of its options, and of the first one thing. */
export const help = targetedAtAnybody({
  icon: 'actions/help',
  needs: 'target',
  whyNot: (act) => [...(isAlly(act.fighter, act.target) ? [] : [{ id: 'not-an-ally' }]), ...whyNotReach(act, 1)],
  *play({ fighter, target }) {
    const drawbacks = inOrder(target).filter(canBeHelpedOff);
    const options = [...drawbacks.map(({ key }) => key), TEAMWORK].map((id) => ({ id, whyNot: [] }));
    const named = Object.fromEntries(drawbacks.map(({ key, id, data }) => [key, String(data?.name ?? id)]));
    const chosen = yield* choose('help', fighter.id, options, { at: target.id, ...named });
    if (chosen !== TEAMWORK) return yield* expire([target], ({ key }) => key === chosen);
    yield* apply({ kind: 'gain', of: target.id, condition: { id: 'assisted', by: fighter.id, until: SCENE_ENDS } });
  },
});

/** T-44 to T-48, T-A27: anybody beside one; a second Guard replaces the first. */
export const guard = targeted({
  icon: 'actions/guard',
  needs: 'target',
  whyNot: (act) => whyNotReach(act, 1).map(({ data }) => ({ id: 'not-adjacent', ...(data && { data }) })),
  *play({ encounter, fighter, target }) {
    yield* expire(Object.values(encounter.fighters), (had) => had.id === 'guarded' && had.by === fighter.id);
    yield* apply({ kind: 'gain', of: target.id, condition: { id: 'guarded', by: fighter.id, until: ROUND_ENDS } });
  },
});

/** T-A31. */
const HIDE_BASE = 10;
const bestAwareness = ({ fighters }: TempoEncounter, fighter: TempoFighter): number => {
  const others = Object.values(fighters).filter((other) => isNonAlly(fighter, other) && isAble(other));
  return others.length === 0 ? 0 : Math.max(...others.map(({ stats }) => stats.awr));
};

/** T-54 to T-57: out of everybody's sight, by the map or by the game master's word. */
export const hide: Action = {
  icon: 'actions/hide',
  needs: 'nothing',
  whyNot({ encounter, fighter, command }) {
    if (command.options?.unseen === true) return [];
    const [first] = watchers(encounter, fighter);
    return first ? [{ id: 'visible', data: { name: first.name } }] : [];
  },
  *play({ encounter, fighter, command }) {
    const against = HIDE_BASE + bestAwareness(encounter, fighter);
    const lent = lentBy(command);
    const isHidden = yield* rollSkill({ encounter, fighter, attribute: 'dex', against, told: false, lent });
    if (isHidden) yield* gain(fighter.id, 'hidden', SCENE_ENDS);
    yield* conclude({ result: isHidden ? 'hides' : 'found', success: isHidden }, fighter.id);
  },
};
