import type { Ruleset } from '../encounter/ruleset';
import { energy } from './energy/rules/index';

export const RULESETS = { energy } as const satisfies Record<string, Ruleset<any>>;
export type RulesetId = keyof typeof RULESETS;
