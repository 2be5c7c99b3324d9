import { log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import { type FighterId, fighterOf, hasDeparted, type Place } from '../../../encounter/state';
import { type DiceAsk, type Facts, GM, type Reason } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { askAll, askPlace, choose, type Procedure, roll } from '../../../kernel/procedure';
import { logStop } from '../../../toolkit/act/command-run';
import { advantageDice, pickDice } from '../../../toolkit/combat/check';
import { isStepClear } from '../../../toolkit/space/sight';
import { bearing, isFree, neighbours } from '../../../toolkit/space/space';
import { commandsOf, offerOnce } from '../../../toolkit/turns/reaction';
import { itemNames } from '../../../toolkit/views/question';
import { type Action, type EnergyContext, makeAffordable, targeted } from '../action';
import { canAnswer, is } from '../conditions';
import { placesOfOthers } from '../movement/movement';
import { optionsOf } from '../options';
import { type EnergyEncounter, type EnergyFighter, setState, type WonAction } from '../state';

const CHECK = advantageDice(d20);

type Scene = Pick<EnergyContext, 'encounter' | 'runtime'>;

/** How the GM orders two actions (E-25). */
const MESHES = ['before', 'together', 'after'] as const;

const isSpent = ({ state }: EnergyFighter): boolean => state.initiativeUsed === true;

/** E-31: the target and those in `also`. */
function opponentsOf({ encounter, fighter, target, command }: EnergyContext): EnergyFighter[] {
  const { also = [] } = optionsOf(command);
  const named = [target, ...also.map((id) => encounter.fighters[id] ?? null)];
  return named.filter((each, at): each is EnergyFighter => !!each && each !== fighter && named.indexOf(each) === at);
}

/** The option `action` names it; its target is `on`, else the opponent. */
function actionOfChallenge(command: Command): Command | null {
  const { by, at, with: item, path } = command;
  const { action, on = at, also: _, ...others } = optionsOf(command);
  if (action === undefined) return null;
  return {
    do: action,
    by,
    ...(typeof on === 'string' && { at: on }),
    ...(item !== undefined && { with: item }),
    ...(path && { path }),
    ...(Object.keys(others).length > 0 && { options: others }),
  };
}

/** E-24 to E-31. */
export const challengeInitiative = targeted({
  category: 'other',
  options: ['action', 'on', 'race'],
  promise: null,
  isInterrupt: true,
  toWinner: 'never',
  fixedCost: {},
  // E-31: all targets are opponents.
  aim: (_, command, [at, ...also]) => ({
    ...command,
    at,
    ...(also.length > 0 && { options: { ...command.options, also } }),
  }),
  cost: () => ({}),
  whyNot({ fighter, command, runtime }) {
    const spent: Reason[] = isSpent(fighter) ? [{ id: 'initiative-spent' }] : [];
    const requested = actionOfChallenge(command);
    if (!requested) return spent;
    // A challenge cannot be made for another challenge, nor to wait.
    const found = runtime.find(requested);
    const isAction = found !== null && found.action.toWinner !== 'never';
    const unknown = impossibleReason('unknown-action', { action: requested.do });
    return [...spent, ...(isAction ? runtime.whyNot(requested) : [unknown])];
  },
  *play(act) {
    const { fighter, encounter, command } = act;
    const beaten: EnergyFighter[] = [];
    const mine = yield* rollInitiative(encounter, fighter);
    for (const other of opponentsOf(act)) {
      const its = yield* answerOf(encounter, other, mine);
      yield* logComparison(fighter, other, { mine, its, isRace: optionsOf(command).race === true });
      if (mine > its) beaten.push(other);
    }
    if (beaten.length > 0) yield* actFirst(act, [{ fighter, beaten, wanted: actionOfChallenge(command), roll: mine }]);
  },
});

interface Compared {
  readonly mine: number;
  readonly its: number;
  /** Both want the same (E-27). */
  readonly isRace?: boolean;
}

/** E-A22: the opponent wins a tie; a race stays undecided. */
function* logComparison(
  { id }: EnergyFighter,
  { name: at }: EnergyFighter,
  { mine, its, isRace }: Compared,
): Procedure<void> {
  const unbeaten = isRace && mine === its ? 'initiative-tied' : 'initiative-lost';
  yield* log(mine > its ? 'initiative-won' : unbeaten, { at }, id);
}

/** E-24, E-31: resolves several challenges. Each fighter rolls once, compared with the actor's roll. */
export function* resolveChallenges(
  act: Scene & Pick<EnergyContext, 'fighter'>,
  challengers: readonly FighterId[],
): Procedure<void> {
  const { encounter, fighter: actor } = act;
  const rivals = challengers.map((id) => fighterOf(encounter, id));
  for (const { id } of rivals) yield* log('challenges', { at: actor.name }, id);
  const rolls = yield* rollTogether(encounter, rivals);
  const its = yield* answerOf(encounter, actor, Math.max(...rolls));
  const winners: Winner[] = [];
  for (const [at, fighter] of rivals.entries()) {
    const mine = rolls[at] ?? -Infinity;
    yield* logComparison(fighter, actor, { mine, its });
    if (mine > its) winners.push({ fighter, beaten: [actor], wanted: null, roll: mine });
  }
  yield* actFirst(act, winners);
}

/** Null `wanted`: the action is still to be chosen. */
interface Winner {
  readonly fighter: EnergyFighter;
  readonly beaten: readonly EnergyFighter[];
  readonly wanted: Command | null;
  readonly roll: number;
}

/** E-25: the GM orders the actions; the quickest goes first. */
function* actFirst(scene: Scene, winners: readonly Winner[]): Procedure<void> {
  const now: { readonly fighter: EnergyFighter; readonly right: WonAction }[] = [];
  for (const { fighter, beaten, wanted, roll: rolled } of [...winners].sort((a, b) => b.roll - a.roll)) {
    // Who has won may have fallen or left since.
    if (!canAnswer(fighter) || hasDeparted(scene.encounter, fighter.id)) continue;
    const others = beaten.map(({ name }) => name).join(', ');
    const mesh = yield* choose('mesh', GM, MESHES, { at: fighter.id, other: others });
    yield* log(`mesh-${mesh}`, { at: others }, fighter.id);
    const right: WonAction = { at: beaten.map(({ id }) => id), wanted, roll: rolled };
    if (mesh === 'after') yield* setState(fighter.id, 'actsAfter', right);
    else now.push({ fighter, right });
    if (mesh === 'together') for (const { id } of beaten) yield* setState(id, 'meshed', true);
  }
  // An action that ends the challenged one ends this procedure too; the others then act after it.
  for (const { fighter, right } of now.slice(1)) yield* setState(fighter.id, 'actsAfter', right);
  for (const [at, { fighter, right }] of now.entries()) {
    if (at > 0) yield* setState(fighter.id, 'actsAfter', null);
    yield* playWonAction(right, scene, fighter);
  }
  for (const { beaten } of winners)
    for (const { id, state } of beaten) if (state.meshed !== undefined) yield* setState(id, 'meshActed', true);
}

/** E-25: plays the named action, or asks for one. The normal price applies. */
function* playWonAction({ at, wanted }: WonAction, scene: Scene, fighter: EnergyFighter): Procedure<void> {
  const command = wanted && makeAffordable(scene.runtime, wanted);
  if (command && scene.runtime.whyNot(command).length === 0) yield* scene.runtime.playAnswerable(command);
  else yield* takeAction(scene, fighter, at);
}

/** E-25: after an action, plays the delayed ones, the quickest first. */
export function* playDelayedActions(scene: Scene): Procedure<void> {
  const fighters = Object.values(scene.encounter.fighters);
  for (const { id, state } of fighters) {
    if (state.meshed !== undefined) yield* setState(id, 'meshed', null);
    if (state.meshActed !== undefined) yield* setState(id, 'meshActed', null);
  }
  const waiting = fighters.filter(({ state }) => state.actsAfter !== undefined);
  for (const fighter of waiting.sort((a, b) => (b.state.actsAfter?.roll ?? 0) - (a.state.actsAfter?.roll ?? 0))) {
    const { actsAfter } = fighter.state;
    if (!actsAfter) continue;
    yield* setState(fighter.id, 'actsAfter', null);
    yield* playWonAction(actsAfter, scene, fighter);
  }
}

/** E-28: one roll a Round. */
function* rollInitiative(encounter: EnergyEncounter, fighter: EnergyFighter): Procedure<number> {
  yield* setState(fighter.id, 'initiativeUsed', true);
  const { id, by, dice, facts } = initiativeOf(encounter, fighter);
  return fighter.stats.initiative + (yield* roll(id, dice, by, facts));
}

function* rollTogether(encounter: EnergyEncounter, fighters: readonly EnergyFighter[]): Procedure<readonly number[]> {
  for (const { id } of fighters) yield* setState(id, 'initiativeUsed', true);
  const asks = fighters.map((fighter) => initiativeOf(encounter, fighter));
  const rolls = yield* askAll('initiative', asks);
  return fighters.map(({ stats }, at) => stats.initiative + Number(rolls[at]));
}

/** E-A47: a world setting decides whether it needs sight. */
function initiativeOf({ settings }: EnergyEncounter, fighter: EnergyFighter): DiceAsk {
  const hindered = is(fighter, 'dazed') || (settings.blindInitiative !== 'plain' && is(fighter, 'blinded'));
  const facts = { bonus: fighter.stats.initiative };
  return { kind: 'dice', id: 'initiative', by: fighter.id, dice: pickDice(CHECK, false, hindered), facts };
}

/** E-29, E-30: without a roll the fighter loses. */
function* answerOf(encounter: EnergyEncounter, other: EnergyFighter, against: number): Procedure<number> {
  const canRoll = (): boolean => !isSpent(other) && canAnswer(other) && !hasDeparted(encounter, other.id);
  if (!canRoll()) return -Infinity;
  const answer = yield* choose('initiative-challenge', other.id, ['roll', 'decline'], { against });
  // It may have rolled, or fallen, while it was asked.
  return answer === 'roll' && canRoll() ? yield* rollInitiative(encounter, other) : -Infinity;
}

const MAX_CELLS = 12;

/** Actions that the winner of a challenge is offered, by what they need. */
const offeredIn = (
  actions: EnergyContext['runtime']['actions'],
  needed: NonNullable<Action['needs']>,
): readonly (readonly [string, Action])[] =>
  Object.entries(actions).filter(([, { toWinner, needs = 'nothing' }]) => toWinner === 'offered' && needs === needed);

/** E-25: any one action, or a free pass. Offers attacks on the beaten, actions without a target and straight paths. */
function* takeAction(scene: Scene, fighter: EnergyFighter, at: readonly FighterId[]): Procedure<void> {
  const { encounter, runtime } = scene;
  const { id: by } = fighter;
  const attempts = [
    ...at.flatMap((id) => attacksOn(fighter, id, runtime)),
    ...offeredIn(runtime.actions, 'nothing').map(([verb]) => ({ do: verb, by })),
  ];
  const actionsNow = (): readonly Command[] =>
    attempts
      .map((command) => makeAffordable(runtime, command))
      .filter((command) => runtime.whyNot(command).length === 0);
  const offeredNow = (): readonly Command[] => [
    ...actionsNow(),
    ...[...waysOf(encounter, fighter, runtime).values()].map(({ command }) => command),
  ];
  // E-25: neither interrupts nor waiting.
  const free = Object.entries(runtime.actions).flatMap(([id, { isInterrupt, toWinner }]) =>
    isInterrupt || toWinner === 'never' ? [] : [id],
  );
  yield* offerOnce(runtime, {
    id: 'quicker',
    wait: 'first',
    candidates() {
      const commands = offeredNow();
      return commands.length > 0 ? [{ by, commands, alsoAllowed: free, defaultAnswer: 'ask' }] : [];
    },
    facts: (candidates) => factsOf(encounter, commandsOf(candidates), runtime),
    whyNot: runtime.whyNot,
    *playChild(command) {
      const places = command.path ? undefined : waysOf(encounter, fighter, runtime).get(command.do)?.places;
      if (!places) return void (yield* scene.runtime.playAnswerable(command));
      const walk: Command = { ...command, path: [yield* askPlace('quicker-place', by, places)] };
      const [reason] = runtime.whyNot(walk);
      if (reason) yield* logStop(by, [reason]);
      else yield* runtime.playAnswerable(walk);
    },
  });
}

/** Those that need a weapon with each in hand, then the others. */
function attacksOn(fighter: EnergyFighter, at: FighterId, { actions }: EnergyContext['runtime']): Command[] {
  const { id: by, items } = fighter;
  const offered = offeredIn(actions, 'target');
  const wielding = offered.flatMap(([verb, { wields, orUnarmed }]) =>
    wields && !orUnarmed ? [{ verb, weapons: wields(fighter) }] : [],
  );
  const armed = items.flatMap((item) =>
    wielding.flatMap(({ verb, weapons }): Command[] =>
      weapons.some(({ id }) => id === item.id) ? [{ do: verb, by, at, with: item.id }] : [],
    ),
  );
  const bare = offered.filter(([, { wields, orUnarmed }]) => !wields || orUnarmed);
  return [...armed, ...bare.map(([verb]): Command => ({ do: verb, by, at }))];
}

interface Way {
  readonly command: Command;
  readonly places: readonly Place[];
}

/** Straight paths to free places, by the way to move. */
function waysOf(
  encounter: EnergyEncounter,
  fighter: EnergyFighter,
  runtime: EnergyContext['runtime'],
): ReadonlyMap<string, Way> {
  const found = new Map<string, Way>();
  const { place: from, id: by } = fighter;
  if (!from) return found;
  const others = placesOfOthers(encounter, fighter);
  const moves = offeredIn(runtime.actions, 'path');
  for (const next of neighbours(encounter.ground, from))
    for (let cells = 1; cells <= MAX_CELLS; cells++) {
      const to = placeAlong(from, next, cells);
      if (!isFree(encounter.ground, to, others) || !isStepClear(encounter.ground, from, to)) continue;
      // The cheapest first; each is offered for farther places only.
      const ways = moves.map(([verb]) => makeAffordable(runtime, { do: verb, by, path: [to] }));
      const way = ways.find((command) => runtime.whyNot(command).length === 0);
      if (!way) break;
      const { path: _, ...command } = way;
      const before = found.get(way.do);
      found.set(way.do, { command: before?.command ?? command, places: [...(before?.places ?? []), to] });
    }
  return found;
}

const placeAlong = (from: Place, next: Place, cells: number): Place => ({
  ...from,
  x: roundCoordinate(from.x + (next.x - from.x) * cells),
  y: roundCoordinate(from.y + (next.y - from.y) * cells),
  facing: Math.round(bearing(from, next) ?? from.facing) % 360,
});

const roundCoordinate = (value: number): number => Math.round(value * 1e9) / 1e9;

/** The fighter who is asked sees nothing else of the fight. */
function factsOf(encounter: EnergyEncounter, commands: readonly Command[], runtime: EnergyContext['runtime']): Facts {
  const prices = commands.map((command) => runtime.quote(command).price.map(({ pool, amount }) => ({ pool, amount })));
  return { prices, ...itemNames(Object.values(encounter.fighters), commands) };
}
