import { cloneEncounter } from '../../encounter/forecast';
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
  sceneOf,
  tokenFighterSource,
  viewerOf,
} from './reader';

/** An encounter of ours, or a card outside encounters, as one user sees it. */
export interface Fight {
  readonly host: ExchangeDocument;
  readonly adapter: Adapter;
  /** What the user may see of it. For reading only: the rules play on {@link encounterOf}. */
  readonly encounter: Encounter;
  /** The same with the fighters that are hidden from the user. Nothing of it may be shown. */
  readonly whole: Encounter;
  readonly viewer: Viewer;
}

/** What was made of a fight, by what it is, until the fight is another. */
const made = new WeakMap<Encounter, Map<string, Made>>();

interface Made {
  readonly viewer: Viewer;
  readonly what: unknown;
}

/** Returns a value derived from a fight alone; it is made once. */
export function memoizeForFight<T, F extends Fight>(fight: F, name: string, make: (fight: F) => T): T {
  const { encounter, viewer } = fight;
  const own = made.get(encounter) ?? new Map<string, Made>();
  const last = own.get(name);
  if (last?.viewer === viewer) return last.what as T;
  const what = make(fight);
  made.set(encounter, own.set(name, { viewer, what }));
  return what;
}

/** A fighter as it was read last, and what it was read from. */
interface Read {
  readonly adapter: Adapter;
  readonly settings: Settings;
  /** Which preparation of the actor: its numbers, its items and what effects make of them. */
  readonly version: number;
  /** The effects in force: one may run out without anything being prepared. */
  readonly borne: string;
  readonly player: boolean;
  /** What its combatant, its token and the Combat say of it. */
  readonly entering: FighterSource['sheet'];
  readonly fighter: Fighter | null;
}

/** A fight as it was looked at after that change. */
interface Seen {
  readonly at: number;
  readonly fight: Fight;
}

/**
 * The one store of the fight as this client sees it at this step. It is looked at anew after a change, and whatever has come out as it was
 * stays the same object: a fighter whose documents say what they said, the ground, the clock, the settings, and the whole fight where none
 * of them is another. So who draws compares objects, and looks into those alone that are others.
 */
const seen = new WeakMap<ExchangeDocument, Seen>();
const fighters = new WeakMap<Actor.Implementation, Map<string, Read>>();
const settings = new Map<string, { readonly at: number; readonly values: Settings }>();

/**
 * The fight behind a combat or a card, as this user sees it; null where its type has no ruleset.
 * @param guests uuids of those that take part without being combatants; those that take part in what is recorded, and those the user has
 * targeted, are found by themselves
 */
export function visibleFightOf(
  host: ExchangeDocument | null | undefined,
  guests: readonly string[] = [],
): Fight | null {
  const adapter = adapterOf(host?.type);
  if (!host || !adapter) return null;
  const at = changeCount();
  const last = seen.get(host);
  if (last?.at === at && guests.length === 0) return last.fight;
  return tryOrReport(() => {
    const before = last?.fight;
    const viewer = kept(before?.viewer, viewerOf(host));
    const whole = read(host, adapter, [...viewer.targets, ...guests], before?.whole);
    const encounter = visibleIn(whole, viewer, before?.encounter);
    const isAsItWas = before?.viewer === viewer && before.encounter === encounter && before.whole === whole;
    const fight = isAsItWas ? before : { host, adapter, encounter, whole, viewer };
    // With somebody else called in it is another fight.
    if (guests.length === 0) seen.set(host, { at, fight });
    return fight;
  }, host);
}

/** An encounter without the fighters that are hidden from the viewer. */
function visibleIn(whole: Encounter, { hiddenFighters = [] }: Viewer, before: Encounter | undefined): Encounter {
  if (hiddenFighters.length === 0) return whole;
  const fighters: Record<string, Fighter> = Object.create(null);
  for (const [id, fighter] of Object.entries(whole.fighters)) if (!hiddenFighters.includes(id)) fighters[id] = fighter;
  const next = { ...whole, fighters };
  return before && isSame(before, next) ? before : next;
}

/**
 * The encounter a combat is, or the table around a card outside encounters; null for a combat that is not ours. It is the caller's own, to
 * be changed.
 * @param guests uuids of those that take part without being combatants, such as somebody's target
 */
