import { partsOf } from '../../../src/kernel/answer';
import type { Facts, InputAsk } from '../../../src/kernel/ask';
import { notation } from '../../../src/kernel/dice';
import { nameOf } from './offers';
import type { Source } from './source';

/** What one fighter was asked during a step. */
export interface Asked {
  readonly id: string;
  readonly by: string;
  readonly facts: Facts;
  /** Possible options, or commands by name; empty without a choice. */
  readonly offers: readonly string[];
  /** Such as `1d20▲`. */
  readonly dice: string | null;
}

export function askedOf(ask: InputAsk): Asked[] {
  return partsOf(ask).flatMap((part): Asked[] => {
    const { id, facts = {} } = part;
    if (part.kind === 'offer')
      return part.candidates.map(({ by, commands }) => ({ id, by, facts, offers: commands.map(nameOf), dice: null }));
    const { by } = part;
    const offers =
      part.kind === 'choice' ? part.options.flatMap((each) => (each.whyNot.length > 0 ? [] : each.id)) : [];
    return [{ id, by, facts, offers, dice: part.kind === 'dice' ? notation(part.dice) : null }];
  });
}

type OfferExpectation = readonly [whom: string, what: Source];

/** Returns missing and forbidden offers. `whom` is a fighter or `<fighter>.<question>`. */
export function offerFaults(
  offered: readonly OfferExpectation[],
  notOffered: readonly OfferExpectation[],
  asked: readonly Asked[],
): string[] {
  return [
    ...offered.flatMap(([whom, what]) => {
      const offers = offersTo(whom, asked);
      const missing = namesOf(what).filter((name) => !isAmong(name, offers));
      return missing.map((name) => `${whom} is not offered ${name}, but ${offers.join(', ') || 'nothing'}`);
    }),
    ...notOffered.flatMap(([whom, what]) => {
      const offers = offersTo(whom, asked);
      // A question never asked cannot prove that an answer is missing.
      if (whom.includes('.') && !asked.some((each) => isTo(whom, each))) return [`${whom} is not asked at all`];
      return namesOf(what).flatMap((name) => (isAmong(name, offers) ? [`${whom} is offered ${name}`] : []));
    }),
  ];
}

const namesOf = (what: Source): string[] => what.oneOrMore().map((name) => name.text());
const isTo = (whom: string, { by, id }: Asked): boolean => whom === by || whom === `${by}.${id}`;
const offersTo = (whom: string, asked: readonly Asked[]): string[] =>
  asked.filter((each) => isTo(whom, each)).flatMap(({ offers }) => offers);
/** `swift trip` also matches `swift trip with axe`. */
const isAmong = (name: string, offers: readonly string[]): boolean =>
  offers.some((each) => each === name || each.startsWith(`${name} with `));
