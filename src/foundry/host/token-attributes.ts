import type { UnloadedAdapter } from '../adapters/adapter';
import { trackableAttributesOf } from './token-defaults';

/** Derived and read-only, but in every ruleset. The manifest names it too. */
const ANY_HEALTH = 'attributes.hp';

interface TokenAttributes {
  readonly primaryTokenAttribute: string;
  readonly secondaryTokenAttribute: string | null;
}

/** Returns the pools that modules look for: those of the only ruleset with actors, else what all rulesets have. */
function tokenAttributesOf(rulesets: readonly UnloadedAdapter[], types: Iterable<unknown>): TokenAttributes {
  const present = new Set(types);
  const [only, ...others] = rulesets.filter(({ id }) => present.has(id));
  if (!only || others.length > 0) return { primaryTokenAttribute: ANY_HEALTH, secondaryTokenAttribute: null };
  const { health } = only;
  const bars = only.bars ?? trackableAttributesOf(only).bar;
  const primary = health && !health.countsUp ? health.path : ANY_HEALTH;
  return {
    primaryTokenAttribute: primary,
    secondaryTokenAttribute: bars.slice(0, 2).find((bar) => bar !== primary) ?? null,
  };
}

/**
 * Writes the attributes into `game.system`, where modules read them. Systems assign its `initiative`, a field of the same model, in the
 * same way (ewhen, celestus, at `init`).
 */
function watchTokenAttributes(rulesets: readonly UnloadedAdapter[]): void {
  const update = (actors: Iterable<{ readonly type?: string } | null>): unknown =>
    Object.assign(
      game.system,
      tokenAttributesOf(
        rulesets,
        [...actors].map((actor) => actor?.type),
      ),
    );
  // Before `setup` there are sources only. T14: client/game.d.mts `data`.
  const { actors = [] } = (game.data ?? {}) as { actors?: Iterable<{ type?: string } | null> };
  update(actors);
  for (const hook of ['createActor', 'deleteActor'] as const) Hooks.on(hook, () => update(game.actors ?? []));
}

export const TOKEN_ATTRIBUTES = { init: watchTokenAttributes };
