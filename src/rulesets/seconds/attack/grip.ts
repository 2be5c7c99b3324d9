import { removalsOf, type StateBasedRow, type StateBasedTable } from '../../../toolkit/act/state-based';
import { is, rootsOf } from '../conditions';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { canReach, isHolderNeeded } from './harm';

/** Whether a fighter is conscious and has another in reach. */
const keepsHoldOf = (encounter: SecondsEncounter, holder: SecondsFighter, held: SecondsFighter): boolean =>
  !is(holder, 'unconscious') && canReach(encounter, holder, held.place);

const isRestraining = (holder: SecondsFighter, { id }: SecondsFighter): boolean =>
  rootsOf(holder, 'restraining').some(({ data }) => data?.holds === id);

/** Grapples, and ropes that need a holder who keeps at it. */
const holds: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-55, S-57, S-58, S-99, S-A26, S-A27',
  find: (encounter, held) =>
    removalsOf(held, ({ id, by }) => {
      const holder = encounter.fighters[by ?? held.id];
      if (!holder || holder === held || !isHolderNeeded(encounter, id)) return false;
      return !keepsHoldOf(encounter, holder, held) || (id === 'restrained' && !isRestraining(holder, held));
    }),
};

const restraining: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-58, S-A27',
  find: (encounter, holder) =>
    removalsOf(holder, ({ id, data }) => {
      const held = id === 'restraining' ? encounter.fighters[String(data?.holds)] : undefined;
      if (!held) return false;
      const isHeld = rootsOf(held, 'restrained').some(({ by }) => by === holder.id);
      return !isHeld || !keepsHoldOf(encounter, holder, held);
    }),
};

/** An entry ends once that foe's reach was left, by any movement. */
const disengaged: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-45, S-46, S-A22',
  find: (encounter, fighter) =>
    removalsOf(fighter, ({ id, towards = [] }) => {
      const foes = id === 'disengaged' ? towards.flatMap((foe) => encounter.fighters[foe] ?? []) : [];
      return foes.length > 0 && foes.every((foe) => !canReach(encounter, foe, fighter.place));
    }),
};

/** What depends on reach, at each step of those who move. */
export const WITHIN_REACH = { holds, restraining, disengaged } satisfies StateBasedTable<SecondsEncounter>;
