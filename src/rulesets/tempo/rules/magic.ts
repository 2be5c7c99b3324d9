import { say } from '../../../encounter/change';
import { type Act, type Action, nothingElse } from './act';
import { flagItem, strike } from './attack';
import { costOf, isSpell, type Spell } from './items';
import { commit, whyNotCommit } from './mana';
import { blowOf, whyNotHit } from './weapons';
import { TIERS } from './words';

export function knownSpell({ fighter, command }: Pick<Act, 'fighter' | 'command'>): Spell | null {
  const item = fighter.items.find(({ id }) => id === command.with);
  return isSpell(item) ? item : null;
}

/** T-68 to T-70, T-A40, T-A41. */
export const magic: Action = {
  icon: 'actions/magic',
  needs: 'target',
  whyNot(act) {
    const spell = knownSpell(act);
    if (!spell) return [{ id: 'unknown-spell' }];
    return [...whyNotCommit(act.fighter, spell), ...(spell.dice === '' ? [] : whyNotHit(act, spell.range))];
  },
  alsoCounts: nothingElse,
  *play(act) {
    const { fighter } = act;
    const spell = knownSpell(act)!;
    for (const tier of TIERS) yield* commit(fighter, spell.duration, tier, costOf(spell, tier));
    if (spell.ongoing) yield* flagItem(fighter.id, spell.id, 'active', spell.active + 1);
    yield* say('casts', { spell: spell.name }, fighter.id);
    const { int } = fighter.stats;
    if (spell.dice !== '' && act.target) yield* strike(blowOf(act, spell.dice, int, int));
  },
};
