import { effectsOf } from '../../encounter/exchange';
import type { FighterId } from '../../encounter/state';
import { type PassedMoment, type PassedTurn, passedMoments } from '../../encounter/timing';
import { requireAdapter } from '../adapters/registry';
import { idOf, updateInside } from '../platform/documents';
import { combatSystem } from '../stored/systems';

type History = Combat['current'];

/** What core calls on a Combat when a moment has passed; protected there, and for systems and packages to extend. */
interface Lifecycle {
  _onStartTurn(combatant: Combatant.Implementation, context: object): Promise<void>;
  _onEndTurn(combatant: Combatant.Implementation, context: object): Promise<void>;
  _onStartRound(context: object): Promise<void>;
  _onEndRound(context: object): Promise<void>;
}

/**
 * The registry of Foundry's timed effects. T14: client/helpers/active-effect-registry.d.mts. That core refreshes it with these events,
 * and with `combatRewind`, and in which order beside the Combat's methods and the regions' events: `OQCombat`, a public system's class that does it
 * in core's stead on 14.368; what an effect asks of the combat then: Crucible and Weird Wizard, `isExpiryEvent`.
 */
const registry = () => ActiveEffect.registry;

/** What the last step did to the clock: a new step, one taken back, or one done again. */
type Way = 'forward' | 'back' | 'again';

/** One step after the other, each when what the one before set going has come to its end. */
const running = new WeakMap<Combat, Promise<void>>();

/**
 * Lets those know that round and turn have changed who would know it from Foundry's own turns: the Combat's methods, timed effects and
 * regions on the active game master's client, in core's order, and then the hook `combatTurnChange` on every client. Nothing of it
 * happens for a step that leaves round and turn as they were.
 * @param prior what Foundry's fields said before the step
 */
export function dispatchMoments(
  combat: Combat.Implementation,
  options: { readonly direction?: unknown },
  prior: History,
): void {
  const { step, cursor, history } = combatSystem(combat);
  const way: Way = cursor === step ? 'forward' : options.direction === 1 ? 'again' : 'back';
  const moments = way === 'back' ? [] : momentsOf(combat, history[cursor]?.entries ?? []);
  const current = combat.current;
  const isChanged = changed(prior, current);
  if (!isChanged && moments.length === 0) return;
  const before = running.get(combat) ?? Promise.resolve();
  const after = before
    .then(async () => {
      if (game.user.isActiveGM) await tell(combat, way, moments, prior);
    })
    // What somebody else's method throws is theirs; the clock goes on.
    .catch((error: unknown) => console.error(error))
    .then(() => {
      if (isChanged) Hooks.callAll('combatTurnChange', combat, prior, current);
    });
  running.set(combat, after);
}

const changed = (a: History, b: History): boolean =>
  a.round !== b.round || a.turn !== b.turn || a.combatantId !== b.combatantId;

function momentsOf(combat: Combat.Implementation, entries: Parameters<typeof effectsOf>[0]): PassedMoment[] {
  const { ruleset } = requireAdapter(combat.type);
  const clocks = effectsOf(entries).flatMap((effect) => (effect.kind === 'clock' ? [effect] : []));
  const [first] = clocks;
  return first ? passedMoments([first.from, ...clocks.map(({ to }) => to)], ruleset.idle, ruleset.timing) : [];
}

async function tell(
  combat: Combat.Implementation,
  way: Way,
  moments: readonly PassedMoment[],
  prior: History,
): Promise<void> {
  if (way === 'back') {
    await registry().refresh('combatRewind', { combat });
    await giveBack(combat);
    return;
  }
  for (const moment of moments) await pass(combat, moment, prior, way === 'forward');
}

/** @param isNew whether it passes for the first time: what is done again has had its consequences, and only effects end anew */
async function pass(
  combat: Combat.Implementation,
  moment: PassedMoment,
  prior: History,
  isNew: boolean,
): Promise<void> {
  if ('of' in moment) return passTurn(combat, moment, prior, isNew);
  const { event, round } = moment;
  if (event === 'combatStart' || event === 'combatEnd') {
    // To an encounter that is over nobody belongs: it is asked as it was.
    const seen = event === 'combatEnd' && combat.round === 0 ? seenAs(combat, { round }) : combat;
    await registry().refresh(event, { combat: seen });
    return;
  }
  const { oneTurnPerRound } = requireAdapter(combat.type).ruleset.timing;
  if (event === 'roundEnd' && !oneTurnPerRound) await passForEverybody(combat, 'turnEnd', prior);
  const context = { round, skipped: false };
  const { _onStartRound, _onEndRound } = combat as unknown as Lifecycle;
  if (isNew) await (event === 'roundStart' ? _onStartRound : _onEndRound).call(combat, context);
  await registry().refresh(event, { ...context, combat });
  if (isNew)
    await triggerRegions(combat, combat.combatants, event === 'roundStart' ? 'ROUND_START' : 'ROUND_END', context);
  if (event === 'roundStart' && !oneTurnPerRound) await passForEverybody(combat, 'turnStart', prior);
}

async function passTurn(
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

/** Where turns do not come round once each, everybody's turn is the round: else what is to end with a turn would never end. */
async function passForEverybody(
  combat: Combat.Implementation,
  event: 'turnStart' | 'turnEnd',
  prior: History,
): Promise<void> {
  for (const combatant of combat.combatants) await refreshTurn(combat, event, idOf(combatant), {}, prior);
}

/** An effect asks the combat whose turn has begun (`combatant`) or ended (`previous`); where it was another's, it is shown that one. */
async function refreshTurn(
  combat: Combat.Implementation,
  event: 'turnStart' | 'turnEnd',
  id: FighterId,
  context: object,
  prior: History,
): Promise<void> {
  const combatant = combat.combatants.get(id);
  const isSeen = event === 'turnStart' ? combat.combatant?.id === id : combat.previous?.combatantId === id;
  const as = event === 'turnStart' ? { combatant } : { previous: { ...prior, combatantId: id } };
  const seen = isSeen && combat.started ? combat : seenAs(combat, as);
  await registry().refresh(event, { ...context, combat: seen });
}

/** The combat with some of its properties otherwise, for one question. */
const seenAs = (combat: Combat.Implementation, as: object): Combat.Implementation =>
  Object.create(combat, Object.fromEntries(Object.entries(as).map(([key, value]) => [key, { value }])));

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
 * An effect that has only been marked as expired, and by the clock as it now stands has time again, is in force again. One that expiry
 * has deleted stays deleted, and one that ended by its event alone stays ended: nothing tells when either began to be over.
 */
async function giveBack(combat: Combat.Implementation): Promise<void> {
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
