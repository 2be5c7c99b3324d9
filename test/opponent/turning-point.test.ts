import { describe, expect, it } from 'vitest';
import { type ForecastMoment, nextMoment, turningPointIn, winnerIn } from '../../src/opponent/turning-point';

/** Asks for moments until enough are known. */
function forecastAll(length: number, chanceAt: (position: number) => number): readonly ForecastMoment[] {
  const known: ForecastMoment[] = [];
  for (let position = nextMoment(length, known); position !== null; position = nextMoment(length, known)) {
    const heroes = chanceAt(position);
    known.push({ position, chances: { heroes, foes: 1 - heroes } });
    known.sort((a, b) => a.position - b.position);
  }
  return known;
}

describe('the turning point', () => {
  it.each([1, 2, 7, 8, 40, 100])('is the exchange after which the winner has the better chance, of %i', (length) => {
    for (const turn of [1, Math.ceil(length / 2), length]) {
      const known = forecastAll(length, (position) => (position >= turn ? 0.9 : 0.4));
      expect(turningPointIn(known)).toEqual({ side: 'heroes', position: turn, width: 1, before: 0.4, after: 0.9 });
      expect(known.length).toBeLessThanOrEqual(12);
    }
  });

  it('says in how many exchanges it happened if there are too many', () => {
    const known = forecastAll(1000, (position) => (position >= 500 ? 0.9 : 0.4));
    const { position, width } = turningPointIn(known) ?? { position: 0, width: 0 };
    expect(position).toBeGreaterThanOrEqual(500);
    expect(position - width).toBeLessThan(500);
    expect([known.length, width]).toEqual([12, 9]);
  });

  it('is that of the side with the better chance at the end', () => {
    const known = forecastAll(20, (position) => (position >= 12 ? 0.1 : 0.7));
    expect(winnerIn(known)).toBe('foes');
    expect(turningPointIn(known)).toMatchObject({ side: 'foes', position: 12 });
  });

  it('is missing where the chance hardly rises, and where no side can win', () => {
    expect(turningPointIn(forecastAll(20, (position) => 0.9 + position / 200))).toBeNull();
    expect(turningPointIn([])).toBeNull();
    expect(winnerIn([{ position: 0, chances: { heroes: 0, foes: 0 } }])).toBeNull();
  });
});
