import type { Effect } from '../../encounter/effect';
import type { Encounter, FighterId } from '../../encounter/state';
import { fighterOf } from '../../encounter/state';
import type { Adapter } from '../adapter';
import { effectOfKey, isLent } from '../documents/borne-effects';
import { plainConditionData } from '../documents/condition-data';
import type { Held } from '../documents/systems';
import { combatantIn, documentsOf, type Host, isGuest, keyOfFighter } from '../host';
import { cornerOf } from '../reader';
import { type BatchOperation, deletion } from '../v14';
import { handOperations } from './hand-over';

/** What is to be done beside the effects: see {@link Held}. */
export interface Beside {
  /** Pools that are written from now on. */
  readonly begins?: Held['pools'];
  /** Pools that are not written any more. */
  readonly ends?: Held['pools'];
  /** What conditions that come back had of their own. */
  readonly conditions?: Held['conditions'];
}

/**
 * What a step's effects are in documents, in the order of the batch: tokens, actors, items, active effects, combatants. Written is
 * what the encounter has come to, so an effect and its undoing in one step leave no trace.
 */
export function operationsFor(
  combat: Host,
  adapter: Adapter,
  encounter: Encounter,
  effects: readonly Effect[],
  { begins = {}, ends = {}, conditions = {} }: Beside,
): BatchOperation[] {
  const touched = new Map<FighterId, Touched>();
  for (const effect of effects) note(touched, effect);
  const per = [...touched].flatMap(([id, what]) => {
    const { token, actor } = documentsOf(combat, id);
    return actor ? [{ id, what, token, actor }] : [];
  });
  // Two tokens of one actor bear its effects together.
  const lostAlready = new Set<string>();
  return [
    ...per.flatMap(({ id, what, token }) => tokenOperations(token, fighterOf(encounter, id).place, what)),
    ...per.flatMap(({ id, what, actor }) =>
      actorOperations(adapter, actor, fighterOf(encounter, id).pools, what, ends[keyOfFighter(id)] ?? {}),
    ),
    ...per.flatMap(({ id, what, actor }) => itemOperations(adapter, actor, fighterOf(encounter, id).items, what)),
    ...handOperations(combat, adapter, encounter, effects),
    ...per.flatMap(({ what, actor }) => effectOperations(adapter, actor, what, conditions, lostAlready)),
    ...combatantOperations(combat, adapter, encounter, touched, { begins, ends }),
  ];
}

/** Effects that leave a trace: what counts the round is kept of combatants only, so of guests it is neither written nor taken back. */
export const lasting = (adapter: Adapter, effects: readonly Effect[]): Effect[] =>
  effects.filter(
    (effect) =>
      !('of' in effect && isGuest(effect.of)) ||
      (effect.kind !== 'book' && !(effect.kind === 'pool' && adapter.pools[effect.pool]?.document === 'combatant')),
  );

interface Touched {
  readonly pools: Set<string>;
  readonly book: Set<string>;
  readonly items: Map<string, Set<string>>;
  readonly gained: Map<string, Extract<Effect, { kind: 'gain' }>['condition']>;
  readonly lost: Set<string>;
  readonly moves: Extract<Effect, { kind: 'move' }>[];
}

function note(touched: Map<FighterId, Touched>, effect: Effect): void {
  if (effect.kind === 'clock' || effect.kind === 'say' || effect.kind === 'hand') return;
  let what = touched.get(effect.of);
  if (!what) {
    what = { pools: new Set(), book: new Set(), items: new Map(), gained: new Map(), lost: new Set(), moves: [] };
    touched.set(effect.of, what);
  }
  switch (effect.kind) {
    case 'pool':
      what.pools.add(effect.pool);
      return;
    case 'book':
      what.book.add(effect.key);
      return;
    case 'item':
      what.items.set(effect.item, (what.items.get(effect.item) ?? new Set()).add(effect.key));
      return;
    case 'gain':
      if (!what.lost.delete(effect.condition.key)) what.gained.set(effect.condition.key, effect.condition);
      return;
    case 'lose':
      if (!what.gained.delete(effect.condition.key)) what.lost.add(effect.condition.key);
      return;
    case 'move':
      what.moves.push(effect);
      return;
  }
}

function tokenOperations(
  token: TokenDocument.Implementation | null,
  place: Encounter['fighters'][string]['place'],
  { moves }: Touched,
): BatchOperation[] {
  if (!token?.id || !place || moves.length === 0) return [];
  const goal = { ...cornerOf(token, place), rotation: place.facing };
  if (goal.x === token.x && goal.y === token.y)
    return goal.rotation === token.rotation
      ? []
      : [
          {
            action: 'update',
            documentName: 'Token',
            parent: token.parent,
            updates: [{ _id: token.id, rotation: goal.rotation }],
          },
        ];
  const waypoints = moves.flatMap(({ by, to }) => [...by, ...(to ? [to] : [])]).map((at) => cornerOf(token, at));
  return [
    {
      action: 'update',
      documentName: 'Token',
      parent: token.parent,
      updates: [{ _id: token.id, ...goal }],
      movement: { [token.id]: { waypoints, method: 'api', autoRotate: false, showRuler: false } },
    },
  ];
}

