import { NO_SECRETS, NO_THREAT, type Ruleset } from '../encounter/ruleset';
import { type Going, NO_STANDING, type Standing } from '../encounter/standing';
import type { Encounter } from '../encounter/state';
import { type Bound, partsNow } from '../mechanics/bond';
import { reactionOrder } from '../mechanics/reaction';
import type { Commands } from './command';
import { type ViewRules, viewsOf } from './views';

type CommandsOf<E extends Encounter> = Pick<
  Commands<E, unknown, unknown>,
  'clock' | 'knows' | 'whyNot' | 'interrupts' | 'play'
>;

/** What a ruleset is made of; whatever all games have alike is not asked for. */
export interface Description<E extends Encounter>
  extends Omit<Ruleset<E>, 'clockCommands' | keyof CommandsOf<E> | 'standing' | 'secrets' | 'threat' | 'views'>,
    Partial<Pick<Ruleset<E>, 'secrets' | 'threat'>> {
  readonly commands: CommandsOf<E>;
  /** Reactions that fighters may settle beforehand to let pass. */
  readonly reactions?: readonly string[];
  /** Whom a condition binds its bearer to: when one of them is gone the other is free. */
  bound?(encounter: E): Bound;
  readonly standing: Partial<Omit<Standing, 'goesOn'>> & { goesOn?(encounter: E): Going | null };
  readonly views: ViewRules<E>;
}

/** The ruleset that a description describes. */
export function rulesetOf<E extends Encounter>(description: Description<E>): Ruleset<E> {
  const { commands, reactions = [], bound, standing, views, ...said } = description;
  const goesOn = (encounter: E): Going | null =>
    (bound && partsNow(encounter, bound(encounter))) ?? standing.goesOn?.(encounter) ?? null;
  return {
    secrets: () => NO_SECRETS,
    threat: NO_THREAT,
    ...said,
    clockCommands: Object.keys(commands.clock),
    knows: commands.knows,
    whyNot: commands.whyNot,
    interrupts: commands.interrupts,
    play: commands.play,
    standing: { ...NO_STANDING, orders: reactions.map(reactionOrder), ...standing, goesOn },
    views: viewsOf(views),
  };
}
