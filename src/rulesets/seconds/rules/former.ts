import type { Former } from '../../../rulebook/former';

const MADE = { success: true };
const FAILED = { success: false };

/** What stood in exchanges as a mere line before 0.4.0. */
export const FORMER: Former = {
  outcomes: {
    hit: MADE,
    'hits-object': MADE,
    blinded: MADE,
    grappled: MADE,
    restrained: MADE,
    shoved: MADE,
    tackled: MADE,
    pinned: MADE,
    'pulled-free': MADE,
    'broken-free': MADE,
    frightened: MADE,
    improvises: MADE,
    disarmed: MADE,
    caught: MADE,
    tripped: MADE,
    miss: FAILED,
    'misses-object': FAILED,
    'not-blinded': FAILED,
    'not-grappled': FAILED,
    'not-shoved': FAILED,
    'not-tackled': FAILED,
    'not-pinned': FAILED,
    'still-pinned': FAILED,
    'still-held': FAILED,
    'not-frightened': FAILED,
    'fails-to': FAILED,
    'not-disarmed': FAILED,
    'not-caught': FAILED,
    'not-tripped': FAILED,
  },
};
