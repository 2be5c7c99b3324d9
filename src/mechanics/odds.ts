import type { Forecast } from '../encounter/forecast';
import type { Odds, Words } from '../encounter/view';
import { NO_ODDS } from './known';

/** As many as there are buttons on a few sheets. */
const KEPT = 200;

/** Odds that were reckoned lately, by all they look at, as text: a sheet is drawn at every step, and most steps change none of them. */
export interface OddsMemory {
  /** Reckons them where they are not at hand. */
  reckoned(key: string, reckon: () => readonly Odds[]): readonly Odds[];
  atHand(key: string): readonly Odds[];
}

export function memoryOf(kept = KEPT): OddsMemory {
  const memory = new Map<string, readonly Odds[]>();
  return {
    atHand: (key) => memory.get(key) ?? NO_ODDS,
    reckoned(key, reckon) {
      const odds = memory.get(key) ?? reckon();
      // Last in, last out: a map keeps the order of insertion.
      memory.delete(key);
      if (memory.size >= kept) memory.delete(memory.keys().next().value!);
      memory.set(key, odds);
      return odds;
    },
  };
}

/**
 * The damage most hits do with its chance, and what they do on average, to a tenth.
 * @param byDamage the chance of each damage; together the chance to hit
 */
export function likeliest(byDamage: ReadonlyMap<number, number>): { likely: number; expected: number; chance: number } {
  let sum = 0;
  let hits = 0;
  let best: readonly [damage: number, chance: number] = [0, 0];
  for (const [damage, chance] of byDamage) {
    sum += damage * chance;
    hits += chance;
    // Chances that are equal by the rules differ in the last digits: of those the least damage speaks.
    const ahead = chance - best[1];
    if (ahead > 1e-9 || (ahead > -1e-9 && damage < best[0])) best = [damage, chance];
  }
  const [likely, chance] = best;
  return { likely, expected: Math.round((10 * sum) / hits) / 10, chance };
}

/** What a measure says of a game that came to nothing it could name. */
export const UNSETTLED = 'unsettled';

/** Chances of outcomes that are written as a word and the damage with it. */
export interface Tally {
  readonly of: Readonly<Record<string, number>>;
  readonly byDamage: ReadonlyMap<number, number>;
}

/**
 * Sums outcomes such as `hit 5` by their words, and of those words that are hits by their damage. Null where people choose on the way:
 * there is then no one number for a button, and none is made up.
 */
export function tally({ lines }: Forecast, hits: readonly string[]): Tally | null {
  const chances = lines.length === 1 ? lines[0]!.chances : undefined;
  if (!chances || chances.has(UNSETTLED)) return null;
  const of: Record<string, number> = {};
  const byDamage = new Map<number, number>();
  for (const [outcome, chance] of chances) {
    const [word, dealt] = outcome.split(' ') as [string, string];
    of[word] = (of[word] ?? 0) + chance;
    if (hits.includes(word)) byDamage.set(Number(dealt), (byDamage.get(Number(dealt)) ?? 0) + chance);
  }
  return { of, byDamage };
}

/** The likeliest damage as it is shown; nothing where none is done. */
export function damageOdds(
  { byDamage }: Tally,
  exact: boolean,
  label: (facts: { likely: number; expected: number }) => Words,
): readonly Odds[] {
  if (byDamage.size === 0) return [];
  const { chance, ...facts } = likeliest(byDamage);
  return [{ label: label(facts), chance, exact }];
}

/** How a ruleset calls the outcomes of a blow. */
export interface HitLabels {
  readonly hit: Words;
  readonly critical: Words;
  damage(facts: { likely: number; expected: number }): Words;
}

/** What a blow that hits, or hits critically, comes to: both chances and the likeliest damage. */
export function hitOdds(sums: Tally, exact: boolean, labels: HitLabels): readonly Odds[] {
  const { hit = 0, critical = 0 } = sums.of;
  return [
    { label: labels.hit, chance: hit + critical, exact },
    { label: labels.critical, chance: critical, exact },
    ...damageOdds(sums, exact, labels.damage),
  ];
}
