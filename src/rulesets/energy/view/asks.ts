import type { Command, Price } from '../../../encounter/command';
import type { AskView, CardInput } from '../../../encounter/view';
import type { OfferAsk, SingleAsk } from '../../../kernel/ask';
import { message, spoken } from '../../../rulebook/labels';
import { count } from '../../../rulebook/marks';
import {
  labelOfOption,
  offeredCommands,
  type Questions,
  questionOf,
  withOfferedItem,
} from '../../../rulebook/question';
import { group, line, list, read } from '../../../rulebook/schema';
import { AGILE_MOVE_COST, pricesOf, SWIFT_COST, swapped } from '../cost';
import { saidIn } from '../options';
import { actionLabel } from './labels';

const QUESTIONS: Questions = {
  // Things are called by their names, which the facts tell.
  option: (ask, option) => {
    const name = ask.id === 'repair' ? spoken(ask.facts)[option] : undefined;
    return name === undefined ? labelOfOption(ask, option) : message('Option.named', { name });
  },
  offered: (command, ask, index, names) => {
    const action = withOfferedItem(actionLabel(command), command, ask);
    // Where there are several targets to choose from, each is named.
    const several = new Set(offeredCommands(ask).flatMap(({ at }) => at ?? [])).size > 1;
    const { at } = command;
    return {
      label: several && at !== undefined ? message('Card.at', { action, at: names[at] ?? at }) : action,
      cost: costOf(command, ask, index),
    };
  },
};

/** A question as it is put to somebody, from the ask alone. */
export const askView = (ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView =>
  questionOf(ask, names, QUESTIONS);

/** What each command of an offer costs, in the order of the commands. */
const PRICES = list(list(group({ pool: line(), amount: count() })));

/** What an offered command costs: as the offer says, else what reactions of that kind do. */
function costOf(command: Command, { facts }: OfferAsk, index: number): readonly Price[] {
  if (facts?.prices !== undefined) return read(PRICES, facts.prices, 'prices')[index] ?? [];
  if (command.do === 'agile-move') return pricesOf(AGILE_MOVE_COST);
  return pricesOf(saidIn(command).swap ? swapped(SWIFT_COST) : SWIFT_COST);
}
