import type { OrderDefinition, Orders, Standing } from '../../encounter/standing';
import type { ChoiceAsk } from '../../kernel/ask';
import { message } from '../../rulebook/labels';

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
export const STANDING: Partial<Standing> = {
  orders: [
    order('defense', ['ask', 'dodge', 'parry', 'block', 'none']),
    order('defense-margin', MARGINS),
    order('defense-else', ['ask', 'dodge', 'none']),
  ],
  obeys: (ask, orders) => (DEFENSES.includes(ask.id) ? defenseBy(ask, orders) : null),
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
function bestOf({ options, facts }: ChoiceAsk, kind: string): string | null {
  const value = (id: string): number => Number(facts?.[bonusFact(id)] ?? 0);
  const ids = options.map(({ id }) => id).filter((id) => id === kind || id.startsWith(`${kind} `));
  return ids.sort((a, b) => value(b) - value(a))[0] ?? null;
}

/** Whether the value is near enough to the attack's total; null where the total is not told. */
function isWithin({ facts }: ChoiceAsk, option: string, margin: string): boolean | null {
  if (option === 'none' || margin === 'any' || !(MARGINS as readonly string[]).includes(margin)) return true;
  if (facts?.attack === undefined) return null;
  return Number(facts[bonusFact(option)] ?? 0) >= Number(facts.attack) - Number(margin);
}

/** Under which fact of the question the value of one of its defenses stands. */
export const bonusFact = (option: string): string => `bonus ${option}`;
