import type { Dice } from '../../../kernel/dice';
import { DEFENSE_DIE } from '../skills/check';

/** C-41. */
export const PERFECT = 10;

/** What a defense is worth before it is rolled. */
export interface DefenseOdds {
  /** Percent. */
  readonly chance?: number;
  /** The expected damage before armor. */
  readonly taken?: number;
}

interface DefenseInput {
  readonly kind: 'dodge' | 'parry' | 'block' | 'spell' | 'none';
  /** The lowest face that succeeds. */
  readonly needed: number;
  /** Extra dice (C-A1). */
  readonly level: number;
  readonly blockStrength: number;
  /** The mean damage of the attack; null if it deals none. */
  readonly damage: number | null;
}

const { sides } = DEFENSE_DIE;

/** Returns the chance of a face or a higher one. */
function chanceOf(face: number, level: number): number {
  const below = Math.min(sides, Math.max(0, face - 1)) / sides;
  const count = Math.abs(level) + 1;
  return level >= 0 ? 1 - below ** count : (1 - below) ** count;
}

/** C-41 to C-44: returns the chance that a parry stops everything, with its second die. */
function chanceOfFullParry(needed: number, level: number): number {
  let sum = 0;
  for (let face = Math.max(1, needed); face <= sides; face++) {
    const chance = chanceOf(face, level) - chanceOf(face + 1, level);
    sum += chance * (face >= PERFECT ? 1 : chanceOf(face, 0));
  }
  return sum;
}

const round = (damage: number): number => Math.round(damage * 10) / 10;

export function defenseOddsOf({ kind, needed, level, blockStrength, damage }: DefenseInput): DefenseOdds {
  if (kind === 'none') return damage === null ? {} : { taken: round(damage) };
  const chance = chanceOf(needed, level);
  const percent = Math.round(chance * 100);
  // What a spell does cannot be told in one number.
  if (damage === null || kind === 'spell') return { chance: percent };
  if (kind === 'block')
    return { chance: percent, taken: round((1 - chance) * damage + chance * Math.max(0, damage - blockStrength)) };
  const stopped = kind === 'dodge' ? chance : chanceOfFullParry(needed, level);
  return { chance: percent, taken: round((1 - stopped) * damage) };
}

/** Returns the mean of the damage; null without dice. */
export const meanDamageOf = (dice: Dice | null, bonus: number): number | null =>
  dice && Math.max(0, (dice.count * (dice.sides + 1)) / 2 + bonus);
