import { idFromName } from '@cadence/sandbox/testing';
import type { Condition } from '../../src/encounter/condition';
import type { Effect } from '../../src/encounter/effect';
import { applyEffect } from '../../src/encounter/effect';
import { effectsOf } from '../../src/encounter/exchange';
import type { Encounter } from '../../src/encounter/state';
import { deepEqual } from '../../src/kernel/deep-equal';
import type { Entry } from '../../src/kernel/transcript';
import type { KnownEncounter, KnownFighter, Source } from '../headless/documents';
import type { Delivery } from '../headless/table';
import { isKeyed } from '../support/record';
import { requestIn } from '../support/request';
import { ANNS, actor, type HostileTable, token } from './hostile-table';

/** Invariants of the documents under any message of a hostile player. */

export const ANN = idFromName('Ann');

/** Types of documents that a step may write, with the keys of an update. */
const WRITABLE: Readonly<Record<string, readonly string[]>> = {
  Actor: ['system'],
  ActorDelta: ['system'],
  ActiveEffect: ['*'],
  Item: ['*'],
  Token: ['x', 'y', 'elevation', 'rotation', 'width', 'height', 'depth', 'shape', 'level', 'delta', '_movementHistory'],
  Combat: ['system', 'round', 'turn', 'combatantId', 'groups'],
  Combatant: ['system', 'initiative'],
  CombatantGroup: ['flags', '_id', 'name', 'system'],
  ChatMessage: ['*'],
  Region: ['*'],
};
const CREATABLE = ['ActiveEffect', 'Item', 'CombatantGroup', 'ChatMessage', 'Region', 'Token'];
/** Includes what the GM deletes manually in these tests. */
const DELETABLE = [...CREATABLE, 'Combatant'];
/** No step grants rights. */
const RIGHTS = ['ownership', 'role', 'permissions', 'permission', 'prototypeToken'];

/** What a player may not change of their own token in a fight, with the initial values that the referee restores. */
const PUT_BACK: Readonly<Record<string, unknown>> = {
  hidden: false,
  disposition: 1,
  actorId: actor(0),
  actorLink: true,
};
/**
 * A player may write their own token while it has no combatant; the referee may restore an actor that no longer exists.
 */
const isNoActor = (key: string, id: unknown): boolean => key === 'actorId' && !String(id).startsWith('soakActor');
const isPutBack = (type: string, update: Source, key: string): boolean =>
  type === 'Token' &&
  update._id === token(0) &&
  key in PUT_BACK &&
  (Reflect.get(update, key) === PUT_BACK[key] || isNoActor(key, Reflect.get(update, key)));

/** World time, which moves with rounds and which players may move with a turn. */
const TIME = 'core.time';

/**
 * Returns writes that a GM's window requests although no step of the rules needs them.
 * @param made the documents the hostile player has created
 */
export function overreach({ message }: Delivery, hostile: HostileTable, made: ReadonlySet<string>): string[] {
  const operations = operationsIn(message);
  return operations.flatMap(({ type, action, operation }) => {
    const refused = (what: string) => [`the game master’s window ${what}: ${JSON.stringify(operation).slice(0, 300)}`];
    if (action === 'get') return [];
    if (type === 'Setting' && action !== 'delete' && isTime(operation, hostile)) return [];
    if (!(type in WRITABLE)) return refused(`would ${action} a ${type}`);
    if (action === 'create' && !CREATABLE.includes(type)) return refused(`would create a ${type}`);
    if (action === 'delete' && !DELETABLE.includes(type)) return refused(`would delete a ${type}`);
    if ((type === 'Item' || type === 'ActiveEffect') && !operation.parentUuid)
      return refused(`would ${action} a ${type}`);
    const given = operation.updates ?? [];
    for (const update of given) {
      const keys = Object.keys(update).map((key) => key.replace(/^[-=]=/, '').split('.')[0]);
      const known = WRITABLE[type];
      const strange = keys.find(
        (key) => !['_id', ...known].includes(key) && !known.includes('*') && !isPutBack(type, update, key),
      );
      if (strange) return refused(`would write ${strange} of a ${type}`);
      if (keys.some((key) => RIGHTS.includes(key))) return refused(`would give rights to a ${type}`);
      const stored = hostile.table.all('messages').find(({ _id }) => _id === update._id);
      // A refusal restores the author of a message that named another one meanwhile.
      const isRestored = update.author === ANN && made.has(update._id);
      if (type === 'ChatMessage' && update.author && stored && update.author !== stored.author && !isRestored)
        return refused('would name another author');
    }
    // An item on the ground has a token of its own without an owner.
    if (type === 'Token' && action === 'create' && operation.data.some(({ actorId }: Source) => actorId))
      return refused('would create a Token');
    const isFloor = (id: string) => !hostile.table.all('scenes')[0].tokens.find(({ _id }) => _id === id)?.actorId;
    if (type === 'Token' && action === 'delete' && !operation.ids.every(isFloor))
      return refused('would delete a Token');
    for (const data of operation.data ?? [])
      if (RIGHTS.slice(1).some((key) => key in data)) return refused(`would create a ${type} with rights`);
    return [];
  });
}

