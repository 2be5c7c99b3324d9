import type { Former } from '../../src/rulebook/former';
import { SCHEMA as CLASH } from '../../src/rulesets/clash/schema';
import { SCHEMA as ENERGY } from '../../src/rulesets/energy/schema';
import { SCHEMA as SECONDS } from '../../src/rulesets/seconds/schema';
import { SCHEMA as SLOTS } from '../../src/rulesets/slots/schema';
import { SCHEMA as TEMPO } from '../../src/rulesets/tempo/schema';

/** How earlier versions wrote the state of each ruleset. */
export const FORMERS: Readonly<Record<string, Former | undefined>> = Object.fromEntries(
  [CLASH, ENERGY, SECONDS, SLOTS, TEMPO].map(({ id, former }) => [id, former]),
);
