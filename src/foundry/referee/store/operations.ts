import type { Effect } from '../../../encounter/effect';
import type { Encounter, FighterId, Place } from '../../../encounter/state';
import { fighterOf } from '../../../encounter/state';
import { lookup } from '../../../kernel/lookup';
import type { Adapter } from '../../adapters/adapter';
import { plainConditionData } from '../../adapters/conditions';
import { changeConditions, effectOfKey, isFromItem, isSharedKey, nextSort } from '../../host/applicable-effects';
import {
  combatantIn,
  documentsOf,
  type ExchangeDocument,
  isCard,
  isTokenFighter,
  keyOfFighter,
} from '../../host/exchange-document';
import { levelToMoveOn } from '../../host/levels';
import { cornerOf, placementOf } from '../../host/reader';
import { inheritedState, ownState, storedStateOf } from '../../host/states';
import { unitsOf } from '../../host/units';
import { asReplacement, type BatchOperation, deletion } from '../../platform/v14';
import { combatSystem, type UndoData } from '../../stored/systems';
import { arrivalOperations } from './arrival';
import { transferOperations } from './item-transfer';
import { REFEREE_MOVE } from './referee-move';

/** Writes beside the effects: see {@link UndoData}. */
export interface ExtraWrites {
  /** Pools written for the first time. */
  readonly begins?: UndoData['pools'];
  /** Pools that become unset again. */
  readonly ends?: UndoData['pools'];
  readonly conditions?: UndoData['conditions'];
  /** Effects of returning items before their transfer. */
  readonly itemEffects?: UndoData['itemEffects'];
  /** Combatants that have left and that the history does not mention. */
  readonly left?: readonly string[];
}

/**
 * Returns the writes of a step in batch order. They carry final values, so an effect undone within the step leaves no trace. For state in
 * the Combat see {@link statesFor}.
 */
export function operationsFor(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
  { ends = {}, conditions = {}, itemEffects = {} }: ExtraWrites,
): BatchOperation[] {
  const touchedFighters = [...touchedBy(effects)].flatMap(([id, what]) => {
    const { token, actor } = documentsOf(host, id);
    return actor ? [{ id, what, token, actor }] : [];
  });
  // Two tokens of one actor share its effects.
  const alreadyRemoved = new Set<string>();
  return [
    ...touchedFighters.flatMap(({ id, what, token }) => tokenOperations(token, fighterOf(encounter, id).place, what)),
    ...touchedFighters.flatMap(({ id, what, actor }) =>
      actorOperations(adapter, actor, fighterOf(encounter, id).pools, what, lookup(ends, keyOfFighter(id)) ?? {}),
    ),
    ...touchedFighters.flatMap(({ id, what, actor }) =>
      itemOperations(adapter, actor, fighterOf(encounter, id).items, what),
    ),
    ...transferOperations(host, adapter, encounter, effects, itemEffects),
    ...touchedFighters.flatMap(({ what, actor }) => effectOperations(adapter, actor, what, conditions, alreadyRemoved)),
    ...arrivalOperations(host, effects),
  ];
}

/** Returns the effects that are stored: state and round pools are kept for combatants only, not for token fighters. */
export const persistentEffects = (adapter: Adapter, effects: readonly Effect[]): Effect[] =>
  effects.filter(
    (effect) =>
      !('of' in effect && isTokenFighter(effect.of)) ||
      (effect.kind !== 'state' &&
        !(effect.kind === 'pool' && lookup(adapter.pools, effect.pool)?.document === 'combat')),
  );

interface Touched {
  readonly pools: Set<string>;
  readonly state: Set<string>;
  readonly items: Map<string, Set<string>>;
  readonly gained: Map<string, Extract<Effect, { kind: 'condition-added' }>['condition']>;
  readonly lost: Set<string>;
  readonly moves: Extract<Effect, { kind: 'move' }>[];
}

