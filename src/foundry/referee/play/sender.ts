import type { Command } from '../../../encounter/command';
import { judge } from '../../../encounter/legality';
import { renameFighters } from '../../../encounter/option';
import { groundAt } from '../../../encounter/scenes';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { metresBetween } from '../../../toolkit/space/space';
import { isFightingElsewhere, isFightingIn, isOvertakenCard } from '../../host/elsewhere';
import { documentsOf, type ExchangeDocument, isCard, isTokenFighter } from '../../host/exchange-document';
import { isOnLevel } from '../../host/levels';
import { strictnessFor } from '../../platform/world-settings';
import { vetoReasons } from '../requests/pre-act';
import { mayAnswer } from '../requests/responders';
import type { StepContext, Submission } from './submission';

/** Longer than any path of one command; a path is followed cell by cell. */
const MOST_CELLS = 1000;

/** Returns true for a token fighter in an encounter: there, fighters act and pay as combatants. */
export const isStrayTokenFighter = (host: ExchangeDocument, id: string): boolean => !isCard(host) && isTokenFighter(id);

/** Returns why a player may not act from outside an encounter, or null: combatants are targets only of combatants, who pay for actions. */
export function whyOutside(context: StepContext, user: User.Implementation, { by, at }: Command): string | null {
  const { host } = context;
  if (user.isGM) return null;
  if (isCard(host) && isFightingElsewhere(host, documentsOf(host, by).actor)) return 'in-encounter';
  if (isOvertakenCard(host)) return 'joined-encounter';
  const { actor } = at === undefined ? { actor: null } : documentsOf(host, at);
  return at !== undefined && isSeen(context, user, at) && isFightingElsewhere(host, actor) && isTokenFighter(at)
    ? 'other-encounter'
    : null;
}

/** Returns true if the fighter may be a target: as a combatant where it is one, and for players only while visible. */
export function mayTarget(context: StepContext, user: User.Implementation, at: string): boolean {
  const { host } = context;
  const { actor } = documentsOf(host, at);
  if (isTokenFighter(at) && actor && !isCard(host) && isFightingIn(host, actor)) return false;
  if (isTokenFighter(at) && !user.isGM && isFightingElsewhere(host, actor)) return false;
  return isSeen(context, user, at);
}

/** Returns true if the fighter exists and the user may know of it. */
function isSeen({ host, encounter }: StepContext, user: User.Implementation, at: string): boolean {
  const { actor, token, combatant } = documentsOf(host, at);
  if (!encounter.fighters[at]) return false;
  if (user.isGM || actor?.testUserPermission(user, 'OWNER')) return true;
  return token ? !token.hidden : combatant?.hidden === false;
}

/** Replaces the ids of hidden fighters in a command; no fighter has this id. */
const NO_FIGHTER = '-';

/** Returns the command with forbidden targets replaced by a missing fighter, in options too. */
export function withoutHiddenTargets(context: StepContext, user: User.Implementation, command: Command): Command {
  const { fighters } = context.encounter;
  const replaceHidden = (id: string): string => (fighters[id] && !mayTarget(context, user, id) ? NO_FIGHTER : id);
  return renameFighters(context.adapter.ruleset.options, command, replaceHidden);
}

const BODY = ['width', 'height', 'depth', 'shape'] as const;

/** Returns true if the path has a possible length and the size of a fighter that the sender leads, on levels of the map. */
export function isValidPath(
  { host, encounter }: StepContext,
  user: User.Implementation,
  { by, path = [] }: Command,
): boolean {
  const { fighters } = encounter;
  const movers = Object.values(fighters).filter(({ id, place }) => place && mayAnswer(user, host, id));
  const isWide = (body: Place): boolean =>
    movers.some(({ place }) => place && BODY.every((member) => place[member] === body[member]));
  const from = fighters[by]?.place ?? path[0];
  const ground = groundAt(encounter.ground, from);
  const fullPath = [...(from ? [from] : []), ...path];
  const cells = fullPath
    .slice(1)
    .reduce((sum, place, at) => sum + metresBetween(ground, fullPath[at] ?? place, place) / ground.cell, 0);
  const { token } = documentsOf(host, by);
  const isReal = (place: Place): boolean => place.level === from?.level || isOnLevel(token?.parent ?? null, place);
  return cells <= MOST_CELLS && path.every((place) => isWide(place) && isReal(place));
}

/** Returns what blocks the sender's command: the rules, by the world's strictness, then other packages. Empty if it may continue. */
export function whyNot(
  { host, adapter: { ruleset }, encounter }: StepContext,
  { user, force }: Submission,
  command: Command,
): readonly Reason[] {
  // In a world that warns, the player has seen the warning before sending; `force` counts from GMs only.
  const strictness = strictnessFor(user);
  const reasons = ruleset.whyNot(encounter, command);
  const verdict = judge(reasons, strictness, user.isGM ? force : strictness === 'warn');
  return verdict === 'go' ? vetoReasons(host, user, command) : reasons;
}