export function encounterOf(host: ExchangeDocument, guests: readonly string[] = []): Encounter | null {
  const adapter = adapterOf(host.type);
  if (!adapter) return null;
  const encounter = read(host, adapter, guests, seen.get(host)?.fight.whole);
  const { clock, fighters } = cloneEncounter(encounter);
  return {
    ...encounter,
    clock: foundry.utils.deepClone(clock),
    fighters: Object.assign(Object.create(null), fighters),
  };
}

/** One fighter of a host by its id, without reading the others; null where it has gone or cannot be read. */
export function fighterIn(host: ExchangeDocument, id: string): Fighter | null {
  const adapter = adapterOf(host.type);
  if (!adapter) return null;
  const values = settingsOf(adapter);
  if (isTokenFighter(id)) return tryOrReport(() => known(adapter, values, tokenFighterSource(id)), { uuid: id });
  const combatant = combatantIn(host, id);
  return combatant && tryOrReport(() => known(adapter, values, combatantSource(adapter, combatant, values)), combatant);
}

/** An actor that stands in no encounter, as its sheet shows it. It is asked for while the actor is being prepared, too. */
export const fighterOfActor = (adapter: Adapter, actor: Actor.Implementation): Fighter | null =>
  fighterFrom(adapter, loneActorSource(actor), settingsOf(adapter));

/** The value that was there, where the new one says the same. */
const kept = <T>(before: T | undefined, next: T): T =>
  before !== undefined && deepEqual(before, next) ? before : next;

function settingsOf({ ruleset }: Adapter): Settings {
  const at = changeCount();
  const last = settings.get(ruleset.id);
  if (last?.at === at) return last.values;
  const values = kept(last?.values, rulesetSettings(ruleset));
  settings.set(ruleset.id, { at, values });
  return values;
}

function read(
  host: ExchangeDocument,
  adapter: Adapter,
  guests: readonly string[],
  before: Encounter | undefined,
): Encounter {
  const values = settingsOf(adapter);
  // Without a prototype: who is looked up by a name that came over the wire is a fighter or nobody.
  const found: Record<string, Fighter> = Object.create(null);
  const excluded = isCard(host) ? null : excludedCombatantsOf(host);
  for (const combatant of combatantsOf(host)) {
    if (excluded?.has(combatant)) continue;
    const fighter = tryOrReport(() => known(adapter, values, combatantSource(adapter, combatant, values)), combatant);
    if (fighter) found[fighter.id] = fighter;
  }
  const uuids = new Set([...tokenFightersOf(host), ...guests.filter(isTokenFighter)]);
  for (const uuid of uuids) {
    const guest = tryOrReport(() => known(adapter, values, tokenFighterSource(uuid)), { uuid });
    if (guest) found[uuid] = guest;
  }
  const { clock } = combatSystem(host);
  const next: Encounter = {
    ruleset: adapter.ruleset.id,
    clock: kept<Clock>(before?.clock, foundry.utils.deepClone(clock)),
    fighters: found,
    ground: kept<Ground>(before?.ground, groundOf(sceneOf(host, [...uuids]))),
    settings: values,
  };
  return before && isSame(before, next) ? before : next;
}

function isSame(a: Encounter, b: Encounter): boolean {
  if (a.clock !== b.clock || a.ground !== b.ground || a.settings !== b.settings) return false;
  const ids = Object.keys(a.fighters);
  const others = Object.keys(b.fighters);
  return ids.length === others.length && ids.every((id, at) => id === others[at] && a.fighters[id] === b.fighters[id]);
}

/** The fighter as it was read last, where everything it was read from is what it was. */
function known(adapter: Adapter, values: Settings, entering: FighterSource | null): Fighter | null {
  if (!entering) return null;
  const { actor, sheet } = entering;
  const reads = fighters.get(actor) ?? new Map<string, Read>();
  const last = reads.get(sheet.id);
  const now = {
    adapter,
    settings: values,
    version: versionOf(actor),
    borne: borneBy(actor),
    player: actor.hasPlayerOwner,
  };
  const isAsItWas =
    last?.adapter === now.adapter &&
    last.settings === now.settings &&
    last.version === now.version &&
    last.borne === now.borne &&
    last.player === now.player &&
    deepEqual(last.entering, sheet);
  if (isAsItWas) return last.fighter;
  const fighter = fighterFrom(adapter, entering, values);
  fighters.set(actor, reads.set(sheet.id, { ...now, entering: sheet, fighter }));
  return fighter;
}

const borneBy = (actor: Actor.Implementation): string =>
  effectsOn(actor)
    .flatMap((effect) => (effect.active ? keyOfEffect(actor, effect) : []))
    .join(' ');