function touchedBy(effects: readonly Effect[]): Map<FighterId, Touched> {
  const touched = new Map<FighterId, Touched>();
  for (const effect of effects) addEffect(touched, effect);
  return touched;
}

function touchOf(touched: Map<FighterId, Touched>, of: FighterId): Touched {
  const touch: Touched = touched.get(of) ?? {
    ...{ pools: new Set(), state: new Set(), items: new Map(), gained: new Map(), lost: new Set(), moves: [] },
  };
  touched.set(of, touch);
  return touch;
}

const touchItem = ({ items }: Touched, item: string, key: string): unknown =>
  items.set(item, (items.get(item) ?? new Set()).add(key));

function addEffect(touched: Map<FighterId, Touched>, effect: Effect): void {
  if (effect.kind === 'clock' || effect.kind === 'departure' || effect.kind === 'arrival') return;
  if (effect.kind === 'log' || effect.kind === 'outcome') return;
  if (effect.kind === 'item-transferred') {
    const { of, item, to, newItem, count, joins } = effect;
    // The stack of which some are taken, or which they join.
    if (count !== undefined) touchItem(touchOf(touched, joins ? to : of), joins ? newItem : item, 'quantity');
    return;
  }
  const touch = touchOf(touched, effect.of);
  switch (effect.kind) {
    case 'pool':
      touch.pools.add(effect.pool);
      return;
    case 'state':
      touch.state.add(effect.key);
      return;
    case 'item':
      touchItem(touch, effect.item, effect.key);
      return;
    case 'condition-added':
      if (!touch.lost.delete(effect.condition.key)) touch.gained.set(effect.condition.key, effect.condition);
      return;
    case 'condition-removed':
      if (!touch.gained.delete(effect.condition.key)) touch.lost.add(effect.condition.key);
      return;
    case 'move':
      touch.moves.push(effect);
      return;
  }
}

function tokenOperations(
  token: TokenDocument.Implementation | null,
  place: Encounter['fighters'][string]['place'],
  { moves }: Touched,
): BatchOperation[] {
  if (!token?.id || !place || moves.length === 0) return [];
  // It was teleported while the step was played.
  if (place.scene !== undefined && place.scene !== token.parent?.id) return [];
  const write = { action: 'update', documentName: 'Token', parent: token.parent } as const;
  const placement = placementOf(token);
  const goal = waypointOf(token, place);
  const rotation = place.facing;
  const { level = placement.level } = goal;
  const isThere = goal.x === placement.x && goal.y === placement.y && level === placement.level;
  if (isThere && goal.elevation === placement.elevation)
    return rotation === placement.rotation ? [] : [{ ...write, updates: [{ _id: token.id, rotation }] }];
  const places = moves.flatMap(({ by, to }) => [...by, ...(to ? [to] : [])]);
  const path = places.map((at) => ({ ...waypointOf(token, at), ...actionToMoveBy(token) }));
  const waypoints = isFar(token, goal) ? [{ ...goal, action: 'displace' }] : path;
  return [
    {
      ...write,
      updates: [{ _id: token.id, ...goal, rotation }],
      movement: { [token.id]: { waypoints, ...REFEREE_MOVE } },
    },
  ];
}

/** Spaces. Foundry follows a path space by space, and a player may have put the token anywhere while no GM was connected. */
const FARTHEST = 2000;

function isFar(token: TokenDocument.Implementation, goal: { x: number; y: number; elevation: number }): boolean {
  const { size = 1, distance = 1 } = token.parent?.grid ?? {};
  const { x, y, elevation = 0 } = placementOf(token);
  const spaces = Math.max(Math.abs(goal.x - x) / size, Math.abs(goal.y - y) / size);
  return !(Math.max(spaces, Math.abs(goal.elevation - elevation) / distance) <= FARTHEST);
}

