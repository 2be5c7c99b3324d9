import type { Command } from '../../encounter/command';
import type { Facts, Reason } from '../../kernel/ask';
import { defined } from '../../kernel/defined';
import { lookup } from '../../kernel/lookup';
import { offer, type Procedure, section } from '../../kernel/procedure';
import { stopOf } from '../../toolkit/define/command-run';
import type { PlainCommand } from '../../toolkit/define/commands';
import { itemNames } from '../../toolkit/views/question';
import { type PlayContext, pay, reactionSlot } from './action';
import { strikeAt } from './attack/attack';
import { isUntargetable } from './attack/edge';
import { whyNotReach } from './attack/strikes';
import { areFoes, canStrike, isThreatening, orderAfterActive, threateningStrikes } from './attack/threat';
import { is, isOut } from './conditions';
import type { SlotsEncounter, SlotsFighter } from './state';
import { whyNotAct, whyNotContinue } from './turn/legality';
import { fireTriggers } from './turn/ready';

/** Reactions with a standing order. L-79, L-81, L-118: they are offered on their trigger. */
export const REACTIONS = {
  'opportunity-attack': { promise: 0.05 },
  pursue: {},
  counterspell: { promise: 0.02 },
  // L-05.
  'identify-spell': { isFree: true },
  'oppose-grapple': {},
  'overrun-dodge': {},
  'readied-action': { promise: 0.05, icon: 'actions/wait' },
} as const satisfies Readonly<Record<string, OfferedReaction>>;
type ReactionId = keyof typeof REACTIONS;

/** A plain command without a price of its own. */
interface OfferedReaction extends Pick<PlainCommand, 'icon' | 'promise'> {
  readonly isFree?: true;
}

export const isFreeReaction = (id: string): boolean => lookup<OfferedReaction>(REACTIONS, id)?.isFree === true;

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

/** Pays a Reaction and plays it, unless others make it impossible. */
function react(
  { encounter, runtime }: PlayContext,
  fighter: SlotsFighter,
  command: Command,
  { whyNot, play }: ReactionRules,
): Procedure<unknown> {
  function* paid(): Procedure<void> {
    const slot = reactionSlot(encounter, fighter);
    if (slot) yield* pay(fighter, [{ pool: slot, amount: 1 }]);
    const reasons = () => [...whyNotAct(fighter), ...(whyNot?.() ?? [])];
    yield* runtime.whileLegal(reasons, play(), stopOf(fighter.id));
  }
  return section(command, runtime.playReaction(paid()));
}

/** What an accepted Reaction does, and the reasons against continuing it. */
interface ReactionRules {
  whyNot?(): readonly Reason[];
  play(): Procedure<unknown>;
}

/** Offers a Reaction and plays it. Returns whether it was accepted. */
export function* offerReaction(
  scene: PlayContext,
  id: ReactionId,
  fighter: SlotsFighter,
  to: SlotsFighter,
  rules: ReactionRules,
  facts: Facts = {},
): Procedure<boolean> {
  const command = reactionCommand(id, fighter, to);
  if (!(yield* offerCommands(id, fighter, [command], { at: to.id, ...facts }))) return false;
  yield* react(scene, fighter, command, rules);
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
  const scene = { encounter, runtime };
  const accepted = yield* offerCommands('provoked', foe, commands, { at: provoker.id });
  if (!accepted) return false;
  yield* react(
    scene,
    foe,
    accepted,
    accepted.do === 'opportunity-attack' ? blowOf() : { play: () => onOther(accepted) },
  );
  return true;

  /** L-79, L-80: as a Primary Attack, without a slot penalty and within the threatened area. */
  function blowOf(): ReactionRules {
    const strike = defined(
      threateningStrikes(foe).find(({ id }) => id === accepted?.with),
      'a strike that was offered',
    );
    return {
      whyNot: () => [
        ...whyNotContinue(runtime, { do: 'primary-attack', by: foe.id, at: provoker.id, with: strike.id }),
        ...whyNotReach(encounter, foe, provoker, strike.reach),
      ],
      *play() {
        // L-09: this attack fires triggers, too.
        yield* fireTriggers({ encounter, runtime, fighter: foe }, 'attacks');
        yield* strikeAt(encounter, { attacker: foe, defender: provoker, strike, slot: 0, other: 0 });
      },
    };
  }
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
