import type { Ground } from '../../encounter/state';
import type { AreaView } from '../../encounter/view';
import { GM } from '../../kernel/ask';
import { isWithinEffect } from '../../mechanics/sight';
import { metresBetween } from '../../mechanics/space';
import { adapterOf } from '../adapters/registry';
import { type Host, isCard } from '../host/host';
import { encounterOf, spaceAt } from '../host/reader';
import { idOf } from '../platform/documents';
import { reported } from '../platform/report';
import { isReferee } from '../referee';
import { STEP_HOOK } from '../referee/commit';
import { byItself } from '../referee/queue';

const COLOR = '#b48ad8';
/** A place on the edge belongs to it, whatever the last digits say. Metres. */
const SLACK = 1e-3;

/** What a region of ours says of itself, so that it is found again: which area of which encounter it shows, and as what. */
interface Mark {
  readonly combat: string;
  readonly area: string;
  /** Where it lies and how far it reaches, as the rules said when it was drawn. */
  readonly as: readonly number[];
}

/**
 * Keeps a region on the scene for everything an encounter lays on the map, such as the zone of a spell: Foundry draws it, lists the tokens
 * in it and tells modules who enters. The rules count by themselves who is in it; a region deleted or moved by hand changes nothing of them.
 * The referee's window writes them beside its steps, so that they follow a rewind as they follow a step.
 */
export function watchAreas(): void {
  Hooks.on(STEP_HOOK, keepSoon);
  Hooks.on('updateCombatant', ({ combat }: Combatant.Implementation, changed: object) => {
    if ('hidden' in changed && combat) keepSoon(combat);
  });
  Hooks.on('deleteCombat', clearGone);
  for (const combat of game.combats ?? []) keepSoon(combat);
  clearGone();
}

function keepSoon(host: Host): void {
  if (isCard(host) || !adapterOf(host.type) || !isReferee(host)) return;
  if (differences(host)) void byItself(host, () => keep(host));
}

/** Regions of encounters there are no more. */
function clearGone(): void {
  if (!game.user.isActiveGM) return;
  for (const scene of game.scenes ?? []) {
    const gone = regionsOf(scene).filter(({ mark }) => !game.combats?.get(mark.combat));
    if (gone.length > 0) void byItself(null, () => remove(scene, gone));
  }
}

async function keep(combat: Combat.Implementation): Promise<void> {
  // Others were before it: what is missing is looked up once more.
  const found = isReferee(combat) ? differences(combat) : null;
  if (!found) return;
  const { scene, surplus, missing } = found;
  await remove(scene, surplus);
  if (missing.length > 0) await scene.createEmbeddedDocuments('Region', missing as never);
}

interface Kept {
  readonly id: string;
  readonly mark: Mark;
}

async function remove(scene: Scene.Implementation, regions: readonly Kept[]): Promise<void> {
  const there = regions.filter(({ id }) => scene.regions.has(id));
  // Meanwhile the scene may have been deleted.
  if (there.length > 0 && game.scenes?.has(idOf(scene)))
    await scene.deleteEmbeddedDocuments(
      'Region',
      there.map(({ id }) => id),
    );
}

function regionsOf(scene: Scene.Implementation): Kept[] {
  return [...scene.regions].flatMap((region) => {
    const mark = (region.flags as { cadence?: { area?: Mark } }).cadence?.area;
    return mark ? [{ id: idOf(region), mark }] : [];
  });
}

/** What has to be written for the regions to be as the rules have it; null where nothing has. */
function differences(combat: Combat.Implementation) {
  const scene = sceneOf(combat);
  if (!scene) return null;
  const { areas: laid } = adapterOf(combat.type)?.ruleset.views ?? {};
  const encounter = laid && reported(() => encounterOf(combat), combat);
  if (!encounter) return null;
  const areas = laid(encounter);
  const there = regionsOf(scene).filter(({ mark }) => mark.combat === combat.id);
  const kept = new Set<string>();
  const surplus = there.filter(({ mark }) => {
    const area = areas.find(({ id }) => id === mark.area);
    const isKept = area !== undefined && !kept.has(area.id) && isSame(mark, area, combat);
    if (isKept) kept.add(area.id);
    return !isKept;
  });
  const missing = areas
    .filter(({ id }) => !kept.has(id))
    .map((area) => regionOf(combat, scene, area, encounter.ground));
  return surplus.length > 0 || missing.length > 0 ? { scene, surplus, missing } : null;
}

/** The scene its fighters stand on. */
const sceneOf = (combat: Combat.Implementation): Scene.Implementation | null =>
  combat.scene ?? [...combat.combatants].map(({ token }) => token?.parent).find((scene) => scene) ?? null;

const figuresOf = ({ x, y, elevation, radius }: AreaView, isHidden: boolean): number[] => [
  ...[x, y, elevation, radius],
  isHidden ? 1 : 0,
];

const isOfHidden = ({ by }: AreaView, combat: Combat.Implementation): boolean =>
  by !== GM && combat.combatants.get(by)?.hidden === true;

const isSame = ({ as }: Mark, area: AreaView, combat: Combat.Implementation): boolean =>
  foundry.utils.objectsEqual(as as never, figuresOf(area, isOfHidden(area, combat)) as never);

/** API: RegionData; T14 common/data/data.d.mts GridShapeData and CircleShapeData, CONST.REGION_VISIBILITY. */
function regionOf(combat: Combat.Implementation, scene: Scene.Implementation, area: AreaView, ground: Ground): object {
  const { ALWAYS, GAMEMASTER } = CONST.REGION_VISIBILITY;
  const isHidden = isOfHidden(area, combat);
  const mark: Mark = { combat: idOf(combat), area: area.id, as: figuresOf(area, isHidden) };
  return {
    ...{ name: area.name, color: COLOR, shapes: [shapeOf(scene, area, ground)], locked: true },
    ...{ visibility: isHidden ? GAMEMASTER : ALWAYS, flags: { cadence: { area: mark } } },
  };
}

/** The spaces whose middle lies within and behind no wall, as the rules have it; without a grid a circle. */
function shapeOf(scene: Scene.Implementation, area: AreaView, ground: Ground): object {
  const { grid } = scene;
  const pixels = grid.size / grid.distance;
  const [x, y] = [area.x * pixels, area.y * pixels];
  if (grid.isGridless) return { type: 'circle', x, y, radius: area.radius * pixels };
  const center = { ...spaceAt(scene, { x: 0, y: 0 }, area.elevation), x: area.x, y: area.y };
  const reach = Math.ceil(area.radius / grid.distance) + 1;
  const middle = grid.getOffset({ x, y });
  const offsets: { i: number; j: number }[] = [];
  for (let i = middle.i - reach; i <= middle.i + reach; i++)
    for (let j = middle.j - reach; j <= middle.j + reach; j++) {
      const there = spaceAt(scene, grid.getCenterPoint({ i, j }), area.elevation);
      const isWithin = metresBetween(ground, center, there) <= area.radius + SLACK;
      if (isWithin && isWithinEffect(ground, center, there)) offsets.push({ i, j });
    }
  return { type: 'grid', offsets };
}
