import type { Command } from '../../../encounter/command';
import type { Reason } from '../../../kernel/ask';
import { isCard, isRunning } from '../../host/exchange-document';
import { favoritesOf } from '../../platform/hidden-settings';
import { localize, text } from '../../platform/text';
import { hasWordsInBar } from '../../platform/user-settings';
import { openAsks, type UserAsk } from '../../referee';
import { actorContext } from '../../views/actor-context';
import { type Fight, facesOf, fightOf, fightOfActor, trackerView } from '../../views/fight';
import { Parts } from '../../views/parts';
import { ownTurns } from '../../views/turns';
import { openCard } from '../chat/card';
import { askContexts, isDeferred } from '../prompt/ask';
import { characterOf } from '../ui/own-character';
import { isViewed } from '../ui/viewed-scene';
import { glyphOf } from './glyph';
import { findJoinableEncounter } from './joinable-encounter';

/**
 * What the action bar shows: an actor's buttons and pools as on its sheet, while it is in a fight that has begun. Null elsewhere.
 * @param all whether what cannot be done now is shown too
 * @param query what the names of actions are to contain; empty for all of them
 */
export function barContext(actor: Actor.Implementation | null, all: boolean, query: string) {
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
  const groups = arranged(
    seen.groups.map((group) => ({
      ...group,
      actions: roomFor(group.actions.map((action) => ({ ...action, ...glyphOf(action, (id) => imageOf(actor, id)) }))),
    })),
    favoritesOf(actor.uuid),
    new Set(seen.attacks.flatMap(({ actions }) => actions.map(({ id }) => id))),
  );
  const aside = groups.flatMap(({ actions }) => actions.filter((action) => action.aside));
  const sought = query.trim().toLocaleLowerCase(game.i18n.lang);
  const isSought = ({ label }: { readonly label: string }) => label.toLocaleLowerCase(game.i18n.lang).includes(sought);
  const { name, img } = face;
  return {
    ruleset: ruleset.id,
    name,
    img,
    targets: seen.targets,
    gauges: (row?.gauges ?? []).map((gauge) => parts.gauge(gauge)),
    lane: row?.lane ? parts.lane(row.lane, row.id) : null,
    words: hasWordsInBar(),
    groups: groups
      .map((group) => ({ ...group, actions: group.actions.filter((action) => !action.aside && isSought(action)) }))
      .filter(({ actions }) => actions.length > 0),
    /** What cannot be done now, with its reasons: where that is asked for, or something of it is sought. */
    barred: all || sought ? aside.filter(isSought).map((action) => ({ ...action, when: whenOf(fight, action) })) : [],
    aside: aside.length,
    all,
    query,
    asks: asked(fight),
    joins: false,
    reckon: { fight, commands: seen.unreckoned },
  };
}

/** For whoever stands beside a fight that runs: a button to join it. */
function joiningContext(actor: Actor.Implementation) {
  const joining = findJoinableEncounter(actor);
  if (!joining || !isRunning(joining.combat)) return null;
  const { name, texture } = joining.token;
  const none = { targets: [], gauges: [], lane: null, groups: [], barred: [], aside: 0, asks: [], reckon: null };
  const look = { words: true, all: false, query: '' };
  return { ...none, ...look, ruleset: actor.type, name, img: texture.src ?? actor.img, joins: true };
}

export type BarContext = NonNullable<ReturnType<typeof barContext>>;

/**
 * There is little room: what cannot be done now stands aside. But for what another target may make possible, as long as anything beside it
 * can be done.
 */
function roomFor<A extends { readonly barred: boolean; readonly needs: string }>(actions: readonly A[]) {
  const isShut = actions.every(({ barred }) => barred);
  return actions.map((action) => ({ ...action, aside: action.barred && (isShut || action.needs !== 'target') }));
}