function actorOperations(
  adapter: Adapter,
  actor: Actor.Implementation,
  pools: Encounter['fighters'][string]['pools'],
  what: Touched,
  ends: Readonly<Record<string, number>>,
): BatchOperation[] {
  const update: Record<string, unknown> = {};
  for (const pool of what.pools) {
    const home = adapter.pools[pool];
    if (home?.document === 'actor') update[`system.${home.path}`] = pool in ends ? null : pools[pool]!.value;
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
  // What has changed hands is made anew with all that is known of it.
  const updates = [...what.items].flatMap(([id, keys]) => {
    const item = items.find((candidate) => candidate.id === id) as unknown as Record<string, unknown> | undefined;
    if (!item || !actor.items.has(id)) return [];
    const foreign = [...keys].find((key) => !adapter.marks.includes(key));
    if (foreign)
      throw new Error(`${adapter.ruleset.id} writes "${foreign}" of items, which is not among the adapter's marks`);
    return [{ _id: id, ...Object.fromEntries([...keys].map((key) => [`system.${adapter.itemPath(key)}`, item[key]])) }];
  });
  return updates.length > 0 ? [{ action: 'update', documentName: 'Item', parent: actor, updates }] : [];
}

function effectOperations(
  adapter: Adapter,
  actor: Actor.Implementation,
  { gained, lost }: Touched,
  own: NonNullable<Beside['conditions']>,
  lostAlready: Set<string>,
): BatchOperation[] {
  const uuidOf = (id: string): string => `${actor.uuid}.${id}`;
  const ids = [...lost].filter((id) => actor.effects.has(id) && !lostAlready.has(uuidOf(id)));
  for (const id of ids) lostAlready.add(uuidOf(id));
  const data = [...gained.values()]
    .filter(({ key }) => !lentEffect(actor, key))
    .map((condition) => ({ ...effectData(adapter, condition), ...own[condition.key] }));
  return [
    ...(ids.length > 0 ? [{ action: 'delete' as const, documentName: 'ActiveEffect', parent: actor, ids }] : []),
    ...[...lost].flatMap((key) => switchLent(actor, key, true)),
    ...[...gained.keys()].flatMap((key) => switchLent(actor, key, false)),
    ...(data.length > 0
      ? [{ action: 'create' as const, documentName: 'ActiveEffect', parent: actor, data, keepId: true }]
      : []),
  ];
}

function lentEffect(actor: Actor.Implementation, key: string): ActiveEffect.Implementation | null {
  const effect = effectOfKey(actor, key);
  return effect && isLent(actor, effect) ? effect : null;
}

/** What an item lends is switched off where it is lost, and on again where that is taken back: the item keeps it. */
function switchLent(actor: Actor.Implementation, key: string, disabled: boolean): BatchOperation[] {
  const effect = lentEffect(actor, key);
  if (!effect) return [];
  const updates = [{ _id: effect.id, disabled }];
  return [{ action: 'update', documentName: 'ActiveEffect', parent: effect.parent as Item.Implementation, updates }];
}

type Gained = Extract<Effect, { kind: 'gain' }>['condition'];

/** The active effect of a condition. Its own duration stays empty: when it ends is the ruleset's clock to say. */
export function effectData(adapter: Adapter, { key, id, until, by, towards, data }: Gained): object {
  return {
    ...{ _id: key, ...plainConditionData(adapter, id) },
    system: { until, by: by ?? '', towards: towards ?? [], data: data ?? {} },
  };
}

/** Marks and pools of the round. */
function combatantOperations(
  combat: Host,
  adapter: Adapter,
  encounter: Encounter,
  touched: ReadonlyMap<FighterId, Touched>,
  { begins, ends }: Required<Pick<Beside, 'begins' | 'ends'>>,
): BatchOperation[] {
  const updates = Object.values(encounter.fighters).flatMap(({ id, book, pools }) => {
    const combatant = combatantIn(combat, id);
    // A guest has nothing of the round: it has not fought.
    if (!combatant) return [];
    const what = touched.get(id);
    const update: Record<string, unknown> = {};
    for (const key of what?.book ?? []) update[`system.book.${key}`] = key in book ? book[key] : deletion();
    for (const [pool, { document, path }] of Object.entries(adapter.pools)) {
      if (document !== 'combatant') continue;
      if (pool in (ends[id] ?? {})) update[`system.${path}`] = deletion();
      else if (what?.pools.has(pool) || pool in (begins[id] ?? {})) update[`system.${path}`] = pools[pool]!.value;
    }
    return foundry.utils.isEmpty(update) ? [] : [{ _id: id, ...update }];
  });
  return updates.length > 0 ? [{ action: 'update', documentName: 'Combatant', parent: combat, updates }] : [];
}
