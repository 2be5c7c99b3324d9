import { text } from '../../platform/text';
import type { Memo } from '../ui/memo';

/** So many foes that look the same become one row. */
const MANY = 5;

/** What the row of a fighter says that its kind depends on. */
interface Row {
  readonly id: string;
  readonly name: string;
  readonly img: string;
  readonly hidden: boolean;
  readonly side: { readonly side: string } | null;
  readonly gauges: readonly { readonly isHealth: boolean; readonly low: boolean; readonly empty: boolean }[];
  readonly number: { readonly value: string | number } | null;
  readonly out: boolean;
  readonly defeated: boolean;
  readonly current: boolean;
  readonly targeted: boolean;
  readonly foe: string | undefined;
}

/** Several foes that look the same, in one row. */
export interface Kind {
  readonly id: string;
  readonly isKind: true;
  readonly isOpen: boolean;
  readonly name: string;
  readonly img: string;
  readonly hidden: boolean;
  readonly count: number;
  /** How the members fare, in their order. */
  readonly members: readonly { readonly id: string; readonly name: string; readonly state: 'up' | 'low' | 'out' }[];
  readonly standing: string;
  /** Where they are in the order: one number, or the first and the last. */
  readonly number: string | null;
  /** For the GM: whether all of them play by themselves; null where none can. */
  readonly foe: 'true' | 'false' | null;
  readonly gm: boolean;
}

/** Foundry numbers tokens of one actor. API: TokenDocument, `appendNumber`. */
const withoutNumber = (name: string): string => name.replace(/ \(?\d{1,4}\)?$/u, '');

/**
 * Returns the rows of a tracker, in which many foes that look the same are one row: at the place of the first, and above the others
 * where the user has opened it. Only what a user sees makes a kind, so that a disguise does not tell what it hides. The fighter whose
 * turn it is keeps its own row, and so does a target.
 * @param isFoe whether no player plays the fighter
 * @param opened the kinds that are shown row by row
 */
export function foldKinds<R extends Row>(
  rows: readonly R[],
  isFoe: (id: string) => boolean,
  opened: ReadonlySet<string>,
  gm: boolean,
  memo: Memo,
): readonly (R | Kind)[] {
  const kinds = new Map<string, R[]>();
  const keyOf = ({ name, img, hidden, side }: R): string =>
    JSON.stringify([withoutNumber(name), img, hidden, side?.side]);
  for (const row of rows) {
    if (!isFoe(row.id)) continue;
    const key = keyOf(row);
    kinds.set(key, [...(kinds.get(key) ?? []), row]);
  }
  return rows.flatMap((row): (R | Kind)[] => {
    const key = keyOf(row);
    const members = (isFoe(row.id) && kinds.get(key)) || [];
    if (members.length < MANY) return [row];
    const isOpen = opened.has(key);
    const isShown = ({ current, targeted }: R): boolean => isOpen || current || targeted;
    const isFirst = members[0] === row;
    // Where there is no order, they stand together.
    const own = row.number ? [row].filter(isShown) : isFirst ? members.filter(isShown) : [];
    if (!isFirst) return own;
    return [memo(`kind ${key}`, [members, isOpen, gm], () => kindOf(key, members, isOpen, gm)), ...own];
  });
}

function kindOf(id: string, members: readonly Row[], isOpen: boolean, gm: boolean): Kind {
  const [first] = members;
  const states = members.map((member) => ({ id: member.id, name: member.name, state: stateOf(member) }));
  const count = states.filter(({ state }) => state !== 'out').length;
  const foes = members.flatMap(({ foe }) => foe ?? []);
  return {
    ...{ id, isKind: true, isOpen, gm },
    name: withoutNumber(first?.name ?? ''),
    img: first?.img ?? '',
    hidden: first?.hidden ?? false,
    count: members.length,
    members: states,
    standing: text('CADENCE.App.Tracker.standing', { count, all: members.length }),
    number: numberOf(members),
    foe: foes.length === 0 ? null : foes.every((foe) => foe === 'true') ? 'true' : 'false',
  };
}

function stateOf({ out, defeated, gauges }: Row): 'up' | 'low' | 'out' {
  if (out || defeated) return 'out';
  const health = gauges.find(({ isHealth }) => isHealth);
  return health?.low || health?.empty ? 'low' : 'up';
}

function numberOf(members: readonly Row[]): string | null {
  const values = members.flatMap(({ number }) => (number ? String(number.value) : []));
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined) return null;
  return first === last ? first : `${first}–${last}`;
}
