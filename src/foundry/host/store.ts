import { cloneEncounter } from '../../encounter/forecast';
import type { Reserve } from '../../encounter/reserve';
import type { Clock, Encounter, Fighter, Ground } from '../../encounter/state';
import type { Viewer } from '../../encounter/view';
import { deepEqual } from '../../kernel/deep-equal';
import type { Adapter } from '../adapters/adapter';
import { adapterOf } from '../adapters/registry';
import { tryOrReport } from '../platform/data-problems';
import { rulesetSettings } from '../platform/world-settings';
import { excludedCombatantsOf } from '../stored/bearers';
import { combatSystem } from '../stored/systems';
import { effectsOn, keyOfEffect } from './applicable-effects';
import { changeCount, versionOf } from './changes';
import {
  combatantIn,
  combatantsOf,
  documentsOf,
  type ExchangeDocument,
  isCard,
  isTokenFighter,
  tokenFightersOf,
} from './exchange-document';
import {
  combatantSource,
  type FighterSource,
  fighterFrom,
  groundOf,
  loneActorSource,
  type Settings,
  tokenFighterSource,
  viewerOf,
} from './reader';
import { reserveOf } from './reserve';
import { warnOfUnit } from './units';

export interface LoadedEncounter {
  readonly host: ExchangeDocument;
  readonly adapter: Adapter;
  /** The part that the user may see. Read-only: the rules play on {@link encounterOf}. */
  readonly encounter: Encounter;
  /** Includes fighters hidden from the user. Never show it. */
  readonly unmasked: Encounter;
  readonly viewer: Viewer;
}

/** Of each fight as it was read, which is replaced when it changes. */
const memos = new WeakMap<Encounter, Map<string, Memo>>();

interface Memo {
  readonly viewer: Viewer;
  readonly what: unknown;
}

/** Returns a value derived only from a fight, memoized. */
export function memoizeForFight<T, F extends LoadedEncounter>(fight: F, name: string, make: (fight: F) => T): T {
  const { encounter, viewer } = fight;
  const memosOfFight = memos.get(encounter) ?? new Map<string, Memo>();
  const last = memosOfFight.get(name);
  if (last?.viewer === viewer) return last.what as T;
  const value = make(fight);
  memos.set(encounter, memosOfFight.set(name, { viewer, what: value }));
  return value;
}

interface CachedFighter {
  readonly adapter: Adapter;
  readonly settings: Settings;
  /** Version of the actor with its items and effects. */
  readonly version: number;
  /** Active effects: one may expire without a preparation. */
  readonly borne: string;
  readonly player: boolean;
  /** Data of its combatant, its token and the Combat. */
  readonly entering: FighterSource['sheet'];
  readonly fighter: Fighter | null;
}

interface CachedFight {
  readonly at: number;
  readonly fight: LoadedEncounter;
}

/** After a change the fight is read again, but unchanged parts stay the same objects, so that renderers can compare by identity. */
const cachedFights = new WeakMap<ExchangeDocument, CachedFight>();
/** By actor, then by combatant or token: reading one runs all rules of its stats. */
const fighters = new WeakMap<Actor.Implementation, Map<string, CachedFighter>>();
/** By ruleset, so that equal settings stay the same object. */
const settings = new Map<string, { readonly at: number; readonly values: Settings }>();

/**
 * Returns the fight as this user sees it, or null without a ruleset.
 * @param tokenFighters uuids of additional token fighters; recorded and targeted ones are included anyway
 */
export function visibleFightOf(
  host: ExchangeDocument | null | undefined,
  tokenFighters: readonly string[] = [],
): LoadedEncounter | null {
  const adapter = adapterOf(host?.type);
  if (!host || !adapter) return null;
  const at = changeCount();
  const last = cachedFights.get(host);
  if (last?.at === at && tokenFighters.length === 0) return last.fight;
  return tryOrReport(() => {
    const before = last?.fight;
    const viewer = keepIfEqual(before?.viewer, viewerOf(host));
    const unmasked = readEncounter(host, adapter, [...viewer.targets, ...tokenFighters], before?.unmasked);
    const encounter = visibleIn(unmasked, viewer, before?.encounter);
    const isUnchanged = before?.viewer === viewer && before.encounter === encounter && before.unmasked === unmasked;
    const fight = isUnchanged ? before : { host, adapter, encounter, unmasked, viewer };
    // With additional fighters it is another fight.
    if (tokenFighters.length === 0) cachedFights.set(host, { at, fight });
    return fight;
  }, host);
}

function visibleIn(unmasked: Encounter, { hiddenFighters = [] }: Viewer, before: Encounter | undefined): Encounter {
  if (hiddenFighters.length === 0) return unmasked;
  const fighters: Record<string, Fighter> = Object.create(null);
  for (const [id, fighter] of Object.entries(unmasked.fighters))
    if (!hiddenFighters.includes(id)) fighters[id] = fighter;
  const next = { ...unmasked, fighters };
  return before && isSame(before, next) ? before : next;
}

/**
 * Returns a copy of the encounter that the caller may mutate, or null without a ruleset.
 * @param tokenFighters uuids of additional token fighters, such as a target
 */
export function encounterOf(host: ExchangeDocument, tokenFighters: readonly string[] = []): Encounter | null {
  const adapter = adapterOf(host.type);
  if (!adapter) return null;
  const encounter = readEncounter(host, adapter, tokenFighters, cachedFights.get(host)?.fight.unmasked);
  const { clock, fighters } = cloneEncounter(encounter);
  return { ...encounter, clock: foundry.utils.deepClone(clock), fighters };
}

