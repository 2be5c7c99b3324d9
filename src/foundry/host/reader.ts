import type { Condition, ConditionTable } from '../../encounter/condition';
import { type FighterInput, secretState } from '../../encounter/ruleset';
import {
  type Encounter,
  type Fighter,
  type FighterId,
  type FighterState,
  type Ground,
  HEX_SHAPES,
  type Place,
} from '../../encounter/state';
import type { Viewer } from '../../encounter/view';
import { lookup } from '../../kernel/lookup';
import type { Adapter } from '../adapters/adapter';
import { isRulesetType } from '../adapters/registry';
import { tryOrReport } from '../platform/data-problems';
import { idOf, isOfType } from '../platform/documents';
import { shortName } from '../platform/text';
import { hasMapRules, hasPlayerOdds } from '../platform/world-settings';
import { isBearer } from '../stored/bearers';
import { secretOf } from '../stored/secrets';
import { combatantSystem, combatSystem, conditionSystem } from '../stored/systems';
import { conditionIdsOf, effectsInOrder, effectsOn, keyOfCondition, namedFighters } from './applicable-effects';
import { deletedItemsOf } from './deleted-items';
import {
  actorOf,
  combatantsOf,
  documentsOf,
  type ExchangeDocument,
  isCard,
  isHiddenFrom,
  isTokenFighter,
  nameOf,
  shownNameOf,
  tokenFightersOf,
} from './exchange-document';
import { centerOf, cornerAround } from './footprint';
import { levelOn, levelsOf } from './levels';
import { withShiftedMaxima } from './maxima';
import { storedStateOf } from './states';
import { difficultAreas } from './terrain';
import { metresOf, metricGrid } from './units';
import { wallsAndLight } from './walls';

export type Settings = Encounter['settings'];

export interface FighterSource {
  readonly actor: Actor.Implementation;
  readonly sheet: Pick<FighterInput, 'id' | 'name' | 'side' | 'state' | 'place'> & {
    /** Stored state of this round; empty for token fighters. */
    readonly kept: FighterState;
    /** Current ids of fighters that its conditions name by an older id. */
    readonly met?: Readonly<Record<string, FighterId>>;
    /** Items that were deleted during the open exchange. */
    readonly deleted?: FighterInput['items'];
  };
}

/**
 * Returns the source of a token fighter, or null if it is gone.
 * @param host whose exchange may have kept items of it
 * @param uuid of a token or an actor
 */
export function tokenFighterSource(host: ExchangeDocument, uuid: string): FighterSource | null {
  const { token, actor } = documentsOf(null, uuid);
  if (!actor) return null;
  const name = shownNameOf({ combatant: null, token, actor });
  const { disposition } = token ?? actor.prototypeToken;
  const place = token && placeOf(token);
  const sheet = { id: uuid, name, side: sideOf(disposition), state: {}, kept: {}, place };
  return { actor, sheet: { ...sheet, ...deletedOf(host, uuid) } };
}

function deletedOf(host: ExchangeDocument | null, id: string): Pick<FighterSource['sheet'], 'deleted'> {
  const deleted = deletedItemsOf(host, id);
  return deleted.length > 0 ? { deleted } : {};
}

/** Returns the source of a combatant, or null if its actor is missing. */
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
      state: knownState(adapter, combatant, settings),
      kept: storedStateOf(combatant),
      met: currentIdsIn(combatant.combat, actor),
      place: token ? placeOf(token) : null,
      ...deletedOf(combatant.combat, combatant.id),
    },
  };
}

export function loneActorSource(actor: Actor.Implementation): FighterSource {
  const side = sideOf(actor.prototypeToken.disposition);
  return { actor, sheet: { id: actor.id ?? '', name: shortName(actor.name), side, state: {}, kept: {}, place: null } };
}

/** Maps fighters named by the actor's conditions to their combatants: token fighters, and those who left and came back. */
function currentIdsIn(
  combat: Combat.Implementation | null,
  actor: Actor.Implementation,
): FighterSource['sheet']['met'] {
  const combatantOf = (id: string) =>
    isTokenFighter(id)
      ? combat?.combatants.find(({ token, actor }) => token?.uuid === id || actor?.uuid === id)
      : combat && successorOf(combat, id);
  const named = effectsOn(actor)
    .flatMap(namedFighters)
    .filter((id) => typeof id === 'string');
  return Object.fromEntries(named.map((id) => [id, combatantOf(id)?.id ?? id]));
}

/** Returns the combatant with which the actor of a combatant that left is in the encounter again, or null. */
function successorOf(combat: Combat.Implementation, id: string): Combatant.Implementation | null {
  const left = combat.combatants.has(id) ? undefined : lookup(combatSystem(combat).bearers, id);
  return (left && combat.combatants.find(({ actor }) => isBearer(actor, left.of))) ?? null;
}

/** Returns the state with the secrets that this client knows; without them, only whether the fighter is ready. */
function knownState(adapter: Adapter, combatant: Combatant.Implementation, settings: Settings): FighterInput['state'] {
  const { ruleset } = adapter;
  const { ready } = combatantSystem(combatant);
  const clock = combatant.combat && combatSystem(combatant.combat).clock;
  const isReady = Boolean(ready) && clock !== null && ready === ruleset.momentOf(clock);
  return {
    ...storedStateOf(combatant),
    ...secretStateOf(adapter, combatant, settings),
    ...(isReady && { ready: true }),
  };
}

