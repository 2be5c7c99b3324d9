import { NO_SECRETS, NO_THREAT, type Ruleset } from '../encounter/ruleset';
import { type Going, NO_STANDING, type Standing } from '../encounter/standing';
import type { Encounter } from '../encounter/state';
import { type Bound, partsNow } from '../mechanics/bond';
import { reactionOrder } from '../mechanics/reaction';
import { type ViewRules, viewsOf } from './views';

/** What a ruleset is made of; whatever all games have alike is not asked for. */
export interface Description<E extends Encounter>
  extends Omit<Ruleset<E>, 'clockCommands' | 'standing' | 'secrets' | 'threat' | 'views'>,
    Partial<Pick<Ruleset<E>, 'secrets' | 'threat'>> {
  /** The commands that move the clock, in the order a game master uses them: the first is the start. */
  readonly clock: Readonly<Record<string, unknown>>;
  /** Reactions that fighters may settle beforehand to let pass. */
  readonly reactions?: readonly string[];
  /** Whom a condition binds its bearer to: when one of them is gone the other is free. */
  bound?(encounter: Encounter): Bound;
  readonly standing: Partial<Standing>;
  readonly views: ViewRules<E>;
}

/** The ruleset that a description describes. */
export function rulesetOf<E extends Encounter>(description: Description<E>): Ruleset<E> {
  const { clock, reactions = [], bound, standing, views, ...said } = description;
  const goesOn = (encounter: Encounter): Going | null =>
    (bound && partsNow(encounter, bound(encounter))) ?? standing.goesOn?.(encounter) ?? null;
  return {
    secrets: () => NO_SECRETS,
    threat: NO_THREAT,
    ...said,
    clockCommands: Object.keys(clock),
    standing: { ...NO_STANDING, orders: reactions.map(reactionOrder), ...standing, goesOn },
    views: viewsOf(views),
  };
}
