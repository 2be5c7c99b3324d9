import type { Adapter } from '../adapter';
import { orderOf } from '../referee';
import { text } from '../text';
import type { Fight } from './fight';
import type { Parts } from './parts';

/** What a fighter has settled beforehand about each reaction it may be offered; two buttons each, neither pressed where nothing is. */
export function ordersContext({ combat, id }: Fight & { readonly id: string }, { ruleset }: Adapter, parts: Parts) {
  return ruleset.reactions.map((reaction) => {
    const label = parts.words({ key: `Action.${reaction}.label` });
    const order = orderOf(combat, id, reaction);
    return {
      reaction,
      label,
      choices: (['ask', 'pass'] as const).map((choice) => ({
        choice,
        label: text(`CADENCE.App.Order.${choice}`),
        aria: text(`CADENCE.App.Order.${choice}Named`, { name: label }),
        on: order === choice,
      })),
    };
  });
}
