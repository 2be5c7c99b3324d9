import type { Ruleset } from '../../encounter/ruleset';
import type { SheetSchema } from './sheet-schema';

/** What is known of a ruleset before its rules are loaded. */
export interface RulesetManifest extends Pick<Ruleset, 'settings' | 'conditions'> {
  readonly schema: SheetSchema;
  /** Length of a round, unless the world has set another. */
  readonly roundSeconds: number;
  /** The rules, if they are loaded already. */
  readonly rules?: Ruleset;
  /** Loads the rules. */
  load(): Promise<Ruleset>;
}

/** The manifest of a ruleset whose rules are loaded already. */
export const manifestOf = (rules: Ruleset, schema: SheetSchema): RulesetManifest => ({
  schema,
  rules,
  settings: rules.settings,
  conditions: rules.conditions,
  roundSeconds: rules.timing.roundSeconds,
  load: async () => rules,
});
