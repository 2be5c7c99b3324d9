import type { Price } from '../../../encounter/command';
import type { Place } from '../../../encounter/state';
import type { AskView, CardInput } from '../../../encounter/view';
import type { Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { message } from '../../../rulebook/labels';
import { labelOfOption, type Questions, questionOf, withOfferedItem } from '../../../rulebook/question';
import { cornerOf } from '../attack/threat';
import { actionLabel } from './labels';

const ONE_REACTION: readonly Price[] = [{ pool: 'reaction', amount: 1 }];

const QUESTIONS: Questions = {
  // Choices among fighters bear their names; all others have labels of their own.
  option(ask, option, names) {
    const name = Object.hasOwn(names, option) ? names[option] : undefined;
    return name === undefined ? labelOfOption(ask, option) : message('Option.fighter', { name });
  },
  offered: (command, ask) => ({
    label: withOfferedItem(actionLabel(command), command, ask),
    cost: command.do === 'identify-spell' ? [] : ONE_REACTION,
  }),
};

/** A question as it is put to somebody, from the ask alone. */
export function askView(ask: SingleAsk | OfferAsk, names: CardInput['names']): AskView {
  const view = questionOf(ask, names, QUESTIONS);
  if (ask.id !== 'corner' || !ask.facts) return view;
  const { facts } = ask;
  return { ...view, options: view.options.map((option) => ({ ...option, area: areaAt(facts, option.id) })) };
}

/** L-168: the block of squares around a corner of the space that the facts of the question tell of. */
function areaAt(facts: Facts, corner: string): Place {
  const told = (key: string): number => Number(facts[key]);
  const block = { width: 2 * told('side'), height: 2 * told('side'), elevation: told('elevation'), facing: 0 };
  const space = { ...block, x: told('x'), y: told('y'), width: told('width'), height: told('height') };
  return { ...block, ...cornerOf(space, corner) };
}