function isTime(
  { data = [], updates = [] }: { readonly data?: readonly Source[]; readonly updates?: readonly Source[] },
  hostile: HostileTable,
): boolean {
  const settings = hostile.table.all('settings');
  const keyOf = ({ _id, key }: Source) => key ?? settings.find((each) => each._id === _id)?.key;
  return [...data, ...updates].every((each) => keyOf(each) === TIME);
}

function operationsIn({ event, args }: Delivery['message']): Operation[] {
  if (event !== 'modifyDocument' && event !== 'modifyDocumentBatch') return [];
  const [request] = JSON.parse(args);
  return event === 'modifyDocument' ? [request] : (request?.operations ?? []);
}

interface Operation {
  readonly type: string;
  readonly action: string;
  readonly operation: {
    readonly parentUuid?: string;
    readonly updates?: readonly Source[];
    readonly data: readonly Source[];
    readonly ids: readonly string[];
  };
}

type Kept = Source | undefined;

/** The state that a burst of attacks is compared with. */
export interface Snapshot {
  readonly documents: Map<string, Source>;
  readonly encounter: KnownEncounter;
  readonly cursor: number;
  readonly step: number;
}

export const snapshot = (hostile: HostileTable): Snapshot => ({
  documents: hostile.table.stored(),
  encounter: structuredClone(hostile.gm.page.encounterOf(hostile.combat)),
  cursor: hostile.combat.system.cursor,
  step: hostile.combat.system.step,
});

const isAnns = (source: Kept): boolean =>
  source?.ownership?.[ANN] === 3 || source?.author === ANN || source?.user === ANN;

/**
 * Returns changes of documents that the player may not change and no step has changed.
 * @param made the documents the player has created
 */
export function changed(before: Snapshot, after: Snapshot, hostile: HostileTable, made: ReadonlySet<string>): string[] {
  const isQuiet = before.step === after.step && !hostsMoved(before, after);
  const pools: string[] = Object.values(hostile.gm.page.adapterOf(hostile.ruleset).pools).map(({ path }) => path);
  const ids = new Set([...before.documents.keys(), ...after.documents.keys()]);
  return [...ids].flatMap((id) => {
    const [was, is] = [before.documents.get(id), after.documents.get(id)];
    if (deepEqual(was ?? null, is ?? null)) return [];
    const [collection] = id.split(' ') as [string];
    const paths = [...differences(was ?? {}, is ?? {})];
    // Users may write documents they own, except the ownership where a GM decides it.
    if (collection === 'users') return id.endsWith(ANN) ? among(id, paths, ['role', 'permissions']) : said(id, paths);
    if (collection === 'messages') return made.has(id.split(' ')[1]) ? [] : message(id, was, is, isQuiet);
    if (made.has(id.split(' ')[1])) return [];
    if ([was, is].some((source) => source?.key === TIME)) return [];
    if (isAnns(was) || (!was && isAnns(is))) return [];
    if (collection === 'combats')
      return said(
        id,
        paths.filter(
          (path) =>
            !isByClock(path, hostile) &&
            !made.has(path.split('.')[1] ?? '') &&
            !isOwnCombatant(path, was, is, before, isQuiet),
        ),
      );
    if (collection === 'scenes')
      return said(
        id,
        paths.filter((path) => !isOwnToken(path, was, is, before, isQuiet)),
      );
    if (collection === 'actors' && !isQuiet)
      return said(
        id,
        paths.filter(
          (path) => !/^(effects|items)\b/.test(path) && !pools.some((pool) => isWithin(`system.${pool}`, path)),
        ),
      );
    return said(id, paths);
  });
}

/** Returns true if a path leads to a value, to a part of it, or to its parent. */
const isWithin = (value: string, path: string): boolean => path.startsWith(value) || value.startsWith(`${path}.`);

/** Returns true if an exchange outside the encounter has continued. */
const hostsMoved = (before: Snapshot, after: Snapshot): boolean =>
  [...after.documents].some(
    ([id, { author, system }]) =>
      id.startsWith('messages ') && author !== ANN && system?.step !== before.documents.get(id)?.system?.step,
  );

