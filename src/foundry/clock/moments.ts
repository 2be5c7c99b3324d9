import { effectsOf } from '../../encounter/exchange';
import type { FighterId } from '../../encounter/state';
import { type PassedMoment, type PassedTurn, passedMoments } from '../../encounter/timing';
import { requireAdapter } from '../adapters/registry';
import { idOf, updateInside } from '../platform/documents';
import { combatSystem } from '../stored/systems';

type History = Combat['current'];

/** Protected lifecycle methods of core's Combat, which systems and packages extend. */
interface Lifecycle {
  _onStartTurn(combatant: Combatant.Implementation, context: object): Promise<void>;
  _onEndTurn(combatant: Combatant.Implementation, context: object): Promise<void>;
  _onStartRound(context: object): Promise<void>;
  _onEndRound(context: object): Promise<void>;
}

/**
 * The registry of Foundry's timed effects. T14: client/helpers/active-effect-registry.d.mts. Sources for the events, for `combatRewind`,
 * and for the order relative to methods and regions: `OQCombat`, a public system's class that replaces core's on 14.368. What an effect
 * asks of the combat: Crucible and Weird Wizard, `isExpiryEvent`.
 */
const registry = () => ActiveEffect.registry;

/** New step, undo or redo. */
type Direction = 'forward' | 'back' | 'again';

/** Serializes the dispatch of steps, by combat. */
const running = new WeakMap<Combat, Promise<void>>();

/**
 * Reports a change of round and turn like Foundry's own turns: methods, timed effects and regions on the active GM's client, in core's
 * order, then the hook `combatTurnChange` on every client. Other steps report nothing.
 * @param prior Foundry's fields before the step
 */
export function dispatchMoments(
  combat: Combat.Implementation,
  options: { readonly direction?: unknown },
  prior: History,
): void {
  const { step, cursor, history } = combatSystem(combat);
  const direction: Direction = cursor === step ? 'forward' : options.direction === 1 ? 'again' : 'back';
  const moments = direction === 'back' ? [] : momentsOf(combat, history[cursor]?.entries ?? []);
  const current = combat.current;
  const isChanged = isTurnChanged(prior, current);
  if (!isChanged && moments.length === 0) return;
  const before = running.get(combat) ?? Promise.resolve();
  const after = before
    .then(async () => {
      if (game.user.isActiveGM) await dispatchAll(combat, direction, moments, prior);
    })
    // An error in another package's method must not stop the clock.
    .catch((error: unknown) => console.error(error))
    .then(() => {
      if (isChanged) Hooks.callAll('combatTurnChange', combat, prior, current);
    });
  running.set(combat, after);
}

const isTurnChanged = (a: History, b: History): boolean =>
  a.round !== b.round || a.turn !== b.turn || a.combatantId !== b.combatantId;

function momentsOf(combat: Combat.Implementation, entries: Parameters<typeof effectsOf>[0]): PassedMoment[] {
  const { ruleset } = requireAdapter(combat.type);
  const clocks = effectsOf(entries).flatMap((effect) => (effect.kind === 'clock' ? [effect] : []));
  const [first] = clocks;
  return first ? passedMoments([first.from, ...clocks.map(({ to }) => to)], ruleset.idle, ruleset.timing) : [];
}

async function dispatchAll(
  combat: Combat.Implementation,
  direction: Direction,
  moments: readonly PassedMoment[],
  prior: History,
): Promise<void> {
  if (direction === 'back') {
    await registry().refresh('combatRewind', { combat });
    await reactivateEffects(combat);
    return;
  }
  for (const moment of moments) await dispatchMoment(combat, moment, prior, direction === 'forward');
}

/** @param isNew false for a redo, which repeats only the expiry of effects */
async function dispatchMoment(
  combat: Combat.Implementation,
  moment: PassedMoment,
  prior: History,
  isNew: boolean,
): Promise<void> {
  if ('of' in moment) return dispatchTurn(combat, moment, prior, isNew);
  const { event, round } = moment;
  if (event === 'combatStart' || event === 'combatEnd') {
    // After the end, no combatant belongs to the encounter, so effects are given its former round.
    const shown = event === 'combatEnd' && combat.round === 0 ? combatWith(combat, { round }) : combat;
    await registry().refresh(event, { combat: shown });
    return;
  }
  const { oneTurnPerRound } = requireAdapter(combat.type).ruleset.timing;
  if (event === 'roundEnd' && !oneTurnPerRound) await dispatchForAll(combat, 'turnEnd', prior);
  const context = { round, skipped: false };
  const { _onStartRound, _onEndRound } = combat as unknown as Lifecycle;
  if (isNew) await (event === 'roundStart' ? _onStartRound : _onEndRound).call(combat, context);
  await registry().refresh(event, { ...context, combat });
  if (isNew)
    await triggerRegions(combat, combat.combatants, event === 'roundStart' ? 'ROUND_START' : 'ROUND_END', context);
  if (event === 'roundStart' && !oneTurnPerRound) await dispatchForAll(combat, 'turnStart', prior);
}

