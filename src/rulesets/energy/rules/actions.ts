import { alter } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { gain, shed } from '../../../mechanics/condition';
import { mark } from '../../../mechanics/edit';
import { gap } from '../../../mechanics/space';
import { blowOf, type Lent, melee } from './attack';
import { type ConditionId, canEvade, effectiveSpeed, is, roundEnd } from './conditions';
import { type Cost, has } from './cost';
import { defend, turnTo } from './defense';
import { consumed, costOfMetres, headingOf, measure, straight, type Walk, walk } from './movement';
import { type EnergyEncounter, type EnergyFighter, type Strike, UNARMED } from './stats';

export type Category = 'attack' | 'move' | 'other';

/** A command with all it names looked up. */
export interface Act {
  readonly encounter: EnergyEncounter;
  readonly fighter: EnergyFighter;
  readonly command: Command;
  /** Null where the command names nobody of this encounter. */
  readonly target: EnergyFighter | null;
}

/** A row of ledger section 5. */
export interface Action {
  readonly category: Category;
  readonly icon: string;
  readonly needs: 'nothing' | 'target' | 'path';
  cost(act: Act): Cost;
  /** What stands against it besides its cost and the fighter's state. */
  whyNot(act: Act): readonly Reason[];
  /** How much of the Energy is kept where the action does not use the whole (E-39); asked before it is carried out. */
  kept(act: Act): number | null;
  /** Carries it out, once paid. */
  play(act: Act): Procedure<void>;
}

const whole = (): null => null;

/** E-190, E-193: what a condition does not let one do. */
export const FORBIDS: Readonly<Partial<Record<ConditionId, readonly Category[]>>> = {
  dead: ['attack', 'move', 'other'],
  unconscious: ['attack', 'move', 'other'],
  restrained: ['attack', 'move'],
  restraining: ['attack'],
};

/** Section 6: a blow at a target within reach; the weapons differ, the steps do not. */
function blow(icon: string, energy: number, strikeOf: (act: Act) => Strike | null, defenseless = false): Action {
  return {
    category: 'attack',
    icon,
    needs: 'target',
    cost: () => ({ energy }),
    whyNot(act) {
      const strike = strikeOf(act);
      return [
        ...(strike ? whyNotStrike(act, strike) : [impossible('no-weapon')]),
        ...(defenseless && act.target && canEvade(act.target) ? [{ id: 'can-defend' }] : []),
      ];
    },
    kept: whole,
    *play(act) {
      const { encounter, fighter, target } = act;
      yield* turnTo(encounter, fighter, target!);
      yield* melee(blowOf(encounter, fighter, target!, strikeOf(act)!, lentBy(act.command)));
    },
  };
}

/** The weapon that is named, or else the first in hand that strikes. */
function weaponOf({ fighter, command }: Act): Strike | null {
  const weapon = fighter.items.find((item) =>
    command.with === undefined
      ? item.type === 'energyWeapon' && item.equipped && !item.ranged
      : item.type === 'energyWeapon' && item.id === command.with,
  );
  return (weapon && fighter.stats.strikes[weapon.id]) ?? null;
}

const bareHands = ({ fighter }: Act): Strike => fighter.stats.strikes[UNARMED]!;

function whyNotStrike({ encounter, fighter, target, command }: Act, strike: Strike): Reason[] {
  const reasons: Reason[] = [];
  const weapon = fighter.items.find(({ id }) => id === strike.id);
  if (weapon?.type === 'energyWeapon' && !weapon.equipped) reasons.push({ id: 'not-equipped' });
  if (weapon?.type === 'energyWeapon' && weapon.ranged) reasons.push({ id: 'not-melee' });
  if (!target) return [...reasons, impossible(command.at === undefined ? 'no-target' : 'target-gone')];
  if (target === fighter) return [...reasons, impossible('own-self')];
  if (is(target, 'dead')) reasons.push({ id: 'target-dead' });
  if (fighter.place && target.place) {
    const empty = gap(encounter.ground, fighter.place, target.place);
    // Between fighters off the grid the last millimetre is not argued about.
    if (empty > strike.reach + 1e-3)
      reasons.push({ id: 'out-of-reach', data: { distance: Math.round(empty * 10) / 10, reach: strike.reach } });
  }
  return reasons;
}

const DICE_WORDS: readonly unknown[] = ['advantage', 'disadvantage'];

function lentBy({ options = {} }: Command): Lent {
  const read = (value: unknown) => (DICE_WORDS.includes(value) ? (value as Lent['attack']) : null);
  const other = Number.isInteger(options.other) ? Number(options.other) : 0;
  return { attack: read(options.attack), defense: read(options.defense), behind: options.behind === true, other };
}

