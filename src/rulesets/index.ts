import type { Ruleset } from '../encounter/ruleset';
import { clash } from './clash/index';
import { energy } from './energy/index';
import { seconds } from './seconds/index';
import { slots } from './slots/index';
import { tempo } from './tempo/index';

export const RULESETS = { energy, clash, seconds, slots, tempo } as const satisfies Record<string, Ruleset<any>>;
