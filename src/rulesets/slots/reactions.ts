import { log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Facts } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { offer, type Procedure, section } from '../../kernel/procedure';
import { itemNames } from '../../toolkit/views/question';
import { type PlayContext, pay, reactionSlot } from './action';
import { strikeAt } from './attack/attack';
import { isUntargetable } from './attack/edge';
import { areFoes, canStrike, isThreatening, orderAfterActive, threateningStrikes } from './attack/threat';
import { is, isOut } from './conditions';
import type { SlotsEncounter, SlotsFighter } from './state';
import { fireTriggers } from './turn/ready';

/** Reactions with a standing order. */
export const REACTIONS = [
  'opportunity-attack',
  'pursue',
  'counterspell',
  'identify-spell',
  'oppose-grapple',
  'overrun-dodge',
  'readied-action',
] as const;
type ReactionId = (typeof REACTIONS)[number];

export const canReact = (encounter: SlotsEncounter, fighter: SlotsFighter): boolean =>
  !isOut(fighter) && !is(fighter, 'locked') && reactionSlot(encounter, fighter) !== null;

/** Offers commands to one fighter. Returns the accepted command, or null. */
function* offerCommands(
  id: string,
  fighter: SlotsFighter,
  commands: readonly Command[],
  facts: Facts,
): Procedure<Command | null> {
  if (commands.length === 0) return null;
  const names = itemNames([fighter], commands);
  const accepted = yield* offer(id, [{ by: fighter.id, commands, defaultAnswer: 'ask' }], 'first', {
    ...facts,
    ...names,
  });
  return (accepted[0]?.command as Command | undefined) ?? null;
}

export const reactionCommand = (id: ReactionId, by: SlotsFighter, at: SlotsFighter): Command => ({
  do: id,
  by: by.id,
  at: at.id,
  options: { provoked: true },
});

const react = (
  encounter: SlotsEncounter,
  fighter: SlotsFighter,
  command: Command,
  body: () => Procedure<unknown>,
): Procedure<unknown> =>
  section(
    command,
    (function* (): Procedure<void> {
      const slot = reactionSlot(encounter, fighter);
      if (slot) yield* pay(fighter, [{ pool: slot, amount: 1 }]);
      yield* body();
    })(),
  );

/** Offers a Reaction and plays it. Returns whether it was accepted. */
export function* offerReaction(
  encounter: SlotsEncounter,
  id: ReactionId,
  fighter: SlotsFighter,
  to: SlotsFighter,
  body: () => Procedure<unknown>,
  facts: Facts = {},
): Procedure<boolean> {
  const command = reactionCommand(id, fighter, to);
  if (!(yield* offerCommands(id, fighter, [command], { at: to.id, ...facts }))) return false;
  yield* react(encounter, fighter, command, body);
  return true;
}

/** L-79: one command for each weapon that reaches the provoker. */
export function opportunities(
  { ground }: SlotsEncounter,
  foe: SlotsFighter,
  provoker: SlotsFighter,
  place = provoker.place,
): Command[] {
  if (is(foe, 'restrained') || is(foe, 'frightened') || isUntargetable(ground, provoker, foe, place)) return [];
  return threateningStrikes(foe)
    .filter(({ reach }) => canStrike(ground, foe.place, place, reach))
    .map(({ id }) => ({ ...reactionCommand('opportunity-attack', foe, provoker), with: id }));
}

/** L-61: the concentrating provoke nothing; nor do those who are out. */
export const canProvoke = (fighter: SlotsFighter): boolean => !is(fighter, 'concentrating') && !isOut(fighter);

/**
 * L-A16: offers a foe its commands against a provoker. Returns whether it reacted. @param onOther plays commands other
 * than strikes
 */
export function* offerOpportunity(
  { encounter, runtime }: PlayContext,
  provoker: SlotsFighter,
  foe: SlotsFighter,
  commands: readonly Command[],
  onOther: (command: Command) => Procedure<unknown> = noop,
): Procedure<boolean> {
  const accepted = yield* offerCommands('provoked', foe, commands, { at: provoker.id });
  if (!accepted) return false;
  yield* react(encounter, foe, accepted, function* () {
    if (accepted.do !== 'opportunity-attack') return yield* onOther(accepted);
    const strike = defined(
      threateningStrikes(foe).find(({ id }) => id === accepted.with),
      'a strike that was offered',
    );
    // L-09: this attack fires triggers, too.
    const isAnswered = yield* fireTriggers({ encounter, runtime, fighter: foe }, 'attacks');
    const isLeft = !isOut(foe) && opportunities(encounter, foe, provoker).some(({ with: id }) => id === strike.id);
    if (isAnswered && !isLeft) return yield* log('thwarted', {}, foe.id);
    // L-79, L-80: as a Primary Attack, without a slot penalty.
    return yield* strikeAt(encounter, { attacker: foe, defender: provoker, strike, slot: 0, other: 0 });
  });
  return true;
}

function* noop(): Procedure<void> {}

/** Lets provoked foes answer in the order of initiative after the active Subject. */
export function* resolveProvocation(
  scene: PlayContext,
  provoker: SlotsFighter,
  foes: readonly SlotsFighter[],
): Procedure<void> {
  const { encounter } = scene;
  for (const foe of orderAfterActive(encounter)) {
    if (!foes.includes(foe) || !canProvoke(provoker) || !canReact(encounter, foe)) continue;
    if (isThreatening(encounter.ground, foe, provoker))
      yield* offerOpportunity(scene, provoker, foe, opportunities(encounter, foe, provoker));
  }
}

/** L-34, L-36, L-48, L-50: a failed maneuver provokes only its target. */
export function* provokeTarget(scene: PlayContext, actor: SlotsFighter, target: SlotsFighter): Procedure<void> {
  if (areFoes(actor, target)) yield* resolveProvocation(scene, actor, [target]);
}
