import { isKeyed } from '../support/record';

/** Half a pixel: documents store places no more precisely. */
const NEAR = 0.006;

/** The first path at which two values differ, or null. */
export function difference(a: unknown, b: unknown, path = ''): string | null {
  if (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) < NEAR) return null;
  if (!isKeyed(a) || !isKeyed(b))
    return a === b ? null : `${path} is ${JSON.stringify(b)?.slice(0, 200)}, not ${JSON.stringify(a)?.slice(0, 200)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    // A scenario is played on one scene, which it does not name.
    if (key === 'scene') continue;
    const found = difference(a[key] ?? null, b[key] ?? null, `${path}.${key}`);
    if (found) return found;
  }
  return null;
}