const said = (id: string, paths: readonly string[]): string[] =>
  paths.length > 0 ? [`${id} changed in ${paths.slice(0, 6).join(', ')}`] : [];
const among = (id: string, paths: readonly string[], keys: readonly string[]): string[] =>
  said(
    id,
    paths.filter((path) => keys.includes(path.split('.')[0])),
  );

function message(id: string, was: Kept, is: Kept, isQuiet: boolean): string[] {
  const paths = [...differences(was ?? {}, is ?? {})];
  if (isAnns(was ?? is)) return [];
  // An honest player's request is deleted with the step that answers it.
  if (!isQuiet) return [];
  if (is && requestIn(is) && paths.every((path) => /(^|\.)refused/.test(path))) return [];
  return said(id, was && is ? paths : [is ? `being made: ${JSON.stringify(is).slice(0, 300)}` : 'being deleted']);
}

/**
 * Returns true if Foundry's own clock agrees with ours: the number of a turn may change with combatants of the player's
 * own.
 */
function isByClock(path: string, { gm, combat, ruleset }: HostileTable): boolean {
  if (path !== 'round' && path !== 'turn') return false;
  const { adapterOf, encounterOf, coreState } = gm.page;
  const { round, turn } = coreState(combat, adapterOf(ruleset), encounterOf(combat));
  return combat._source.round === round && combat._source.turn === turn;
}

const OWN_COMBATANT = /^combatants\.(\w+)(?:\.(initiative|flags|defeated|system))?\b/;

function isOwnCombatant(path: string, was: Kept, is: Kept, { encounter }: Snapshot, isQuiet: boolean): boolean {
  const [, id, key] = OWN_COMBATANT.exec(path) ?? [];
  if (id) {
    const [one, other] = [was, is].map((source) => source?.combatants.find(({ _id }) => _id === id));
    const isOwn = [one, other].every((each) => !each || each.actorId?.startsWith('soakActor0'));
    return isOwn && (key !== undefined || !one || !other);
  }
  // Dice that Ann's requests have rolled stay bound to her fighters.
  if (/^system\.(bearers|boundDice)\.soakCombatant0/.test(path)) return true;
  if (/^system\.(bearers|boundDice)/.test(path)) return !isQuiet || !(path.split('.')[2] in encounter.fighters);
  if (path === 'system.referee' || path.startsWith('groups')) return true;
  return !isQuiet && /^(system|round|turn)\b/.test(path);
}

function isOwnToken(path: string, was: Kept, is: Kept, _before: Snapshot, isQuiet: boolean): boolean {
  const [, id, key] = /^tokens\.(\w+)(?:\.(\w+))?/.exec(path) ?? [];
  if (!id) return !isQuiet && path.startsWith('regions');
  if (!isQuiet && [was, is].every((source) => !source?.tokens.find(({ _id }) => _id === id)?.actorId)) return true;
  const [one, other] = [was, is].map((source) => source?.tokens.find(({ _id }) => _id === id));
  if (id.startsWith('soakToken0')) return one !== undefined && other !== undefined;
  return !isQuiet && ['x', 'y', 'elevation', 'rotation', 'delta', '_movementHistory', 'movement'].includes(key ?? '');
}

/**
 * Yields the paths at which two sources differ; lists of documents are compared by id. Write statistics are omitted.
 */
function* differences(a: unknown, b: unknown, prefix = ''): Iterable<string> {
  if (!isKeyed(a) || !isKeyed(b)) return;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (key === '_stats') continue;
    const [one, other] = [byId(a[key]), byId(b[key])];
    if (deepEqual(one ?? null, other ?? null)) continue;
    const path = `${prefix}${key}`;
    const isIn = [one, other].every((each) => isKeyed(each) && !Array.isArray(each));
    if (isIn) yield* differences(one, other, `${path}.`);
    else yield path;
  }
}

/** Returns a list of documents by id; any other value unchanged. */
function byId(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const list: unknown[] = value;
  return list.every(isDocument) ? Object.fromEntries(list.map((each) => [each._id, each])) : value;
}

const isDocument = (value: unknown): value is Pick<Source, '_id'> => isKeyed(value) && Boolean(value['_id']);

/**
 * Removes whether a fighter is ready: it holds for one moment of the clock and is stored with the combatant, not in the
 * history.
 */
const withoutReady = (fighter: KnownFighter): KnownFighter => ({
  ...fighter,
  state: { ...fighter.state, ready: false },
});

/** By the actor it has: one that was made from a token names no actor. */
const isHerFighter = (combatant: HostileTable['combat']['combatants']['contents'][number] | undefined): boolean =>
  combatant?.actor?.id === actor(0);

