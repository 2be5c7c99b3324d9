import type { Command } from '../../encounter/command';
import { areFoes } from '../../encounter/sides';
import type { Facts, Reason } from '../../kernel/ask';
import { lookup } from '../../kernel/lookup';
import { type Procedure, section } from '../../kernel/procedure';
import { stopOf } from '../../toolkit/act/command-run';
import type { PlainCommand } from '../../toolkit/act/commands';
import { commandsOf, offerOnce } from '../../toolkit/turns/reaction';
import { itemNames } from '../../toolkit/views/question';
import { endManaging, type PlayContext, pay, reactionSlot } from './action';
import { strikeAt } from './attack/attack';
import { isUntargetable } from './attack/edge';
import { whyNotReach } from './attack/strikes';
import { canStrike, isThreatening, orderAfterActive, threateningStrikes } from './attack/threat';
import { is, isOut } from './conditions';
import type { SlotsEncounter, SlotsFighter } from './state';
import type { Strike } from './stats';
import { chooseConfusedTarget, whyNotAct, whyNotContinue } from './turn/legality';
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

/** Returns the reasons against any Reaction now. */
export const whyNotReact = (encounter: SlotsEncounter, fighter: SlotsFighter): Reason[] => [
  ...whyNotAct(fighter),
  ...(reactionSlot(encounter, fighter) === null ? [{ id: 'reaction-spent' }] : []),
];

export const canReact = (encounter: SlotsEncounter, fighter: SlotsFighter): boolean =>
  whyNotReact(encounter, fighter).length === 0;

export const reactionCommand = (id: ReactionId, by: SlotsFighter, at: SlotsFighter): Command => ({
  do: id,
  by: by.id,
  at: at.id,
  options: { provoked: true },
});

/** Pays with the slot that can (L-08, L-09). */
export function* payReaction(encounter: SlotsEncounter, fighter: SlotsFighter): Procedure<void> {
  const slot = reactionSlot(encounter, fighter);
  if (slot) yield* pay(fighter, [{ pool: slot, amount: 1 }]);
  yield* endManaging(fighter);
}

/** Pays a Reaction and plays it, unless others make it impossible. */
function react(
  { encounter, runtime }: PlayContext,
  fighter: SlotsFighter,
  command: Command,
  { whyNot, play }: ReactionRules,
): Procedure<unknown> {
  function* paid(): Procedure<void> {
    yield* payReaction(encounter, fighter);
    const reasons = () => [...whyNotAct(fighter), ...(whyNot?.() ?? [])];
    yield* runtime.whileLegal(reasons, play(), stopOf(fighter.id));
  }
  return section(command, paid());
}

/** What an accepted Reaction does, and the reasons against continuing it. */
interface ReactionRules {
  whyNot?(): readonly Reason[];
  play(): Procedure<unknown>;
}

/** Offers a Reaction and plays it. Returns whether it was played. @param rules `whyNotOffer` are reasons besides its own */
export function* offerReaction(
  scene: PlayContext,
  id: ReactionId,
  fighter: SlotsFighter,
  to: SlotsFighter,
  rules: ReactionRules & { whyNotOffer?(): readonly Reason[] },
  facts: Facts = {},
): Procedure<boolean> {
  const { encounter, runtime } = scene;
  const command = reactionCommand(id, fighter, to);
  const whyNot = (): readonly Reason[] => [
    ...whyNotReact(encounter, fighter),
    ...(rules.whyNot?.() ?? []),
    ...(rules.whyNotOffer?.() ?? []),
  ];
  const played = yield* offerOnce(runtime, {
    id,
    wait: 'first',
    candidates: () => (whyNot().length === 0 ? [{ by: fighter.id, commands: [command], defaultAnswer: 'ask' }] : []),
    facts: () => ({ at: to.id, ...facts }),
    whyNot,
    playChild: () => react(scene, fighter, command, rules),
  });
  return played.length > 0;
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
 * L-A16: offers a foe its commands against a provoker. Returns whether it reacted.
 * @param commands what it could do now
 * @param onOther plays commands other than strikes, which pay for themselves
 */
export function* offerOpportunity(
  scene: PlayContext,
  provoker: SlotsFighter,
  foe: SlotsFighter,
  commands: () => readonly Command[],
  onOther: (command: Command) => Procedure<unknown> = noop,
): Procedure<boolean> {
  const { encounter, runtime } = scene;
  const played = yield* offerOnce(runtime, {
    id: 'provoked',
    wait: 'first',
    candidates() {
      const now = canReact(encounter, foe) ? commands() : [];
      return now.length > 0 ? [{ by: foe.id, commands: now, defaultAnswer: 'ask' }] : [];
    },
    facts: (candidates) => ({ at: provoker.id, ...itemNames([foe], commandsOf(candidates)) }),
    whyNot: (command) => [
      ...whyNotReact(encounter, foe),
      ...(command.do === 'opportunity-attack' ? whyNotStrike(scene, provoker, foe, command) : []),
    ],
    playChild: (command) =>
      command.do === 'opportunity-attack'
        ? react(scene, foe, command, blowOf(scene, provoker, foe, command))
        : section(command, onOther(command)),
  });
  return played.length > 0;
}

function* noop(): Procedure<void> {}

const opportunityStrike = (foe: SlotsFighter, { with: named }: Command): Strike | undefined =>
  threateningStrikes(foe).find(({ id }) => id === named);

function whyNotStrike(
  { encounter, runtime }: PlayContext,
  provoker: SlotsFighter,
  foe: SlotsFighter,
  command: Command,
): readonly Reason[] {
  const strike = opportunityStrike(foe, command);
  if (!strike) return [{ id: 'no-weapon' }];
  return [
    ...whyNotContinue(runtime, { do: 'primary-attack', by: foe.id, at: provoker.id, with: strike.id }),
    ...whyNotReach(encounter, foe, provoker, strike.reach),
  ];
}

/** L-79, L-80: as a Primary Attack, without a slot penalty and within the threatened area. */
const blowOf = (scene: PlayContext, provoker: SlotsFighter, foe: SlotsFighter, command: Command): ReactionRules => ({
  whyNot: () => whyNotStrike(scene, provoker, foe, command),
  *play() {
    // L-09: this attack fires triggers, too.
    yield* fireTriggers({ ...scene, fighter: foe }, 'attacks');
    const whyNot = (other: SlotsFighter) => whyNotStrike(scene, other, foe, command);
    const defender = (yield* chooseConfusedTarget(scene.encounter, foe, provoker, whyNot)) ?? provoker;
    const strike = opportunityStrike(foe, command);
    if (strike) yield* strikeAt(scene.encounter, { attacker: foe, defender, strike, slot: 0, other: 0 });
  },
});

/** Lets provoked foes answer in the order of initiative after the active Subject. */
export function* resolveProvocation(
  scene: PlayContext,
  provoker: SlotsFighter,
  foes: readonly SlotsFighter[],
): Procedure<void> {
  const { encounter } = scene;
  for (const foe of orderAfterActive(encounter)) {
    if (!foes.includes(foe)) continue;
    const commands = (): readonly Command[] =>
      canProvoke(provoker) && isThreatening(encounter.ground, foe, provoker)
        ? opportunities(encounter, foe, provoker)
        : [];
    yield* offerOpportunity(scene, provoker, foe, commands);
  }
}

/** L-34, L-36, L-48, L-50: a failed maneuver provokes only its target. */
export function* provokeTarget(scene: PlayContext, actor: SlotsFighter, target: SlotsFighter): Procedure<void> {
  if (areFoes(actor, target)) yield* resolveProvocation(scene, actor, [target]);
}
