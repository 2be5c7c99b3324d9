import type { Command } from '../../../encounter/command';
import { NO_TARGET } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { isCard, isRunning } from '../../host/exchange-document';
import { portraitFrom } from '../../host/portraits';
import { favoritesOf } from '../../platform/hidden-settings';
import { keyText } from '../../platform/key-text';
import { localize, reasonText } from '../../platform/text';
import { hasPlayerSuggestions } from '../../platform/world-settings';
import { openAsks, type UserAsk } from '../../referee';
import { actorContext } from '../../views/actor-context';
import {
  facesOf,
  fightOf,
  fightOfActor,
  type LoadedEncounter,
  type LoadedFighter,
  trackerView,
} from '../../views/fight';
import { Parts } from '../../views/parts';
import { rowGauges } from '../../views/row-gauges';
import { ownTurns } from '../../views/turns';
import { askContexts, isDeferred } from '../asks/ask';
import { openCard } from '../chat/card';
import { characterOf } from '../ui/own-character';
import { isViewed } from '../ui/viewed-scene';
import { type BarAction, type BarGroup, barGroups, DUE, FAVORITES, isMain, rulingGroups } from './bar-groups';
import { AGAIN, type BarLayout, keepPlaces, lastActions } from './bar-places';
import { findJoinableEncounter } from './joinable-encounter';

/** What the user has set in the bar, and how many actions it has space for. */
interface BarView {
  /** Text that labels must contain; empty without a search. */
  readonly query: string;
  /** Whether the rest of the actions is shown. */
  readonly more: boolean;
  /** Null when the bar is opened. */
  readonly layout: BarLayout | null;
  /** How many actions fit into a row, and how many places the end of the turn takes there. */
  readonly columns: number;
  readonly end: number;
  readonly rows: number;
  readonly isFolded: boolean;
  readonly hasNames: boolean;
}

/** Returns the bar's context: an actor's buttons and pools during a running fight, a join button beside one, else null. */
export function barContext(actor: Actor.Implementation | null, view: BarView) {
  const fight = actor?.isOwner ? fightOfActor(actor) : null;
  if (!actor) return null;
  if (!fight || isCard(fight.host) || isElsewhere(actor)) return joiningContext(actor);
  const { ruleset } = fight.adapter;
  if (fight.encounter.clock.phase === ruleset.idle.phase) return joiningContext(actor);
  const seen = actorContext(actor, fight.adapter);
  const face = facesOf(fight.host).get(fight.id);
  if (!seen || !face) return null;
  const parts = new Parts(ruleset.id);
  const row = trackerView(fight).rows.find(({ id }) => id === fight.id);
  const groups = barGroups(actor, seen, favoritesOf(actor.uuid)).map((group) => ({
    ...group,
    actions: group.actions.map((action) => {
      const obstacle = obstacleTo(fight, action);
      return { ...action, ...obstacle, tooltip: [action.tooltip, obstacle.when].filter(Boolean).join('\n') };
    }),
  }));
  const lane = row?.lane ? parts.lane(row.lane, row.id) : null;
  const { layout, ...shown } = arrange(fight, groups, { ...view, rows: view.rows - Number(lane !== null) });
  const { name, img } = face;
  const gauges = row ? rowGauges(row, parts, fight.adapter) : [];
  return {
    layout,
    ruleset: ruleset.id,
    name,
    img,
    targets: seen.targets,
    gauges,
    areGaugesShort: gauges.length > MOST_NAMED_GAUGES || view.columns < MOST_NAMED_GAUGES,
    lane,
    words: view.hasNames,
    ...shown,
    columns: view.columns,
    folded: view.isFolded,
    rulings: rulingGroups(actor, seen),
    endTurn: seen.endTurn && !obstacleTo(fight, seen.endTurn).absent ? seen.endTurn : null,
    query: view.query,
    asks: deferredQuestions(fight),
    joins: false,
    suggests: canSuggest(fight),
    awaited: { fight, commands: seen.withoutOdds },
  };
}

/** Of places that stay. */
const MOST_ROWS = 3;
/** More than these do not fit into one line by name; in a bar of as few columns, fewer fit. */
const MOST_NAMED_GAUGES = 4;
/** The first nine places have keys, also while their actions are unavailable, so that a key keeps its meaning. */
const KEYS = 9;

