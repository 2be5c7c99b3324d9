import { isCard, isRunning } from '../host/host';
import { type AskHere, openAsks } from '../referee';
import { actorContext } from '../views/actor-context';
import { type Fight, facesOf, fightOfActor, trackerView } from '../views/fight';
import { Parts } from '../views/parts';
import { askContexts, isLaidAside } from './ask';
import { openCard } from './card';
import { joiningOf } from './join';

/** What the action bar shows: an actor's buttons and pools as on its sheet, while it is in a fight that has begun. Null elsewhere. */
export function barContext(actor: Actor.Implementation | null) {
  const fight = actor?.isOwner ? fightOfActor(actor) : null;
  if (!actor) return null;
  if (!fight || isCard(fight.host)) return joiningContext(actor);
  const { ruleset } = fight.adapter;
  if (fight.encounter.clock.phase === ruleset.idle.phase) return joiningContext(actor);
  const seen = actorContext(actor, fight.adapter);
  const face = facesOf(fight.host).get(fight.id);
  if (!seen || !face) return null;
  const parts = new Parts(ruleset.id);
  const row = trackerView(fight).rows.find(({ id }) => id === fight.id);
  const groups = seen.groups.map((group) => ({ ...group, actions: roomFor(group.actions) }));
  const aside = groups.flatMap(({ actions }) => actions.filter((action) => action.aside)).length;
  const { name, img } = face;
  return {
    ...{ ruleset: ruleset.id, name, img, targets: seen.targets },
    gauges: (row?.gauges ?? []).map((gauge) => parts.gauge(gauge)),
    lane: row?.lane ? parts.lane(row.lane, row.id) : null,
    groups: groups.map((group) => ({ ...group, aside: group.actions.every((action) => action.aside) })),
    aside,
    asks: asked(fight),
    joins: false,
    reckon: { fight, commands: seen.unreckoned },
  };
}

/** For whoever stands beside a fight that runs: a button to join it. */
function joiningContext(actor: Actor.Implementation) {
  const joining = joiningOf(actor);
  if (!joining || !isRunning(joining.combat)) return null;
  const { name, texture } = joining.token;
  const none = { targets: [], gauges: [], lane: null, groups: [], aside: 0, asks: [], reckon: null };
  return { ...none, ruleset: actor.type, name, img: texture.src ?? actor.img, joins: true };
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

/** Questions in this fight that wait for this user, and whose prompt was laid aside. */
function asked({ host, adapter }: Fight): string[] {
  const mine = openAsks(host).filter((here: AskHere) => here.mine && !here.fault && isLaidAside(here.key));
  const card = mine.length > 0 ? openCard(host) : null;
  if (!card) return [];
  const keys = new Set(mine.map(({ key }) => key));
  return askContexts(new Parts(adapter.ruleset.id), card.asks, openAsks(host), host)
    .filter(({ key }) => keys.has(key))
    .map(({ question }) => question);
}

/** Whose actions the bar shows: of the one token this user controls, else of the user's own character. */
export function actorOfBar(): Actor.Implementation | null {
  const controlled = canvas?.ready ? (canvas.tokens?.controlled ?? []) : [];
  const [token] = controlled;
  if (controlled.length === 1 && token?.actor) return token.actor;
  return controlled.length === 0 ? game.user.character : null;
}
