import type { Condition, ConditionTable } from '../../encounter/condition';
import { type FighterInput, secretState } from '../../encounter/ruleset';
import type { Encounter, Fighter, FighterId, FighterState, Ground, Place } from '../../encounter/state';
import type { Viewer } from '../../encounter/view';
import type { Adapter } from '../adapters/adapter';
import { isRulesetType } from '../adapters/registry';
import { tryOrReport } from '../platform/data-problems';
import { idOf, isOfType } from '../platform/documents';
import { hasMapRules } from '../platform/world-settings';
import { secretOf } from '../stored/secrets';
import { combatantSystem, combatSystem, conditionSystem } from '../stored/systems';
import { effectsInOrder, effectsOn, keyOfEffect, namedFighters } from './applicable-effects';
import {
  actorOf,
  combatantsOf,
  documentsOf,
  type ExchangeDocument,
  isCard,
  isHiddenFrom,
  isTokenFighter,
  nameOf,
  tokenFightersOf,
} from './exchange-document';
import { withShiftedMaxima } from './maxima';
import { storedStateOf } from './states';
import { difficultAreas } from './terrain';
import { wallsAndLight } from './walls';

/** A ruleset's settings, by their key. */
export type Settings = Encounter['settings'];

/** A fighter's actor, and what is said of it besides. */
export interface FighterSource {
  readonly actor: Actor.Implementation;
  readonly sheet: Pick<FighterInput, 'id' | 'name' | 'side' | 'state' | 'place'> & {
    /** What is stored of a combatant for this round; nothing for whoever is none. */
    readonly kept: FighterState;
    /** Ids of fighters that its conditions name otherwise. */
    readonly met?: Readonly<Record<string, FighterId>>;
  };
}

/** Somebody who takes part without being a combatant; null where nobody is left. @param uuid of a token or an actor */
export function tokenFighterSource(uuid: string): FighterSource | null {
  const { token, actor } = documentsOf(null, uuid);
  if (!actor) return null;
  const { name } = token ?? actor;
  const { disposition } = token ?? actor.prototypeToken;
  const place = token && placeOf(token);
  return { actor, sheet: { id: uuid, name, side: sideOf(disposition), state: {}, kept: {}, place } };
}

/** A combatant; null while its actor is missing. */
export function combatantSource(
  adapter: Adapter,
  combatant: Combatant.Implementation,
  settings: Settings,
): FighterSource | null {
  const actor = actorOf(combatant);
  if (!actor || !combatant.id) return null;
  const { token } = combatant;
  return {
    actor,
    sheet: {
      id: combatant.id,
      name: nameOf(combatant),
      side: sideOf(token?.disposition ?? actor.prototypeToken.disposition),
      state: knownBook(adapter, combatant, settings),
      kept: storedStateOf(combatant),
      met: metIn(combatant.combat, actor),
      place: token ? placeOf(token) : null,
    },
  };
}

/** An actor that stands in no encounter. */
export function loneActorSource(actor: Actor.Implementation): FighterSource {
  const side = sideOf(actor.prototypeToken.disposition);
  return { actor, sheet: { id: actor.id ?? '', name: actor.name, side, state: {}, kept: {}, place: null } };
}

/** Whoever its conditions name that was named outside encounters, as the combatants they are now. */
function metIn(combat: Combat.Implementation | null, actor: Actor.Implementation): FighterSource['sheet']['met'] {
  const named = effectsOn(actor).flatMap(namedFighters).filter(isTokenFighter);
  const combatantOf = (uuid: string) =>
    combat?.combatants.find(({ token, actor }) => token?.uuid === uuid || actor?.uuid === uuid);
  return Object.fromEntries(named.map((uuid) => [uuid, combatantOf(uuid)?.id ?? uuid]));
}

/** What the round has counted, with what this client knows of the owner's secrets; else only whether all is said. */
function knownBook(adapter: Adapter, combatant: Combatant.Implementation, settings: Settings): FighterInput['state'] {
  const { ruleset } = adapter;
  const { ready } = combatantSystem(combatant);
  const clock = combatant.combat && combatSystem(combatant.combat).clock;
  const isReady = Boolean(ready) && clock !== null && ready === ruleset.momentOf(clock);
  return { ...storedStateOf(combatant), ...marksOf(adapter, combatant, settings), ...(isReady && { ready: true }) };
}

/** What this client knows of the owner's secrets. They were told by anybody: only what may be secret at all is believed. */
const marksOf = ({ ruleset }: Adapter, combatant: Combatant.Implementation, settings: Settings): FighterState =>
  secretState(ruleset, settings, secretOf(combatant)?.marks ?? {});

