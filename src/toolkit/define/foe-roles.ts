import type { Json } from '../../kernel/json';
import { lookup } from '../../kernel/lookup';
import type { Grading } from './foe-grades';
import { iconPath } from './icon-path';
import { setAtPath } from './sheet-schema';

type Values = Readonly<Record<string, Json>>;

/** Foes by role and rank. A ruleset names the file, which Foundry serves; its source is `packs/<ruleset>/roles.yaml`. */
export interface FoeRoles {
  /** The highest rank; the first is 1. */
  readonly ranks: number;
  /** Against how many heroes the threat was measured. */
  readonly heroes: number;
  readonly roles: Readonly<Record<string, FoeRole>>;
  readonly grading: Grading;
}

interface FoeRole extends Numbers {
  /** Below Cadence's `icons/`, or a full path; so are those of items. */
  readonly img: string;
  readonly temperament: string;
  /** Of the token, in cells; default 1. */
  readonly cells?: number;
  /** By measured rank. */
  readonly threat?: Readonly<Record<string, number>>;
  readonly attack: Numbers & { readonly type: string };
  /** What the attack may be, by the id of its name: it looks different, and its numbers are the same. */
  readonly looks: Readonly<Record<string, Look>>;
  readonly items?: readonly RoleItem[];
}

/** Paths below `system`, separated by points. */
interface Numbers {
  /** At every rank. */
  readonly system?: Values;
  /** One value for each rank. */
  readonly ranks?: Readonly<Record<string, readonly Json[]>>;
}

interface Look {
  readonly img: string;
  /** Such as its type of damage. */
  readonly system?: Values;
}

interface RoleItem extends Numbers {
  readonly type: string;
  /** The id of its name. */
  readonly name: string;
  readonly img: string;
}

export interface FoeChoice {
  readonly role: string;
  readonly rank: number;
  /** The id of a look. */
  readonly attack: string;
}

export interface FoeItem {
  readonly type: string;
  readonly name: string;
  readonly img: string;
  readonly system: Values;
}

/** A foe of a role, without its name. */
export interface RoleFoe {
  readonly img: string;
  readonly temperament: string;
  readonly cells: number;
  readonly system: Values;
  readonly items: readonly FoeItem[];
  /** Null if the role was never measured. */
  readonly threat: number | null;
}

/** Returns the foe of a choice; null if the table has no such role, rank or attack. */
export function foeOf({ roles, ranks }: FoeRoles, { role: id, rank, attack }: FoeChoice): RoleFoe | null {
  const role = lookup(roles, id);
  const look = lookup(role?.looks, attack);
  if (!role || !look || !Number.isInteger(rank) || rank < 1 || rank > ranks) return null;
  const { img, temperament, cells = 1, items = [], threat = {} } = role;
  const { attack: weapon } = role;
  const all: readonly RoleItem[] = [
    { ...weapon, name: attack, img: look.img, system: { ...weapon.system, ...look.system } },
    ...items,
  ];
  return {
    ...{ img: iconPath(img), temperament, cells },
    system: valuesAt(role, rank),
    items: all.map((item) => ({
      type: item.type,
      name: item.name,
      img: iconPath(item.img),
      system: valuesAt(item, rank),
    })),
    threat: threatAt(threat, rank),
  };
}

function valuesAt({ system = {}, ranks = {} }: Numbers, rank: number): Values {
  const values: Record<string, Json> = {};
  for (const [path, value] of Object.entries(system)) setAtPath(values, path.split('.'), value);
  for (const [path, row] of Object.entries(ranks)) {
    const value = row[rank - 1];
    if (value === undefined) throw new RangeError(`${path} has no value for rank ${rank}`);
    setAtPath(values, path.split('.'), value);
  }
  return values;
}

/** Returns the measured threat; between two measured ranks it lies on a straight line. */
function threatAt(threat: Readonly<Record<string, number>>, rank: number): number | null {
  const known = lookup(threat, String(rank));
  if (known !== undefined) return known;
  const measured = Object.keys(threat).map(Number);
  const below = Math.max(...measured.filter((each) => each < rank));
  const above = Math.min(...measured.filter((each) => each > rank));
  const [low, high] = [lookup(threat, String(below)), lookup(threat, String(above))];
  if (low === undefined || high === undefined) return null;
  return Math.round(low + ((high - low) * (rank - below)) / (above - below));
}
