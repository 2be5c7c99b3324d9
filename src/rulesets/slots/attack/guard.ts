import { alter, apply, say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { gain, lose } from '../../../mechanics/condition';
import { type Action, targeted, wordOf } from '../act';
import { check, skillCheck } from '../check';
import { is, isObject, oneRound, rootsOf, turnEnd, UNFOCUSED } from '../conditions';
import { has } from '../cost';
import type { SlotsFighter } from '../stats';
import { skillOf } from '../totals';
import { FOCI } from '../words';
import { whyNotReach } from './attack';
import { whyNotUse } from './maneuvers';
import { ownReach, threatenersOf } from './threat';

/** L-25, L-26, L-A6: until the end of the target's next turn, or of the running one. */
export const assist = targeted({
  ...{ slot: 'standard', icon: 'actions/assist' },
  whyNot({ encounter, fighter, target }) {
    if (isObject(target)) return [{ id: 'is-object' }];
    return whyNotReach(encounter, fighter, target, ownReach(fighter));
  },
  *play({ fighter, target }) {
    yield* apply({
      kind: 'gain',
      of: target.id,
      condition: { id: 'assisted', until: turnEnd(target.id), by: fighter.id },
    });
  },
});

const hasCover = (fighter: SlotsFighter): boolean =>
  rootsOf(fighter, 'edge').some(({ data }) => data?.kind === 'cover');

/** L-31, L-32, L-A12: with `hide`, and Cover to do it behind, the Stealth total is kept for who searches. */
export const defend: Action = {
  ...{ slot: 'standard', icon: 'actions/defend', needs: 'nothing' },
  whyNot({ fighter, command }) {
    if (is(fighter, 'surprised')) return [{ id: 'surprised' }];
    return command.options?.hide === true && !hasCover(fighter) ? [{ id: 'no-cover' }] : [];
  },
  *play({ fighter, command }) {
    yield* gain(fighter.id, 'defending', oneRound(fighter.id));
    if (command.options?.hide !== true) return;
    const { total } = yield* check(fighter, 'stealth', skillOf(fighter, 'stealth'));
    yield* lose(fighter, 'covered');
    yield* lose(fighter, 'detected');
    yield* gain(fighter.id, 'covered', null, { stealth: total });
  },
};

/** L-63. */
export const observe: Action = {
  ...{ slot: 'move', icon: 'actions/observe', needs: 'nothing' },
  whyNot: ({ fighter }) => (is(fighter, 'observing') ? [{ id: 'already-so' }] : []),
  play: ({ fighter }) => gain(fighter.id, 'observing', oneRound(fighter.id)),
};

/** L-75. */
export const focus: Action = {
  ...{ slot: 'quick', icon: 'actions/focus', needs: 'nothing' },
  whyNot({ fighter, command }) {
    const group = FOCI.find((each) => each === wordOf(command, 'group', FOCI[0]));
    if (!group) return [impossible('no-group', { group: wordOf(command, 'group') })];
    return rootsOf(fighter, 'focused').some(({ data }) => data?.group === group) ? [{ id: 'already-so' }] : [];
  },
  play: ({ fighter, command }) =>
    gain(fighter.id, 'focused', oneRound(fighter.id), { group: wordOf(command, 'group', FOCI[0]) }),
};

/** L-60, L-61, L-113, L-114, L-A26. */
export const concentrate: Action = {
  ...{ slot: 'move', icon: 'actions/concentrate', needs: 'nothing' },
  whyNot: ({ fighter }) => whyNotUse(fighter, 'endurance'),
  *play({ encounter, fighter }) {
    const against = 5 + 5 * threatenersOf(encounter, fighter).length;
    if ((yield* skillCheck(fighter, 'endurance', against)) < against) {
      yield* say('distracted', {}, fighter.id);
      return;
    }
    yield* gain(fighter.id, 'concentrating', oneRound(fighter.id));
    if (fighter.stats.base.psionic && !UNFOCUSED.some((id) => is(fighter, id)))
      yield* gain(fighter.id, 'psionic-focus', null);
  },
};

/** L-09 to L-11: the Standard slot becomes a Reaction that needs no trigger. */
export const wait: Action = {
  ...{ slot: 'standard', icon: 'actions/wait', needs: 'nothing' },
  whyNot: ({ fighter, slot }) => (slot === 'waited' || has(fighter, 'waited') ? [{ id: 'waits-already' }] : []),
  play: ({ fighter }) => alter(fighter.id, 'waited', 1),
};
