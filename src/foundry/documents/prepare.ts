import { lookup } from '../../kernel/lookup';
import type { Adapter } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { effectsOn } from '../host/applicable-effects';
import { setShifts } from '../host/maxima';
import { fighterOfActor } from '../host/store';
import { applyEffectChange, changesOf, type EffectChange } from '../platform/v14';

/** Returns whether an effect has changes after the first phase, which derived numbers may depend on. */
export const hasLateChanges = (actor: Actor.Implementation): boolean =>
  changesOn(actor).some(({ phase }) => phase !== 'initial');

interface Change extends EffectChange {
  readonly effect: ActiveEffect.Implementation;
}

const { getProperty, setProperty } = foundry.utils;

/**
 * Writes derived maxima and untouched pools into prepared data. Effects on these numbers apply once to the derived value, in any phase;
 * Foundry's own result is overwritten. Idempotent, so it may run after each phase.
 */
export function prepareDerived(actor: Actor.Implementation): void {
  const adapter = adapterOf(actor.type);
  if (!adapter) return;
  const changes = changesOn(actor);
  setShifts(actor, {});
  fillEmpty(actor, adapter, changes);
  const derived = fighterOfActor(adapter, actor);
  if (!derived) return;
  const shifts: Record<string, number> = {};
  for (const [id, path] of actorPools(adapter)) {
    const max = lookup(derived.pools, id)?.max;
    const by = max === undefined ? 0 : afterEffects(actor, maximumOf(path), max, changes) - max;
    if (by !== 0) shifts[id] = by;
  }
  setShifts(actor, shifts);
  const shifted = Object.keys(shifts).length > 0 ? fighterOfActor(adapter, actor) : null;
  const { pools } = shifted ?? derived;
  for (const [id, path] of actorPools(adapter)) {
    const pool = lookup(pools, id);
    if (!pool) continue;
    setProperty(actor.system, path, pool.value);
    setProperty(actor.system, maximumOf(path), pool.max);
  }
}

const maximumOf = (path: string): string => path.replace(/value$/, 'max');

const actorPools = ({ pools }: Adapter): [string, string][] =>
  Object.entries(pools).flatMap(([id, { document, path }]) => (document === 'actor' ? [[id, path]] : []));

/** Applies effects on empty numbers to the rules' default. */
function fillEmpty(actor: Actor.Implementation, adapter: Adapter, changes: readonly Change[]): void {
  const source = actor._source.system;
  const touched = Object.entries(adapter.whenEmpty ?? {}).filter(
    ([path]) => getProperty(source, path) === null && changes.some(({ key }) => key === `system.${path}`),
  );
  if (touched.length === 0) return;
  for (const [path] of touched) setProperty(actor.system, path, null);
  const fighter = fighterOfActor(adapter, actor);
  if (!fighter) return;
  for (const [path, defaultOf] of touched) {
    setProperty(actor.system, path, defaultOf(fighter));
    applyChanges(actor, path, changes);
  }
}

/** The derived number after effects, rounded; unchanged if the result is no number. */
function afterEffects(actor: Actor.Implementation, path: string, derived: number, changes: readonly Change[]): number {
  setProperty(actor.system, path, derived);
  applyChanges(actor, path, changes);
  const now = Math.round(Number(getProperty(actor.system, path)));
  return Number.isFinite(now) ? Math.max(0, now) : derived;
}

function applyChanges(actor: Actor.Implementation, path: string, changes: readonly Change[]): void {
  const ours = changes.filter(({ key }) => key === `system.${path}`);
  if (ours.length === 0) return;
  const rollData = actor.getRollData();
  for (const { effect, ...change } of ours) applyEffectChange(actor, effect, change, rollData);
}

function changesOn(actor: Actor.Implementation): readonly Change[] {
  const active = effectsOn(actor).filter((effect) => effect.active);
  const changes = active.flatMap((effect) => changesOf(effect).map((change) => ({ ...change, effect })));
  return changes.sort((a, b) => phaseOf(a) - phaseOf(b) || Number(a.priority) - Number(b.priority));
}

// API: CONST.ACTIVE_EFFECT_CHANGE_PHASES; packages add others between the two.
const phaseOf = ({ phase }: Change): number => (phase === 'initial' ? 0 : phase === 'final' ? 2 : 1);
