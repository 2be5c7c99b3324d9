import { conclude } from '../../../encounter/change';
import type { Procedure } from '../../../kernel/procedure';
import type { Bound } from '../../../mechanics/bond';
import { lose } from '../../../mechanics/condition';
import { expire } from '../../../mechanics/duration';
import type { Action } from '../act';
import { check } from '../check';
import { instancesOf, is, isAble } from '../conditions';
import { attributeDC, type ClashEncounter, type ClashFighter, UNARMED } from '../stats';
import { distanceBetween, reachOf } from './reach';

/** C-64, C-A55: nobody is held by, or rides on, somebody who is gone. */
export const bound: Bound = ({ id, by }) => (id === 'grappled' || id === 'mounted' ? by : undefined);

/** Who holds a fighter. */
const holderOf = ({ fighters }: ClashEncounter, held: ClashFighter): ClashFighter | null =>
  fighters[instancesOf(held, 'grappled')[0]?.by ?? ''] ?? null;

/** Everybody a fighter holds. */
export const heldBy = ({ fighters }: ClashEncounter, { id }: ClashFighter): readonly ClashFighter[] =>
  Object.values(fighters).filter((other) => instancesOf(other, 'grappled').some(({ by }) => by === id));

/** C-A55: an Attack Action, a check against the holder's strength. */
export const breakFree: Action = {
  category: 'attack',
  icon: 'actions/escape-grapple',
  needs: 'nothing',
  price: () => 'attack',
  whyNot: ({ fighter }) => (is(fighter, 'grappled') ? [] : [{ id: 'not-grappled' }]),
  *play({ encounter, fighter }) {
    const holder = holderOf(encounter, fighter);
    const { str, dex } = fighter.stats.mod;
    const against = holder ? attributeDC(holder, 'str') : 10;
    const free = yield* check('escape', fighter.id, Math.max(str, dex), against);
    yield* conclude({ result: free ? 'escaped' : 'still-held', success: free }, fighter.id);
    if (free) yield* lose(fighter, 'grappled');
  },
};

/** C-A55: free, in one's own turn. */
export const release: Action = {
  category: 'free',
  icon: 'actions/release-grapple',
  needs: 'nothing',
  price: () => null,
  whyNot: ({ encounter, fighter }) => (heldBy(encounter, fighter).length > 0 ? [] : [{ id: 'holds-nobody' }]),
  *play({ encounter, fighter, target }) {
    for (const held of heldBy(encounter, fighter))
      if (!target || target === held) yield* lose(held, 'grappled', ({ by }) => by === fighter.id);
  },
};

/** C-A55: a hold ends where the holder cannot fight or is out of reach. */
export function* loosen(encounter: ClashEncounter): Procedure<void> {
  for (const fighter of Object.values(encounter.fighters))
    yield* expire([fighter], ({ id, by }) => {
      if (id !== 'grappled' || by === undefined) return false;
      const holder = encounter.fighters[by];
      if (!holder || !isAble(holder)) return true;
      const distance = distanceBetween(encounter, holder, fighter);
      return distance !== null && distance > reachOf(encounter.ground, holder.stats.arms[UNARMED]) + 1e-3;
    });
}
