import type { ConditionTable } from '../../encounter/condition';
import type { Clock, Encounter, FighterIn } from '../../encounter/state';
import type { Badge, Gauge, Viewer } from '../../encounter/view';
import type { Commands, Runtime } from '../act/commands';

/** What all views of a ruleset share. */
export interface ViewParts {
  readonly id: string;
  readonly idle: Clock;
  readonly conditions: ConditionTable;
  readonly commands: Pick<Commands, 'clock' | 'knows' | 'actionOf' | 'iconOf'> & {
    of(encounter: Encounter): Pick<Runtime, 'quote'>;
  };
}

/** How a fighter looks in all views. */
export interface FighterAppearance<E extends Encounter> {
  gauges(fighter: FighterIn<E>): readonly Gauge[];
  /** Called once for all fighters of a view. */
  badges(encounter: E | null, viewer: Viewer): (fighter: FighterIn<E>) => readonly Badge[];
}
