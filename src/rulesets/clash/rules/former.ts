import type { FormerOutcomes } from '../../../encounter/former';

const MADE = { success: true };
const FAILED = { success: false };

/** What stood in exchanges as a mere line until 0.3.0. */
export const FORMER_OUTCOMES: FormerOutcomes = {
  'dodge-failed': MADE,
  'parry-failed': MADE,
  'block-failed': MADE,
  'spell-failed': MADE,
  healed: MADE,
  'takes-effect': MADE,
  escaped: MADE,
  lands: MADE,
  'lands-badly': MADE,
  'parry-made': FAILED,
  'block-made': FAILED,
  'spell-made': FAILED,
  saved: FAILED,
  'still-held': FAILED,
  'falls-short': FAILED,
  'dodge-made': { success: false, verdict: 'held' },
  'parry-perfect': { success: false, verdict: 'held' },
  'turned-aside': { success: false, verdict: 'held' },
  stopped: { success: false, verdict: 'held' },
  hit: { success: true, verdict: 'through' },
  'hit-magic': { success: true, verdict: 'through' },
  seized: { success: true, verdict: 'through' },
  glanced: { success: true, verdict: 'held' },
};
