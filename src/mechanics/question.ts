import type { Command, Price } from '../encounter/command';
import type { Fighter } from '../encounter/state';
import type { AskView, CardInput, Words } from '../encounter/view';
import { askedBy } from '../kernel/answer';
import { type ChoiceAsk, type Facts, type OfferAsk, PASS, type SingleAsk } from '../kernel/ask';

type Names = CardInput['names'];

/** What a ruleset calls its questions and their answers. */
export interface Questions {
  /** The question, by what its sentence may name: the asked, the target, and the ask's own facts. */
  label(ask: SingleAsk | OfferAsk, facts: NonNullable<Words['facts']>): Words;
  /** An option of a choice. */
  option(ask: ChoiceAsk, option: string, names: Names): Words;
  /** What is offered; null where nobody ever cuts in. */
  readonly offers: Offers | null;
}

interface Offers {
  /** A command that is offered; one of several, at that index. */
  option(command: Command, ask: OfferAsk, index: number, names: Names): { label: Words; cost: readonly Price[] };
  readonly pass: Words;
}

/** A question as it is put to somebody, from the ask alone. */
export function questionOf(ask: SingleAsk | OfferAsk, names: Names, questions: Questions): AskView {
  const by = askedBy(ask);
  const at = ask.facts?.at;
  const facts = { name: names[by] ?? by, ...ask.facts, ...(at !== undefined && { at: names[at] ?? at }) };
  return { ask, by, label: questions.label(ask, facts), options: answersTo(ask, names, questions) };
}

function answersTo(ask: SingleAsk | OfferAsk, names: Names, { option, offers }: Questions): AskView['options'] {
  if (ask.kind === 'choice')
    return ask.options.map(({ id, whyNot }) => ({
      ...{ id, whyNot, answer: [id], cost: [] },
      label: option(ask, id, names),
    }));
  if (ask.kind !== 'offer' || !offers) return [];
  const commands = ask.takers[0]!.commands as readonly Command[];
  const taken = commands.map((command, index) => ({
    ...{ id: String(index), answer: [index], whyNot: [] },
    ...offers.option(command, ask, index, names),
  }));
  return [...taken, { id: 'pass', label: offers.pass, answer: [PASS], cost: [], whyNot: [] }];
}

/** Under which fact an offer names the item of one of its commands: its owner's and its own id. */
export const itemFact = ({ by, with: item }: Pick<Command, 'by' | 'with'>): string => `${by} ${item}`;

/** How the items of offered commands are called, as facts of the offer. */
export function itemNames(
  fighters: readonly Pick<Fighter, 'id' | 'items'>[],
  commands: readonly Pick<Command, 'by' | 'with'>[],
): Facts {
  return Object.fromEntries(
    commands.flatMap((command): [string, string][] => {
      const owner = fighters.find(({ id }) => id === command.by);
      const item = owner?.items.find(({ id }) => id === command.with);
      return item ? [[itemFact(command), item.name]] : [];
    }),
  );
}