/** Another package may have named one that is gone: Foundry moves such a token only by one that exists (foundryvtt issue 14169). */
function actionToMoveBy({ movementAction }: TokenDocument.Implementation): { action?: string } {
  const { actions, defaultAction } = CONFIG.Token.movement;
  return movementAction === null || movementAction in actions ? {} : { action: defaultAction };
}

const waypointOf = (token: TokenDocument.Implementation, place: Place) => ({
  ...cornerOf(token, place),
  elevation: unitsOf(token.parent, place.elevation),
  ...levelToMoveOn(token, place.level),
});

function actorOperations(
  adapter: Adapter,
  actor: Actor.Implementation,
  pools: Encounter['fighters'][string]['pools'],
  what: Touched,
  ends: Readonly<Record<string, number>>,
): BatchOperation[] {
  const update: Record<string, unknown> = {};
  for (const pool of what.pools) {
    const field = lookup(adapter.pools, pool);
    if (field?.document === 'actor') update[`system.${field.path}`] = pool in ends ? null : lookup(pools, pool)?.value;
  }
  if (foundry.utils.isEmpty(update)) return [];
  // ASSUMPTION A2: the actor of an unlinked token is written through its token.
  const parent = actor.isToken ? { parent: actor.token } : {};
  return [{ action: 'update', documentName: 'Actor', updates: [{ _id: actor.id, ...update }], ...parent }];
}

function itemOperations(
  adapter: Adapter,
  actor: Actor.Implementation,
  items: Encounter['fighters'][string]['items'],
  what: Touched,
): BatchOperation[] {
  // A transferred item is recreated with all its values.
  const updates = [...what.items].flatMap(([id, keys]) => {
    const item = items.find((candidate) => candidate.id === id) as unknown as Record<string, unknown> | undefined;
    if (!item || !actor.items.has(id)) return [];
    const undeclared = [...keys].find((key) => !adapter.writtenItemFields.includes(key));
    if (undeclared)
      throw new Error(
        `${adapter.ruleset.id} writes "${undeclared}" of items, which is not among its writtenItemFields`,
      );
    return [{ _id: id, ...Object.fromEntries([...keys].map((key) => [`system.${key}`, lookup(item, key)])) }];
  });
  return updates.length > 0 ? [{ action: 'update', documentName: 'Item', parent: actor, updates }] : [];
}

function effectOperations(
  adapter: Adapter,
  actor: Actor.Implementation,
  { gained, lost }: Touched,
  own: NonNullable<ExtraWrites['conditions']>,
  alreadyRemoved: Set<string>,
): BatchOperation[] {
  const uuidOf = (id: string): string => `${actor.uuid}.${id}`;
  const ids = [...lost].filter((id) => actor.effects.has(id) && !alreadyRemoved.has(uuidOf(id)));
  for (const id of ids) alreadyRemoved.add(uuidOf(id));
  const next = nextSort(actor);
  const data = [...gained.values()]
    .filter(({ key }) => !isSharedKey(key) && !itemEffectOf(actor, key))
    .map((condition, at) => ({ ...effectData(adapter, condition), sort: next + at, ...lookup(own, condition.key) }));
  return [
    ...(ids.length > 0 ? [{ action: 'delete' as const, documentName: 'ActiveEffect', parent: actor, ids }] : []),
    ...[...lost].flatMap((key) => toggleItemEffect(actor, key, true)),
    ...[...gained.keys()].flatMap((key) => toggleItemEffect(actor, key, false)),
    ...sharedEffectOperations(adapter, actor, gained, lost),
    ...(data.length > 0
      ? [{ action: 'create' as const, documentName: 'ActiveEffect', parent: actor, data, keepId: true }]
      : []),
  ];
}

function itemEffectOf(actor: Actor.Implementation, key: string): ActiveEffect.Implementation | null {
  const effect = isSharedKey(key) ? undefined : effectOfKey(actor, key);
  return effect && isFromItem(actor, effect) ? effect : null;
}

