import type { Ruleset } from '../encounter/ruleset';
import { energy } from './energy/rules/index';
import { slots } from './slots/rules/index';

export const RULESETS = { energy, slots } as const satisfies Record<string, Ruleset<any>>;
export type RulesetId = keyof typeof RULESETS;
