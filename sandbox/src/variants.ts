/**
 * Behavior of Foundry that no public source proves: named switches with their possible variants. A system must work
 * under every value. The first value demands most of a system and is the default. `npm start -- --variant
 * batch=all-or-nothing` and the option `variants` of a server or a world choose another.
 */
export const VARIANTS = {
  batch: {
    values: ['failing-one-missing', 'all-after-failing-missing', 'all-or-nothing'],
    about: 'What the server writes of a batch if it refuses one operation of it.',
    known:
      'The page of `foundry.documents.modifyBatch` promises that an exception cancels the whole batch; foundryvtt issue 14174 reports modifications that remained although a later one of their batch failed: by inference, the server tries every operation first, and only a failure at the commit is partial.',
  },
  batchError: {
    values: ['rejects', 'resolves-to-fewer', 'resolves-to-errors'],
    about:
      'How the client learns of the refusal: the promise rejects, the results omit the refused operations, or they contain errors.',
    known:
      'The `modifyBatch` of clients maps the results and does not check for errors (public declarations and source of 14.36x); what the server sends is not public.',
  },
  veto: {
    values: ['drops', 'cancels'],
    about: 'How a hook or a `_pre…` method that vetoes one operation of a batch affects the others.',
    known:
      'A vetoed operation is dropped from the request (source of 14.36x); the page of `modifyBatch` says that it cancels the whole batch.',
  },
  sideEffects: {
    values: ['in-results', 'apart'],
    about: 'Whether what the server changes by itself is among the results of a batch, or reported separately.',
    known: 'Responses of a batch are marked if they are a side effect (source of 14.36x), so some are among them.',
  },
  objects: {
    values: ['validated-as-sent', 'validated-whole'],
    about: 'What the validator of an ObjectField gets of an update: the change, or the merged whole.',
    known: 'The change is reported to be validated before it is merged; how far is not declared.',
  },
  querySender: {
    values: ['unnamed', 'named'],
    about: 'Whether the handler of a query is told who asks.',
    known:
      'Public notes on the source say that the second argument has `user` since 14.352 (foundryvtt issue 13418 asks for it), and packages for v14 read it there; the declarations of 14.366 name only `timeout`.',
  },
  messageAuthor: {
    values: ['changeable', 'immutable'],
    about: 'Whether players may name another author in their own messages.',
    known: 'Core 13 refuses it (common/documents/chat-message.mjs, `#canUpdate`); that 14 does too is inferred.',
  },
  whispers: {
    values: ['to-all', 'filtered'],
    about:
      'Whether a whispered message is sent to every window, which then does not show it, or only to its author, its recipients and GMs.',
    known:
      'Windows ask a message whether it and its content are visible (declarations at 14.366, client/documents/chat-message.d.mts; foundryvtt issue 14429 shows messages of others in one’s own window, obfuscated), so messages for others have arrived; whether some are held back is not documented.',
  },
  effectValue: {
    values: ['raw', 'cleaned'],
    about:
      'Whether a number changed by an active effect keeps its raw value, outside the bounds of its field and with fractions, or is cleaned by the field.',
    known:
      'The declarations at 14.366 document `value + delta` and `value * delta` of the fields and mention no cleaning (common/data/fields.d.mts); public notes on 14.36x say that an invalid value is dropped with a warning.',
  },
  effectFinal: {
    values: ['after-derived', 'before-derived'],
    about: 'Whether the changes of the phase "final" are applied after `Actor#prepareDerivedData` or just before it.',
    known:
      'After derived data, say public notes on the source of 14.36x; the declarations do not. Crucible scales maxima in it that its model derives (foundryvtt/crucible, module/hooks), which works either way.',
  },
  passedDuration: {
    values: ['lingers', 'ends-in-combat'],
    about:
      'Whether rounds or turns that have passed end an effect without an expiry event at the events of the combat, or only when the world time advances.',
    known:
      'Foundryvtt issue 14725 quotes 14.367, where it lingers until the world time advances, and asks for the other; it is closed.',
  },
  expiryMark: {
    values: ['stored', 'in-memory'],
    about: 'Whether clients mark an effect as expired before the active GM has stored it.',
    known: 'Foundryvtt issue 13743 describes the mark in memory only, is open, and is older than the stable releases.',
  },
  refreshContext: {
    values: ['declared', 'whole'],
    about:
      'Whether effects get all of the context with which the registry is refreshed, or what core reads: combat, actors, round and turn.',
    known:
      'The declarations at 14.366 name combat and actors for `refresh`, and round and turn for `updateDuration`; a public system passes all four.',
  },
  batchWorldTime: {
    values: ['stays', 'moves'],
    about: 'Whether `worldTime` of an operation on a Combat moves the world clock also as part of a batch.',
    known:
      'The server moves it for a single update (hook `combatTurn`), and handles the operations of a batch like others; the results of a batch are said to contain the server’s side effects.',
  },
  continuation: {
    values: ['bare', 'keeps-options'],
    about: 'Whether the rest of a path, after a checkpoint, has the options of its first part.',
    known:
      'Each checkpoint is an operation of its own with the ids of those before it in `chain` (public declarations at 14.366, MovementData); it keeps `updateOptions`, and which of them it sends again is not documented.',
  },
  rulerHistory: {
    values: ['origin-again', 'joined'],
    about:
      'Whether the planned part of a ruler’s path repeats the token’s position after a recorded path that ends there.',
    known:
      'The path contains the recorded path, of stage `passed`, and the planned one (foundryvtt issue 11730, crucible issue 725); how the two are joined is not public.',
  },
  oneWayWalls: {
    values: ['left-of-way', 'right-of-way'],
    about: 'Which side of a one-way wall is called its left, seen from its first end to its second.',
    known:
      'The declarations at 14.366 say that an edge collides “only when a ray strikes its left side” (common/constants.d.mts); the point of view is not documented.',
  },
  wallStop: {
    values: ['at-wall', 'last-space'],
    about:
      'Where a path that crosses a wall ends: at the wall, between the spaces, or on the last whole space before it.',
    known:
      'A token dragged through a wall ends off the grid, says foundryvtt issue 12177, which asks for the last space and is open.',
  },
  levelHeight: {
    values: ['kept', 'clamped'],
    about:
      'Whether a token that changes its level with the token HUD keeps its elevation, or gets one of the new level.',
    known:
      'The HUD names only the level as the destination (public notes on the source of 14.367), and `Level#clampElevation` exists; foundryvtt issue 14322 changed it for the region behavior “Change Level” only.',
  },
  trackerParts: {
    values: ['replaced', 'kept'],
    about:
      'Whether the combat tracker replaces all of its parts at every render, or keeps those that a render does not name.',
    known:
      'Partial renders keep the parts they do not name (HandlebarsApplicationMixin); which parts the tracker names by itself is not public.',
  },
  trackerViewed: {
    values: ['after-parts', 'before-parts'],
    about: 'Whether the combat tracker decides which encounter is viewed after or before it chooses its parts.',
    known:
      'The declarations at 14.366 say that its `_configureRenderOptions` selects the encounter, whose parent chooses the parts; the order is not public.',
  },
  actorRedraw: {
    values: ['debounced', 'at-once'],
    about:
      'Whether a change of a fighter’s actor sets up the turns and renders the tracker at once, or after `Combat#debounceSetup`.',
    known:
      'The declarations at 14.366 say that `debounceSetup` debounces “changes to the composition of the Combat encounter” and renders the tracker (client/documents/combat.d.mts); what calls it is not public.',
  },
} as const satisfies Record<string, VariantSwitch>;

