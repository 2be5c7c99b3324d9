import type { Json } from '../../../kernel/json';
import type { FoeItem, RoleFoe } from '../../../toolkit/define/foe-roles';

/** Foundry's disposition of foes. API: CONST.TOKEN_DISPOSITIONS.HOSTILE */
const HOSTILE = -1;

export interface NamedFoe {
  /** The ruleset. */
  readonly type: string;
  readonly name: string;
  readonly foe: RoleFoe;
  /** Against how many heroes its threat was measured. */
  readonly heroes: number;
  /** As HTML. */
  readonly biography: string;
  /** Returns a text by its key, such as `FoeItem.axe`. */
  textOf(key: string): string;
}

/** Lists of an item name texts by their keys in braces, and what the foe attacks with as `{attack}`. */
const KEY = /\{([\w.-]{1,60})\}/g;

/** Returns the creation data of a foe's actor. */
export function foeSource({ type, name, foe, heroes, biography, textOf }: NamedFoe) {
  const { img, cells, temperament, threat, system, items } = foe;
  const nameOf = (item = ''): string => textOf(`FoeItem.${item}`);
  const filled = (value: Json): Json =>
    typeof value === 'string'
      ? value.replaceAll(KEY, (_, key: string) => (key === 'attack' ? nameOf(items[0]?.name) : textOf(key)))
      : value;
  const lists = (values: FoeItem['system']) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, Array.isArray(value) ? value.map(filled) : value]),
    );
  return {
    ...{ name, type, img },
    system: { ...system, biography },
    items: items.map((item) => ({ ...item, name: nameOf(item.name), system: lists(item.system) })),
    flags: { cadence: { temperament, ...(threat !== null && { threat: { value: threat, heroes } }) } },
    prototypeToken: {
      ...{ name, width: cells, height: cells, disposition: HOSTILE, actorLink: false, appendNumber: true },
      texture: { src: img },
    },
  };
}
