import type { Command } from '../../encounter/command';
import { areFoes } from '../../encounter/sides';
import type { Place } from '../../encounter/state';
import type { Candidate, Reason } from '../../kernel/ask';
import { isStill } from '../../toolkit/space/walk';
import { commandsOf, type Moment } from '../../toolkit/turns/reaction';
import { itemNames } from '../../toolkit/views/question';
import { type EnergyContext, makeAffordable } from './action';
import { isHiddenFrom } from './attack/sight';
import { armedStrikes, isWithin, strikesOf, whyNotSwift } from './attack/strikes';
import { SLACK } from './schema';
import type { EnergyEncounter, EnergyFighter } from './state';
import { type Strike, UNARMED } from './stats';

/** For standing orders; `Command.options.reaction` holds the id if the verb differs. */
export const REACTIONS = ['agile-move', 'swift-attack', 'challenge-initiative'] as const;

/** E-32, E-36, E-A48: returns the moment to leave before the first die; empty without a map. */
export function dodgeMoment(
  attacker: EnergyFighter,
  target: EnergyFighter,
  { whyNot, playChild }: EnergyContext['runtime'],
): Moment {
  const command: Command = { do: 'agile-move', by: target.id };
  return {
    id: 'dodge',
    wait: 'first',
    candidates: () =>
      target.place && attacker.place && whyNot(command).length === 0
        ? [{ by: target.id, commands: [command], defaultAnswer: target.player ? 'ask' : 'pass' }]
        : [],
    facts: () => ({ at: attacker.id }),
    whyNot,
    playChild,
  };
}

/** E-36, E-51: returns the moment to step after a target that left reach, if a step is enough. */
export function followMoment(
  attacker: EnergyFighter,
  target: EnergyFighter,
  reasons: readonly Reason[],
  { whyNot, playChild }: EnergyContext['runtime'],
): Moment {
  const command: Command = { do: 'agile-move', by: attacker.id };
  const isStepAway = reasons.every(
    ({ id, data }) => id === 'out-of-reach' && Number(data?.distance) <= Number(data?.reach) + 1 + SLACK,
  );
  return {
    id: 'follow',
    wait: 'first',
    facts: () => ({ at: target.id }),
    candidates: () =>
      isStepAway && whyNot(command).length === 0
        ? [{ by: attacker.id, commands: [command], defaultAnswer: attacker.player ? 'ask' : 'pass' }]
        : [],
    whyNot,
    playChild,
  };
}

/**
 * E-155, E-A51: returns the moment to strike at one metre of a movement. Allies get no offer, but may strike on their own; fighters who see
 * neither end of the metre do not notice it.
 * @param passed the fighters who let this movement happen, and are asked again only if ordered to; grows
 */
export function swiftAttackMoment(
  encounter: EnergyEncounter,
  mover: EnergyFighter,
  from: Place,
  to: Place,
  runtime: EnergyContext['runtime'],
  passed: Set<string>,
): Moment {
  const isNearAt = (place: Place, fighter: EnergyFighter, strike: Strike): boolean =>
    isWithin(encounter, fighter, strike, place) && !isHiddenFrom(encounter, { place }, fighter);
  const isNear = (fighter: EnergyFighter, strike: Strike): boolean =>
    [from, to].some((place) => isNearAt(place, fighter, strike));
  const isLeft = (fighter: EnergyFighter): boolean =>
    !strikesOf(fighter).some((strike) => isNearAt(to, fighter, strike));
  let isAsked = false;
  // Since it was asked, others may have moved the mover.
  const isThere = (): boolean => !isAsked || isStill(mover.place, to);
  const legal = (forms: readonly Pick<Form, 'command'>[]): Command[] =>
    forms
      .map(({ command }) => makeAffordable(runtime, command))
      // Reach is checked for both ends of the metre.
      .filter((command) => runtime.whyNot(command).every(({ id }) => id === 'out-of-reach' && isThere()));
  const possible = (fighter: EnergyFighter, forms: readonly Form[]): Command[] =>
    legal(forms.filter(({ strike }) => isNear(fighter, strike)));
  const swiftsOf = (fighter: EnergyFighter): Command[] => {
    const { blows, maneuvers } = swiftForms(fighter, mover, MOVING);
    if (!mayBeSwift(encounter, fighter, mover, blows)) return [];
    return [
      ...possible(fighter, blows),
      ...(isThere() ? legal(swiftShots(fighter, mover, MOVING)) : []),
      ...maneuvers.flatMap((forms) => possible(fighter, forms).slice(0, 1)),
    ];
  };
  return {
    id: 'swift',
    wait: 'first',
    candidates: () =>
      Object.values(encounter.fighters).flatMap((fighter): Candidate[] => {
        if (!areFoes(fighter, mover) || !fighter.place) return [];
        // Runs for every fighter and metre, and most are out of reach.
        if (!strikesOf(fighter).some((strike) => isNear(fighter, strike))) return [];
        const commands = swiftsOf(fighter);
        const defaultAnswer = passed.has(fighter.id) ? 'pass' : 'ask';
        return commands.length > 0 ? [{ by: fighter.id, commands, defaultAnswer }] : [];
      }),
    passed(candidates) {
      for (const { by } of candidates) passed.add(by);
    },
    facts: (candidates) => ({
      at: mover.id,
      leaves: candidates.flatMap(({ by }) => {
        const fighter = encounter.fighters[by];
        return fighter && isLeft(fighter) ? [by] : [];
      }),
      ...itemNames(Object.values(encounter.fighters), commandsOf(candidates)),
    }),
    asking(asks) {
      isAsked = true;
      return asks;
    },
    whyNot: runtime.whyNot,
    playChild: runtime.playChild,
  };
}

