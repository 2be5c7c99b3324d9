import { effectsOf } from '../../encounter/exchange';
import { type PassedMoment, type PassedTurn, passedMoments } from '../../encounter/timing';
import { requireAdapter } from '../adapters/registry';
import { updateInside } from '../platform/documents';
import { combatSystem } from '../stored/systems';
import { endEffects } from './effect-rounds';

type History = Combat['current'];

/** Protected lifecycle methods of core's Combat, which systems and packages extend. */
interface Lifecycle {
  _onStartTurn(combatant: Combatant.Implementation, context: object): Promise<void>;
  _onEndTurn(combatant: Combatant.Implementation, context: object): Promise<void>;
  _onStartRound(context: object): Promise<void>;
  _onEndRound(context: object): Promise<void>;
}

/** New step, undo or redo. */
type Direction = 'forward' | 'back' | 'again';

interface Dispatches {
  /** The last one; each waits for the one before it. */
  last: Promise<void>;
  /** UUIDs of the effects that each step ended, in memory of the active GM's client. */
  readonly ended: Map<number, readonly string[]>;
}

/** By combat. */
const dispatches = new WeakMap<Combat, Dispatches>();

function dispatchesOf(combat: Combat.Implementation): Dispatches {
  const known = dispatches.get(combat) ?? { last: Promise.resolve(), ended: new Map() };
  dispatches.set(combat, known);
  return known;
}

/**
 * Reports a change of round and turn like Foundry's own turns: methods, timed effects and regions on the active GM's client, in core's
 * order, then the hook `combatTurnChange` on every client. Other steps report nothing. Source for the events, for `combatRewind`, and for
 * the order: `OQCombat`, a public system's class that replaces core's on 14.368.
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
  const dispatched = dispatchesOf(combat);
  dispatched.last = dispatched.last
    .then(async () => {
      if (game.user.isActiveGM) await dispatchAll(combat, direction, moments, cursor);
    })
    // An error in another package's method must not stop the clock.
    .catch((error: unknown) => console.error(error))
    .then(() => {
      if (isChanged) Hooks.callAll('combatTurnChange', combat, prior, current);
    });
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
  cursor: number,
): Promise<void> {
  const { ended } = dispatchesOf(combat);
  if (direction === 'back') {
    await ActiveEffect.registry.refresh('combatRewind', { combat });
    const undone = [...ended.keys()].filter((step) => step > cursor);
    await reactivateEffects([combat], new Set(undone.flatMap((step) => ended.get(step) ?? [])));
    for (const step of undone) ended.delete(step);
    return;
  }
  const before = timedEffects([combat]).filter(({ isExpired }) => !isExpired());
  for (const moment of moments) await dispatchMoment(combat, moment, direction === 'forward');
  ended.set(
    cursor,
    before.flatMap(({ effect, isExpired }) => (isExpired() ? [effect.uuid] : [])),
  );
}

/** @param isNew false for a redo, which repeats only the expiry of effects */
async function dispatchMoment(combat: Combat.Implementation, moment: PassedMoment, isNew: boolean): Promise<void> {
  if ('of' in moment) return dispatchTurn(combat, moment, isNew);
  const { event, round } = moment;
  if (event === 'combatStart' || event === 'combatEnd') return endEffects(combat, { event, round });
  // Without one turn per fighter and round, a round counts as a turn of all: otherwise effects that end with a turn would never end.
  const { oneTurnPerRound } = requireAdapter(combat.type).ruleset.timing;
  if (event === 'roundEnd' && !oneTurnPerRound) await endEffects(combat, { event: 'turnEnd', round, of: null });
  const context = { round, skipped: false };
  const { _onStartRound, _onEndRound } = combat as unknown as Lifecycle;
  if (isNew) await (event === 'roundStart' ? _onStartRound : _onEndRound).call(combat, context);
  await endEffects(combat, { event, round }, context);
  if (isNew)
    await triggerRegions(combat, combat.combatants, event === 'roundStart' ? 'ROUND_START' : 'ROUND_END', context);
  if (event === 'roundStart' && !oneTurnPerRound) await endEffects(combat, { event: 'turnStart', round, of: null });
}

async function dispatchTurn(combat: Combat.Implementation, moment: PassedTurn, isNew: boolean): Promise<void> {
  const { event, round, of, skipped } = moment;
  const combatant = combat.combatants.get(of);
  if (!combatant) return;
  const turn = combat.turns.findIndex(({ id }) => id === of);
  const context = { round, turn, skipped };
  const { _onStartTurn, _onEndTurn } = combat as unknown as Lifecycle;
  if (isNew) await (event === 'turnStart' ? _onStartTurn : _onEndTurn).call(combat, combatant, context);
  await endEffects(combat, { event, round, turn, of }, context);
  if (isNew) await triggerRegions(combat, [combatant], event === 'turnStart' ? 'TURN_START' : 'TURN_END', context);
}

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

interface Timed {
  readonly id: string;
  readonly uuid: string;
  readonly _source: { readonly duration: { readonly expired?: boolean } };
  updateDuration(context: object): { readonly remaining?: number | null };
}

/** Returns the effects of all fighters and their items. */
function timedEffects(combats: readonly Combat.Implementation[]) {
  const actors = new Set(combats.flatMap(({ combatants }) => [...combatants].flatMap(({ actor }) => actor ?? [])));
  return [...actors]
    .flatMap((actor) => [actor, ...actor.items])
    .flatMap((parent) =>
      ([...parent.effects] as unknown as Timed[]).map((effect) => ({
        parent,
        effect,
        isExpired: () => effect._source.duration.expired === true,
      })),
    );
}

/**
 * Reactivates effects of fighters that are only marked as expired and have time left again, after an undo or when the world time goes back.
 * Core does not compute them any more: an expired effect is not in the registry. Deleted effects stay deleted.
 * @param ended uuids of effects that the undone steps ended, whose time was over before
 */
export async function reactivateEffects(
  combats: readonly Combat.Implementation[],
  ended: ReadonlySet<string> = new Set(),
): Promise<void> {
  const back = timedEffects(combats).filter(({ effect, isExpired }) => {
    if (!isExpired()) return false;
    const { remaining } = effect.updateDuration({});
    return ended.has(effect.uuid) || (Number.isFinite(remaining) && Number(remaining) > 0);
  });
  for (const parent of new Set(back.map((each) => each.parent))) {
    const updates = back.flatMap(({ parent: of, effect }) =>
      of === parent ? [{ _id: effect.id, 'duration.expired': false }] : [],
    );
    await updateInside(parent, 'ActiveEffect', updates);
  }
}
