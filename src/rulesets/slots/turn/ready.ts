import { adjustPool, log } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossibleReason } from '../../../encounter/legality';
import { areFoes, areOnOneSide } from '../../../encounter/sides';
import type { FighterId, Place } from '../../../encounter/state';
import { GM, type Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import { choose, chooseOne, type Procedure, askPlace as placeAsked, section } from '../../../kernel/procedure';
import { commandsWithItems, fighterIn } from '../../../toolkit/act/actions';
import { logStop } from '../../../toolkit/act/command-run';
import { hasLineOfSight } from '../../../toolkit/space/sight';
import { offerOnce } from '../../../toolkit/turns/reaction';
import { itemNames } from '../../../toolkit/views/question';
import { type Action, hasSlot, type PlayContext, type Slots, type SlotsContext, takesTarget } from '../action';
import { canStrike, grabReach, orderAfterActive, strikesOf } from '../attack/threat';
import { is } from '../conditions';
import { endOf, routesWithin } from '../movement/ways';
import { optionsOf } from '../options';
import type { ReadyTrigger } from '../schema';
import { type ReadiedAction, type SlotsEncounter, type SlotsFighter, setState } from '../state';

/** L-09, L-A22: returns the actions that a banked slot can pay for, with each of their items. */
const readiableCommands = ({ runtime, fighter }: SlotsContext) =>
  commandsWithItems<Slots>(
    Object.fromEntries(Object.entries(runtime.actions).filter(([, row]) => row.readiable)),
    fighter,
  );

const readiedCommand = (
  { do: id, with: itemId }: Pick<ReadiedAction, 'do' | 'with'>,
  { id: by }: SlotsFighter,
): Command => ({
  do: id,
  by,
  ...(itemId !== undefined && { with: itemId }),
  options: { slot: 'waited' },
});

/** L-09 to L-11: banks the Standard slot as a Reaction; a trigger, if named, offers it. */
export const wait: Action = {
  inFight: true,
  slot: 'standard',
  options: ['when', 'whom', 'ready'],
  promise: null,
  whyNot: ({ fighter, slot }) => (slot === 'waited' || hasSlot(fighter, 'waited') ? [{ id: 'waits-already' }] : []),
  *play(act) {
    const { encounter, fighter, command } = act;
    yield* adjustPool(fighter.id, 'waited', 1);
    const { ready = '', whom, when: named } = optionsOf(command);
    const text = ready.trim();
    const when = named ?? (text !== '' || whom !== undefined ? 'told' : undefined);
    if (!when) return;
    const all = readiableCommands(act).map(
      ({ do: id, ...item }): ReadiedAction => ({ do: id, when, ...item, ...(whom !== undefined && { whom }) }),
    );
    const byOption = Object.fromEntries(all.map((each) => [[each.do, each.with].filter(Boolean).join(' '), each]));
    const names = itemNames(
      [fighter],
      fighter.items.map(({ id }) => ({ by: fighter.id, with: id })),
    );
    const picked = yield* choose('ready-what', fighter.id, Object.keys(byOption), { readied: byOption, ...names });
    const chosen = lookup(byOption, picked);
    if (!chosen) return;
    const readied = { ...chosen, ...(yield* askRecipient(act, chosen)) };
    yield* setState(fighter.id, 'readied', readied);
    yield* log('readies', readiedFacts(encounter, fighter, readied), fighter.id);
    if (text !== '') yield* log('waits-for', { text }, fighter.id);
  },
};

/** Asks whether a harmless action is for an ally; otherwise its target is the fighter that fires it. */
function* askRecipient(
  { encounter, fighter, runtime }: SlotsContext,
  readied: ReadiedAction,
): Procedure<Pick<ReadiedAction, 'at'>> {
  const found = runtime.find(readiedCommand(readied, fighter));
  const item = found?.act.item;
  if (
    !found ||
    !takesTarget(found.action, found.act) ||
    found.action.offensive ||
    (item?.type === 'slotsSpell' && item.offensive)
  )
    return {};
  const allies = Object.values(encounter.fighters).filter((each) => each !== fighter && areOnOneSide(each, fighter));
  if (allies.length === 0) return {};
  const at = yield* choose('ready-for', fighter.id, ['any', ...allies.map(({ id }) => id)]);
  return at === 'any' ? {} : { at };
}

export const readiedFacts = (
  { fighters }: SlotsEncounter,
  { items }: SlotsFighter,
  { do: action, with: itemId, when, whom }: ReadiedAction,
) => {
  const thing = items.find(({ id }) => id === itemId);
  const other = whom === undefined ? undefined : fighters[whom];
  return { action, when, ...(thing && { thing: thing.name }), ...(other && { whom: other.name }) };
};

/** Returns true if the holder can see the other at a place. */
const sees = ({ ground }: SlotsEncounter, holder: SlotsFighter, other: SlotsFighter, place = other.place): boolean =>
  is(other, 'detected', holder.id)
    ? hasLineOfSight(ground, holder.place, place)
    : !is(holder, 'blinded') && !is(other, 'covered') && hasLineOfSight(ground, holder.place, place);

/** Returns true if the holder waits for this of the actor: its named fighter, else any foe. */
function waitsFor(holder: SlotsFighter, actor: SlotsFighter, when: ReadyTrigger): boolean {
  const { readied } = holder.state;
  if (readied?.when !== when || holder === actor) return false;
  return readied.whom === undefined ? areFoes(holder, actor) : readied.whom === actor.id;
}

type TriggerContext = PlayContext & Pick<SlotsContext, 'fighter'>;

/** Offers the holders of a trigger their readied actions. Returns whether any was used. */
export function* fireTriggers(
  { encounter, fighter, runtime }: TriggerContext,
  when: ReadyTrigger,
  isHolder: (holder: SlotsFighter) => boolean = () => true,
): Procedure<boolean> {
  let answered = false;
  for (const holder of orderAfterActive(encounter)) {
    if (!waitsFor(holder, fighter, when) || !isHolder(holder) || !sees(encounter, holder, fighter)) continue;
    answered = (yield* offerReadied({ encounter, runtime }, holder, fighter.id)) || answered;
  }
  return answered;
}

/** Triggers on a mover that comes near or into sight. */
export interface StepTriggers {
  isTriggered(from: Place, to: Place): boolean;
  /** Fires the triggers of a step, the mover having arrived. */
  onStep(from: Place, to: Place): Procedure<unknown>;
  /** Fires the triggers on a mover that just lost its cover. */
  onReveal(): Procedure<unknown>;
}

/**
 * Returns the triggers for a mover's steps, or undefined if no fighter waits for them. @param spared L-57: a fighter who
 * cannot react to the movement
 */
export function stepTriggersFor(act: TriggerContext, spared?: FighterId): StepTriggers | undefined {
  const { encounter, fighter: mover } = act;
  const waits = (holder: SlotsFighter, when: ReadyTrigger): boolean =>
    holder.id !== spared && waitsFor(holder, mover, when);
  const holders = Object.values(encounter.fighters).filter(
    (each) => waits(each, 'approaches') || waits(each, 'appears'),
  );
  if (holders.length === 0) return undefined;
  const nears = (holder: SlotsFighter, from: Place, to: Place): boolean => {
    const reach = reachOf(holder);
    const { ground } = encounter;
    return canStrike(ground, holder.place, to, reach) && !canStrike(ground, holder.place, from, reach);
  };
  const shows = (holder: SlotsFighter, from: Place, to: Place): boolean =>
    sees(encounter, holder, mover, to) && !sees(encounter, holder, mover, from);
  return {
    isTriggered: (from, to) =>
      holders.some(
        (holder) =>
          (waits(holder, 'approaches') && nears(holder, from, to) && sees(encounter, holder, mover, to)) ||
          (waits(holder, 'appears') && shows(holder, from, to)),
      ),
    *onStep(from, to) {
      yield* fireTriggers(act, 'appears', (holder) => waits(holder, 'appears') && shows(holder, from, to));
      yield* fireTriggers(act, 'approaches', (holder) => waits(holder, 'approaches') && nears(holder, from, to));
    },
    onReveal: () => fireTriggers(act, 'appears', (holder) => waits(holder, 'appears')),
  };
}

/** Returns the feet of "approaches": the reach of the readied strike, else the grab reach. */
function reachOf(holder: SlotsFighter): number {
  const strike = strikesOf(holder).find(({ id, strikes }) => strikes && id === holder.state.readied?.with);
  return strike?.reach ?? grabReach(holder);
}

/** Returns the readied command and its possible ways, or null. Its target is the stored one, else the actor. */
function releaseOf({ encounter, runtime }: PlayContext, holder: SlotsFighter, actor: FighterId | undefined) {
  const { readied } = holder.state;
  const found = readied && runtime.find(readiedCommand(readied, holder));
  if (!readied || !found) return null;
  const at = readied.at ?? (takesTarget(found.action, found.act) ? actor : undefined);
  const command: Command = { ...readiedCommand(readied, holder), ...(at !== undefined && { at }) };
  if (found.action.needs !== 'path') return { command, routes: null };
  const { farthest, straight } = found.action;
  const feet = farthest?.(holder) ?? 0;
  if (!holder.place) return { command: { ...command, options: { ...command.options, feet } }, routes: null };
  const isPossible = (path: readonly Place[]): boolean => runtime.whyNot({ ...command, path }).length === 0;
  const routes = routesWithin(encounter, holder, feet).flatMap((route) => {
    const found = (straight ? [[endOf(route)], route] : [route]).find(isPossible);
    return found ? [found] : [];
  });
  return { command, routes };
}

/** Returns the reasons against the release. @param actor fires the trigger */
function whyNotRelease(scene: PlayContext, holder: SlotsFighter, actor?: FighterId): readonly Reason[] {
  const readied = releaseOf(scene, holder, actor);
  if (!readied) return [impossibleReason('nothing-readied')];
  const { command, routes } = readied;
  if (routes) return routes.length > 0 ? [] : [{ id: 'no-way' }];
  return scene.runtime.whyNot(command);
}

/** Offers a readied action and plays it. Returns whether it was accepted. */
function* offerReadied(scene: PlayContext, holder: SlotsFighter, actor?: FighterId): Procedure<boolean> {
  const { encounter, runtime } = scene;
  const { readied } = holder.state;
  if (!readied) return false;
  const at = fighterIn(encounter, actor);
  const offered: Command = { do: 'readied-action', by: holder.id, ...(at && { at: at.id }) };
  const whyNot = (): readonly Reason[] =>
    deepEqual(holder.state.readied, readied) ? whyNotRelease(scene, holder, actor) : [{ id: 'nothing-readied' }];
  const played = yield* offerOnce(runtime, {
    id: 'readied',
    wait: 'first',
    candidates: () => (whyNot().length === 0 ? [{ by: holder.id, commands: [offered], defaultAnswer: 'ask' }] : []),
    facts: () => ({ ...readiedFacts(encounter, holder, readied), ...(at && { at: at.id }) }),
    whyNot,
    *playChild() {
      const { command, routes = null } = releaseOf(scene, holder, actor) ?? {};
      if (!command) return;
      const path = routes && (yield* askWay(holder, routes));
      const complete: Command = path ? { ...command, path } : command;
      // Others may have made it impossible while the way was chosen.
      const reasons = runtime.whyNot(complete);
      yield* reasons.length > 0 ? logStop(holder.id, reasons) : section(offered, runtime.playChild(complete));
    },
  });
  return played.length > 0;
}

/** Returns the possible causes of a trigger the GM confirms: the named fighter, else none, then all others. */
function causesOf(
  { fighters }: SlotsEncounter,
  holder: SlotsFighter,
  named = holder.state.readied?.whom,
): readonly (FighterId | undefined)[] {
  const others =
    holder.state.readied && named === undefined ? Object.keys(fighters).filter((id) => id !== holder.id) : [];
  return [named, ...others];
}

/** Returns the reasons against confirming a trigger. @param named the cause, if given */
export function whyNotConfirmTrigger(
  scene: PlayContext,
  holder: SlotsFighter,
  named: FighterId | undefined,
): readonly Reason[] {
  let first: readonly Reason[] | undefined;
  for (const actor of causesOf(scene.encounter, holder, named)) {
    const reasons = whyNotRelease(scene, holder, actor);
    if (reasons.length === 0) return reasons;
    first ??= reasons;
  }
  return first ?? [];
}

/** L-09: the GM confirms the trigger, and chooses its cause among several. */
export function* confirmTrigger(
  scene: PlayContext,
  holder: SlotsFighter,
  named: FighterId | undefined,
): Procedure<void> {
  const causes = [...causesOf(scene.encounter, holder, named)].filter(
    (actor) => whyNotRelease(scene, holder, actor).length === 0,
  );
  const ids = causes.includes(undefined) ? [] : causes.filter((id) => id !== undefined);
  yield* offerReadied(scene, holder, yield* chooseOne('set-off-by', GM, ids, { at: holder.id }));
}

function* askWay({ id }: SlotsFighter, routes: readonly (readonly Place[])[]): Procedure<readonly Place[] | undefined> {
  const ends = routes.map(endOf);
  const to = yield* placeAsked('ready-step', id, ends);
  return routes[ends.indexOf(to)];
}
