/** How a fighter weighs what it can gain and lose. */
export const TEMPERAMENTS = ['mindless', 'brutal', 'cunning', 'cowardly', 'protector'] as const;
export type Temperament = (typeof TEMPERAMENTS)[number];

export const isTemperament = (value: unknown): value is Temperament => TEMPERAMENTS.some((each) => each === value);

/** Below this health a fighter wants to live more than to win. */
const AFRAID = 0.25;

/** Returns how a fighter weighs its chances if the GM has not chosen: by its numbers. @param health from 0 to 1 */
export const defaultTemperament = (health: number): Temperament => (health < AFRAID ? 'cowardly' : 'cunning');

const TERMS = ['standing', 'health', 'pools', 'conditions', 'position'] as const;
export type TermWeights = Readonly<Record<(typeof TERMS)[number], number>>;

export interface Weights {
  readonly self: TermWeights;
  readonly allies: TermWeights;
  readonly foes: TermWeights;
}

const EVEN: TermWeights = { standing: 1, health: 1, pools: 1, conditions: 1, position: 1 };
/** Where foes stand is told by the positions of one's own side. */
const OF_FOES: TermWeights = { ...EVEN, position: 0 };

const scaled = (weights: TermWeights, by: number): TermWeights => ({
  standing: weights.standing * by,
  health: weights.health * by,
  pools: weights.pools * by,
  conditions: weights.conditions * by,
  position: weights.position * by,
});

export const WEIGHTS: Readonly<Record<Temperament, Weights>> = {
  /** Only the damage it deals counts. */
  mindless: { self: { ...scaled(EVEN, 0), position: 1 }, allies: scaled(EVEN, 0), foes: scaled(OF_FOES, 1) },
  brutal: { self: scaled(EVEN, 0.4), allies: scaled(EVEN, 0.2), foes: scaled(OF_FOES, 1.4) },
  cunning: { self: EVEN, allies: EVEN, foes: OF_FOES },
  cowardly: { self: scaled(EVEN, 2.5), allies: scaled(EVEN, 0.3), foes: scaled(OF_FOES, 0.7) },
  protector: { self: scaled(EVEN, 0.7), allies: scaled(EVEN, 1.8), foes: scaled(OF_FOES, 0.8) },
};
