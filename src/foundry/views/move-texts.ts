import type { MoveOption } from '../../encounter/ruleset';
import type { Reason } from '../../kernel/ask';
import { findText, localize, reasonText } from '../platform/text';

/** The texts of a way to pay for a path, for a label at the pointer. */
interface MoveTexts {
  readonly label: string;
  readonly price: string;
  readonly notes: readonly string[];
  readonly barred: string;
}

export function textsOfMove(rulesetId: string, move: MoveOption): MoveTexts {
  const { command, cost, notes = [], whyNot } = move;
  const price = cost.map(({ pool, amount }) => localize(rulesetId, { key: `Price.${pool}`, facts: { amount } }));
  return {
    label: localize(rulesetId, move.label ?? { key: `Action.${command.do}.label` }),
    price: price.join(' · '),
    notes: notes.map((note) => localize(rulesetId, note)),
    barred: [...new Set(whyNot.map((reason) => shortReasonText(rulesetId, reason)))].join(' · '),
  };
}

/** Some reasons are shorter at the pointer, if they have the facts for it. */
function shortReasonText(rulesetId: string, reason: Reason): string {
  const short = findText(rulesetId, `Ruler.${reason.id}`, reason.data);
  return short && !short.includes('{') ? short : reasonText(rulesetId, reason);
}