/** E-46 to E-48: a way of at most so many metres; a Run that stops early gives back what it did not use. */
function stride(
  icon: string,
  cost: (act: Act) => Cost,
  limit: (fighter: EnergyFighter) => number,
  turns: boolean,
): Action {
  const wayOf = (act: Act): Walk | null => {
    const way = walkOf(act);
    return way && !turns ? { ...way, lost: 0 } : way;
  };
  return {
    category: 'move',
    icon,
    needs: 'path',
    cost,
    whyNot(act) {
      const way = wayOf(act);
      if (!way) return [impossible('no-path')];
      const most = limit(act.fighter);
      const metres = consumed(way);
      return metres > most + 1e-3 ? [{ id: 'too-far', data: { metres: Math.round(metres * 10) / 10, most } }] : [];
    },
    kept(act) {
      const used = consumed(wayOf(act)!);
      return turns ? costOfMetres(used, effectiveSpeed(act.fighter), cost(act).energy ?? 0) : null;
    },
    *play(act) {
      yield* walk(act.fighter, act.command.path ?? [], wayOf(act)!);
    },
  };
}

/** The way a command goes: its path, or off the map a number of metres. Null where it names neither. */
function walkOf({ encounter, fighter, command }: Act): Walk | null {
  const path: readonly Place[] = command.path ?? [];
  if (path.length > 0) return measure(encounter.ground, fighter.place, path, headingOf(fighter));
  const metres = command.options?.metres;
  return typeof metres === 'number' && metres > 0 && !fighter.place ? straight(metres) : null;
}

export const ACTIONS = {
  /** E-42. */
  'melee-attack': blow('actions/melee-attack', 3, weaponOf),
  /** E-44, E-173 to E-176. */
  'unarmed-attack': blow('actions/unarmed-attack', 2, bareHands),
  /** E-68, E-A56: with a weapon, or without one. */
  'single-strike': blow('actions/single-strike', 1, (act) => weaponOf(act) ?? bareHands(act), true),

  /** E-46: for one Energy, or with `agility: true` for two Agility. */
  shift: stride(
    'actions/shift',
    ({ command }) => (command.options?.agility === true ? { agility: 2 } : { energy: 1 }),
    () => 1,
    false,
  ),
  /** E-48, E-A23. */
  'quick-run': stride(
    'actions/quick-run',
    () => ({ energy: 2 }),
    (fighter) => Math.floor((2 * effectiveSpeed(fighter)) / 3),
    true,
  ),
  /** E-47. */
  run: stride('actions/run', () => ({ energy: 3 }), effectiveSpeed, true),
  /** E-58. */
  'kneel-from-prone': {
    category: 'move',
    icon: 'actions/kneel-from-prone',
    needs: 'nothing',
    cost: () => ({ energy: 1 }),
    whyNot: ({ fighter }) => (is(fighter, 'prone') ? [] : [{ id: 'not-prone' }]),
    kept: whole,
    *play({ encounter, fighter }) {
      yield* shed(fighter, 'prone');
      yield* mark(fighter.id, 'posture', 'kneeling');
      yield* gain(fighter.id, 'unguarded', roundEnd(encounter.clock.round));
    },
  },
  /** E-59. */
  'stand-up': {
    category: 'move',
    icon: 'actions/stand-up',
    needs: 'nothing',
    cost: () => ({ energy: 1 }),
    whyNot: ({ fighter }) => (fighter.book.posture === 'kneeling' ? [] : [{ id: 'not-kneeling' }]),
    kept: whole,
    *play({ fighter }) {
      yield* mark(fighter.id, 'posture', null);
    },
  },

  /** E-60 to E-62. */
  defend: {
    category: 'other',
    icon: 'actions/defend',
    needs: 'nothing',
    cost: () => ({ energy: 1 }),
    whyNot: () => [],
    kept: whole,
    *play({ fighter }) {
      yield* defend(fighter);
    },
  },
  /** E-67, E-A16. */
  'catch-breath': {
    category: 'other',
    icon: 'actions/catch-breath',
    needs: 'nothing',
    cost: ({ fighter }) => ({ energy: Math.max(1, Math.min(3, has(fighter, 'energy'))) }),
    whyNot: ({ fighter: { pools } }) => (pools.stamina!.value < pools.stamina!.max ? [] : [{ id: 'stamina-full' }]),
    kept: whole,
    *play({ fighter }) {
      yield* alter(fighter.id, 'stamina', 1);
    },
  },
} as const satisfies Readonly<Record<string, Action>>;
export type ActionId = keyof typeof ACTIONS;