/** Reads a fighter from its documents; null while its actor plays by another ruleset, or cannot be read. */
export function fighterFrom(
  adapter: Adapter,
  { actor, sheet: entering }: FighterSource,
  settings: Settings,
): Fighter | null {
  if (!isOfType(actor, adapter.ruleset.id)) return null;
  // A stored value the rules cannot read is named; the actor stands aside, the world goes on.
  return tryOrReport(() => readFighter(adapter, { actor, sheet: entering }, settings), actor);
}

function readFighter(adapter: Adapter, { actor, sheet: entering }: FighterSource, settings: Settings): Fighter {
  const { kept, met = {}, ...sheet } = entering;
  const pools: Record<string, number> = {};
  for (const [pool, { document, path }] of Object.entries(adapter.pools)) {
    const value = document === 'actor' ? foundry.utils.getProperty(actor._source.system, path) : kept[path];
    if (typeof value === 'number') pools[pool] = value;
  }
  const sheetOf = {
    ...sheet,
    state: marksIn(adapter, sheet.state),
    player: actor.hasPlayerOwner,
    base: adapter.baseOf(actor),
    items: actor.items.contents.flatMap((item) => adapter.itemOf(item) ?? []),
    pools,
    conditions: conditionsOf(adapter.ruleset.conditions, actor, (id) =>
      Object.hasOwn(met, id) ? (met[id] ?? id) : id,
    ),
  };
  const read = (values: FighterInput['pools']): Fighter =>
    adapter.ruleset.fighter({ ...sheetOf, pools: values }, settings);
  return withShiftedMaxima(actor, read, pools);
}

/** Of a book what the rules can read: its marks, among which are no pools, and nothing that another hand has left there. */
function marksIn({ pools, ruleset: { stateSchema } }: Adapter, state: FighterInput['state']): FighterInput['state'] {
  const isPool = (key: string): boolean =>
    Object.values(pools).some(({ document, path }) => document === 'combat' && path === key);
  return Object.fromEntries(
    Object.entries(state).filter(([key, value]) => !isPool(key) && stateSchema.accepts(key, value)),
  );
}

/**
 * The root conditions an actor bears: every active effect that carries one of the ruleset's status ids, whoever put it there.
 * @param idIn as whom fighters are known that it names
 */
export function conditionsOf(
  table: ConditionTable,
  actor: Actor.Implementation,
  idIn = (id: FighterId): FighterId => id,
): Condition[] {
  const found: Condition[] = [];
  for (const effect of effectsInOrder(actor)) {
    // Switched off, or expired.
    if (!effect.active) continue;
    for (const id of effect.statuses) {
      if (!Object.hasOwn(table, id)) continue;
      const { until, by, towards, data } = isOfType(effect, 'condition') ? conditionSystem(effect) : LOOSE;
      found.push({
        key: keyOfEffect(actor, effect),
        id,
        until,
        ...(by && { by: idIn(by) }),
        ...(towards.length > 0 && { towards: towards.map(idIn) }),
        ...(!foundry.utils.isEmpty(data) && {
          data: Object.fromEntries(
            Object.entries(data).map(([key, value]) => [key, typeof value === 'string' ? idIn(value) : value]),
          ),
        }),
      });
    }
  }
  return found;
}

/** A status toggled by hand, without our model: it lasts until it is toggled off. */
const LOOSE = { until: null, by: '', towards: [], data: {} };

const SIDES: ReadonlyMap<unknown, string> = new Map([
  [-2, 'secret'],
  [-1, 'foes'],
  [0, 'neutral'],
  [1, 'heroes'],
]);
const sideOf = (disposition: unknown): string => SIDES.get(disposition) ?? 'neutral';

/** Where a token may be: of its source, of a waypoint, or of both, the corner in pixels and the size in spaces. */
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly elevation?: number;
  readonly width?: number;
  readonly height?: number;
  readonly rotation?: number;
}

/**
 * Where a token stands, in metres from the scene's corner. While it walks on somebody's map its prepared data says where it is seen; its
 * source says where it is. API v14: TokenDocument#testInsideRegion, which may not use prepared values of these fields either.
 */
export function placeOf(token: TokenDocument.Implementation, at: Spot = spotOf(token)): Place {
  const spot = spotOf(token);
  const { metresPerPixel, size } = scaleOf(token.parent);
  const width = at.width ?? spot.width ?? 1;
  const height = at.height ?? spot.height ?? 1;
  return {
    x: round((at.x + (width * size) / 2) * metresPerPixel),
    y: round((at.y + (height * size) / 2) * metresPerPixel),
    width: round(width * size * metresPerPixel),
    height: round(height * size * metresPerPixel),
    elevation: at.elevation ?? spot.elevation ?? 0,
    facing: at.rotation ?? spot.rotation ?? 0,
  };
}

