import { alter, say } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import type { Reason, Taker } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { isReaction, type ReactionItem } from '../items';
import type { TempoEncounter, TempoFighter } from '../stats';
import type { Trigger } from '../words';
import { type Gate, spendReaction, whyNotReact } from './reaction';

export const gateOf = ({ id, tempo, usesPerRound }: ReactionItem): Gate => ({ id, tempo, uses: usesPerRound });

/** The Reaction of its own a command names; null where the fighter has none such. */
export const reactionOf = ({ items }: TempoFighter, { with: named }: Command): ReactionItem | null =>
  items.filter(isReaction).find(({ id }) => id === named) ?? null;

/** T-73, T-77, T-78: who may answer this very trigger with a Reaction from its sheet, and with which. */
export function ownTakers(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  trigger: Trigger,
  at: string,
  answered: ReadonlySet<string>,
): Taker[] {
  const commands = fighter.items.filter(isReaction).flatMap((item): Command[] => {
    const isOpen = item.trigger === trigger && !answered.has(item.id);
    if (!isOpen || whyNotReact(encounter, fighter, gateOf(item)).length > 0) return [];
    return [{ do: 'react', by: fighter.id, at, with: item.id }];
  });
  return commands.length > 0 ? [{ by: fighter.id, commands, unasked: 'ask' }] : [];
}

/** What stands against taking a Reaction of one's own unasked: only what people alone can see may be answered so. */
export const whyNotOwn = (encounter: TempoEncounter, fighter: TempoFighter, item: ReactionItem): Reason[] => [
  ...whyNotReact(encounter, fighter, gateOf(item)),
  ...(item.trigger === 'other' ? [] : [{ id: 'no-trigger' }]),
];

/** T-76: spends the Reaction; beyond the Momentum it may bring, what it does is the table's to say. */
export function* react(fighter: TempoFighter, item: ReactionItem): Procedure<void> {
  yield* spendReaction(fighter, gateOf(item));
  yield* say('reacts', { item: item.name }, fighter.id);
  if (item.momentum > 0) yield* alter(fighter.id, 'momentum', item.momentum);
}
