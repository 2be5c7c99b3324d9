/**
 * What the referee does with what is put before it: it is judged, played, written, taken back or refused. Players' windows never need it, and a
 * game master's when something is done first: so it is fetched, and imported by name nowhere but inside a function.
 */

export { acceptExpired, acceptSubmission } from './accept';
export { endOpenExchange, redoNext, rewindAll, rewindDownTo, rewindExchange, rewindLast } from './history';
export { refuse, storeDice } from './refuse';
export { recheckOpenAsk } from './resume';
export { isLastStepIncomplete, repair, retryOnce } from './write';
