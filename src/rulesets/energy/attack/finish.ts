import { say } from '../../../encounter/change';
import { GM } from '../../../kernel/ask';
import { choose } from '../../../kernel/procedure';
import type { Act, Action } from '../act';
import { is } from '../conditions';
import { has } from '../cost';
import type { Strike } from '../stats';
import { rollForDeath } from './aura';
import { turnTo } from './defense';
import { bareHands, lentBy, striking, weaponOf, whyNotReach, whyNotWield } from './strikes';

const formOf = (act: Act): Strike => weaponOf(act) ?? bareHands(act);

/** What the game master may say of it. */
const SAID = ['dies', 'death-roll'] as const;

/** E-222: who lies unconscious without any Aura is killed, or by the game master's word rolls for death after all. */
export const finishOff: Action = striking(formOf)({
  category: 'attack',
  icon: 'actions/finish-off',
  needs: 'target',
  cost: () => ({ energy: 1 }),
  whyNotAnyway: (act) => whyNotWield(act, formOf(act)),
  whyNot(act) {
    const { target } = act;
    const isAtMercy = is(target, 'unconscious') && has(target, 'aura') === 0;
    return [...whyNotReach(act), ...(isAtMercy ? [] : [{ id: 'not-at-mercy' }])];
  },
  *play({ encounter, fighter, target, command }) {
    yield* turnTo(encounter, fighter, target);
    let { doom } = lentBy(command);
    if (doom === null) {
      const options = SAID.map((id) => ({ id, whyNot: [] }));
      const said = yield* choose('finish-off', GM, options, { at: fighter.id, other: target.name });
      if (said === 'dies') doom = 'none';
    }
    yield* say('finishes-off', { at: target.name }, fighter.id);
    yield* rollForDeath(target, encounter.clock.round, doom);
    return null;
  },
});