/** Returns one fighter without reading the others, or null if it is gone or invalid. */
export function fighterIn(host: ExchangeDocument, id: string): Fighter | null {
  const adapter = adapterOf(host.type);
  if (!adapter) return null;
  const values = settingsOf(adapter);
  if (isTokenFighter(id))
    return tryOrReport(() => cachedFighter(adapter, values, tokenFighterSource(host, id)), { uuid: id });
  const combatant = combatantIn(host, id);
  return (
    combatant &&
    tryOrReport(() => cachedFighter(adapter, values, combatantSource(adapter, combatant, values)), combatant)
  );
}

/** Returns an actor outside encounters as its sheet shows it; also called while the actor is prepared. */
export const fighterOfActor = (adapter: Adapter, actor: Actor.Implementation): Fighter | null =>
  fighterFrom(adapter, loneActorSource(actor), settingsOf(adapter));

const keepIfEqual = <T>(before: T | undefined, next: T): T =>
  before !== undefined && deepEqual(before, next) ? before : next;

function settingsOf({ ruleset }: Adapter): Settings {
  const at = changeCount();
  const last = settings.get(ruleset.id);
  if (last?.at === at) return last.values;
  const values = keepIfEqual(last?.values, rulesetSettings(ruleset));
  settings.set(ruleset.id, { at, values });
  return values;
}

function readEncounter(
  host: ExchangeDocument,
  adapter: Adapter,
  tokenFighters: readonly string[],
  before: Encounter | undefined,
): Encounter {
  const values = settingsOf(adapter);
  // No prototype: fighters are looked up by names received from other clients.
  const found: Record<string, Fighter> = Object.create(null);
  const excluded = isCard(host) ? null : excludedCombatantsOf(host);
  for (const combatant of combatantsOf(host)) {
    if (excluded?.has(combatant)) continue;
    const fighter = tryOrReport(
      () => cachedFighter(adapter, values, combatantSource(adapter, combatant, values)),
      combatant,
    );
    if (fighter) found[fighter.id] = fighter;
  }
  const uuids = new Set([...tokenFightersOf(host), ...tokenFighters.filter(isTokenFighter)]);
  for (const uuid of uuids) {
    const fighter = tryOrReport(() => cachedFighter(adapter, values, tokenFighterSource(host, uuid)), { uuid });
    if (fighter) found[uuid] = fighter;
  }
  const { clock } = combatSystem(host);
  const scene = sceneOf(host, [...uuids]);
  if (scene) warnOfUnit(scene);
  const reserve = reserveOf(host);
  const next: Encounter = {
    ruleset: adapter.ruleset.id,
    clock: keepIfEqual<Clock>(before?.clock, foundry.utils.deepClone(clock)),
    fighters: found,
    ...(reserve && { reserve: keepIfEqual<Reserve>(before?.reserve, reserve) }),
    ground: keepIfEqual<Ground>(before?.ground, groundOfAll(scene, Object.values(found))),
    settings: values,
  };
  return before && isSame(before, next) ? before : next;
}

/**
 * Returns the encounter's own scene. Without one, and outside encounters, it is that of the first fighter with a token: Foundry
 * unlinks an encounter from its scene when a fighter leaves it. Source: foundryvtt issue 10829.
 */
function sceneOf(host: ExchangeDocument, tokenFighters: readonly string[]): Scene.Implementation | null {
  const fighters = isCard(host)
    ? tokenFighters.map((id) => documentsOf(null, id).token)
    : host.scene
      ? [{ parent: host.scene }]
      : combatantsOf(host).map(({ token }) => token);
  return fighters.find((token) => token?.parent)?.parent ?? game.scenes?.active ?? null;
}

/** Returns the ground of the encounter's own scene, and of the other scenes on which its fighters are. */
function groundOfAll(scene: Scene.Implementation | null, all: readonly Fighter[]): Ground {
  const others = new Set(all.flatMap(({ place }) => place?.scene ?? []));
  if (scene?.id) others.delete(scene.id);
  const scenes = [...others].flatMap((id) => {
    const other = game.scenes?.get(id);
    if (other) warnOfUnit(other);
    return other ? [[id, groundOf(other)] as const] : [];
  });
  return { ...groundOf(scene), ...(scenes.length > 0 && { scenes: Object.fromEntries(scenes) }) };
}

function isSame(a: Encounter, b: Encounter): boolean {
  if (a.clock !== b.clock || a.ground !== b.ground || a.settings !== b.settings || a.reserve !== b.reserve)
    return false;
  const ids = Object.keys(a.fighters);
  const others = Object.keys(b.fighters);
  return ids.length === others.length && ids.every((id, at) => id === others[at] && a.fighters[id] === b.fighters[id]);
}

function cachedFighter(adapter: Adapter, values: Settings, source: FighterSource | null): Fighter | null {
  if (!source) return null;
  const { actor, sheet } = source;
  const reads = fighters.get(actor) ?? new Map<string, CachedFighter>();
  const last = reads.get(sheet.id);
  const now = {
    adapter,
    settings: values,
    version: versionOf(actor),
    borne: activeEffectKeys(actor),
    player: actor.hasPlayerOwner,
  };
  const isUnchanged =
    last?.adapter === now.adapter &&
    last.settings === now.settings &&
    last.version === now.version &&
    last.borne === now.borne &&
    last.player === now.player &&
    deepEqual(last.entering, sheet);
  if (isUnchanged) return last.fighter;
  const fighter = fighterFrom(adapter, source, values);
  fighters.set(actor, reads.set(sheet.id, { ...now, entering: sheet, fighter }));
  return fighter;
}

const activeEffectKeys = (actor: Actor.Implementation): string =>
  effectsOn(actor)
    .flatMap((effect) => (effect.active ? keyOfEffect(actor, effect) : []))
    .join(' ');
