import type { Change } from '../../encounter/change';
import type { Condition } from '../../encounter/condition';
import { removalsOf, type StateBasedRow, type StateBasedTable } from '../../toolkit/act/state-based';
import { type BondLookup, departedRow } from '../../toolkit/combat/bond';
import { WITHIN_REACH } from './attack/grip';
import { findSearcher, isHolderNeeded, isInOpenView } from './attack/harm';
import { is, rootsOf } from './conditions';
import { isPinning } from './gear';
import { isWeapon } from './schema';
import { changesToLateAid } from './skills/check';
import type { SecondsEncounter, SecondsFighter } from './state';
import { PROGRESS_FIELDS, RUN_UP_FIELDS, ticksOfFear } from './turn/lane';

const NONE: readonly Change[] = [];

/** Returns changes that clear state fields; none for empty ones. */
const clearing = ({ id, state }: SecondsFighter, keys: readonly (keyof SecondsFighter['state'])[]): Change[] =>
  keys.flatMap((key) => (state[key] === undefined ? [] : [{ kind: 'state', of: id, key, to: null }]));

/** A pin ends with the weapon that pins. */
const pinned: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-82, S-A30',
  find: ({ fighters }, fighter) =>
    removalsOf(fighter, ({ id, data }) => {
      const owner = id === 'pinned' ? fighters[String(data?.owner)] : undefined;
      return owner !== undefined && !owner.items.some((item) => isWeapon(item) && item.id === data?.item && item.stuck);
    }),
};

/** A weapon that pins no longer falls to the ground where it was stuck. */
const freedWeapons: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-A30',
  // The pinned fighter may be any other.
  anyone: true,
  find: (encounter, owner) =>
    owner.items
      .filter(isWeapon)
      .filter((weapon) => weapon.stuck && !isPinning(encounter, owner, weapon))
      .flatMap(({ id: item }): Change[] => [
        { kind: 'item', of: owner.id, item, key: 'stuck', to: false },
        { kind: 'item', of: owner.id, item, key: 'equipped', to: false },
        { kind: 'item', of: owner.id, item, key: 'dropped', to: true },
      ]),
};

/** Behind walls or in the dark, until a searcher has an open view. */
const hidden: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-65, S-A32',
  find(encounter, hider) {
    if (!hider.place || rootsOf(hider, 'hidden').length === 0) return NONE;
    const isSeen = (condition: Condition): boolean => {
      const looker = findSearcher(encounter, condition);
      return looker !== undefined && isInOpenView(encounter, looker, looker.place, hider.place);
    };
    return hider.conditions.filter(isSeen).flatMap(({ key, towards }): Change[] => [
      { kind: 'condition-removed', of: hider.id, key },
      { kind: 'log', id: 'seen-by', of: hider.id, facts: { by: towards?.[0] ?? '' } },
    ]);
  },
};

const progress: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-A12, S-A31',
  find: (_, fighter) =>
    fighter.state.progress !== undefined && is(fighter, 'unconscious')
      ? [...clearing(fighter, PROGRESS_FIELDS), ...changesToLateAid(fighter, { ...fighter.state, progress: undefined })]
      : NONE,
};

const runUp: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-70, S-A17',
  find: (_, fighter) =>
    (fighter.state.runUp !== undefined || fighter.state.progressRunUp !== undefined) && is(fighter, 'prone')
      ? clearing(fighter, RUN_UP_FIELDS)
      : NONE,
};

const fear: StateBasedRow<SecondsEncounter> = {
  ledger: 'S-93',
  find: (_, fighter) =>
    fighter.state.fear !== undefined && fighter.conditions.every((each) => ticksOfFear(fighter, each) === null)
      ? clearing(fighter, ['fear'])
      : NONE,
};

/** S-57, S-58, S-82, S-A26, S-A30: ropes without a holder and found objects depend on no fighter. */
const boundIn =
  (encounter: Pick<SecondsEncounter, 'settings'>): BondLookup =>
  ({ id, by, data }) => {
    if (id === 'restraining') return data?.holds === undefined ? undefined : String(data.holds);
    if (id === 'pinned') return data?.owner === undefined ? undefined : String(data.owner);
    return isHolderNeeded(encounter, id) ? by : undefined;
  };

/** What must hold whenever a person is asked. */
export const STATE_BASED = {
  departed: departedRow('S-57, S-A22, S-A30', (condition, encounter) => boundIn(encounter)(condition)),
  ...WITHIN_REACH,
  pinned,
  'freed-weapons': freedWeapons,
  hidden,
  progress,
  'run-up': runUp,
  fear,
} satisfies StateBasedTable<SecondsEncounter>;
