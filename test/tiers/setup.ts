import { afterAll, vi } from 'vitest';
import { measureFile } from './measure';

measureFile();

/** What the global scope held before the file; the files of a process share it. */
const before = new Map(
  Reflect.ownKeys(globalThis).map((key) => [key, Reflect.getOwnPropertyDescriptor(globalThis, key)!]),
);

afterAll(() => {
  vi.unstubAllGlobals();
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
  for (const [key, was] of before) {
    const now = Reflect.getOwnPropertyDescriptor(globalThis, key);
    if (now?.value !== was.value || now?.get !== was.get) Reflect.defineProperty(globalThis, key, was);
  }
});
