import { adapterOf } from '../../adapters/registry';
import { createInside } from '../../platform/documents';
import { notify } from '../../platform/notice';
import { throwNotWritten } from '../../platform/refusals';
import { localize, text } from '../../platform/text';
import { attempt } from '../../referee/requests/notify';
import { encountersOf, findJoinableEncounter, findParty, tokensOf } from './joinable-encounter';

/**
 * Adds an actor of this user to the encounter on its scene, or notifies the user why that is impossible.
 * Players may create a Combatant of an actor they own. T14: common/documents/combatant.d.mts `metadata.permissions`
 */
export async function joinFight(actor: Actor.Implementation): Promise<void> {
  const joining = findJoinableEncounter(actor);
  if (!joining) return notify('warn', whyNotJoin(actor));
  await add(joining.combat, [{ actor, token: joining.token }]);
}

/** Adds the players' fighters who are not in the encounter yet. */
export async function joinParty(combat: Combat.Implementation): Promise<void> {
  const party = findParty(combat);
  if (party.length === 0) return notify('info', text('CADENCE.App.Tracker.noParty'));
  await add(combat, party);
}

interface Joiner {
  readonly actor: Actor.Implementation;
  readonly token: TokenDocument.Implementation | null;
}

async function add(combat: Combat.Implementation, joiners: readonly Joiner[]): Promise<void> {
  // T14: common/documents/combatant.d.mts; without a token the actor itself fights.
  const data = joiners.map(({ actor, token }) =>
    token
      ? { tokenId: token.id, actorId: token.actorId, sceneId: token.parent?.id ?? null, hidden: token.hidden }
      : { tokenId: null, actorId: actor.id, sceneId: null, hidden: false },
  );
  const isAdded = ({ actor, token }: Joiner): boolean =>
    combat.combatants.some((combatant) => (token ? combatant.token === token : combatant.actorId === actor.id));
  await attempt(combat, async () => {
    await createInside(combat, 'Combatant', data).catch(throwNotWritten);
    return joiners.every(isAdded) ? [] : [{ id: 'blocked' }];
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
