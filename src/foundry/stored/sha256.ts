/** Fractional parts of the cube roots of the first primes, from FIPS 180-4. */
const CONSTANTS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Returns the SHA-256 of a text in hexadecimal. Own code, because browsers have no `crypto.subtle` on plain http. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, at) => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8));
  });
  words[bytes.length >> 2] = (words[bytes.length >> 2] ?? 0) | (0x80 << (24 - (bytes.length % 4) * 8));
  words[words.length - 2] = Math.floor((bytes.length * 8) / 2 ** 32);
  words[words.length - 1] = (bytes.length * 8) | 0;
  let hash = START;
  for (let block = 0; block < words.length; block += 16) hash = compress(hash, words.subarray(block, block + 16));
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function compress(hash: readonly number[], block: Int32Array): number[] {
  const schedule = new Int32Array(64);
  schedule.set(block);
  const word = (i: number): number => schedule[i] ?? 0;
  for (let i = 16; i < 64; i++) {
    const [a, b] = [word(i - 15), word(i - 2)];
    const small = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const large = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    schedule[i] = word(i - 16) + small + word(i - 7) + large;
  }
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen + (CONSTANTS[i] ?? 0) + word(i)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((each, i) => (each + (hash[i] ?? 0)) | 0);
}
