import type { Ruleset } from '../../encounter/ruleset';
import type { SheetSchema } from './sheet-schema';

/** A ruleset with what it keeps of its fighters, its rules fetched when a world first needs them. */
export interface Described extends Pick<Ruleset, 'settings' | 'conditions'> {
  readonly schema: SheetSchema;
  /** So long a round is, where the world has not said otherwise. */
  readonly roundSeconds: number;
  /** Its rules, where they are here already. */
  readonly rules?: Ruleset;
  /** Fetches its rules. */
  load(): Promise<Ruleset>;
}
