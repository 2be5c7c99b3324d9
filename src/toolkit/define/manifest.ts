import type { Ruleset } from '../../encounter/ruleset';
import type { SheetSchema } from './sheet-schema';

/** What is loaded of a ruleset at start. */
export interface RulesetManifest extends Pick<Ruleset, 'settings' | 'conditions'> {
  readonly schema: SheetSchema;
  /** Default length of a round, in seconds. */
  readonly roundSeconds: number;
  /** Set if already loaded. */
  readonly rules?: Ruleset;
  load(): Promise<Ruleset>;
}

export const manifestOf = (rules: Ruleset, schema: SheetSchema): RulesetManifest => ({
  schema,
  rules,
  settings: rules.settings,
  conditions: rules.conditions,
  roundSeconds: rules.timing.roundSeconds,
  load: async () => rules,
});
