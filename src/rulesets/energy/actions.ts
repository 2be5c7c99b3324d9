import { alter } from '../../encounter/change';
import { impossible } from '../../encounter/legality';
import type { Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { place } from '../../kernel/procedure';
import { gain, lose } from '../../mechanics/condition';
import { isFree, metresBetween, neighbours } from '../../mechanics/space';
import { type Act, type Action, needing } from './act';
import { defend } from './attack/defense';
import { finishOff } from './attack/finish';
import { breakFree, release } from './attack/hold';
import { disarm, push, restrain, sprintPush, trip } from './attack/maneuvers';
import { shoot } from './attack/ranged';
import { bareHands, blow, weaponOf } from './attack/strikes';
import { effectiveSpeed, is, roundEnd } from './conditions';
import { AGILE_MOVE_COST, agileMovesLeft, type Cost, has, isFull } from './cost';
import { equip, load, pickUp, stow } from './gear/gear';
import { use } from './gear/uses';
import { challengeInitiative } from './interrupts/initiative';
import { mark } from './marks';
import { breakBarrier, climb, jump, sprinting, wait } from './movement/leap';
import { consumed, costOfMetres, headingOf, measure, straight, type Walk, walk } from './movement/movement';
import { saidIn } from './options';
import { surge } from './recovery/surge';
import type { EnergyFighter } from './stats';

/** E-46 to E-48: a way of at most so many metres; a Run that stops early gives back what it did not use. */
function stride(
  icon: string,
  cost: (act: Act) => Cost,
  limit: (fighter: EnergyFighter) => number,
  turns: boolean,
  refunds = turns,
): Action {
  const wayOf = (act: Act): Walk | null => {
    const way = walkOf(act);
    return way && !turns ? { ...way, lost: 0 } : way;
  };
  const keptOf = (act: Act, way: Walk): number | null =>
    refunds ? costOfMetres(consumed(way), effectiveSpeed(act.fighter), cost(act).energy ?? 0) : null;
  const going = needing<Act & { readonly way: Walk }>({
    find(act) {
      const way = wayOf(act);
      return way && { way, ...act };
    },
    missing: () => [impossible('no-path')],
  });
  return going({
    category: 'move',
    icon,
    needs: 'path',
    cost,
    whyNot({ fighter, way }) {
      const most = limit(fighter);
      const metres = consumed(way);
      return metres > most + 1e-3 ? [{ id: 'too-far', data: { metres: Math.round(metres * 10) / 10, most } }] : [];
    },
    kept(act) {
      const way = wayOf(act);
      return way && keptOf(act, way);
    },
    *play(act) {
      return keptOf(act, yield* walk(act, act.command.path ?? [], act.way));
    },
  });
}

/** The way a command goes: its path, or off the map a number of metres. Null where it names neither. */
function walkOf({ encounter, fighter, command }: Act): Walk | null {
  const path: readonly Place[] = command.path ?? [];
  if (path.length > 0) return measure(encounter.ground, fighter.place, path, headingOf(fighter));
  const { metres = 0 } = saidIn(command);
  return metres > 0 && !fighter.place ? straight(metres) : null;
}

/** E-51: where one metre leads that nobody stands on. */
function placesAround({ encounter, fighter }: Act): Place[] {
  const { ground, fighters } = encounter;
  const { place } = fighter;
  if (!place) return [];
  const others = Object.values(fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
  return neighbours(ground, place).filter(
    (there) => metresBetween(ground, place, there) <= 1 + 1e-3 && isFree(ground, there, others),
  );
}

export const ACTIONS = {
  /** E-42. */
  'melee-attack': blow('actions/melee-attack', 3, weaponOf),
  /** E-44, E-173 to E-176. */
  'unarmed-attack': blow('actions/unarmed-attack', 2, bareHands),
  /** E-68, E-A56: with a weapon, or without one. */
  'single-strike': blow('actions/single-strike', 1, (act) => weaponOf(act) ?? bareHands(act), true),
  'finish-off': finishOff,
  trip,
  disarm,
  restrain,
  push,
  'sprint-push': sprintPush,
  /** E-43, E-103. */
  'ranged-attack': shoot,

  /** E-46: for one Energy, or with `agility: true` for two Agility. */
  shift: stride(
    'actions/shift',
    ({ command }) => (saidIn(command).agility ? { agility: 2 } : { energy: 1 }),
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
  sprint: sprinting(
    stride(
      'actions/sprint',
      () => ({ energy: 3, stamina: 1 }),
      (fighter) => effectiveSpeed(fighter) + fighter.stats.sprintBonus,
      true,
      false,
    ),
  ),
  jump,
  climb,
  /** E-51, E-52, E-A43: along `path`, or to a place that is asked for. */
  'agile-move': {
    category: 'move',
    icon: 'actions/agile-move',
    needs: 'nothing',
    cost: () => AGILE_MOVE_COST,
    whyNot(act) {
      const { encounter, fighter, command } = act;
      const reasons: Reason[] = agileMovesLeft(fighter) > 0 ? [] : [{ id: 'agile-spent' }];
      const way = walkOf(act);
      if (!way) {
        if (!fighter.place) return [...reasons, impossible('no-path')];
        return placesAround(act).length > 0 ? reasons : [...reasons, { id: 'no-room' }];
      }
      if (way.moved > 1 + 1e-3)
        reasons.push({ id: 'too-far', data: { metres: Math.round(way.moved * 10) / 10, most: 1 } });
      const end = command.path?.at(-1);
      const others = Object.values(encounter.fighters).flatMap((other) => (other === fighter ? [] : [other.place]));
      if (end && !isFree(encounter.ground, end, others)) reasons.push({ id: 'occupied' });
      return reasons;
    },
    *play(act) {
      const { encounter, fighter, command } = act;
      yield* mark(fighter.id, 'agileMoves', (fighter.book.agileMoves ?? 0) + 1);
      const path = command.path ?? (fighter.place ? [yield* place('agile-move', fighter.id, placesAround(act))] : []);
      const way = walkOf({ ...act, command: { ...command, path } });
      if (way) yield* walk({ encounter, fighter, onMetre: null }, path, { ...way, lost: 0 });
      return null;
    },
  },
  /** E-58. */
  'kneel-from-prone': {
    category: 'move',
    icon: 'actions/kneel-from-prone',
    needs: 'nothing',
    cost: () => ({ energy: 1 }),
    whyNot: ({ fighter }) => (is(fighter, 'prone') ? [] : [{ id: 'not-prone' }]),
    *play({ encounter, fighter }) {
      yield* lose(fighter, 'prone');
      yield* mark(fighter.id, 'posture', 'kneeling');
      yield* gain(fighter.id, 'unguarded', roundEnd(encounter.clock.round));
      return null;
    },
  },
  /** E-59. */
  'stand-up': {
    category: 'move',
    icon: 'actions/stand-up',
    needs: 'nothing',
    cost: () => ({ energy: 1 }),
    whyNot: ({ fighter }) => (fighter.book.posture === 'kneeling' ? [] : [{ id: 'not-kneeling' }]),
    *play({ fighter }) {
      yield* mark(fighter.id, 'posture', null);
      return null;
    },
  },

  /** E-60 to E-62. */
  defend: {
    category: 'other',
    icon: 'actions/defend',
    needs: 'nothing',
    cost: () => ({ energy: 1 }),
    *play({ fighter }) {
      yield* defend(fighter);
      return null;
    },
  },
  /** E-67, E-A16. */
  'catch-breath': {
    category: 'other',
    icon: 'actions/catch-breath',
    needs: 'nothing',
    cost: ({ fighter }) => ({ energy: Math.max(1, Math.min(3, has(fighter, 'energy'))) }),
    whyNot: ({ fighter }) => (isFull(fighter, 'stamina') ? [{ id: 'stamina-full' }] : []),
    *play({ fighter }) {
      yield* alter(fighter.id, 'stamina', 1);
      return null;
    },
  },
  escape: breakFree,
  release,
  'break-barrier': breakBarrier,
  'challenge-initiative': challengeInitiative,
  wait,
  load,
  'equip-item': equip,
  'stow-item': stow,
  'pick-up-item': pickUp,
  'spend-surge': surge,
  'use-item': use,
} as const satisfies Readonly<Record<string, Action>>;
export type ActionId = keyof typeof ACTIONS;
