/**
 * Synthesizes the sounds of Cadence, so that they need no license: `node scripts/sounds.mjs` writes them into
 * `sounds/`.
 * 16-bit mono waves.
 */
import { mkdirSync, writeFileSync } from 'node:fs';

const RATE = 22050;

/** Two soft bells, the second a fourth above; `at` in seconds. */
const TURN = [
  { at: 0, hertz: 659.26 },
  { at: 0.11, hertz: 880 },
];
const DURATION = 0.6;
const VOLUME = 0.32;

const bell = (seconds, hertz) =>
  seconds < 0
    ? 0
    : Math.min(1, seconds / 0.008) *
      (Math.exp(-seconds * 9) * Math.sin(2 * Math.PI * hertz * seconds) +
        0.3 * Math.exp(-seconds * 16) * Math.sin(2 * Math.PI * 2.01 * hertz * seconds));

function encodeWave(notes, duration) {
  const count = Math.round(duration * RATE);
  const data = Buffer.alloc(44 + count * 2);
  data.write('RIFF', 0);
  data.writeUInt32LE(36 + count * 2, 4);
  data.write('WAVEfmt ', 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(RATE, 24);
  data.writeUInt32LE(RATE * 2, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write('data', 36);
  data.writeUInt32LE(count * 2, 40);
  for (let at = 0; at < count; at++) {
    const seconds = at / RATE;
    // Fades out to prevent a click.
    const fade = Math.min(1, (duration - seconds) / 0.05);
    const sum = notes.reduce((all, note) => all + bell(seconds - note.at, note.hertz), 0);
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sum * VOLUME * fade)) * 32767), 44 + at * 2);
  }
  return data;
}

mkdirSync('sounds', { recursive: true });
writeFileSync('sounds/turn.wav', encodeWave(TURN, DURATION));
