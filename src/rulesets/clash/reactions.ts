import { type Automation, isAlwaysAsked, type OrderDefinition, type Orders } from '../../encounter/automation';
import type { ChoiceAsk } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import { message } from '../../toolkit/define/labels';

/** How far a bonus may be below the attack's total. */
const MARGINS = ['any', '0', '2', '4', '6', '8', '10'] as const;

const DEFENSES: readonly string[] = ['defense', 'defense-unseen'];

const order = (id: string, choices: readonly string[]): OrderDefinition => ({
  id,
  label: message(`Order.${id}.label`),
  choices: choices.map((choice) => ({ id: choice, label: message(`Order.${id}.${choice}`) })),
});

export const AUTOMATION: Partial<Automation> = {
  orders: [
    order('defense', ['ask', 'dodge', 'parry', 'block', 'none']),
    order('defense-margin', MARGINS),
    order('defense-else', ['ask', 'dodge', 'none']),
  ],
  answerFor(ask, orders) {
    if (DEFENSES.includes(ask.id)) return defenseBy(ask, orders);
    // C-A46: the better save is offered first, and neither has a price.
    return ask.id === 'concentration-by' && !isAlwaysAsked(orders) ? (ask.options[0]?.id ?? null) : null;
  },
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

/** Returns the ordered defense, or the alternative if it is not offered or too weak. */
function defenseBy(ask: ChoiceAsk, orders: Orders): string | null {
  const ordered = orders('defense') ?? 'ask';
  if (ordered === 'ask') return null;
  const option = bestOf(ask, ordered);
  const within = option === null ? false : isWithin(ask, option, orders('defense-margin') ?? 'any');
  // An order must not use a hidden total.
  if (within === null) return null;
  if (within) return option;
  const alternative = orders('defense-else') ?? 'ask';
  return alternative === 'ask' ? null : bestOf(ask, alternative);
}

/** Returns the one with the highest bonus. */
function bestOf(ask: ChoiceAsk, kind: string): string | null {
  const ids = ask.options.map(({ id }) => id).filter((id) => offeredDefense(ask, id)?.kind === kind);
  return ids.sort((a, b) => defenseValue(ask, b) - defenseValue(ask, a))[0] ?? null;
}

const defenseValue = (ask: ChoiceAsk, option: string): number => offeredDefense(ask, option)?.bonus ?? 0;

/** Returns null if the total is hidden. */
function isWithin(ask: ChoiceAsk, option: string, margin: string): boolean | null {
  if (option === 'none' || margin === 'any' || !(MARGINS as readonly string[]).includes(margin)) return true;
  const { attack } = ask.facts ?? {};
  return attack === undefined ? null : defenseValue(ask, option) >= Number(attack) - Number(margin);
}

/** The facts of an option; `with` and `name` tell several of a kind apart. */
export type OfferedDefense = {
  readonly kind: string;
  readonly with?: string;
  readonly name?: string;
  readonly bonus?: number;
};

/** Returns null if the ask is not for a defense. */
export const offeredDefense = ({ facts }: Pick<ChoiceAsk, 'facts'>, option: string): OfferedDefense | null =>
  lookup(facts?.defenses as Readonly<Record<string, OfferedDefense>> | undefined, option) ?? null;