export const spotOf = ({ _source }: TokenDocument.Implementation): Spot => _source as unknown as Spot;

/** A point of a scene as the middle of a space of one cell. @param point pixels */
export function spaceAt(scene: Scene.Implementation, point: { x: number; y: number }, elevation: number): Place {
  const { metresPerPixel, size } = scaleOf(scene);
  const cell = round(size * metresPerPixel);
  const [x, y] = [round(point.x * metresPerPixel), round(point.y * metresPerPixel)];
  return { x, y, elevation, width: cell, height: cell, facing: 0 };
}

/** A place as a rectangle of the scene, by its corner. Pixels. */
export function pixelsOf(scene: Scene.Implementation, { x, y, width, height }: Place) {
  const { metresPerPixel } = scaleOf(scene);
  const pixels = (metres: number): number => Math.round(metres / metresPerPixel);
  return { x: pixels(x - width / 2), y: pixels(y - height / 2), width: pixels(width), height: pixels(height) };
}

/** The token's corner in pixels for a place; the inverse of {@link placeOf}. */
export function cornerOf(token: TokenDocument.Implementation, place: Place): { x: number; y: number } {
  const { metresPerPixel, size } = scaleOf(token.parent);
  const { width = 1, height = 1 } = spotOf(token);
  return {
    x: Math.round(place.x / metresPerPixel - (width * size) / 2),
    y: Math.round(place.y / metresPerPixel - (height * size) / 2),
  };
}

// A millimetre is finer than any rule looks and coarser than what floating point leaves behind.
const round = (metres: number): number => Math.round(metres * 1000) / 1000;

function scaleOf(scene: Scene.Implementation | null): { metresPerPixel: number; size: number } {
  const grid = scene?.grid;
  return grid ? { metresPerPixel: grid.distance / grid.size, size: grid.size } : { metresPerPixel: 0.01, size: 100 };
}

/** Where it happens: outside encounters, where the first of those stands who take part. */
export function sceneOf(host: ExchangeDocument, guests: readonly string[]): Scene.Implementation | null {
  const own = isCard(host)
    ? guests.map((id) => documentsOf(null, id).token?.parent).find((scene) => scene)
    : host.scene;
  return own ?? game.scenes?.active ?? null;
}

export function groundOf(scene: Scene.Implementation | null): Ground {
  const grid = scene?.grid;
  if (!grid) return { grid: 'square', cell: 1 };
  const kind = grid.isGridless
    ? 'gridless'
    : grid.isSquare
      ? 'square'
      : (grid as foundry.grid.HexagonalGrid).columns
        ? 'hex-columns'
        : 'hex-rows';
  const regions = scene.regions ?? [];
  const difficult = difficultAreas(regions as never, grid as never);
  return {
    grid: kind,
    cell: grid.distance,
    ...(difficult.length > 0 && { difficult }),
    ...(hasMapRules() && wallsAndLight(scene as never)),
  };
}

/** Who looks: the present user, with the fighters they own and those they have targeted, guests among them. */
export function viewerOf(host: ExchangeDocument | null): Viewer {
  const user = game.user;
  const combatants = host ? combatantsOf(host) : [];
  const guests = host && isCard(host) ? tokenFightersOf(host) : [];
  const all = [...combatants.map(idOf), ...guests];
  const isOwned = (id: string): boolean => documentsOf(host, id).actor?.testUserPermission(user, 'OWNER') ?? false;
  const fighterAt = (token: TokenDocument.Implementation): string =>
    combatants.find((combatant) => combatant.token?.uuid === token.uuid)?.id ?? token.uuid;
  const isUnseen = (id: string): boolean => isHiddenFrom(user, documentsOf(host, id));
  const targets = host ? [...user.targets].map(({ document }) => fighterAt(document)) : [];
  return {
    gm: user.isGM,
    owns: all.filter(isOwned),
    targets: targets.filter((id) => !isUnseen(id)),
    hiddenFighters: all.filter(isUnseen),
  };
}

/** The encounter an actor is fighting in, and as whom: the viewed combat first, then any other that has begun. */
export function combatantOf(actor: Actor.Implementation): Combatant.Implementation | null {
  const viewed = game.combat;
  const combats = [...(viewed ? [viewed] : []), ...(game.combats?.contents ?? [])];
  for (const combat of combats) {
    if (!isRulesetType(combat.type)) continue;
    const combatant = combat.combatants.find((candidate) => actorOf(candidate)?.uuid === actor.uuid);
    if (combatant) return combatant;
  }
  return null;
}
