/**
 * The part of the referee that judges, plays, writes, undoes and refuses. Loaded on a GM's first command and never by players, so import it
 * only dynamically.
 */

export { endOpenExchange, redoNext, rewindAll, rewindDownTo, rewindExchange, rewindLast } from '../store/history';
export { isLastStepIncomplete, repair } from '../store/write';
export { acceptExpired, acceptSubmission } from './accept';
export { recheckOpenAsk, storePause } from './recheck';
export { refuse, storeDice } from './refuse';
export { retryStep } from './retry';
