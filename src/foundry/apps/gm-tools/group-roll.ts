import { GROUP_ROLL } from '../../../encounter/group-roll';
import { GM } from '../../../kernel/ask';
import { draftCard, type ExchangeDocument, isCard, isRunning, tokenFighterIdOf } from '../../host/exchange-document';
import { idOf } from '../../platform/documents';
import { submit } from '../../referee';
import { fightOfActor } from '../../views/fight';

/** A roll that a GM asks for. */
export interface RequestedRoll {
  /** The id of the roll, among those of the ruleset. */
  readonly roll: string;
  /** Null without one. */
  readonly difficulty: number | null;
  readonly isSecret: boolean;
}

/** Where a fighter acts now, and its id there: in the running encounter, else on a card of its own. */
function placeOf(actor: Actor.Implementation): { readonly host: ExchangeDocument | null; readonly id: string } {
  const fight = fightOfActor(actor);
  const isFighting = fight !== null && !isCard(fight.host) && isRunning(fight.host);
  return isFighting ? { host: fight.host, id: fight.id } : { host: null, id: tokenFighterIdOf(actor) };
}

/** Asks the actors for a roll: on one card, or one for each encounter that some of them are in. */
export async function requestRoll(
  rulesetId: string,
  actors: readonly Actor.Implementation[],
  { roll, difficulty, isSecret }: RequestedRoll,
): Promise<void> {
  const groups = new Map<string, { host: ExchangeDocument | null; fighters: string[] }>();
  for (const actor of actors) {
    const { host, id } = placeOf(actor);
    const key = host ? idOf(host) : '';
    const group = groups.get(key) ?? { host, fighters: [] };
    if (!group.fighters.includes(id)) group.fighters.push(id);
    groups.set(key, group);
  }
  for (const { host, fighters } of groups.values()) {
    const on = host ?? draftCard(rulesetId);
    if (!on) continue;
    const told = difficulty !== null && !isSecret && { difficulty };
    const options = { roll, fighters, ...told, ...(isSecret && { secretly: true }) };
    await submit(on, { do: GROUP_ROLL, by: GM, options }, isSecret ? { secrets: [[difficulty ?? 0]] } : {});
  }
}
