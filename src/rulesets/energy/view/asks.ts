import type { Command, Price } from '../../../encounter/command';
import type { AskView, CardInput } from '../../../encounter/view';
import type { Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { message } from '../../../rulebook/labels';
import {
  labelOfOption,
  offeredCommands,
  type Questions,
  questionOf,
  withOfferedItem,
} from '../../../rulebook/question';
import { AGILE_MOVE_COST, pricesOf, SWIFT_COST, swapped } from '../cost';
import { saidIn } from '../options';
import { actionLabel } from './labels';

const QUESTIONS: Questions = {
  // Things are called by their names, which the facts tell.
  option: (ask, option) => {
    const name = ask.id === 'repair' ? ask.facts?.[option] : undefined;
    return name === undefined ? labelOfOption(ask, option) : message('Option.named', { name });
  },
  offered: (command, ask, index, names) => {
    const action = withOfferedItem(actionLabel(command), command, ask);
    // Where there are several targets to choose from, each is named.
    const several = new Set(offeredCommands(ask).flatMap(({ at }) => at ?? [])).size > 1;
    const { at } = command;
    return {
      label: several && at !== undefined ? message('Card.at', { action, at: names[at] ?? at }) : action,
      cost: costOf(command, ask.facts?.[priceFact(index)]),
    };
  },
};

/** A question as it is put to somebody, from the ask alone. */
export const askView = (ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView =>
  questionOf(ask, names, QUESTIONS);

/** Under which fact an offer says the price of one of its commands, and how: `energy:2 stamina:1`. */
export const priceFact = (index: number): string => `price ${index}`;
export const written = (prices: readonly Price[]): string =>
  prices.map(({ pool, amount }) => `${pool}:${amount}`).join(' ');
const read = (prices: string): Price[] =>
  prices.split(' ').flatMap((price) => {
    const [pool, amount] = price.split(':');
    return pool && amount ? [{ pool, amount: Number(amount) }] : [];
  });

/** What an offered command costs: by the offer's own word, else what reactions of that kind do. */
function costOf(command: Command, said: Facts[string] | undefined): Price[] {
  const { do: id } = command;
  if (said !== undefined) return read(String(said));
  if (id === 'agile-move') return pricesOf(AGILE_MOVE_COST);
  return pricesOf(saidIn(command).swap ? swapped(SWIFT_COST) : SWIFT_COST);
}