/** Puts the actions into rows: what comes and goes, favorites, places that stay; and the rest on demand. */
function arrange(
  fight: LoadedFighter,
  groups: readonly BarGroup<PlacedAction>[],
  { query, more, layout, columns, end, rows, isFolded }: BarView,
) {
  const actionsOf = (ids: (id: string) => boolean) => groups.flatMap(({ id, actions }) => (ids(id) ? actions : []));
  const due = actionsOf((id) => id === DUE);
  const preferred = actionsOf((id) => id === FAVORITES);
  const others = actionsOf((id) => id !== DUE && id !== FAVORITES);
  const rest = actionsOf((id) => id !== DUE && id !== FAVORITES && !isMain(id));
  const last = lastActions(fight, others).filter(({ barred }) => !barred);
  // What is free is possible at any moment, and would be first whenever the bar is opened on the turn of another.
  const isFree = ({ cost }: PlacedAction): number => Number(cost.length === 0);
  const wanted = [...last, ...actionsOf(isMain), ...rest.sort((a, b) => isFree(a) - isFree(b))];
  const offered = new Set(wanted.filter(({ absent }) => !absent).map(({ id }) => id));
  // In one row, favorites leave a place for another action, and what comes and goes has one place beside it.
  const favorites = isFolded ? preferred.slice(0, columns - 1) : preferred;
  const left = Math.max(1, Math.min(MOST_ROWS, rows - Math.ceil(favorites.length / columns)));
  const [stay, pass] = isFolded ? [columns - favorites.length, 1] : [columns * left, Math.max(1, columns - end)];
  const byId = new Map(others.map((action) => [action.id, action]));
  const existing = new Set(others.flatMap(({ id, absent }) => (absent ? [] : id)));
  const places = keepPlaces(layout?.places ?? [], existing, [...offered], stay);
  const isPlaced = (id: string) => places.includes(id);
  const opened = layout ?? { offered, existing: new Set(byId.keys()) };
  const come = others
    .filter(
      (action) => !action.absent && !opened.offered.has(action.id) && !isPlaced(action.id) && !last.includes(action),
    )
    // What exists only now is about this moment.
    .sort((a, b) => Number(opened.existing.has(a.id)) - Number(opened.existing.has(b.id)));
  const again = last.flatMap((action) => (isPlaced(action.id) ? [] : { ...action, id: AGAIN + action.id }));
  const now = [...due, ...come, ...again].slice(0, pass);
  const term = query.trim().toLocaleLowerCase(game.i18n.lang);
  const isListed = (action: PlacedAction): boolean =>
    term
      ? action.label.toLocaleLowerCase(game.i18n.lang).includes(term)
      : !action.absent && !isPlaced(action.id) && ![...now, ...favorites].includes(action);
  const listed = groups.map((group) => ({ ...group, actions: group.actions.filter(isListed) }));
  let at = 0;
  const keyed = <T extends object>(each: T | undefined) => {
    at += 1;
    return each ? { ...each, ...keyAt(at) } : null;
  };
  return {
    layout: { ...opened, places },
    now,
    favorites: favorites.map(keyed),
    places: places.map((id) => keyed(byId.get(id))),
    isEmpty: others.length + preferred.length + due.length === 0,
    why: commonReason([...now, ...favorites, ...places.flatMap((id) => byId.get(id) ?? [])]),
    lists:
      term || more
        ? {
            groups: listed.filter(({ actions }) => actions.length > 0),
            barred: term ? [] : others.filter((action) => action.absent && !isPlaced(action.id)),
          }
        : null,
  };
}

/** Returns the reason why none of these actions is possible, such as the turn of another; empty if they have none in common. */
function commonReason(actions: readonly PlacedAction[]): string {
  const [first, ...others] = actions;
  // What only lacks a target is possible: a click asks for it.
  if (actions.some(({ barred }) => !barred)) return '';
  const isShared = (reason: string): boolean => others.every(({ reasons }) => reasons.includes(reason));
  return first?.reasons.find(isShared) ?? '';
}

/** As it is pressed, such as `Shift+4`; for an icon `⇧4`. */
function keyAt(digit: number) {
  const key = digit > KEYS ? '' : keyText(`action${digit}`);
  return { digit: digit > KEYS ? null : digit, key, shortKey: key.replace('Shift+', '⇧') };
}

/** Among more fighters, each target is not judged for each action, which would take longer than a step. */
const MOST_TARGETS = 24;

type PlacedAction = BarAction & ReturnType<typeof obstacleTo>;

/**
 * Returns when a barred action becomes possible, and whether it is absent: for a reason that no clock ends and that is not about the
 * target, such as nothing to hold; or for one against each possible target, such as no foe at mercy.
 */