/** Returns true if the fighter could attack the target at once. */
export function canAttack(fighter: EnergyFighter, target: EnergyFighter, runtime: EnergyContext['runtime']): boolean {
  const [by, at] = [fighter.id, target.id];
  const commands: Command[] = [
    ...armedStrikes(fighter).map((strike) => ({ do: 'melee-attack', by, at, with: strike.id })),
    { do: 'unarmed-attack', by, at },
    ...shootingWeapons(fighter).map((item) => ({ do: 'ranged-attack', by, at, with: item.id })),
  ];
  return commands.some((command) => runtime.whyNot(makeAffordable(runtime, command)).length === 0);
}

/** E-154: returns the Swift Attacks possible now. */
export function swiftAttacksOn(
  encounter: EnergyEncounter,
  fighter: EnergyFighter,
  target: EnergyFighter,
  runtime: EnergyContext['runtime'],
): Command[] {
  const possible = (forms: readonly Pick<Form, 'command'>[]): Command[] =>
    forms
      .map(({ command }) => makeAffordable(runtime, command))
      .filter((command) => runtime.whyNot(command).length === 0);
  const { blows, maneuvers } = swiftForms(fighter, target);
  if (!mayBeSwift(encounter, fighter, target, blows)) return [];
  return [
    ...possible(blows),
    ...possible(swiftShots(fighter, target)),
    ...maneuvers.flatMap((forms) => possible(forms).slice(0, 1)),
  ];
}

/** Most fighters may not, for a reason that all their Swift Attacks share. */
const mayBeSwift = (
  encounter: EnergyEncounter,
  fighter: EnergyFighter,
  target: EnergyFighter,
  blows: readonly Form[],
): boolean => blows.some(({ command }) => whyNotSwift(encounter, fighter, target, command).length === 0);

/** E-154, E-A52. */
const swiftShots = (
  fighter: EnergyFighter,
  { id: at }: EnergyFighter,
  extraOptions: Command['options'] = {},
): Pick<Form, 'command'>[] =>
  shootingWeapons(fighter).map(({ id }) => ({
    command: {
      do: 'ranged-attack',
      by: fighter.id,
      at,
      with: id,
      options: { swift: true, ...extraOptions, reaction: 'swift-attack' },
    },
  }));

/** Includes those not in hand, which are refused when they are used. */
const shootingWeapons = ({ items }: EnergyFighter) =>
  items.filter((item) => item.type === 'energyWeapon' && (item.ranged || item.thrown));

interface Form {
  readonly strike: Strike;
  readonly command: Command;
}

/** E-155: at a metre of a movement. */
const MOVING: Command['options'] = { moving: true };

/** Each maneuver has several forms; only its first possible one is offered, to keep the list short. */
function swiftForms(fighter: EnergyFighter, { id: at }: EnergyFighter, extraOptions: Command['options'] = {}) {
  const by = fighter.id;
  const options = { swift: true, ...extraOptions, reaction: 'swift-attack' };
  const armed = armedStrikes(fighter);
  const bare = fighter.stats.strikes[UNARMED];
  const form = (verb: string, strike: Strike, namesItem = true): Form => {
    return { strike, command: { do: verb, by, at, ...(namesItem && { with: strike.id }), options } };
  };
  return {
    blows: [...armed.map((strike) => form('melee-attack', strike)), form('unarmed-attack', bare, false)],
    maneuvers: [
      strikesOf(fighter).map((strike) => form('trip', strike)),
      strikesOf(fighter).map((strike) => form('disarm', strike)),
      [form('restrain', bare, false)],
      [form('push', bare, false)],
    ],
  };
}