/** An effect of an item is disabled instead of deleted, and enabled by an undo: the item keeps it. */
function toggleItemEffect(actor: Actor.Implementation, key: string, disabled: boolean): BatchOperation[] {
  const effect = itemEffectOf(actor, key);
  if (!effect) return [];
  const updates = [{ _id: effect.id, disabled }];
  return [{ action: 'update', documentName: 'ActiveEffect', parent: effect.parent as Item.Implementation, updates }];
}

function sharedEffectOperations(
  { ruleset }: Adapter,
  actor: Actor.Implementation,
  gained: Touched['gained'],
  lost: Touched['lost'],
): BatchOperation[] {
  const keys = [...gained.keys(), ...lost].filter(isSharedKey);
  const effects = new Set(keys.flatMap((key) => effectOfKey(actor, key) ?? []));
  return [...effects].map((effect) => {
    const isOf = (key: string): boolean => isSharedKey(key) && effectOfKey(actor, key) === effect;
    const idsOf = (all: Iterable<string>) => [...all].filter(isOf).map((key) => key.slice(key.indexOf(':') + 1));
    const change = { over: idsOf(lost), back: idsOf(gained.keys()) };
    const updates = [changeConditions(effect, ruleset.conditions, change)];
    return { action: 'update', documentName: 'ActiveEffect', parent: effect.parent as Actor.Implementation, updates };
  });
}

type Gained = Extract<Effect, { kind: 'condition-added' }>['condition'];

/** Returns the active effect of a condition. Its own duration stays empty, because the ruleset's clock ends it. */
export function effectData(adapter: Adapter, { key, id, until, by, towards, data }: Gained): object {
  return {
    _id: key,
    ...plainConditionData(adapter, id),
    system: { until, by: by ?? '', towards: towards ?? [], data: data ?? {} },
  };
}

/** Returns changes of state fields and round pools in the Combat, by combatant. */
export function statesFor(
  host: ExchangeDocument,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
  { begins = {}, ends = {}, left = [] }: ExtraWrites,
): Record<string, unknown> {
  // A card has only token fighters, which have no state of a round.
  if (isCard(host)) return {};
  const touched = touchedBy(effects);
  const changes: Record<string, unknown> = {};
  for (const { id, state, pools } of Object.values(encounter.fighters)) {
    const combatant = combatantIn(host, id);
    if (!combatant) continue;
    const now: Record<string, unknown> = { ...state };
    const touch = touched.get(id);
    const keys = new Set(touch?.state);
    const removed = new Set([...keys].filter((key) => !(key in state)));
    for (const [pool, { document, path }] of Object.entries(adapter.pools)) {
      if (document !== 'combat') continue;
      if (pool in (lookup(ends, id) ?? {})) removed.add(path);
      else if (touch?.pools.has(pool) || pool in (lookup(begins, id) ?? {})) keys.add(path);
      const value = lookup(pools, pool)?.value;
      if (value !== undefined) now[path] = value;
    }
    const stored = storedStateOf(combatant);
    // Values stored by an earlier version move along with the first change; those of a former combatant at once.
    const isNew = ownState(combatant) === null;
    // State under this id that belongs to another actor or was taken over.
    const stale = isNew ? Object.keys(lookup(combatSystem(host).states, id) ?? {}) : [];
    const change: Record<string, unknown> =
      isNew && (keys.size + removed.size + stale.length > 0 || inheritedState(combatant)) ? { ...stored } : {};
    for (const key of keys) if (!removed.has(key)) change[key] = asReplacement(lookup(now, key));
    for (const key of removed)
      if (isNew) delete change[key];
      else if (key in stored) change[key] = deletion();
    for (const key of stale) if (!(key in change)) change[key] = deletion();
    if (!foundry.utils.isEmpty(change)) changes[id] = change;
  }
  for (const id of left) changes[id] = deletion();
  return changes;
}
