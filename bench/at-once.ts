export { simulateAtOnce } from '../src/kernel/drivers/simulate';
export { duels } from './duels';
