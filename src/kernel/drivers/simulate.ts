import type { Ask, ChoiceAsk } from '../ask';
import { type Die, rollTotal } from '../dice';
import type { Procedure } from '../procedure';
import type { WorkingCopy } from '../table';

export type Policy = (ask: ChoiceAsk) => string;

const firstAllowed: Policy = ({ id, options }) => {
  const option = options.find(({ whyNot }) => whyNot.length === 0);
  if (!option) throw new Error(`choice ${id} has no option that may be taken`);
  return option.id;
};

/** Plays a procedure to its end with rolled dice and a policy, without recording. Returns its outcome. */
export function simulate<T>(procedure: Procedure<T>, table: WorkingCopy, die: Die, policy: Policy = firstAllowed): T {
  let step = procedure.next();
  while (!step.done) {
    const ask = step.value;
    if (ask.kind === 'dice') step = procedure.next(rollTotal(ask.dice, die));
    else if (ask.kind === 'apply') step = procedure.next(table.apply(ask.change));
    else step = procedure.next(defaultAnswer(ask, die, policy));
  }
  return step.value;
}

/** Returns the default: offers pass, amounts are minimal, texts are empty, and the first place is chosen. */
function defaultAnswer(ask: Ask, die: Die, policy: Policy): unknown {
  switch (ask.kind) {
    case 'dice':
      return rollTotal(ask.dice, die);
    case 'choice':
      return policy(ask);
    case 'amount':
      return ask.min;
    case 'text':
      return '';
    case 'place':
      return ask.places[0];
    case 'offer':
      return [];
    case 'all':
      return ask.asks.map((each) => defaultAnswer(each, die, policy));
    case 'apply':
    case 'section':
      return undefined;
  }
}
