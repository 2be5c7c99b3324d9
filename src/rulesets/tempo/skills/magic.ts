import { say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { type Act, CHARACTER, needing } from '../act';
import { flagItem, strike } from '../attack/attack';
import { blowOf, whyNotHurl } from '../attack/weapons';
import { costOf, isSpell, type Spell } from '../items';
import { TIERS } from '../words';
import { commit, whyNotCommit } from './mana';

const casting = needing<Act & { readonly item: Spell }>({
  find: (act) => (act.item && isSpell(act.item) ? { ...act, item: act.item } : null),
  missing: () => [impossible('unknown-spell')],
});

/** T-68 to T-70, T-A40, T-A41. */
export const magic = casting({
  icon: 'actions/magic',
  needs: 'target',
  whyNot: (act) => [
    ...whyNotCommit(act.fighter, act.item),
    ...(act.item.dice === '' ? [] : whyNotHurl(act, act.item.range)),
  ],
  *play(act) {
    const { fighter, item: spell } = act;
    for (const tier of TIERS) yield* commit(fighter, spell.duration, tier, costOf(spell, tier));
    if (spell.ongoing) yield* flagItem(fighter.id, spell.id, 'active', spell.active + 1);
    yield* say('casts', { spell: spell.name }, fighter.id);
    const { int } = fighter.stats;
    const aimed = spell.dice === '' ? null : CHARACTER.find(act);
    if (aimed) yield* strike(blowOf(aimed, spell.dice, int, int));
  },
});
