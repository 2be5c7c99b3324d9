import type { Cube, Offset } from './types';

/** T13: common/grid/hexagonal.d.mts. */
export interface HexLayout {
  columns: boolean;
  even: boolean;
}

/** Returns the offset of a row (or column) in half spaces. */
const shift = (line: number, even: boolean) => (even ? (line + (line & 1)) / 2 : (line - (line & 1)) / 2);

export function offsetToCube({ i, j, k }: Offset, { columns, even }: HexLayout): Cube {
  const q = columns ? j : j - shift(i, even);
  const r = columns ? i - shift(j, even) : i;
  return { q, r, s: 0 - q - r, ...(k === undefined ? {} : { k }) };
}

export function cubeToOffset({ q, r, k }: Cube, { columns, even }: HexLayout): Offset {
  const offset = columns ? { i: r + shift(q, even), j: q } : { i: r, j: q + shift(r, even) };
  return k === undefined ? offset : { ...offset, k };
}

/** Rounds fractional cube coordinates to a hexagon. */
export function cubeRound({ q, r, s, k }: Cube): Cube {
  let [iq, ir] = [Math.round(q), Math.round(r)];
  const is = Math.round(s);
  const [dq, dr, ds] = [Math.abs(iq - q), Math.abs(ir - r), Math.abs(is - s)];
  if (dq > dr && dq > ds) iq = 0 - ir - is;
  else if (dr > ds) ir = 0 - iq - is;
  return { q: iq, r: ir, s: 0 - iq - ir, ...(k === undefined ? {} : { k: Math.round(k) }) };
}

export function cubeDistance(a: Cube, b: Cube): number {
  return (Math.abs(a.q - b.q) + Math.abs(a.r - b.r) + Math.abs(a.s - b.s)) / 2;
}

export const CUBE_STEPS: Cube[] = [
  { q: 1, r: -1, s: 0 },
  { q: 1, r: 0, s: -1 },
  { q: 0, r: 1, s: -1 },
  { q: -1, r: 1, s: 0 },
  { q: -1, r: 0, s: 1 },
  { q: 0, r: -1, s: 1 },
];
