import type { Automation, OrderDefinition, Orders } from '../../encounter/automation';
import type { ChoiceAsk } from '../../kernel/ask';
import { message } from '../../toolkit/define/labels';

/** How much the die is trusted with: an order holds while one's value is no more than so much below the attack's total. */
const MARGINS = ['any', '0', '2', '4', '6', '8', '10'] as const;

/** The question for a defense, with the attack's total told or not. */
const DEFENSES: readonly string[] = ['defense', 'defense-unseen'];

const order = (id: string, choices: readonly string[]): OrderDefinition => ({
  id,
  label: message(`Order.${id}.label`),
  choices: choices.map((choice) => ({ id: choice, label: message(`Order.${id}.${choice}`) })),
});

/** What fighters may settle beforehand: how to defend, up to which attack, and what else. */
export const AUTOMATION: Partial<Automation> = {
  orders: [
    order('defense', ['ask', 'dodge', 'parry', 'block', 'none']),
    order('defense-margin', MARGINS),
    order('defense-else', ['ask', 'dodge', 'none']),
  ],
  answerFor: (ask, orders) => (DEFENSES.includes(ask.id) ? defenseBy(ask, orders) : null),
  fallbacks: {
    defense: ['none'],
    'defense-unseen': ['none'],
    zone: ['torso'],
    'throw-second': ['throw'],
    'after-parry': ['parry-nothing'],
    'parry-step': [],
    'concentration-by': [],
    'try-fall-check': ['try'],
    'cast-level': [],
    driven: ['clear'],
  },
};

/** The defense ordered, if it is at hand and the attack not too high for it; else what is to be done then. */
function defenseBy(ask: ChoiceAsk, orders: Orders): string | null {
  const wanted = orders('defense') ?? 'ask';
  if (wanted === 'ask') return null;
  const option = bestOf(ask, wanted);
  const within = option === null ? false : isWithin(ask, option, orders('defense-margin') ?? 'any');
  // What the fighter may not know, no order may weigh for it.
  if (within === null) return null;
  if (within) return option;
  const otherwise = orders('defense-else') ?? 'ask';
  return otherwise === 'ask' ? null : bestOf(ask, otherwise);
}

/** Of several of a kind the one with the best value. */
function bestOf(ask: ChoiceAsk, kind: string): string | null {
  const ids = ask.options.map(({ id }) => id).filter((id) => offeredDefense(ask, id)?.kind === kind);
  return ids.sort((a, b) => defenseValue(ask, b) - defenseValue(ask, a))[0] ?? null;
}

const defenseValue = (ask: ChoiceAsk, option: string): number => offeredDefense(ask, option)?.bonus ?? 0;

/** Whether the value is near enough to the attack's total; null where the total is not told. */
function isWithin(ask: ChoiceAsk, option: string, margin: string): boolean | null {
  if (option === 'none' || margin === 'any' || !(MARGINS as readonly string[]).includes(margin)) return true;
  const { attack } = ask.facts ?? {};
  return attack === undefined ? null : defenseValue(ask, option) >= Number(attack) - Number(margin);
}

/**
 * What the question for a defense tells of one of its options: of several of a kind the item it is made with, what that is called, and what
 * is added to its die, where one is rolled.
 */
export type OfferedDefense = {
  readonly kind: string;
  readonly with?: string;
  readonly name?: string;
  readonly bonus?: number;
};

/** What the question tells of an option; null where it is no question for a defense. */
export const offeredDefense = ({ facts }: Pick<ChoiceAsk, 'facts'>, option: string): OfferedDefense | null =>
  (facts?.defenses as Readonly<Record<string, OfferedDefense>> | undefined)?.[option] ?? null;
