import type { Command } from '../../encounter/command';
import type { FighterId } from '../../encounter/state';
import { loadAdapter } from '../adapters/registry';
import { act } from '../apps/actions/act';
import { actorOf, combatantsOf, type ExchangeDocument, isCard, tokenFighterIdOf } from '../host/exchange-document';
import { documentAt } from '../platform/documents';
import { text } from '../platform/text';
import { trySubmit } from '../referee';
import { fightOf, type LoadedFighter } from '../views/fight';
import { buttonsOfFighter, fighterToAct } from './actions';
import { type ActResult, type FollowedExchange, followExchange } from './follow-exchange';
import { RefusalError, refusalOf } from './refusal';

/** What a package may add to an action. */
export interface ActOptions {
  /** Tokens, actors or their uuids; by default the user's targets. */
  readonly targets?: readonly (string | { readonly uuid?: string; readonly document?: { readonly uuid: string } })[];
  readonly options?: Command['options'];
  readonly path?: Command['path'];
}

/**
 * Performs an action like a click on its button. Resolves when its exchange is over: to what happened as far as this user may know, or to
 * null if the user canceled, has to drag the token first, withdrew the request, or the exchange was undone.
 * @throws RefusalError
 */
export async function performAction(
  actor: Actor.Implementation,
  id: string,
  { targets, options, path }: ActOptions = {},
): Promise<ActResult | null> {
  await loadAdapter(actor.type);
  const fight = actor.isOwner ? fighterToAct(actor) : null;
  const button = fight && buttonsOfFighter(fight, actor).find((each) => each.button.id === id)?.button;
  if (!fight || !button)
    throw new RefusalError(text('CADENCE.Notice.named.cannot', { name: actor.name, action: id }), ['unknown-command']);
  const { host, adapter } = fight;
  const ids = targets?.map((target) => fighterIdOf(host, target));
  const chosen = { ...button.command, ...(options && { options: { ...button.command.options, ...options } }) };
  const { command, needs } = buttonFor(fight, chosen, ids);
  const isComplete = (needs === 'target' && ids !== undefined) || (needs === 'path' && path !== undefined);
  let following: FollowedExchange | null = null;
  let isSecret = false;
  await act(host, { ...command, ...(path && { path }) }, isComplete ? 'nothing' : needs, {
    // A package that names its targets means them.
    isSure: ids !== undefined,
    refuse: (rulesetId, reasons) => {
      throw refusalOf(rulesetId, reasons);
    },
    submit: async (_, submitted, submitting) => {
      isSecret = isSecretCommand(fight, submitted);
      following = isSecret ? null : followExchange(host, submitted);
      const reasons = await trySubmit(host, submitted, submitting);
      if (reasons.length === 0) return;
      following?.stop();
      throw refusalOf(adapter.ruleset.id, reasons);
    },
  });
  if (isSecret) return { outcome: null, effects: [], card: null };
  return (following as FollowedExchange | null)?.result ?? null;
}

/** A secret command is no step: only the owners of its fighter learn of it. */
const isSecretCommand = ({ host, adapter, encounter }: LoadedFighter, command: Command): boolean =>
  !isCard(host) && adapter.ruleset.secrets(encounter.settings).commands.includes(command.do);

/** Returns the button for a command, aimed at these fighters, by default at the user's targets. */
function buttonFor(
  { host, adapter, encounter, viewer, id }: LoadedFighter,
  command: Command,
  ids?: readonly FighterId[],
) {
  const { views } = adapter.ruleset;
  if (!ids) return views.action(encounter, command, viewer);
  // Outside encounters only fighters that are named are read.
  const fight = fightOf(host, [id, ...ids]) ?? { encounter };
  return views.action(fight.encounter, command, { ...viewer, targets: ids });
}

/** Throws TypeError for anything but an existing token or actor. */
function fighterIdOf(host: ExchangeDocument, target: NonNullable<ActOptions['targets']>[number]): FighterId {
  const uuid = typeof target === 'string' ? target : (target?.uuid ?? target?.document?.uuid ?? '');
  const found = documentAt(uuid);
  const actor = found instanceof Actor ? found : found instanceof TokenDocument ? found.actor : null;
  if (!actor) throw new TypeError(`act: \`targets\` has no token or actor: ${uuid}`);
  const combatant = combatantsOf(host).find((each) => each.token?.uuid === uuid || actorOf(each)?.uuid === uuid);
  return combatant?.id ?? (found instanceof Actor ? tokenFighterIdOf(found) : uuid);
}
