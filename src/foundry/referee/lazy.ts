/**
 * What the referee does with what is put before it: it is judged, played, written, taken back or refused. Players' windows never need it, and a
 * game master's when something is done first: so it is fetched, and imported by name nowhere but inside a function.
 */

export { acceptExpired, take } from './accept';
export { redoNext, rewindDownTo, rewindExchange, rewindLast, rewindWhole, settleByHand } from './history';
export { refuse, storeDice } from './refuse';
export { recheckOpenAsk } from './resume';
export { isReachedHalfDone, onceMore, repair } from './write';
