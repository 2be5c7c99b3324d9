import type { Ruleset } from '../encounter/ruleset';
import { clash } from './clash/rules/index';
import { energy } from './energy/rules/index';
import { seconds } from './seconds/rules/index';
import { slots } from './slots/rules/index';
import { tempo } from './tempo/rules/index';

export const RULESETS = { energy, clash, seconds, slots, tempo } as const satisfies Record<string, Ruleset<any>>;
export type RulesetId = keyof typeof RULESETS;
