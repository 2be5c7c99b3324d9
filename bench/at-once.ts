export { oddsAtOnce } from '../src/kernel/drivers/odds';
export { simulateAtOnce } from '../src/kernel/drivers/simulate';
export { duels } from './duels';