/** Secrets may come from any client, so fields that cannot be secret are dropped. */
const secretStateOf = ({ ruleset }: Adapter, combatant: Combatant.Implementation, settings: Settings): FighterState =>
  secretState(ruleset, settings, secretOf(combatant)?.state ?? {});

/** Foundry limits neither, and the rules look at all of them many times. What is beyond counts as not there. */
const MOST_ITEMS = 1000;
const MOST_CONDITIONS = 200;

/** Returns the fighter, or null if its actor has another ruleset or is invalid. */
export function fighterFrom(
  adapter: Adapter,
  { actor, sheet: details }: FighterSource,
  settings: Settings,
): Fighter | null {
  if (!isOfType(actor, adapter.ruleset.id)) return null;
  // An invalid stored value is reported, and only this actor is left out.
  return tryOrReport(() => readFighter(adapter, { actor, sheet: details }, settings), actor);
}

function readFighter(adapter: Adapter, { actor, sheet: details }: FighterSource, settings: Settings): Fighter {
  const { kept, met = {}, deleted = [], ...sheet } = details;
  const pools: Record<string, number> = {};
  for (const [pool, { document, path }] of Object.entries(adapter.pools)) {
    const value = document === 'actor' ? foundry.utils.getProperty(actor._source.system, path) : lookup(kept, path);
    if (typeof value === 'number') pools[pool] = value;
  }
  const input = {
    ...sheet,
    state: acceptedState(adapter, sheet.state),
    player: actor.hasPlayerOwner,
    base: adapter.baseOf(actor),
    items: [
      ...actor.items.contents.slice(0, MOST_ITEMS).flatMap((item) => adapter.itemOf(item) ?? []),
      ...deleted.filter(({ id }) => !actor.items.has(id)),
    ],
    pools,
    conditions: conditionsOf(adapter.ruleset.conditions, actor, (id) =>
      Object.hasOwn(met, id) ? (lookup(met, id) ?? id) : id,
    ),
  };
  const read = (values: FighterInput['pools']): Fighter =>
    adapter.ruleset.fighter({ ...input, pools: values }, settings);
  return withShiftedMaxima(actor, read, pools);
}

function acceptedState(
  { pools, ruleset: { stateSchema } }: Adapter,
  state: FighterInput['state'],
): FighterInput['state'] {
  const isPool = (key: string): boolean =>
    Object.values(pools).some(({ document, path }) => document === 'combat' && path === key);
  return Object.fromEntries(
    Object.entries(state).filter(([key, value]) => !isPool(key) && stateSchema.accepts(key, value)),
  );
}

/**
 * Returns the root conditions of an actor: all effects with a status id of the ruleset.
 * @param idIn maps the ids of named fighters
 */
