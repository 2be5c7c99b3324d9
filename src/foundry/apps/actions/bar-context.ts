import type { Command } from '../../../encounter/command';
import type { Reason } from '../../../kernel/ask';
import { isCard, isRunning } from '../../host/exchange-document';
import { portraitFrom } from '../../host/portraits';
import { favoritesOf } from '../../platform/hidden-settings';
import { localize, text } from '../../platform/text';
import { hasWordsInBar } from '../../platform/user-settings';
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
import { ownTurns } from '../../views/turns';
import { openCard } from '../chat/card';
import { askContexts, isDeferred } from '../prompt/ask';
import { characterOf } from '../ui/own-character';
import { isViewed } from '../ui/viewed-scene';
import { barGroups, NO_KEY, rulingGroups } from './bar-groups';
import { findJoinableEncounter } from './joinable-encounter';

/**
 * Returns the bar's context: an actor's buttons and pools during a running fight, a join button beside one, else null.
 * @param wanted the id of the tab that the user selected
 * @param query text that labels must contain; empty for all actions
 */
export function barContext(actor: Actor.Implementation | null, wanted: string, query: string) {
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
  const groups = barGroups(actor, seen, favoritesOf(actor.uuid)).filter(({ actions }) => actions.length > 0);
  const barred = groups.flatMap(({ actions }) => actions.filter((action) => action.barred));
  const term = query.trim().toLocaleLowerCase(game.i18n.lang);
  const matches = ({ label }: { readonly label: string }) => label.toLocaleLowerCase(game.i18n.lang).includes(term);
  const shown = groups
    .map((group) => ({ ...group, actions: group.actions.filter(matches) }))
    .filter(({ actions }) => actions.length > 0);
  const tab = term
    ? ALL
    : ([...groups.map(({ id }) => id), ...(barred.length > 0 ? [BARRED] : [])].find((id) => id === wanted) ?? ALL);
  const { name, img } = face;
  return {
    ruleset: ruleset.id,
    name,
    img,
    targets: seen.targets,
    gauges: (row?.gauges ?? []).map((gauge) => parts.gauge(gauge)),
    lane: row?.lane ? parts.lane(row.lane, row.id) : null,
    // What was searched for is named.
    words: hasWordsInBar() || term !== '',
    tabs: [
      { id: ALL, label: text('CADENCE.App.Bar.all'), on: tab === ALL },
      ...groups.map(({ id, label }) => ({ id, label, on: tab === id })),
      ...(barred.length > 0
        ? [{ id: BARRED, label: text('CADENCE.App.Bar.unavailable', { count: barred.length }), on: tab === BARRED }]
        : []),
    ],
    // Those of other tabs are only hidden, so that their keys work.
    groups: shown.map((group) => ({ ...group, hidden: tab !== ALL && tab !== group.id })),
    isEmpty: shown.length === 0,
    barred: tab === BARRED ? barred.map((action) => ({ ...action, ...NO_KEY, when: whenOf(fight, action) })) : null,
    rulings: rulingGroups(actor, seen),
    endTurn: seen.endTurn,
    query,
    asks: deferredQuestions(fight),
    joins: false,
    suggests: canSuggest(fight),
    reckon: { fight, commands: seen.unreckoned },
  };
}

/** The tabs beside those of the groups. */
const ALL = 'all';
const BARRED = 'barred';

function joiningContext(actor: Actor.Implementation) {
  const joining = findJoinableEncounter(actor);
  // Without a token, the sheet has the button.
  if (!joining?.token || !isRunning(joining.combat)) return null;
  const { name, texture } = joining.token;
  const empty = { targets: [], gauges: [], lane: null, tabs: [], groups: [], barred: null, rulings: [], asks: [] };
  const mode = { words: true, isEmpty: false, endTurn: null, query: '', suggests: false, reckon: null };
  return { ...empty, ...mode, ruleset: actor.type, name, img: portraitFrom(texture.src, actor.img), joins: true };
}

export type BarContext = NonNullable<ReturnType<typeof barContext>>;

/** Whether this user may ask what the fighter should do: GMs always, players for their own if the world allows it. */
const canSuggest = ({ adapter, viewer, id }: LoadedFighter): boolean =>
  Boolean(adapter.ruleset.loadWorth) && (viewer.gm || (hasPlayerSuggestions() && viewer.owns.includes(id)));

const isElsewhere = (actor: Actor.Implementation): boolean => {
  const fight = fightOfActor(actor);
  return fight !== null && !isViewed(fight.host);
};

function whenOf(
  { adapter, encounter, viewer }: LoadedEncounter,
  action: { readonly command: string; readonly against: readonly Reason[] },
) {
  const { ruleset } = adapter;
  const command: Command = JSON.parse(action.command);
  const moments = action.against.flatMap((reason) => ruleset.views.when?.(encounter, command, reason, viewer) ?? []);
  return [...new Set(moments.map((moment) => localize(ruleset.id, moment)))].join(' ');
}

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