async function dispatchTurn(
  combat: Combat.Implementation,
  moment: PassedTurn,
  prior: History,
  isNew: boolean,
): Promise<void> {
  const { event, round, of, skipped } = moment;
  const combatant = combat.combatants.get(of);
  if (!combatant) return;
  const turn = combat.turns.findIndex(({ id }) => id === of);
  const context = { round, turn, skipped };
  const { _onStartTurn, _onEndTurn } = combat as unknown as Lifecycle;
  if (isNew) await (event === 'turnStart' ? _onStartTurn : _onEndTurn).call(combat, combatant, context);
  await refreshTurn(combat, event, of, context, prior);
  if (isNew) await triggerRegions(combat, [combatant], event === 'turnStart' ? 'TURN_START' : 'TURN_END', context);
}

/** Without one turn per fighter and round, a round counts as a turn of all: otherwise effects that end with a turn would never end. */
async function dispatchForAll(
  combat: Combat.Implementation,
  event: 'turnStart' | 'turnEnd',
  prior: History,
): Promise<void> {
  for (const combatant of combat.combatants) await refreshTurn(combat, event, idOf(combatant), {}, prior);
}

/** An effect asks the combat whose turn began (`combatant`) or ended (`previous`), so it is given a combat that returns this one. */
async function refreshTurn(
  combat: Combat.Implementation,
  event: 'turnStart' | 'turnEnd',
  id: FighterId,
  context: object,
  prior: History,
): Promise<void> {
  const combatant = combat.combatants.get(id);
  const isSeen = event === 'turnStart' ? combat.combatant?.id === id : combat.previous?.combatantId === id;
  const overrides = event === 'turnStart' ? { combatant } : { previous: { ...prior, combatantId: id } };
  const shown = isSeen && combat.started ? combat : combatWith(combat, overrides);
  await registry().refresh(event, { ...context, combat: shown });
}

const combatWith = (combat: Combat.Implementation, overrides: object): Combat.Implementation =>
  Object.create(combat, Object.fromEntries(Object.entries(overrides).map(([key, value]) => [key, { value }])));

/** T14: client/documents/region.d.mts `_triggerEvent`; data as in Draw Steel `documents/combat.mjs` and `OQCombat`. */
async function triggerRegions(
  combat: Combat.Implementation,
  combatants: Iterable<Combatant.Implementation>,
  which: 'TURN_START' | 'TURN_END' | 'ROUND_START' | 'ROUND_END',
  context: object,
): Promise<void> {
  const name = CONST.REGION_EVENTS[`TOKEN_${which}`];
  interface Eventful {
    _triggerEvent(name: string, data: object): Promise<void>;
  }
  const events = [...combatants].flatMap((combatant) => {
    const { token } = combatant;
    const regions = [...((token as unknown as { regions?: Iterable<Eventful> } | null)?.regions ?? [])];
    return regions.map(async (region) => region._triggerEvent(name, { ...context, token, combatant, combat }));
  });
  await Promise.allSettled(events);
}

/**
 * After an undo, reactivates effects that are only marked as expired and have time left again. Deleted effects, and those that ended by an
 * event alone, stay ended: their end is not recorded.
 */
async function reactivateEffects(combat: Combat.Implementation): Promise<void> {
  interface Timed {
    readonly id: string;
    readonly duration: {
      readonly expired?: boolean;
      readonly remaining?: number | null;
      readonly value: number | null;
    };
  }
  for (const actor of new Set([...combat.combatants].flatMap(({ actor }) => actor ?? []))) {
    const effects = [...actor.effects] as unknown as Timed[];
    const updates = effects
      .filter(
        ({ duration: { expired, remaining, value } }) => expired && Number.isFinite(value) && Number(remaining) > 0,
      )
      .map(({ id }) => ({ _id: id, 'duration.expired': false }));
    if (updates.length > 0) await updateInside(actor, 'ActiveEffect', updates);
  }
}
