import { say } from '../../../encounter/change';
import { GM } from '../../../kernel/ask';
import { amount, choose, type Procedure, words } from '../../../kernel/procedure';
import type { Act } from '../act';
import { left, savedByDex } from '../lane/bar';
import type { Terms } from '../marks';
import { CHECKS, secondsOf, TICKS, ticksOf } from '../words';

/** Characters of what somebody describes. */
const MOST_WORDS = 120;
/** The longest a game master may say something takes, and the hardest it may be. */
const LONGEST = 60 * TICKS;
const HARDEST = 60;

/**
 * S-32: says how it is to be done, and the game master allows it or not; what the game master's own fighters do is allowed already.
 * @param ask what is to be described
 */
export function* approve({ fighter }: Act, ask: 'means' | 'cover' | 'surface'): Procedure<Terms | null> {
  const text = yield* words(ask, fighter.id, MOST_WORDS);
  yield* say('describes', { text }, fighter.id);
  if (!fighter.player) return {};
  return (yield* granted('approve', fighter.id, text)) ? {} : null;
}

function* granted(ask: string, at: string, text: string): Procedure<boolean> {
  const options = ['yes', 'no'].map((id) => ({ id, whyNot: [] }));
  return (yield* choose(ask, GM, options, { at, text })) === 'yes';
}

/** S-72: whether it can be done, how long it takes, whether DEX shortens that (S-A43), and how hard it is. */
export function* price({ fighter, world }: Act): Procedure<Terms | null> {
  const at = fighter.id;
  const text = yield* words('improvise', at, MOST_WORDS);
  yield* say('describes', { text }, at);
  const verdicts = ['usual', 'final', 'no'].map((id) => ({ id, whyNot: [] }));
  const verdict = yield* choose('verdict', GM, verdicts, { at, text });
  if (verdict === 'no') return null;
  const quicker = { saved: savedByDex(fighter, world), least: ticksOf(world.minActionSeconds) };
  const facts = { at, left: secondsOf(left(fighter)), ...(verdict === 'usual' && quicker.saved > 0 && quicker) };
  const base = yield* amount('time', GM, 0, LONGEST, facts);
  const kinds = ['none', ...CHECKS].map((id) => ({ id, whyNot: [] }));
  const kind = yield* choose('difficulty-of', GM, kinds, { at });
  const terms: Terms = { base, final: verdict === 'final' };
  return kind === 'none'
    ? terms
    : { ...terms, check: kind, against: yield* amount('difficulty', GM, 0, HARDEST, { at }) };
}

/** S-91, S-A33: how long it takes to say; at most one's whole turn, however quick one's hands are. */
export function* length({ fighter }: Act): Procedure<Terms> {
  const at = fighter.id;
  const text = yield* words('speech', at, MOST_WORDS);
  yield* say('says', { text }, at);
  const facts = { at, text, left: secondsOf(left(fighter)) };
  return { base: yield* amount('speech-time', GM, 0, fighter.stats.secondsPerTurn, facts), final: true };
}
