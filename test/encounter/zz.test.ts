import { it } from 'vitest';
import { IDS } from '../opponent/skirmish';
import { openSpoilt } from '../support/spoilt-record';
it('x', () => {
  for (let seed = 1; seed < 25; seed++) for (const id of IDS) {
    const { faults, refused, played } = openSpoilt(id, seed, 60);
    console.log(id, seed, refused, played);
    for (const f of faults) console.log('FAULT', f.slice(0, 900));
  }
}, 600000);
