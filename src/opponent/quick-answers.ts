import type { Command } from '../encounter/command';
import type { Encounter } from '../encounter/state';
import type { AcceptedOffer } from '../kernel/answer';
import type { ChoiceAsk, InputAsk, OfferAsk } from '../kernel/ask';
import { type Die, rollTotal } from '../kernel/dice';
import { lookup } from '../kernel/lookup';
import type { Judge } from './judge';
import type { Answerer } from './play';

/** Returns values without any search: dice are rolled, choices follow the ruleset's preferences. */
export function makeQuickAnswerer(judge: Judge, encounter: Encounter, die: Die): Answerer {
  const answerTo: Answerer = (ask: InputAsk) => {
    switch (ask.kind) {
      case 'dice':
        return rollTotal(ask.dice, die);
      case 'choice':
        return preferredOption(judge, encounter, ask);
      case 'amount':
        return ask.min;
      case 'text':
        return '';
      case 'place':
        return ask.places[0];
      case 'offer':
        return acceptedOffers(judge, encounter, ask);
      case 'all':
        return ask.asks.map(answerTo);
    }
  };
  return answerTo;
}

/** Returns an option that is allowed: the ruleset's preferences first, then what a timeout would choose. */
export function preferredOption({ ruleset, worth }: Judge, encounter: Encounter, ask: ChoiceAsk): string {
  const { id, options } = ask;
  const open = options.filter(({ whyNot }) => whyNot.length === 0);
  const preferred =
    worth.preferredAnswers?.(encounter, ask) ??
    lookup(worth.answers, id) ??
    lookup(ruleset.automation.fallbacks, id) ??
    [];
  const wanted = preferred.find((each) => open.some((option) => option.id === each));
  const option = wanted ?? open[0]?.id;
  if (option === undefined) throw new Error(`choice ${id} has no option that may be taken`);
  return option;
}

/** The most commands of an offer that are thought of. */
const MOST_OFFERED = 24;

/** Accepts the first command of each candidate that promises something; what is offered is allowed. */
function acceptedOffers({ worth }: Judge, encounter: Encounter, ask: OfferAsk): readonly AcceptedOffer[] {
  const accepted: AcceptedOffer[] = [];
  for (const { by, commands } of ask.candidates) {
    const command = (commands as readonly Command[])
      .slice(0, MOST_OFFERED)
      .find((each) => (worth.promise(encounter, each) ?? 0) > 0);
    if (command) accepted.push({ by, command });
    if (command && ask.wait === 'first') break;
  }
  return accepted;
}
