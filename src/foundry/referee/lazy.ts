/**
 * What the referee does with what is put before it: it is judged, played, written, taken back or refused. Players' windows never need it, and a
 * game master's when something is done first: so it is fetched, and imported by name nowhere but inside a function.
 */

export { take, takeLapsed } from './accept';
export { redoNext, rewindDownTo, rewindExchange, rewindLast, rewindWhole, settleByHand } from './history';
export { keepDice, refuse } from './refuse';
export { lookAgain } from './resume';
export { isReachedHalfDone, mend, onceMore } from './write';
