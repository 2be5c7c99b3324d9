import type { Ruleset } from '../../src/encounter/ruleset';
import { RULESETS } from '../../src/rulesets/index';

/** The rulesets of tests that play each: all, or with `SCENARIOS_OF` one. */
export const TESTED = (Object.values(RULESETS) as Ruleset[]).filter(({ id }) =>
  [undefined, '', id].includes(process.env['SCENARIOS_OF']),
);