interface VariantSwitch {
  readonly values: readonly [string, string, ...string[]];
  /** The unproven question. */
  readonly about: string;
  /** The known facts, with their source. */
  readonly known: string;
}

export type VariantName = keyof typeof VARIANTS;
export type VariantValue<N extends VariantName> = (typeof VARIANTS)[N]['values'][number];
export type Variants = { readonly [N in VariantName]?: VariantValue<N> };

/** Global, because modules shared by several clients of one process must read the server's choice. */
const KEY = Symbol.for('cadence.sandbox.variants');
const scope = globalThis as { [KEY]?: Variants };

/** Sets all switches; missing ones get their first value. Call once, when a server or a client starts. */
export function useVariants(variants: Variants = {}): void {
  scope[KEY] = { ...variants };
}

/** Returns the switches that do not have their first value. */
export const variantsInUse = (): Variants => scope[KEY] ?? {};

export const variant = <N extends VariantName>(name: N): VariantValue<N> =>
  (scope[KEY]?.[name] ?? VARIANTS[name].values[0]) as VariantValue<N>;

/** Parses `NAME=VALUE` from a command line. @throws with the valid names or values */
export function readVariants(given: readonly string[] = []): Variants {
  return Object.fromEntries(
    given.map((text) => {
      const [name, value] = text.split('=', 2) as [string, string?];
      if (!Object.hasOwn(VARIANTS, name))
        throw new Error(`"${name}" is not one of ${Object.keys(VARIANTS).join(', ')}`);
      const values: readonly string[] = VARIANTS[name as VariantName].values;
      if (!value || !values.includes(value)) throw new Error(`${name} is one of ${values.join(', ')}`);
      return [name, value];
    }),
  );
}

/** Chooses a random value for every switch. @param draw returns a whole number from 1 to its argument */
export const randomVariants = (draw: (sides: number) => number): Variants =>
  Object.fromEntries(
    Object.entries<VariantSwitch>(VARIANTS).map(([name, { values }]) => [name, values[draw(values.length) - 1]!]),
  );