export function conditionsOf(
  table: ConditionTable,
  actor: Actor.Implementation,
  idIn = (id: FighterId): FighterId => id,
): Condition[] {
  const found: Condition[] = [];
  for (const effect of effectsInOrder(actor)) {
    // Disabled or expired.
    if (!effect.active) continue;
    const ids = conditionIdsOf(effect, table);
    for (const id of ids) {
      if (found.length >= MOST_CONDITIONS) return found;
      const { until, by, towards, data } = isOfType(effect, 'condition') ? conditionSystem(effect) : WITHOUT_MODEL;
      found.push({
        key: keyOfCondition(actor, effect, id, ids.length > 1),
        id,
        until: until?.of ? { ...until, of: idIn(until.of) } : until,
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

/** A status toggled without our model: it lasts until it is toggled off. */
const WITHOUT_MODEL = { until: null, by: '', towards: [], data: {} };

const SIDES: ReadonlyMap<unknown, string> = new Map([
  [-2, 'secret'],
  [-1, 'foes'],
  [0, 'neutral'],
  [1, 'heroes'],
]);
const sideOf = (disposition: unknown): string => SIDES.get(disposition) ?? 'neutral';

/** A token position from its source, a waypoint, or both: corner in pixels, size in spaces. */
interface TokenPlacement {
  readonly x: number;
  readonly y: number;
  readonly elevation?: number;
  readonly width?: number;
  readonly height?: number;
  /** In spaces. T14: common/documents/token.d.mts */
  readonly depth?: number;
  readonly rotation?: number;
  readonly level?: string;
  /** API: CONST.TOKEN_SHAPES. */
  readonly shape?: number;
}

/**
 * Returns a token's place in metres from the scene's corner, on a grid that of the spaces it occupies. Uses the source, because
 * prepared data is animated. API v14: TokenDocument#testInsideRegion, which may not use prepared values of these fields either.
 */
export const placeOf = (token: TokenDocument.Implementation, at: TokenPlacement = placementOf(token)): Place =>
  placeFrom(token, at, true);

/** Returns a place that may lie between spaces, as a path that ends at a wall does. */
export const unsnappedPlaceOf = (token: TokenDocument.Implementation, at: TokenPlacement): Place =>
  placeFrom(token, at, false);

function placeFrom(token: TokenDocument.Implementation, at: TokenPlacement, snaps: boolean): Place {
  const placement = placementOf(token);
  const { metresPerPixel, size } = scaleOf(token.parent);
  const { width = 1, height = 1, depth = 1, shape } = { ...placement, ...at };
  const { x, y } = centerOf(token, { x: at.x, y: at.y, width, height, ...(shape !== undefined && { shape }) }, snaps);
  const hexShape = token.parent?.grid?.isHexagonal && Math.max(width, height) > 1 ? HEX_SHAPES[shape ?? -1] : undefined;
  return {
    x: round(x * metresPerPixel),
    y: round(y * metresPerPixel),
    width: round(width * size * metresPerPixel),
    height: round(height * size * metresPerPixel),
    elevation: metresOf(token.parent, at.elevation ?? placement.elevation ?? 0),
    facing: at.rotation ?? placement.rotation ?? 0,
    ...levelOn(token.parent, at.level ?? placement.level),
    ...idOfScene(token.parent),
    ...(depth !== 1 && { depth: metresOf(token.parent, depth * (token.parent?.grid?.distance ?? 1)) }),
    ...(hexShape && { shape: hexShape }),
  };
}

export const placementOf = ({ _source }: TokenDocument.Implementation): TokenPlacement =>
  _source as unknown as TokenPlacement;

/**
 * Returns a place of one cell.
 * @param point pixels
 * @param at its height in metres and its level
 */
export function spaceAt(
  scene: Scene.Implementation,
  point: { x: number; y: number },
  { elevation = 0, level }: { readonly elevation?: number; readonly level?: string },
): Place {
  const { metresPerPixel, size } = scaleOf(scene);
  const cell = round(size * metresPerPixel);
  const [x, y] = [round(point.x * metresPerPixel), round(point.y * metresPerPixel)];
  return { x, y, elevation, width: cell, height: cell, facing: 0, ...levelOn(scene, level), ...idOfScene(scene) };
}

/** Returns a rectangle in pixels. */
export function pixelsOf(scene: Scene.Implementation, { x, y, width, height }: Place) {
  const { metresPerPixel } = scaleOf(scene);
  const pixels = (metres: number): number => Math.round(metres / metresPerPixel);
  return { x: pixels(x - width / 2), y: pixels(y - height / 2), width: pixels(width), height: pixels(height) };
}

/** Returns pixels; the inverse of {@link placeOf}. */
export function cornerOf(token: TokenDocument.Implementation, place: Place): { x: number; y: number } {
  const { metresPerPixel } = scaleOf(token.parent);
  const { x, y, width = 1, height = 1, shape } = placementOf(token);
  const center = { x: place.x / metresPerPixel, y: place.y / metresPerPixel };
  return cornerAround(token, center, { x, y, width, height, ...(shape !== undefined && { shape }) });
}

const idOfScene = (scene: Scene.Implementation | null): { readonly scene?: string } =>
  scene?.id ? { scene: scene.id } : {};

// Coarser than floating-point errors, and fine enough for halves and quarters of cells in feet: angles are compared.
const round = (metres: number): number => Math.round(metres * 1e6) / 1e6;

function scaleOf(scene: Scene.Implementation | null): { metresPerPixel: number; size: number } {
  const grid = scene?.grid;
  return grid
    ? { metresPerPixel: metricGrid(grid).metresPerPixel, size: grid.size }
    : { metresPerPixel: 0.01, size: 100 };
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
  const difficult = difficultAreas(scene as never);
  return {
    ...idOfScene(scene),
    grid: kind,
    cell: metricGrid(grid).cell,
    ...(grid.isGridless && { pixel: metricGrid(grid).metresPerPixel }),
    ...levelsOf(scene),
    ...(difficult.length > 0 && { difficult }),
    ...(hasMapRules() && wallsAndLight(scene as never)),
  };
}

export function viewerOf(host: ExchangeDocument | null): Viewer {
  const user = game.user;
  const combatants = host ? combatantsOf(host) : [];
  const tokenFighters = host && isCard(host) ? tokenFightersOf(host) : [];
  const all = [...combatants.map(idOf), ...tokenFighters];
  const isOwned = (id: string): boolean => documentsOf(host, id).actor?.testUserPermission(user, 'OWNER') ?? false;
  const fighterAt = (token: TokenDocument.Implementation): string =>
    combatants.find((combatant) => combatant.token?.uuid === token.uuid)?.id ?? token.uuid;
  const isHidden = (id: string): boolean => isHiddenFrom(user, documentsOf(host, id));
  const targets = host ? [...user.targets].map(({ document }) => fighterAt(document)) : [];
  return {
    gm: user.isGM,
    owns: all.filter(isOwned),
    ...(hasPlayerOdds() && { seesOdds: true }),
    targets: targets.filter((id) => !isHidden(id)),
    hiddenFighters: all.filter(isHidden),
  };
}

/** Returns the combatant of an actor: in the viewed combat first, then in any other. */
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
