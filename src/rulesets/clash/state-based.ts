import type { Change } from '../../encounter/change';
import type { Condition } from '../../encounter/condition';
import { lookup } from '../../kernel/lookup';
import { removalsOf, type StateBasedTable } from '../../toolkit/act/state-based';
import { type BondLookup, departedRow } from '../../toolkit/combat/bond';
import { HOLD } from './attack/reach';
import { instancesOf, is, isAble, mountOf } from './conditions';
import { isMatterGone } from './magic/areas';
import { concentrationEnds, isConcentratingOn, spellOf } from './magic/mana';
import { companionsOf } from './movement/hiding';
import { isInSaddle, unseatingOf } from './movement/riding';
import type { ClashEncounter, ClashFighter } from './state';

const NONE: readonly Change[] = [];

/** C-64, C-97, C-A55: returns the holder, the mount or the concentrating caster. */
const bondHolderOf: BondLookup = ({ id, by, data }) =>
  id === 'grappled' || id === 'mounted' || data?.held === true ? by : undefined;

/** C-113, ours: returns what ends hiding of rider and mount from those who see the other. */
function discoveriesOf(encounter: ClashEncounter, fighter: ClashFighter): readonly Change[] {
  if (instancesOf(fighter, 'unseen').length === 0) return NONE;
  return companionsOf(encounter, fighter).flatMap((other) => {
    const hidden = new Set(instancesOf(other, 'unseen').flatMap(({ towards = [ANYONE] }) => towards));
    return instancesOf(fighter, 'unseen').flatMap(({ key, towards = [ANYONE] }): Change[] => {
      const seenBy = towards.find((id) => !hidden.has(id));
      if (seenBy === undefined) return [];
      const observer = lookup(encounter.fighters, seenBy)?.name;
      return [
        ...(observer === undefined
          ? []
          : [{ kind: 'log', id: 'seen', of: fighter.id, facts: { observer }, tone: 'harm' } satisfies Change]),
        { kind: 'condition-removed', of: fighter.id, key },
      ];
    });
  });
}

const ANYONE = '';

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

/** C-98: returns true for the oldest spells over the limit, which may have fallen; and the GM may have added one. */
function isTooMuch(caster: ClashFighter, { key }: Condition): boolean {
  const held = instancesOf(caster, 'concentrating');
  const most = held.length - caster.stats.concentrationLimit;
  return held.slice(0, Math.max(0, most)).some((old) => old.key === key);
}
