import type { FighterId } from './fighter-id';

/** When a reserve joins the fight by itself. */
export interface ReserveTrigger {
  /** `half` and `first`: when half of the first wave, or the first of it, has fallen. `hand`: only when the GM says so. */
  readonly when: (typeof RESERVE_TRIGGERS)[number];
  /** Of `round`. */
  readonly round: number;
}

export const RESERVE_TRIGGERS = ['hand', 'round', 'half', 'first'] as const;

/** Foes whose hidden tokens are on the map, and that are not in the fight yet. */
export interface Reserve {
  readonly trigger: ReserveTrigger;
  /** The first wave: the trigger counts those of it who have fallen. */
  readonly first: readonly FighterId[];
  readonly members: readonly ReserveMember[];
}

export interface ReserveMember {
  /** Its id in the fight. */
  readonly fighter: FighterId;
  readonly scene: string;
  readonly token: string;
  readonly actor: string;
}

/** Returns whether a reserve joins now. @param hasFallen also of those who have left */
export function isDue({ trigger, first }: Reserve, round: number, hasFallen: (id: FighterId) => boolean): boolean {
  if (round === 0) return false;
  const fallen = first.filter(hasFallen).length;
  switch (trigger.when) {
    case 'hand':
      return false;
    case 'round':
      return round >= trigger.round;
    case 'half':
      return fallen > 0 && fallen * 2 >= first.length;
    case 'first':
      return fallen > 0;
  }
}

/** Returns a reserve with the members of another, which joins by the trigger of the first. */
export function mergeReserves(reserve: Reserve, other: Reserve | undefined): Reserve {
  if (!other) return reserve;
  const isNew = ({ token }: ReserveMember): boolean => !reserve.members.some((each) => each.token === token);
  return {
    trigger: reserve.trigger,
    first: [...new Set([...reserve.first, ...other.first])],
    members: [...reserve.members, ...other.members.filter(isNew)],
  };
}

/** Returns what is left of a reserve without these members. */
export function withoutMembers(reserve: Reserve | undefined, gone: readonly ReserveMember[]): Reserve | undefined {
  const members = reserve?.members.filter(({ token }) => !gone.some((each) => each.token === token)) ?? [];
  return reserve && members.length > 0 ? { ...reserve, members } : undefined;
}
