export { type Answers, answeredBy } from '../../src/kernel/at-once';
export { RULESETS } from '../../src/rulesets/index';
