import type { Command } from '../../encounter/command';
import { actorOf, combatantIn, type ExchangeDocument, nameOf } from '../host/exchange-document';
import { localize, text } from '../platform/text';

/** Returns who does what to which fighter in a step. What the GM sets by hand is told by what is set. */
export function describeStep(
  host: ExchangeDocument,
  ruleset: string,
  { do: verb, by, at, with: item, options = {} }: Command,
): string {
  const nameIn = (fighter: string | undefined): string => {
    const combatant = fighter === undefined ? null : combatantIn(host, fighter);
    return combatant ? nameOf(combatant) : '';
  };
  const [name, target] = [nameIn(by) || nameIn(at), nameIn(by) && at !== by ? nameIn(at) : ''];
  const condition = localize(ruleset, { key: `Condition.${options.condition}.label` });
  const action =
    verb === 'adjust'
      ? text('CADENCE.App.Step.set', {
          pool: localize(ruleset, { key: `Pool.${options.pool}` }),
          to: Number(options.to),
        })
      : verb === 'condition'
        ? text(`CADENCE.App.Step.${options.on === true ? 'added' : 'removed'}`, { condition })
        : nameWithItem(localize(ruleset, { key: `Action.${verb}.label` }), itemIn(host, by, item));
  if (!name) return action;
  return target
    ? text('CADENCE.App.Step.byAt', { name, action, target })
    : text('CADENCE.App.Step.by', { name, action });
}

function itemIn(host: ExchangeDocument, by: string, item: string | undefined): string {
  const combatant = item === undefined ? null : combatantIn(host, by);
  return (combatant && actorOf(combatant)?.items.get(item ?? '')?.name) || '';
}

/** Names the spell or weapon of an action that does not name it itself. */
export const nameWithItem = (action: string, item = ''): string =>
  item === '' || action.includes(item) ? action : text('CADENCE.App.Step.with', { action, item });
