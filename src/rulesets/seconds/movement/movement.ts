import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import type { Place } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Action, SecondsContext } from '../action';
import { isIdle } from '../clock';
import { is } from '../conditions';
import { optionsOf } from '../options';
import { ticksOf } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import { worldSettingsOf } from '../stats';
import { endMove, endRunUp, ticksLeft } from '../turn/lane';
import { whyNotGo } from './legality';
import { moveCost, moveProgress, type Stride, stridesOf, truncateRoute, weightedMetres } from './strides';
import { walkStrides } from './walk';

/** The command's path, or its metres off the map. */
function stridesFor({ encounter, fighter, command }: SecondsContext): Stride[] {
  const { path = [] } = command;
  const { freely = false, metres = 0, difficult } = optionsOf(command);
  if (path.length > 0) return stridesOf(encounter, fighter, path, freely);
  if (metres <= 0 || fighter.place) return [];
  const { slowFactor, slowFactorsStack } = worldSettingsOf(encounter);
  const isDifficult = difficult && !freely && !fighter.stats.sureFooted;
  const slow = (isDifficult ? 1 : 0) + (is(fighter, 'prone') ? 1 : 0);
  const factor = slowFactor ** (slowFactorsStack ? slow : Math.min(1, slow));
  return [{ to: NOWHERE, metres, factor, heading: 0, isCorner: true }];
}

const NOWHERE: Place = { x: 0, y: 0, width: 1, height: 1, elevation: 0, facing: 0 };

/** Metres up and along. */
function requestedJump(act: SecondsContext): { high: number; far: number } {
  const { height: high = 0, metres = 0 } = optionsOf(act.command);
  const route = stridesFor({ ...act, command: leapCommand(act) });
  return { high, far: route.length > 0 ? route.reduce((sum, stride) => sum + stride.metres, 0) : metres };
}

const round = (metres: number): number => Math.round(metres * 10) / 10;

/** S-66 to S-70: leaving a foe's reach provokes. */
export const jump: Action = {
  group: 'move',
  needs: 'path',
  moves: true,
  holdable: 'leap',
  drag: 'asks',
  options: ({ fighter }) => (fighter.place ? ['height'] : ['height', 'metres']),
  promise: null,
  inParts: true,
  runs: true,
  splits: true,
  base: () => ticksOf(3),
  whyNot(act) {
    const { high, far } = requestedJump(act);
    if (high <= 0 && far <= 0) return [impossibleReason('no-path')];
    const str = Math.max(0, act.fighter.stats.str);
    // S-01: no runs are recorded while idle, so nothing speaks against one.
    const hasRunUp = isIdle(act.encounter) || act.runUp >= act.world.jumpRunUp;
    const most = hasRunUp ? 2 * str : str;
    const reasons: Reason[] = high > str / 2 + 1e-3 ? [{ id: 'too-high', data: { most: str / 2 } }] : [];
    if (far > most + 1e-3) reasons.push({ id: 'too-far', data: { most, metres: round(far), over: round(far - most) } });
    return reasons;
  },
  whyNotFinish: (act) =>
    act.command.path ? whyNotGo(act, stridesFor({ ...act, command: leapCommand(act) }), true) : [],
  *play(act) {
    const { fighter } = act;
    const { high, far } = requestedJump(act);
    yield* log('jumps', { high, far: round(far) }, fighter.id, { covers: { moves: true } });
    const route = stridesFor({ ...act, command: leapCommand(act) });
    if (fighter.place) yield* walkStrides(act, route, { over: true });
    yield* endRunUp(fighter);
    yield* endMove(fighter);
  },
};

/** Straight to the end of the path. */
const leapCommand = ({ command }: SecondsContext): Command => ({
  ...command,
  ...(command.path && { path: command.path.slice(-1) }),
});

/** S-73 to S-79: paid as it goes, as far as time allows. */
export const move: Action = {
  group: 'move',
  needs: 'path',
  moves: true,
  holdable: 'walk',
  drag: 'free',
  options: ({ fighter }) => (fighter.place ? ['freely'] : ['freely', 'difficult', 'metres']),
  promise: 0,
  inParts: true,
  keeps: true,
  base: (act) => priceOf(act.encounter, act.fighter, truncateRoute(act.encounter, act.fighter, stridesFor(act))),
  whyNotFinish(act) {
    const { encounter, fighter, world } = act;
    const route = stridesFor(act);
    const affordable = truncateRoute(encounter, fighter, route);
    const least = ticksOf(world.minActionSeconds);
    const isNew = moveProgress(fighter).paid === 0;
    const lacksTime =
      encounter.clock.phase !== 'idle' &&
      route.length > 0 &&
      ((isNew && ticksLeft(fighter) < least) || affordable.length === 0);
    return [
      ...(lacksTime ? [{ id: 'no-time-to-move' }] : []),
      ...whyNotGo(act, affordable.length > 0 ? affordable : route),
    ];
  },
  *play(act) {
    yield* walkStrides(act, stridesFor(act), { pays: true, freely: optionsOf(act.command).freely === true });
  },
};

/** In ticks, due now. */
function priceOf(encounter: SecondsEncounter, fighter: SecondsFighter, route: readonly Stride[]): number {
  const { paid, weighted } = moveProgress(fighter);
  return Math.max(0, moveCost(weightedMetres(route, weighted), fighter, worldSettingsOf(encounter)) - paid);
}
