import type { Command } from '../../../encounter/command';
import type { Reason } from '../../../kernel/ask';
import { isCard, isRunning } from '../../host/exchange-document';
import { favoritesOf } from '../../platform/hidden-settings';
import { localize, text } from '../../platform/text';
import { hasWordsInBar } from '../../platform/user-settings';
import { openAsks, type UserAsk } from '../../referee';
import { actorContext } from '../../views/actor-context';
import { facesOf, fightOf, fightOfActor, type LoadedEncounter, trackerView } from '../../views/fight';
import { Parts } from '../../views/parts';
import { ownTurns } from '../../views/turns';
import { openCard } from '../chat/card';
import { askContexts, isDeferred } from '../prompt/ask';
import { characterOf } from '../ui/own-character';
import { isViewed } from '../ui/viewed-scene';
import { glyphOf } from './glyph';
import { findJoinableEncounter } from './joinable-encounter';

/**
 * Returns the bar's context: an actor's buttons and pools during a running fight, a join button beside one, else null.
 * @param all whether unavailable actions are shown
 * @param query text that labels must contain; empty for all actions
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
  const groups = arrange(
    seen.groups.map((group) => ({
      ...group,
      actions: setAside(group.actions.map((action) => ({ ...action, ...glyphOf(action, (id) => imageOf(actor, id)) }))),
    })),
    favoritesOf(actor.uuid),
    new Set(seen.attacks.flatMap(({ actions }) => actions.map(({ id }) => id))),
  );
  const aside = groups.flatMap(({ actions }) => actions.filter((action) => action.aside));
  const term = query.trim().toLocaleLowerCase(game.i18n.lang);
  const matches = ({ label }: { readonly label: string }) => label.toLocaleLowerCase(game.i18n.lang).includes(term);
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
      .map((group) => ({ ...group, actions: group.actions.filter((action) => !action.aside && matches(action)) }))
      .filter(({ actions }) => actions.length > 0),
    barred: all || term ? aside.filter(matches).map((action) => ({ ...action, when: whenOf(fight, action) })) : [],
    aside: aside.length,
    all,
    query,
    asks: deferredQuestions(fight),
    joins: false,
    reckon: { fight, commands: seen.unreckoned },
  };
}

function joiningContext(actor: Actor.Implementation) {
  const joining = findJoinableEncounter(actor);
  if (!joining || !isRunning(joining.combat)) return null;
  const { name, texture } = joining.token;
  const empty = { targets: [], gauges: [], lane: null, groups: [], barred: [], aside: 0, asks: [], reckon: null };
  const mode = { words: true, all: false, query: '' };
  return { ...empty, ...mode, ruleset: actor.type, name, img: texture.src ?? actor.img, joins: true };
}

export type BarContext = NonNullable<ReturnType<typeof barContext>>;

/** Space is scarce: unavailable actions are set aside. Actions that another target could enable stay, unless every action is unavailable. */
function setAside<A extends { readonly barred: boolean; readonly needs: string }>(actions: readonly A[]) {
  const isAllBarred = actions.every(({ barred }) => barred);
  return actions.map((action) => ({ ...action, aside: action.barred && (isAllBarred || action.needs !== 'target') }));
}

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

function imageOf(actor: Actor.Implementation, id: string): string | null {
  const image = actor.items.get(id)?.img;
  return image && image !== foundry.documents.BaseItem.DEFAULT_ICON ? image : null;
}

const KEYS = 9;

/** Orders favorites first, then attacks, then the groups. The first nine get keys even if unavailable, so that a key keeps its meaning. */
function arrange<A extends { readonly id: string }>(
  groups: readonly { readonly id: string; readonly label: string; readonly actions: readonly A[] }[],
  favorites: readonly string[],
  attacks: ReadonlySet<string>,
) {
  const allActions = groups.flatMap(({ actions }) => actions);
  const first = favorites.flatMap((id) => allActions.find((action) => action.id === id) ?? []);
  const strikes = allActions.filter((action) => attacks.has(action.id) && !first.includes(action));
  const others = groups.map(({ id, label, actions }) => ({
    id,
    label,
    actions: actions.filter((action) => !first.includes(action) && !strikes.includes(action)),
  }));
  const leading = [
    { id: 'favorites', label: text('CADENCE.App.Bar.favorites'), actions: first },
    { id: 'attacks', label: text('CADENCE.App.Bar.attacks'), actions: strikes },
  ];
  let at = 0;
  return [...leading, ...others].map((group) => ({
    ...group,
    actions: group.actions.map((action) => {
      at += 1;
      return { ...action, key: at <= KEYS ? at : null };
    }),
  }));
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
