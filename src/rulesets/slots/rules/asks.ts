import type { Command } from '../../../encounter/command';
import type { Place } from '../../../encounter/state';
import type { AskView, CardInput, Words } from '../../../encounter/view';
import type { Facts, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { itemFact, type Questions, questionOf } from '../../../mechanics/question';
import { cornerOf } from './threat';
import { actionLabel, words } from './wording';

const QUESTIONS: Questions = {
  label: ({ id }, facts) => words(`Ask.${id}`, facts),
  // Choices among fighters bear their names; all others have words of their own.
  option: ({ id: ask }, option, names) =>
    Object.hasOwn(names, option) ? words('Option.fighter', { name: names[option]! }) : words(`Option.${ask}.${option}`),
  offers: {
    option: (command, { facts }) => ({
      label: optionLabel(command, facts),
      cost: command.do === 'identify-spell' ? [] : [{ pool: 'reaction', amount: 1 }],
    }),
    pass: words('Option.pass'),
  },
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
  const [x, y, width, height, elevation, side] = SPACE.map((key) => Number(facts[key]));
  const space = { x: x!, y: y!, width: width!, height: height!, elevation: elevation!, facing: 0 };
  return { ...space, ...cornerOf(space, corner), width: 2 * side!, height: 2 * side! };
}

const SPACE = ['x', 'y', 'width', 'height', 'elevation', 'side'] as const;

/** "Opportunity Attack with Spear": an item is named by the facts of the offer, under its owner's and its own id. */
function optionLabel(command: Command, facts: Facts | undefined): Words {
  const item = facts?.[itemFact(command)];
  const action = actionLabel(command);
  return item === undefined ? action : words('Card.with', { action, item });
}