/** Returns a mapping of her combatants that left to the one with which she is back. Conditions of others then name that one. */
function currentIds({ combat }: HostileTable, made: ReadonlySet<string>): (id: string) => string {
  const back = combat.combatants.find(isHerFighter);
  return (id) => ((id === ANNS || made.has(id)) && !combat.combatants.has(id) ? (back?.id ?? id) : id);
}

/** Applies a mapping to the ids in names that a condition has: all its texts except what it is itself. */
const renamed = ({ key, id, ...names }: Condition, idIn: (id: string) => string): Condition => ({
  ...JSON.parse(JSON.stringify(names), (_, value: unknown) => (typeof value === 'string' ? idIn(value) : value)),
  ...{ key, id },
});

/** Returns fighters of others whose state does not follow from their earlier state and the history. */
export function unexplained(
  before: Snapshot,
  after: Snapshot,
  hostile: HostileTable,
  made: ReadonlySet<string>,
): string[] {
  const { history } = hostile.combat.system;
  const wanted = structuredClone(before.encounter);
  const steps = Object.keys(history)
    .map(Number)
    .sort((a, b) => a - b);
  // Steps were undone: the earlier history contains their effects.
  if (after.cursor < before.cursor) return [];
  const entries = steps
    .filter((step) => step > before.cursor && step <= after.cursor)
    .map((step) => history[step].entries);
  for (const each of entries)
    for (const effect of effectsOf(each as readonly Entry[])) if (isKnown(wanted, effect)) applyEffect(wanted, effect);
  const idIn = currentIds(hostile, made);
  for (const fighter of Object.values(wanted.fighters))
    fighter.conditions = fighter.conditions.map((each) => renamed(each, idIn));
  const isHers = (id: string) => isHerFighter(hostile.combat.combatants.get(id));
  return Object.keys(before.encounter.fighters)
    .filter((id) => !isHers(id) && !made.has(id) && after.encounter.fighters[id])
    .flatMap((id) => {
      const [one, other] = [wanted, after.encounter].map((each) => inOrder(withoutReady(each.fighters[id])));
      return deepEqual(one, other)
        ? []
        : [`${id} is not as the history has it: ${[...differences(one, other)].join(', ')}`];
    });
}

/** The player may have made fighters and items since. */
const isKnown = ({ fighters }: Encounter, effect: Effect): boolean =>
  (!('of' in effect) || !effect.of || effect.of in fighters) &&
  (!('item' in effect) || fighters[effect.of].items.some(({ id }) => id === effect.item)) &&
  (effect.kind !== 'item-transferred' || !effect.to || effect.to in fighters);

function inOrder(fighter: KnownFighter): unknown {
  // Effects alone do not update what is derived from items and conditions.
  const { stats: _, ...copy } = structuredClone(fighter);
  copy.conditions.sort((a, b) => a.key.localeCompare(b.key));
  copy.items.sort((a, b) => a.id.localeCompare(b.id));
  return JSON.parse(JSON.stringify(copy));
}

/**
 * Returns steps that the player may not make.
 * @param isAlone whether no other user has acted
 */
export function usurped(
  before: Snapshot,
  hostile: HostileTable,
  made: ReadonlySet<string>,
  isAlone: boolean,
): string[] {
  const { history, step: last } = hostile.combat.system;
  const { clockCommands } = hostile.rules;
  const own = (id: string): boolean => {
    const { actor } = hostile.combat.combatants.get(id) ?? {};
    return id.startsWith('soakCombatant0') || made.has(id) || actor?.ownership[ANN] === 3;
  };
  return Object.entries(history)
    .filter(([step]) => Number(step) > before.step && Number(step) <= last)
    .flatMap(([step, { exchange, command, entries, user }]) => {
      const isBegun = exchange === Number(step);
      // The clock advances automatically, and fighters held by one that has left are freed.
      if (user !== ANN)
        return isAlone && isBegun && ![...clockCommands, 'clean-up'].includes(command.do)
          ? [`step ${step}, ${command.do}, belongs to no user`]
          : [];
      if (exchange === Number(step))
        return own(command.by) ? [] : [`step ${step}, ${command.do} of ${command.by}, is Ann’s`];
      const { ask } = entries[0];
      const asked: string[] = ask.kind === 'offer' ? ask.candidates.map(({ by }) => by) : [ask.by];
      const isInterrupt = ask.kind === 'interrupt' ? own(ask.command.by) : false;
      return ask.kind === 'all' || isInterrupt || asked.some((id) => id && own(id))
        ? []
        : [`step ${step}: Ann answers ${JSON.stringify(ask).slice(0, 200)}`];
    });
}
