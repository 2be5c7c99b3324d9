import { log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { Candidate, Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { requiring, type TempoContext } from './action';
import { applyItemEffects, isAimed } from './attack/effects';
import { isOut } from './conditions';
import type { ReactionItem, ReactionTrigger, TempoItem } from './schema';
import { setState, type TempoEncounter, type TempoFighter } from './state';

/** Section 6: the id in the state, the lowest tempo, and the uses a Round. */
export interface ReactionLimits {
  readonly id: string;
  readonly tempo: number;
  readonly uses: number;
  /** What using it is worth to opponents; default: they never do. */
  readonly promise?: number;
}

export const INTERCEPT: ReactionLimits = { id: 'intercept', tempo: 4, uses: 1, promise: 0.02 };
export const DUAL_WIELD: ReactionLimits = { id: 'dual-wield', tempo: 0, uses: 1, promise: 0.05 };
export const TEAMWORK: ReactionLimits = { id: 'teamwork', tempo: 3, uses: 1 };

/** Returns the uses this Round of a Reaction or a limited ability. */
export const usesOf = ({ state }: TempoFighter, id: string): number => state[`used-${id}`] ?? 0;

export const recordUse = (fighter: TempoFighter, id: string): Procedure<unknown> =>
  setState(fighter.id, `used-${id}`, usesOf(fighter, id) + 1);

/** Returns a candidate who is always asked. */
export const candidateFor = (by: string, ...commands: Command[]): Candidate => ({ by, commands, defaultAnswer: 'ask' });

/** T-71 to T-77: returns the reasons without trigger and prerequisite. */
export function whyNotReact({ clock }: TempoEncounter, fighter: TempoFighter, gate: ReactionLimits): Reason[] {
  if (clock.turn === null || clock.turn === undefined) return [{ id: 'wrong-moment' }];
  const { state, stats } = fighter;
  return [
    ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ...(clock.tempo < gate.tempo ? [{ id: 'tempo-too-low', data: { tempo: gate.tempo } }] : []),
    ...((state.reacted ?? 0) >= stats.reactionsPerTurn ? [{ id: 'reaction-spent' }] : []),
    ...(usesOf(fighter, gate.id) >= gate.uses ? [{ id: 'reaction-used-up' }] : []),
  ];
}

/** T-76. */
export function* spendReaction(fighter: TempoFighter, gate: ReactionLimits): Procedure<void> {
  yield* setState(fighter.id, 'reacted', (fighter.state.reacted ?? 0) + 1);
  yield* recordUse(fighter, gate.id);
}

const gateOf = ({ id, tempo, usesPerRound }: ReactionItem): ReactionLimits => ({ id, tempo, uses: usesPerRound });

const isReaction = (item: TempoItem | null | undefined): item is ReactionItem => item?.type === 'tempoReaction';

/** Returns the named Reaction; null if the fighter lacks it. */
export const reactionOf = ({ items }: TempoFighter, { with: named }: Command): ReactionItem | null =>
  items.filter(isReaction).find(({ id }) => id === named) ?? null;

/** Returns the reasons against a Reaction of an item, if the fighter has it. */
export const whyNotReactWith = (
  encounter: TempoEncounter,
  fighter: TempoFighter,
  item: ReactionItem | null,
): Reason[] => (item ? whyNotReact(encounter, fighter, gateOf(item)) : [{ id: 'unknown-reaction' }]);

/** T-73, T-77, T-78: returns the fighter's Reactions to this trigger. */
export function reactionCandidates(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  trigger: ReactionTrigger,
  at: string,
  answered: ReadonlySet<string>,
): Candidate[] {
  const commands = fighter.items.filter(isReaction).flatMap((item): Command[] => {
    const isOpen = item.trigger === trigger && !answered.has(item.id);
    if (!isOpen || whyNotReactWith(encounter, fighter, item).length > 0) return [];
    return [{ do: 'react', by: fighter.id, at, with: item.id }];
  });
  return commands.length > 0 ? [candidateFor(fighter.id, ...commands)] : [];
}

/**
 * T-76: spends the Reaction and applies its effects.
 * @param other the fighter it answers
 */
export function* react(
  encounter: TempoEncounter,
  fighter: TempoFighter,
  item: ReactionItem,
  other: TempoFighter | null,
): Procedure<void> {
  yield* spendReaction(fighter, gateOf(item));
  yield* log('reacts', { item: item.name }, fighter.id);
  yield* applyItemEffects(encounter, fighter, item, other);
}

const reacting = requiring<TempoContext & { readonly reaction: ReactionItem }>({
  find(act) {
    const reaction = reactionOf(act.fighter, act.command);
    return reaction && { reaction, ...act };
  },
  whyNot: () => [impossibleReason('unknown-reaction')],
});

/** Used by button, only for triggers that the rules cannot detect. */
export const ownReaction = reacting({
  interrupts: true,
  promise: 0.02,
  itemsFor: ({ items }) => items.filter(isReaction),
  whyNot: ({ encounter, fighter, reaction, target }) => [
    ...whyNotReactWith(encounter, fighter, reaction),
    ...(reaction.trigger === 'other' ? [] : [{ id: 'no-trigger' }]),
    ...(isAimed(reaction) && !target ? [impossibleReason('no-target')] : []),
  ],
  needsFor: ({ item }) => (isReaction(item) && isAimed(item) ? 'target' : 'nothing'),
  play: ({ encounter, fighter, reaction, target }) => react(encounter, fighter, reaction, target),
});
