import type { RoleFoe } from '../../../toolkit/define/foe-roles';

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
  /** Returns the name of an item of the table. */
  nameOf(item: string): string;
}

/** Returns the creation data of a foe's actor. */
export function foeSource({ type, name, foe, heroes, biography, nameOf }: NamedFoe) {
  const { img, cells, temperament, threat, system, items } = foe;
  return {
    ...{ name, type, img },
    system: { ...system, biography },
    items: items.map((item) => ({ ...item, name: nameOf(item.name) })),
    flags: { cadence: { temperament, ...(threat !== null && { threat: { value: threat, heroes } }) } },
    prototypeToken: {
      ...{ name, width: cells, height: cells, disposition: HOSTILE, actorLink: false, appendNumber: true },
      texture: { src: img },
    },
  };
}
