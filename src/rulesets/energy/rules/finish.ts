import { say } from '../../../encounter/change';
import { GM } from '../../../kernel/ask';
import { choose } from '../../../kernel/procedure';
import { type Act, type Action, whole } from './act';
import { type Doom, rollForDeath } from './aura';
import { is } from './conditions';
import { turnTo } from './defense';
import type { Strike } from './stats';
import { bareHands, lentBy, weaponOf, whyNotStrike } from './strikes';

const formOf = (act: Act): Strike => weaponOf(act) ?? bareHands(act);

/** What the game master may say of it. */
const WORD: Readonly<Record<string, Doom>> = { dies: 'none', 'death-roll': null };

/** E-222: who lies unconscious without any Aura is killed, or by the game master's word rolls for death after all. */
export const finishOff: Action = {
  category: 'attack',
  icon: 'actions/finish-off',
  needs: 'target',
  cost: () => ({ energy: 1 }),
  whyNot(act) {
    const { target } = act;
    const isAtMercy = !target || (is(target, 'unconscious') && target.pools.aura!.value === 0);
    return [...whyNotStrike(act, formOf(act)), ...(isAtMercy ? [] : [{ id: 'not-at-mercy' }])];
  },
  kept: whole,
  *play({ encounter, fighter, command, ...act }) {
    const target = act.target!;
    yield* turnTo(encounter, fighter, target);
    let { doom } = lentBy(command);
    if (doom === null) {
      const options = Object.keys(WORD).map((id) => ({ id, whyNot: [] }));
      doom = WORD[yield* choose('finish-off', GM, options, { at: fighter.id, other: target.name })]!;
    }
    yield* say('finishes-off', { at: target.name }, fighter.id);
    yield* rollForDeath(target, encounter.clock.round, doom);
    return null;
  },
};