/** Whether its fight is neither on the scene nor in the tracker that somebody looks at. */
const isElsewhere = (actor: Actor.Implementation): boolean => {
  const fight = fightOfActor(actor);
  return fight !== null && !isViewed(fight.host);
};

/** When what stands against an action will be gone, as far as a clock tells. */
function whenOf(
  { adapter, encounter, viewer }: Fight,
  action: { readonly command: string; readonly against: readonly Reason[] },
) {
  const { ruleset } = adapter;
  const command: Command = JSON.parse(action.command);
  const moments = action.against.flatMap((reason) => ruleset.views.when?.(encounter, command, reason, viewer) ?? []);
  // What the same moment brings is said once.
  return [...new Set(moments.map((moment) => localize(ruleset.id, moment)))].join(' ');
}

/** The picture somebody has given a thing; null where it has only the one that Foundry gives. */
function imageOf(actor: Actor.Implementation, id: string): string | null {
  const image = actor.items.get(id)?.img;
  return image && image !== foundry.documents.BaseItem.DEFAULT_ICON ? image : null;
}

/** How many actions a key does: those of the digits. */
const KEYS = 9;

/**
 * Favorites first, then attacks, all else in its group, always in the same order; the first nine are done by a key, whether they can be done or not,
 * so that a key means the same from turn to turn.
 */
function arranged<A extends { readonly id: string }>(
  groups: readonly { readonly id: string; readonly label: string; readonly actions: readonly A[] }[],
  favorites: readonly string[],
  attacks: ReadonlySet<string>,
) {
  const every = groups.flatMap(({ actions }) => actions);
  const first = favorites.flatMap((id) => every.find((action) => action.id === id) ?? []);
  const strikes = every.filter((action) => attacks.has(action.id) && !first.includes(action));
  const others = groups.map(({ id, label, actions }) => ({
    id,
    label,
    actions: actions.filter((action) => !first.includes(action) && !strikes.includes(action)),
  }));
  const ahead = [
    { id: 'favorites', label: text('CADENCE.App.Bar.favorites'), actions: first },
    { id: 'attacks', label: text('CADENCE.App.Bar.attacks'), actions: strikes },
  ];
  let at = 0;
  return [...ahead, ...others].map((group) => ({
    ...group,
    actions: group.actions.map((action) => {
      at += 1;
      return { ...action, key: at <= KEYS ? at : null };
    }),
  }));
}

/** Questions in this fight that wait for this user, and whose prompt was laid aside. */
function asked({ host, adapter }: Fight): string[] {
  const mine = openAsks(host).filter((here: UserAsk) => here.mine && !here.fault && isDeferred(here.key));
  const card = mine.length > 0 ? openCard(host) : null;
  if (!card) return [];
  const keys = new Set(mine.map(({ key }) => key));
  return askContexts(new Parts(adapter.ruleset.id), card.asks, openAsks(host), host)
    .filter(({ key }) => keys.has(key))
    .map(({ question }) => question);
}

/**
 * Whose actions the bar shows: of the one token this user controls. Where none is, a player's own fighter; for a game master the foe whose
 * turn it is.
 */
export function actorOfBar(): Actor.Implementation | null {
  const controlled = canvas?.ready ? (canvas.tokens?.controlled ?? []) : [];
  const [token] = controlled;
  if (controlled.length === 1 && token?.actor) return token.actor;
  if (controlled.length > 0) return null;
  const { user } = game;
  const { character } = user;
  return (character && !isElsewhere(character) ? character : ownFighter()) ?? (user.isGM ? null : characterOf(user));
}

/** Who of this user's has the turn in the fight that is looked at; else, for a player, the first of theirs in it. */
function ownFighter(): Actor.Implementation | null {
  const fight = fightOf(game.combat);
  if (!fight) return null;
  const { gm, owns } = fight.viewer;
  const id = ownTurns(fight)[0]?.id ?? (gm ? undefined : owns[0]);
  return (id === undefined ? null : game.combat?.combatants.get(id)?.actor) ?? null;
}
