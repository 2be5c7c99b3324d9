/**
 * An attack calculated a second time, from the rules text alone: numbers in, numbers out. It shares no code with the
 * ruleset. Times are in tenths of a second.
 */
export interface Side {
  readonly str: number;
  readonly dex: number;
  readonly agi: number;
  readonly hp: number;
  readonly time: number;
  readonly blinded: boolean;
  /** Tenths of fear left; null if not frightened. */
  readonly fear: number | null;
  readonly evading: boolean;
  readonly asleep: boolean;
}

export interface Blow {
  /** A reaction takes no time. */
  readonly how: 'attack' | 'hurried' | 'spell' | 'reaction';
  readonly kind: 'melee' | 'ranged';
  /** Tenths, before DEX. */
  readonly takes: number;
  /** Tenths paid on an earlier turn. */
  readonly paid: number;
  readonly bonus: number;
  /** Count and sides. */
  readonly damage: readonly [number, number];
}

export interface Calculated {
  readonly result: 'refused' | 'begun' | 'miss' | 'hit';
  /** Dice used: of the roll, and of the damage. */
  readonly rolled: number;
  readonly damage: number;
  readonly time: number;
  readonly hp: number;
  readonly down: boolean;
  readonly fear: number | null;
}

/** "A creature's DEX score can reduce the amount of time actions take, to a minimum of .5 seconds." */
const timeOf = ({ dex }: Side, takes: number): number => Math.max(5, Math.max(takes, 5) - Math.max(0, dex));

export function calculate(by: Side, at: Side, blow: Blow, faces: readonly number[]): Calculated {
  const due = Math.max(0, timeOf(by, blow.takes) - blow.paid);
  const refused = { result: 'refused', rolled: 0, damage: 0, time: by.time, hp: at.hp, down: false } as const;
  const { how } = blow;
  let pays = Math.min(due, by.time);
  let begun = false;
  if (how === 'reaction') pays = 0;
  // "You can use the rest of your remaining time to attack with it once with disadvantage": no less than half a second.
  else if (how === 'hurried') {
    if (due <= by.time || by.time <= 0 || by.time + blow.paid < 5) return { ...refused, fear: by.fear };
  } else if (due > by.time) {
    if (by.time === 0) return { ...refused, fear: by.fear };
    begun = true;
  }
  const time = by.time - pays;
  // Fear is counted in seconds, and those paid come first.
  const fear = by.fear === null || by.fear <= pays ? null : by.fear - pays;
  if (begun) return { ...refused, result: 'begun', time, fear };

  const worse = how === 'hurried' || by.blinded || fear !== null;
  const better = at.blinded;
  const dice = worse === better ? 1 : 2;
  const shown = faces.slice(0, dice);
  const face = worse && !better ? Math.min(...shown) : Math.max(...shown);
  const ability = how === 'spell' ? 0 : blow.kind === 'melee' ? by.str : by.dex;
  // "When a creature evades, their Dodge score is doubled"; the unconscious have none.
  const dodge = at.asleep ? 0 : Math.max(0, 2 + at.agi) * (at.evading ? 2 : 1);
  if (face + ability + blow.bonus < 8 + dodge) return { ...refused, result: 'miss', rolled: dice, time, fear };

  const [count] = blow.damage;
  const rolled = faces.slice(dice, dice + count).reduce((sum, each) => sum + each, 0);
  const damage = Math.max(0, rolled + (how !== 'spell' && blow.kind === 'melee' ? by.str : 0));
  const hp = Math.max(0, at.hp - damage);
  return { result: 'hit', rolled: dice + count, damage, time, hp, down: hp === 0, fear };
}
