import { adapterOf } from '../adapters/registry';
import { actorOf, isRunning } from '../host/host';
import { createInside, isOfType } from '../platform/documents';
import { notice } from '../platform/notice';
import { refusedByServer } from '../platform/refusals';
import { localize, text } from '../platform/text';
import { attempt } from '../referee/tell';

/** An encounter an actor could join, and the token it would fight with. */
export interface Joining {
  readonly combat: Combat.Implementation;
  readonly token: TokenDocument.Implementation;
}

/**
 * Where an actor of this user's could join: an encounter of its ruleset on the scene of its token; the viewed one first, then whichever runs.
 * Null while it fights, and where there is none that it is not in.
 */
export function joiningOf(actor: Actor.Implementation): Joining | null {
  if (!actor.isOwner || !adapterOf(actor.type)) return null;
  const own = encountersOf(actor);
  // Whoever fights is not called away, and on each scene there is one encounter to be in.
  if (own.some(isRunning)) return null;
  const tokens = tokensOf(actor);
  const fits = (game.combats?.contents ?? []).filter(
    (combat) => isOfType(combat, actor.type) && !own.some(({ scene }) => combat.scene === scene),
  );
  const rank = (combat: Combat.Implementation): number => (combat === game.combat ? 0 : isRunning(combat) ? 1 : 2);
  for (const combat of fits.sort((a, b) => rank(a) - rank(b))) {
    // An encounter without a scene is on every scene.
    const token = tokens.find(({ parent }) => !combat.scene || parent === combat.scene);
    if (token) return { combat, token };
  }
  return null;
}

const encountersOf = (actor: Actor.Implementation): Combat.Implementation[] =>
  (game.combats?.contents ?? []).filter(({ combatants }) =>
    combatants.some((combatant) => actorOf(combatant)?.uuid === actor.uuid),
  );

/** The tokens an actor itself stands with. */
function tokensOf(actor: Actor.Implementation): TokenDocument.Implementation[] {
  if (actor.token) return [actor.token];
  const all = (game.scenes?.contents ?? []).flatMap(({ tokens }) => tokens.contents);
  const own = all.filter(({ actorId, actorLink }) => actorLink && actorId === actor.id);
  const isSeen = ({ parent }: TokenDocument.Implementation): boolean => parent === game.scenes?.viewed;
  return own.sort((a, b) => Number(isSeen(b)) - Number(isSeen(a)));
}

/**
 * Adds an actor of this user's to the encounter on its scene, by the same way as the game master's toggle; says so where that cannot be.
 * Players may: a Combatant is created by whoever owns its actor. T14: common/documents/combatant.d.mts `metadata.permissions`
 */
export async function joinFight(actor: Actor.Implementation): Promise<void> {
  const joining = joiningOf(actor);
  if (!joining) return notice('warn', whyNotJoin(actor));
  const { combat, token } = joining;
  const { id: tokenId, actorId, hidden } = token;
  await attempt(combat, async () => {
    const data = { tokenId, actorId, sceneId: token.parent?.id ?? null, hidden };
    await createInside(combat, 'Combatant', [data]).catch(refusedByServer);
    return combat.combatants.some((combatant) => combatant.tokenId === tokenId) ? [] : [{ id: 'blocked' }];
  });
}

function whyNotJoin(actor: Actor.Implementation): string {
  const { name } = actor;
  const adapter = adapterOf(actor.type);
  if (!actor.isOwner) return text('CADENCE.Notice.join.notOwner', { name });
  const rules = adapter ? localize(adapter.ruleset.id, { key: 'name' }) : '';
  if (encountersOf(actor).length > 0) return text('CADENCE.Notice.join.already', { name });
  return text(tokensOf(actor).length === 0 ? 'CADENCE.Notice.join.noToken' : 'CADENCE.Notice.join.none', {
    name,
    rules,
  });
}
