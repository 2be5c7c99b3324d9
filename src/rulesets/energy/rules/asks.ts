import type { Command, Price } from '../../../encounter/command';
import type { AskOption, AskView, CardInput, Words } from '../../../encounter/view';
import { askedBy } from '../../../kernel/answer';
import { type Facts, type OfferAsk, PASS, type SingleAsk } from '../../../kernel/ask';
import { AGILE_MOVE_COST, pricesOf, SWIFT_COST, swapped } from './cost';
import type { EnergyEncounter } from './stats';
import { actionLabel, words } from './wording';

/** A question as it is put to somebody, from the ask alone. */
export function askView(ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView {
  const by = askedBy(ask);
  const at = ask.facts?.at;
  return {
    ask,
    by,
    label: words(`Ask.${ask.id}`, {
      name: names[by] ?? by,
      ...ask.facts,
      ...(at !== undefined && { at: names[at] ?? at }),
    }),
    options: ask.kind === 'offer' ? offered(ask, names) : ask.kind === 'choice' ? chosen(ask) : [],
  };
}

const chosen = ({ id: ask, options, facts }: Extract<SingleAsk, { kind: 'choice' }>): AskOption[] =>
  options.map(({ id, whyNot }) => ({
    id,
    // Things are called by their names, which the facts tell.
    label:
      ask === 'repair' && facts?.[id] !== undefined
        ? words('Option.named', { name: facts[id] })
        : words(`Option.${ask}.${id}`),
    answer: [id],
    cost: [],
    whyNot,
  }));

function offered({ takers, facts }: OfferAsk, names: CardInput['names']): AskOption[] {
  const commands = takers[0]!.commands as readonly Command[];
  const several = new Set(commands.flatMap(({ at }) => at ?? [])).size > 1;
  const options = commands.map((command, index) => ({
    id: String(index),
    label: several ? optionAt(command, facts, names) : optionLabel(command, facts),
    answer: [index],
    cost: costOf(command, facts?.[priceFact(index)]),
    whyNot: [],
  }));
  return [...options, { id: 'pass', label: words('Option.pass'), answer: [PASS], cost: [], whyNot: [] }];
}

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

/** Under which fact an offer names the item of one of its commands. */
const itemFact = ({ by, with: item }: Command): string => `${by} ${item}`;

/** How the items of offered commands are called, as facts of the offer. */
export function itemNames({ fighters }: EnergyEncounter, commands: readonly Command[]): Facts {
  return Object.fromEntries(
    commands.flatMap((command): [string, string][] => {
      const item = fighters[command.by]!.items.find(({ id }) => id === command.with);
      return item ? [[itemFact(command), item.name]] : [];
    }),
  );
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
