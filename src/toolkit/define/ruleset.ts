import { NO_MARKS, NO_SECRETS, NO_THREAT, type Ruleset } from '../../encounter/ruleset';
import { type Going, NO_STANDING, type Standing } from '../../encounter/standing';
import type { Encounter } from '../../encounter/state';
import { NO_TURNS, type Timing } from '../../encounter/timing';
import { type Bound, partsNow } from '../combat/bond';
import { reactionOrder } from '../turns/reaction';
import type { Shown } from '../views/shown';
import { type ViewRules, viewsOf } from '../views/views';
import type { Look } from './actions';
import type { Commands } from './commands';
import { BY_HAND } from './options';

type CommandsOf<E extends Encounter> = Pick<
  Commands<E, unknown, Look>,
  'knows' | 'whyNot' | 'interrupts' | 'named' | 'play'
> &
  Shown<E>['commands'];

/** What a ruleset may leave out. */
type Optional = 'secrets' | 'threat' | 'settings' | 'options' | 'marks' | 'moves';

/** What a ruleset says itself; the rest follows from its commands and views. */
type Own<E extends Encounter> = Omit<
  Ruleset<E>,
  Optional | 'clockCommands' | 'knows' | 'whyNot' | 'interrupts' | 'named' | 'play' | 'standing' | 'timing' | 'views'
>;

/** What a ruleset is made of; whatever all games have alike is not asked for. */
export interface Description<E extends Encounter> extends Own<E>, Partial<Pick<Ruleset<E>, Optional>> {
  readonly commands: CommandsOf<E>;
  /** Reactions that fighters may settle beforehand to let pass. */
  readonly reactions?: readonly string[];
  /** Whom a condition binds its bearer to: when one of them is gone the other is free. */
  bound?(encounter: E): Bound;
  readonly standing?: Partial<Omit<Standing, 'goesOn'>> & { goesOn?(encounter: E): Going | null };
  /** Nobody has turns, where nothing else is said. */
  readonly timing: Partial<Timing<E>> & Pick<Timing<E>, 'roundSeconds'>;
  readonly views: ViewRules<E>;
}

/** The ruleset that a description describes. */
export function rulesetOf<E extends Encounter>(description: Description<E>): Ruleset<E> {
  const { commands, reactions = [], bound, standing = {}, timing, views, ...said } = description;
  const goesOn = (encounter: E): Going | null =>
    (bound && partsNow(encounter, bound(encounter))) ?? standing.goesOn?.(encounter) ?? null;
  return {
    secrets: () => NO_SECRETS,
    threat: NO_THREAT,
    settings: {},
    options: BY_HAND,
    marks: NO_MARKS,
    moves: () => [],
    ...said,
    timing: { ...NO_TURNS, ...timing },
    clockCommands: Object.keys(commands.clock),
    knows: commands.knows,
    whyNot: commands.whyNot,
    interrupts: commands.interrupts,
    named: commands.named,
    play: commands.play,
    standing: { ...NO_STANDING, orders: reactions.map(reactionOrder), ...standing, goesOn },
    views: viewsOf(views, description),
  };
}
