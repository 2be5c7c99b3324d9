import type { ConditionTable } from '../../encounter/condition';
import type { Clock, Encounter, FighterIn } from '../../encounter/state';
import type { Badge, Gauge, Viewer } from '../../encounter/view';
import type { Appearance } from '../define/actions';
import type { Commands } from '../define/commands';

/** What all views of a ruleset share. */
export interface ViewParts<E extends Encounter> {
  readonly id: string;
  readonly idle: Clock;
  readonly conditions: ConditionTable;
  readonly commands: Pick<
    Commands<E, unknown, Appearance>,
    'clock' | 'knows' | 'actionOf' | 'iconOf' | 'quote' | 'play'
  >;
}

/** How a fighter looks in all views. */
export interface FighterAppearance<E extends Encounter> {
  gauges(fighter: FighterIn<E>): readonly Gauge[];
  badges(encounter: E | null, fighter: FighterIn<E>, viewer: Viewer): readonly Badge[];
}
