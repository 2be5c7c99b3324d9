export { type Answers, answeredBy } from '../../src/kernel/at-once';
export { oddsAtOnce } from '../../src/kernel/drivers/odds';
export { RULESETS } from '../../src/rulesets/index';
