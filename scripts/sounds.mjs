/**
 * Makes the sounds of Cadence from nothing but arithmetic, so that they are ours: `node scripts/sounds.mjs` writes them into `sounds/`.
 * Waves of 16 bits, one channel.
 */
import { mkdirSync, writeFileSync } from 'node:fs';

const RATE = 22050;

/** Two soft bells, the second a fourth above: hertz, and seconds after the beginning. */
const TURN = [
  { at: 0, hertz: 659.26 },
  { at: 0.11, hertz: 880 },
];
const LASTS = 0.6;
const LOUD = 0.32;

const bell = (seconds, hertz) =>
  seconds < 0
    ? 0
    : Math.min(1, seconds / 0.008) *
      (Math.exp(-seconds * 9) * Math.sin(2 * Math.PI * hertz * seconds) +
        0.3 * Math.exp(-seconds * 16) * Math.sin(2 * Math.PI * 2.01 * hertz * seconds));

function wave(notes, lasts) {
  const count = Math.round(lasts * RATE);
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
    // Silent at its end, so that nothing clicks.
    const fade = Math.min(1, (lasts - seconds) / 0.05);
    const sum = notes.reduce((all, note) => all + bell(seconds - note.at, note.hertz), 0);
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sum * LOUD * fade)) * 32767), 44 + at * 2);
  }
  return data;
}

mkdirSync('sounds', { recursive: true });
writeFileSync('sounds/turn.wav', wave(TURN, LASTS));
