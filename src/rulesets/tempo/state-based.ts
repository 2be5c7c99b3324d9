import { removalsOf, type StateBasedTable } from '../../toolkit/act/state-based';
import { type BondLookup, departedRow } from '../../toolkit/combat/bond';
import { spottersOf } from './attack/sight';
import { is, isOut } from './conditions';
import { isSpell } from './schema';
import type { TempoEncounter, TempoFighter } from './state';

/** T-A53: only the GM brings them back. */
const isGone = (fighter: TempoFighter): boolean => is(fighter, 'dead') || is(fighter, 'defeated');

/** T-41, T-45, T-47, T-A41: these conditions end when their source is gone. */
const bondHolderOf: BondLookup = ({ id, by, data }) =>
  id === 'guarded' || id === 'marked' || id === 'assisted' || data?.spell !== undefined ? by : undefined;

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('T-45', bondHolderOf),
  /** Section 8. */
  dead: {
    ledger: 'T-109',
    find: (_, fighter) => (is(fighter, 'dead') ? removalsOf(fighter, ({ id }) => id === 'dying') : []),
  },
  /** A guard who is Dying stops guarding; Marks, promises and spells only end with those who are gone. */
  held: {
    ledger: 'T-41, T-A24, T-A27',
    find: ({ fighters }, fighter) =>
      removalsOf(fighter, (had) => {
        const holder = fighters[bondHolderOf(had) ?? ''];
        return holder !== undefined && (had.id === 'guarded' ? isOut(holder) : isGone(holder));
      }),
  },
  casters: {
    ledger: 'T-A41, T-A53',
    find: (_, fighter) =>
      isGone(fighter)
        ? fighter.items
            .filter(isSpell)
            .flatMap(({ id: item, active }) =>
              active > 0 ? [{ kind: 'item', of: fighter.id, item, key: 'active', to: 0 }] : [],
            )
        : [],
  },
  sustained: {
    ledger: 'T-A41',
    find: ({ fighters }, fighter) =>
      removalsOf(fighter, ({ by = '', data }) => {
        const caster = fighters[by];
        if (!caster || data?.spell === undefined) return false;
        const spell = caster.items.find(({ id }) => id === data.spell);
        return !isSpell(spell) || spell.active === 0;
      }),
  },
  /** Any fighter who falls, gets up, comes or goes may open a line of sight. */
  seen: {
    ledger: 'T-54, T-56, T-57',
    anyone: true,
    find: (encounter, fighter) =>
      is(fighter, 'hidden') && spottersOf(encounter, fighter).length > 0
        ? removalsOf(fighter, ({ id }) => id === 'hidden')
        : [],
  },
} as const satisfies StateBasedTable<TempoEncounter>;
