import type { Encounter } from '../../encounter/state';
import { GM } from '../../kernel/ask';
import { deepEqual } from '../../kernel/deep-equal';
import type { Json } from '../../kernel/json';
import { isRulesetType } from '../adapters/registry';
import { documentsOf, type ExchangeDocument, isCard, isHidden } from '../host/exchange-document';
import { visibleFightOf } from '../host/store';
import { createInside, idOf } from '../platform/documents';
import { isReferee } from '../referee';
import { enqueueBackground } from '../referee/seat/queue';
import { STEP_HOOK } from '../referee/store/step-hook';

/** A document on the scene that represents a part of an encounter. */
export interface SceneMarker {
  readonly id: string;
  /** Its appearance; a marker with another appearance is replaced. */
  readonly as: readonly Json[];
  readonly data: object;
}

interface Mark extends Pick<SceneMarker, 'id' | 'as'> {
  readonly combat: string;
}

interface MarkerKind {
  readonly document: 'Region' | 'Token';
  readonly flag: string;
  /** A cheap check whether markers may be needed; otherwise the encounter is not read. */
  isPossible(combat: Combat.Implementation): boolean;
  candidates(scene: Scene.Implementation): Iterable<{ readonly id: string | null; readonly flags: object }>;
  expectedMarkers(
    combat: Combat.Implementation,
    scene: Scene.Implementation,
    encounter: Encounter,
  ): readonly SceneMarker[];
}

/**
 * Synchronizes documents on the scene with encounters. The referee writes them beside its steps, so they also follow a rewind;
 * one deleted manually returns with the next step.
 */
export function syncSceneMarkers(kind: MarkerKind): void {
  const scheduleSync = (host: ExchangeDocument): void => {
    if (isCard(host) || !isRulesetType(host.type) || !isReferee(host)) return;
    if (differences(kind, host).length > 0) void enqueueBackground(host, () => sync(kind, host));
  };
  Hooks.on(STEP_HOOK, scheduleSync);
  Hooks.on('updateCombatant', ({ combat }: Combatant.Implementation, changed: object) => {
    if ('hidden' in changed && combat) scheduleSync(combat);
  });
  Hooks.on('deleteCombat', () => clearGone(kind));
  for (const combat of game.combats ?? []) scheduleSync(combat);
  clearGone(kind);
}

/** Returns whether a part of an encounter is visible to the GM only, because its fighter is hidden. */
export const isFromHiddenFighter = (combat: Combat.Implementation, by: string): boolean =>
  by !== GM && isHidden(documentsOf(combat, by));

function clearGone(kind: MarkerKind): void {
  if (!game.user.isActiveGM) return;
  for (const scene of game.scenes ?? []) {
    const orphaned = existingMarkers(kind, scene).filter(({ mark }) => !game.combats?.get(mark.combat));
    if (orphaned.length > 0) void enqueueBackground(null, () => remove(kind, scene, orphaned));
  }
}

async function sync(kind: MarkerKind, combat: Combat.Implementation): Promise<void> {
  // The queue may have changed them, so the differences are computed again.
  for (const { scene, surplus, missing } of isReferee(combat) ? differences(kind, combat) : []) {
    await remove(kind, scene, surplus);
    if (missing.length > 0) await createInside(scene, kind.document, missing);
  }
}

interface ExistingMarker {
  readonly id: string;
  readonly mark: Mark;
}

async function remove(
  kind: MarkerKind,
  scene: Scene.Implementation,
  surplus: readonly ExistingMarker[],
): Promise<void> {
  if (!game.scenes?.has(idOf(scene))) return;
  const candidates = new Set([...kind.candidates(scene)].map(({ id }) => id));
  const ids = surplus.map(({ id }) => id).filter((id) => candidates.has(id));
  if (ids.length > 0) await scene.deleteEmbeddedDocuments(kind.document, ids);
}

/** Returns the flag of a marker; null for other documents. */
export const markerFlagOf = ({ flags }: { readonly flags: object }, flag: string): Mark | null =>
  (flags as { cadence?: Record<string, Mark | undefined> }).cadence?.[flag] ?? null;

const existingMarkers = ({ candidates, flag }: MarkerKind, scene: Scene.Implementation): ExistingMarker[] =>
  [...candidates(scene)].flatMap((document) => {
    const mark = markerFlagOf(document, flag);
    return mark && document.id ? [{ id: document.id, mark }] : [];
  });

/** Returns what is to be changed on each scene. */
function differences(kind: MarkerKind, combat: Combat.Implementation): Difference[] {
  const isShownOn = (scene: Scene.Implementation): boolean =>
    existingMarkers(kind, scene).some(({ mark }) => mark.combat === combat.id);
  const scenes = (game.scenes?.contents ?? []).filter((scene) => isFoughtOn(combat, scene) || isShownOn(scene));
  if (!scenes.some(isShownOn) && !kind.isPossible(combat)) return [];
  const encounter = scenes.length > 0 ? visibleFightOf(combat)?.encounter : undefined;
  return encounter ? scenes.flatMap((scene) => differenceOn(kind, combat, scene, encounter) ?? []) : [];
}

interface Difference {
  readonly scene: Scene.Implementation;
  readonly surplus: readonly ExistingMarker[];
  readonly missing: object[];
}

function differenceOn(
  kind: MarkerKind,
  combat: Combat.Implementation,
  scene: Scene.Implementation,
  encounter: Encounter,
): Difference | null {
  const expectedMarkers = kind.expectedMarkers(combat, scene, encounter);
  const found = new Set<string>();
  const surplus = existingMarkers(kind, scene).filter(({ mark }) => {
    if (mark.combat !== combat.id) return false;
    const expected = expectedMarkers.find(({ id }) => id === mark.id);
    const isUnchanged = expected && !found.has(mark.id) && deepEqual(mark.as, expected.as);
    if (isUnchanged) found.add(mark.id);
    return !isUnchanged;
  });
  const missing = expectedMarkers
    .filter(({ id }) => !found.has(id))
    .map(({ id, as, data }) => ({
      ...data,
      flags: { cadence: { [kind.flag]: { combat: idOf(combat), id, as } } },
    }));
  return surplus.length > 0 || missing.length > 0 ? { scene, surplus, missing } : null;
}

const isFoughtOn = ({ scene: own, combatants }: Combat.Implementation, scene: Scene.Implementation): boolean =>
  own === scene || combatants.some(({ sceneId }) => sceneId === scene.id);

/** Returns true if a place of an encounter is on a scene. */
export const isOnScene = (
  { ground }: Encounter,
  { scene }: { readonly scene?: string },
  { id }: Scene.Implementation,
) => (scene ?? ground.scene ?? id) === id;
