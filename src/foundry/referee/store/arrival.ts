import type { Effect } from '../../../encounter/effect';
import type { ReserveMember } from '../../../encounter/reserve';
import { type ExchangeDocument, isCard } from '../../host/exchange-document';
import { tokenOf } from '../../host/reserve';
import type { BatchOperation } from '../../platform/v14';

/** Returns the writes that let a reserve join, or withdraw again. Who is gone from the map stays away. */
export function arrivalOperations(host: ExchangeDocument, effects: readonly Effect[]): BatchOperation[] {
  if (isCard(host)) return [];
  return effects.flatMap((effect) => {
    if (effect.kind !== 'arrival') return [];
    const members = effect.reserve.members.filter(tokenOf);
    const isIn = ({ fighter, token }: ReserveMember): boolean =>
      host.combatants.some(({ id, tokenId }) => id === fighter || tokenId === token);
    return effect.withdraws
      ? [...combatantDeletions(host, members), ...tokenUpdates(members, true)]
      : [
          ...tokenUpdates(members, false),
          ...combatantCreations(
            host,
            members.filter((each) => !isIn(each)),
          ),
        ];
  });
}

function tokenUpdates(members: readonly ReserveMember[], hidden: boolean): BatchOperation[] {
  const scenes = new Set(members.flatMap((member) => tokenOf(member)?.parent ?? []));
  return [...scenes].map((scene) => {
    const updates = members.filter((member) => member.scene === scene.id).map(({ token }) => ({ _id: token, hidden }));
    return { action: 'update', documentName: 'Token', parent: scene, updates };
  });
}

/** A batch skips `CadenceCombatant.createDocuments`, which names the subtype. */
function combatantCreations(host: Combat.Implementation, members: readonly ReserveMember[]): BatchOperation[] {
  if (members.length === 0) return [];
  const data = members.map(({ fighter, scene, token, actor }) => ({
    ...{ _id: fighter, type: host.type, hidden: false },
    ...{ sceneId: scene, tokenId: token, actorId: actor },
  }));
  return [{ action: 'create', documentName: 'Combatant', parent: host, data, keepId: true }];
}

function combatantDeletions(host: Combat.Implementation, members: readonly ReserveMember[]): BatchOperation[] {
  const ids = members.map(({ fighter }) => fighter).filter((id) => host.combatants.has(id));
  return ids.length > 0 ? [{ action: 'delete', documentName: 'Combatant', parent: host, ids }] : [];
}
