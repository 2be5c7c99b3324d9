import type { ChoiceAsk } from '../ask';
import { type Die, sumOf } from '../dice';
import type { Procedure } from '../procedure';
import type { Table } from '../table';

/** Takes one of the options of a choice that may be taken. */
export type Policy = (ask: ChoiceAsk) => string;

/** Takes the first option nothing stands against. */
export const firstOpen: Policy = ({ id, options }) => {
  const option = options.find(({ whyNot }) => whyNot.length === 0);
  if (!option) throw new Error(`choice ${id} has no option that may be taken`);
  return option.id;
};

/** Plays a procedure to its end with thrown dice and a policy, as fast as may be; nothing is recorded. */
export function simulate<T>(procedure: Procedure<T>, table: Table, die: Die, policy: Policy = firstOpen): T {
  let step = procedure.next();
  while (!step.done) {
    const ask = step.value;
    switch (ask.kind) {
      case 'dice':
        step = procedure.next(sumOf(ask.dice, die));
        break;
      case 'choice':
        step = procedure.next(policy(ask));
        break;
      case 'apply':
        step = procedure.next(table.apply(ask.change));
        break;
    }
  }
  return step.value;
}
