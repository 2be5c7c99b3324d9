import type { Change } from '../../encounter/change';
import { removalsOf, type StateBasedTable } from '../../toolkit/act/state-based';
import { departedRow } from '../../toolkit/combat/bond';
import { bondHolderOf, HOLD } from './attack/reach';
import { is, isAble, mountOf } from './conditions';
import { isMatterGone } from './magic/areas';
import { concentrationEnds, isConcentratingOn, isTooMuch, spellOf } from './magic/mana';
import { discoveriesOf } from './movement/hiding';
import { isInSaddle, unseatingOf } from './movement/riding';
import type { ClashEncounter } from './state';

const NONE: readonly Change[] = [];

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('C-64, C-97, C-A55', bondHolderOf),
  down: {
    ledger: 'C-A8, C-A57',
    find: (_, fighter) =>
      fighter.pools.hp.value > 0 || is(fighter, 'defeated')
        ? NONE
        : [{ kind: 'condition-added', of: fighter.id, condition: { id: 'defeated' } }],
  },
  hold: HOLD,
  /** Rider and mount are able to fight, and the rider is on the mount. */
  saddle: {
    ledger: 'C-64',
    find(encounter, rider) {
      const mount = is(rider, 'mounted') ? mountOf(encounter, rider) : null;
      if (!mount || (isAble(rider) && isAble(mount) && isInSaddle(encounter, rider, mount))) return NONE;
      const thrown: Change = { kind: 'log', id: 'unseated', of: rider.id, facts: { mount: mount.name } };
      return [...(isAble(mount) ? [] : [thrown]), ...unseatingOf(encounter, rider)];
    },
  },
  /** Rider and mount are unseen together. */
  unseen: { ledger: 'C-113, C-A51', find: discoveriesOf },
  /** The caster is able to fight and has not too many, and what the spell has made is still there. */
  concentration: {
    ledger: 'C-73, C-74, C-97, C-98',
    find: (_, caster) =>
      is(caster, 'concentrating')
        ? concentrationEnds(caster, (held) => !isAble(caster) || isMatterGone(caster, held) || isTooMuch(caster, held))
        : NONE,
  },
  /** A caster concentrates on the spell. */
  upheld: {
    ledger: 'C-97, C-103',
    find: ({ fighters }, fighter) =>
      removalsOf(fighter, (condition) => {
        const caster = condition.data?.held === true && fighters[condition.by ?? ''];
        return caster ? !isConcentratingOn(caster, spellOf(condition)) : false;
      }),
  },
  /** An area of matter lasts as long as the matter. */
  matter: {
    ledger: 'C-73, C-74',
    find: (_, caster) => removalsOf(caster, (area) => area.until !== null && isMatterGone(caster, area)),
  },
} satisfies StateBasedTable<ClashEncounter>;
