import type { Adapter } from '../adapter';
import { text } from '../platform/text';
import { orderOf } from '../referee';
import type { Fight } from './fight';
import type { Parts } from './parts';

/** What a fighter has settled beforehand about each thing it may be asked; nothing is pressed where nothing is settled. */
export function ordersContext({ host, id }: Fight & { readonly id: string }, { ruleset }: Adapter, parts: Parts) {
  return ruleset.standing.orders.map((order) => {
    const label = parts.words(order.label);
    const settled = orderOf(host, id, order.id);
    return {
      id: order.id,
      label,
      choices: order.choices.map((choice) => {
        const name = parts.words(choice.label);
        return {
          choice: choice.id,
          label: name,
          aria: text('CADENCE.App.Order.named', { name: label, choice: name }),
          on: settled === choice.id,
        };
      }),
    };
  });
}
