import type { Former } from '../../src/rulebook/former';
import { SCHEMA as CLASH } from '../../src/rulesets/clash/rules/schema';
import { SCHEMA as ENERGY } from '../../src/rulesets/energy/rules/schema';
import { SCHEMA as SECONDS } from '../../src/rulesets/seconds/rules/schema';
import { SCHEMA as SLOTS } from '../../src/rulesets/slots/rules/schema';
import { SCHEMA as TEMPO } from '../../src/rulesets/tempo/rules/schema';

/** How earlier versions wrote the state of each ruleset. */
export const FORMERS: Readonly<Record<string, Former | undefined>> = Object.fromEntries(
  [CLASH, ENERGY, SECONDS, SLOTS, TEMPO].map(({ id, former }) => [id, former]),
);