function obstacleTo(
  fight: LoadedEncounter,
  { barred, against, needs, why, command: sent }: Pick<BarAction, 'barred' | 'against' | 'needs' | 'why' | 'command'>,
) {
  const { adapter, encounter, viewer } = fight;
  const { views, id, whyNot } = adapter.ruleset;
  if (!views.when || (!barred && needs !== 'target')) return { absent: false, when: '', barred, why };
  const command: Command = JSON.parse(sent);
  const { at, ...plain } = command;
  const momentOf = (reason: Reason) => views.when?.(encounter, command, reason, viewer) ?? null;
  const isLasting = (reason: Reason): boolean => reason.id !== NO_TARGET && momentOf(reason) === null;
  const moments = barred ? against.map(momentOf) : [];
  const lasting = barred ? against.filter(isLasting) : [];
  const anyway =
    at === undefined || lasting.length === 0
      ? lasting
      : views.action(encounter, plain, { ...viewer, targets: [] }).whyNot.filter(isLasting);
  const others = Object.keys(encounter.fighters).filter(
    (other) => other !== plain.by && !viewer.hiddenFighters?.includes(other),
  );
  const whyNotAt = (other: string) => whyNot(encounter, { ...plain, at: other }).find(isLasting);
  const isAsked = needs === 'target' && others.length > 0 && others.length <= MOST_TARGETS;
  const isAgainstAll = isAsked && others.every((other) => whyNotAt(other));
  const whyAll = isAgainstAll && !barred ? others.map(whyNotAt)[0] : undefined;
  const texts = moments.flatMap((moment) => (moment ? localize(id, moment) : []));
  return {
    absent: isAgainstAll || lasting.some((reason) => anyway.some((each) => each.id === reason.id)),
    when: [...new Set(texts)].join(' '),
    barred: barred || isAgainstAll,
    why: whyAll ? reasonText(id, whyAll) : why,
  };
}

function joiningContext(actor: Actor.Implementation) {
  const joining = findJoinableEncounter(actor);
  // Without a token, the sheet has the button.
  if (!joining?.token || !isRunning(joining.combat)) return null;
  const { name, texture } = joining.token;
  const empty = { targets: [], gauges: [], lane: null, now: [], favorites: [], places: [], rulings: [], asks: [] };
  const mode = {
    words: true,
    areGaugesShort: false,
    isEmpty: false,
    why: '',
    lists: null,
    endTurn: null,
    query: '',
    suggests: false,
    awaited: null,
  };
  const img = portraitFrom(texture.src, actor.img);
  return { ...empty, ...mode, layout: null, columns: 1, folded: false, ruleset: actor.type, name, img, joins: true };
}

/** Whether this user may ask what the fighter should do: GMs always, players for their own if the world allows it. */
const canSuggest = ({ adapter, viewer, id }: LoadedFighter): boolean =>
  Boolean(adapter.ruleset.loadWorth) && (viewer.gm || (hasPlayerSuggestions() && viewer.owns.includes(id)));

const isElsewhere = (actor: Actor.Implementation): boolean => {
  const fight = fightOfActor(actor);
  return fight !== null && !isViewed(fight.host);
};

function deferredQuestions({ host, adapter }: LoadedEncounter): string[] {
  const mine = openAsks(host).filter((ask: UserAsk) => ask.isMine && !ask.fault && isDeferred(ask.key));
  const card = mine.length > 0 ? openCard(host) : null;
  if (!card) return [];
  const keys = new Set(mine.map(({ key }) => key));
  return askContexts(new Parts(adapter.ruleset.id), card.asks, openAsks(host), host)
    .filter(({ key }) => keys.has(key))
    .map(({ question }) => question);
}

/** Returns the actor of the only controlled token. Without one: a player's own fighter, or for a GM the foe whose turn it is. */
export function actorOfBar(): Actor.Implementation | null {
  const controlled = canvas?.ready ? (canvas.tokens?.controlled ?? []) : [];
  const [token] = controlled;
  if (controlled.length === 1 && token?.actor) return token.actor;
  if (controlled.length > 0) return null;
  const { user } = game;
  const { character } = user;
  return (character && !isElsewhere(character) ? character : ownFighter()) ?? (user.isGM ? null : characterOf(user));
}

function ownFighter(): Actor.Implementation | null {
  const fight = fightOf(game.combat);
  if (!fight) return null;
  const { gm, owns } = fight.viewer;
  const id = ownTurns(fight)[0]?.id ?? (gm ? undefined : owns[0]);
  return (id === undefined ? null : game.combat?.combatants.get(id)?.actor) ?? null;
}

/** Returns the fight with the fighter of the bar, if this user may ask what it should do. */
export function fightToSuggest(): LoadedFighter | null {
  const actor = actorOfBar();
  const fight = actor?.isOwner && !isElsewhere(actor) ? fightOfActor(actor) : null;
  return fight && !isCard(fight.host) && isRunning(fight.host) && canSuggest(fight) ? fight : null;
}
