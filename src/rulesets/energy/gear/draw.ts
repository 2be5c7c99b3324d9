import { present } from '../../../kernel/present';
import { rowFor } from '../../../mechanics/check';
import type { Weapon } from '../items';

/** Metres: up to here at advantage, up to here plainly, up to here at all (E-96). */
export type Trio = readonly [advantage: number, normal: number, most: number];

interface DrawRow {
  /** The least strength that draws it. */
  readonly from: number;
  readonly change: Trio;
  readonly damage: number;
}

/** E-97 to E-99, by draw weight from below 20 to 80 kg; the sign counts for all three numbers (E-A30). */
const DRAW_ROWS: readonly DrawRow[] = [
  { from: -Infinity, change: [-3, -10, -60], damage: 0 },
  { from: 1, change: [-2, -5, -30], damage: 0 },
  { from: 4, change: [-1, -5, -10], damage: 0 },
  { from: 8, change: [0, 0, 0], damage: 0 },
  { from: 12, change: [0, 5, 10], damage: 1 },
  { from: 16, change: [1, 6, 12], damage: 2 },
  { from: 20, change: [1, 9, 18], damage: 3 },
  { from: 25, change: [2, 12, 24], damage: 4 },
  { from: 30, change: [2, 15, 30], damage: 5 },
  { from: 35, change: [3, 18, 36], damage: 6 },
  { from: 40, change: [3, 26, 52], damage: 7 },
];

/** E-100, E-A30: the highest row by what the weapon is, else by martial proficiency. */
const CAPS: Readonly<Partial<Record<Weapon['launcher'], number>>> = {
  'hand-crossbow': 4,
  'heavy-crossbow': 8,
  'siege-crossbow': 10,
};
const capByTraining = (mpl: number): number => (mpl >= 5 ? 7 : mpl >= 3 ? 6 : 5);

/** E-102. */
const TWO_HANDED_CROSSBOW = 5;

type Archer = { readonly armStrength: number; readonly mpl: number };

/** E-97, E-100, E-102: the highest row this archer draws with this weapon. */
export function bestRow({ launcher, hands }: Weapon, { armStrength, mpl }: Archer): number {
  const strength = armStrength + (hands === 2 && launcher.endsWith('crossbow') ? TWO_HANDED_CROSSBOW : 0);
  const drawn = DRAW_ROWS.findLastIndex(({ from }) => strength >= from);
  return Math.min(drawn, CAPS[launcher] ?? capByTraining(mpl));
}

/** E-106: where the weapon names no trio of its own. */
const THROWN_BY_CLASS: Readonly<Record<Weapon['class'], Trio>> = {
  light: [3, 5, 10],
  normal: [2, 4, 8],
  heavy: [1, 3, 6],
};

/** E-107. */
const THROWING_ARM: readonly { readonly from: number; readonly more: Trio }[] = [
  { from: 40, more: [4, 16, 32] },
  { from: 35, more: [3, 14, 28] },
  { from: 30, more: [3, 12, 24] },
  { from: 25, more: [2, 10, 20] },
  { from: 20, more: [2, 8, 16] },
  { from: 15, more: [1, 6, 10] },
  { from: 10, more: [1, 4, 8] },
  { from: 5, more: [0, 2, 4] },
  { from: -Infinity, more: [0, 0, 0] },
];

/** E-103: what does not shoot flies from the hand. */
export const isThrown = ({ ranged, thrown }: Weapon): boolean => thrown || !ranged;

/** What the arm makes of a weapon: how far it carries, and what a drawn string adds to damage. */
export interface Pull {
  readonly trio: Trio;
  readonly damage: number;
}

/** E-96 to E-99, E-106, E-107. A sling or the like has its own range and no draw weight. */
export function pullOf(weapon: Weapon, archer: Archer): Pull {
  const named = weapon.range.length === 3 ? (weapon.range as Trio) : THROWN_BY_CLASS[weapon.class];
  if (isThrown(weapon)) return { trio: plus(named, rowFor(THROWING_ARM, archer.armStrength).more), damage: 0 };
  if (weapon.launcher === 'none') return { trio: named, damage: 0 };
  const { change, damage } = present(DRAW_ROWS[weapon.drawRow ?? bestRow(weapon, archer)], 'a row of that draw weight');
  return { trio: plus(named, change), damage };
}

const plus = ([a, b, c]: Trio, [x, y, z]: Trio): Trio => [Math.max(0, a + x), Math.max(0, b + y), Math.max(0, c + z)];
