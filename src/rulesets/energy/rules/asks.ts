import type { Command, Price } from '../../../encounter/command';
import type { AskView, CardInput, Words } from '../../../encounter/view';
import type { Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { itemFact, type Questions, questionOf } from '../../../mechanics/question';
import { AGILE_MOVE_COST, pricesOf, SWIFT_COST, swapped } from './cost';
import { actionLabel, words } from './wording';

const QUESTIONS: Questions = {
  label: ({ id }, facts) => words(`Ask.${id}`, facts),
  // Things are called by their names, which the facts tell.
  option: ({ id: ask, facts }, option) =>
    ask === 'repair' && facts?.[option] !== undefined
      ? words('Option.named', { name: facts[option] })
      : words(`Option.${ask}.${option}`),
  offers: {
    option(command, { takers, facts }, index, names) {
      const commands = takers[0]!.commands as readonly Command[];
      const several = new Set(commands.flatMap(({ at }) => at ?? [])).size > 1;
      return {
        label: several ? optionAt(command, facts, names) : optionLabel(command, facts),
        cost: costOf(command, facts?.[priceFact(index)]),
      };
    },
    pass: words('Option.pass'),
  },
};

/** A question as it is put to somebody, from the ask alone. */
export const askView = (ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView =>
  questionOf(ask, names, QUESTIONS);

/** Where there are several targets to choose from, each is named. */
function optionAt(command: Command, facts: Facts | undefined, names: CardInput['names']): Words {
  const action = optionLabel(command, facts);
  return command.at === undefined ? action : words('Card.at', { action, at: names[command.at] ?? command.at });
}

/** "Swift: Melee Attack with Spear": an item is named by the facts of the offer, under its owner's and its own id. */
function optionLabel(command: Command, facts: Facts | undefined): Words {
  const item = facts?.[itemFact(command)];
  const action = actionLabel(command);
  return item === undefined ? action : words('Card.with', { action, item });
}

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
function costOf({ do: id, options }: Command, said: Facts[string] | undefined): Price[] {
  if (said !== undefined) return read(String(said));
  if (id === 'agile-move') return pricesOf(AGILE_MOVE_COST);
  return pricesOf(options?.swap === true ? swapped(SWIFT_COST) : SWIFT_COST);
}
