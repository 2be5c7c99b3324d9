import type { Command } from '../../encounter/command';
import { judge } from '../../encounter/legality';
import { renameFighters } from '../../encounter/option';
import type { Ruleset } from '../../encounter/ruleset';
import type { Encounter, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { metresBetween } from '../../toolkit/space/space';
import { isFightingElsewhere, isFightingIn, isOvertakenCard } from '../host/elsewhere';
import { documentsOf, type ExchangeDocument, isCard, isTokenFighter } from '../host/exchange-document';
import { strictnessFor } from '../platform/world-settings';
import { mayAnswer } from './responders';
import type { StepContext, Submission } from './submission';

/** Nobody goes so far in one command; a way is followed cell by cell. */
const MOST_CELLS = 1000;

/** In an encounter everybody acts as the combatant they are, and pays as one. */
export const isStrayTokenFighter = (host: ExchangeDocument, id: string): boolean => !isCard(host) && isTokenFighter(id);

/**
 * Why a player may not do this from outside an encounter: players act on combatants of a running encounter only as a combatant of that
 * encounter, where the action is paid for. Null if they may.
 */
export function whyOutside(table: StepContext, user: User.Implementation, { by, at }: Command): string | null {
  const { host } = table;
  if (user.isGM) return null;
  if (isCard(host) && isFightingElsewhere(host, documentsOf(host, by).actor)) return 'in-encounter';
  if (isOvertakenCard(host)) return 'joined-encounter';
  const { actor } = at === undefined ? { actor: null } : documentsOf(host, at);
  return at !== undefined && isSeen(table, user, at) && isFightingElsewhere(host, actor) && isTokenFighter(at)
    ? 'other-encounter'
    : null;
}

/** Whether somebody may be aimed at: as the combatant they are, and by a player only where their token is to be seen. */
export function mayTarget(table: StepContext, user: User.Implementation, at: string): boolean {
  const { host } = table;
  const { actor } = documentsOf(host, at);
  if (isTokenFighter(at) && actor && !isCard(host) && isFightingIn(host, actor)) return false;
  if (isTokenFighter(at) && !user.isGM && isFightingElsewhere(host, actor)) return false;
  return isSeen(table, user, at);
}

/** Whether a fighter is there and a player may know of it. */
function isSeen({ host, encounter }: StepContext, user: User.Implementation, at: string): boolean {
  const { actor, token, combatant } = documentsOf(host, at);
  if (!encounter.fighters[at]) return false;
  if (user.isGM || actor?.testUserPermission(user, 'OWNER')) return true;
  return token ? !token.hidden : combatant?.hidden === false;
}

/** Stands in a command for those it may not name; no fighter is called so. */
const NOBODY = '-';

/** Whom somebody may not aim at is nobody to the rules, and refused as such, also where an option names them. */
export function withoutHiddenTargets(table: StepContext, user: User.Implementation, command: Command): Command {
  const { fighters } = table.encounter;
  const seen = (id: string): string => (fighters[id] && !mayTarget(table, user, id) ? NOBODY : id);
  return renameFighters(table.adapter.ruleset.options, command, seen);
}

/** A way is as long as somebody could go it, and as wide as one of those whom the sender leads. */
export function isValidPath(
  { host, encounter }: StepContext,
  user: User.Implementation,
  { by, path = [] }: Command,
): boolean {
  const { ground, fighters } = encounter;
  const goers = Object.values(fighters).filter(({ id, place }) => place && mayAnswer(user, host, id));
  const isWide = ({ width, height }: Place): boolean =>
    goers.some(({ place }) => place?.width === width && place.height === height);
  const from = fighters[by]?.place ?? path[0];
  const way = [...(from ? [from] : []), ...path];
  const cells = way
    .slice(1)
    .reduce((sum, place, at) => sum + metresBetween(ground, way[at] ?? place, place) / ground.cell, 0);
  return cells <= MOST_CELLS && path.every(isWide);
}

/** What keeps the sender from this command; empty where it may go on, whether the rules allow it or the world looks away. */
export function whyNot(
  ruleset: Ruleset,
  encounter: Encounter,
  { user, force }: Submission,
  command: Command,
): readonly Reason[] {
  // A world that only warns its players has warned them before they sent it; `force` is believed of game masters alone.
  const strictness = strictnessFor(user);
  const reasons = ruleset.whyNot(encounter, command);
  return judge(reasons, strictness, user.isGM ? force : strictness === 'warn') === 'go' ? [] : reasons;
}
