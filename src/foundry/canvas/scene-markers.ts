import type { Encounter } from '../../encounter/state';
import { GM } from '../../kernel/ask';
import type { Json } from '../../kernel/json';
import { isRulesetType } from '../adapters/registry';
import { type ExchangeDocument, isCard } from '../host/exchange-document';
import { visibleFightOf } from '../host/store';
import { createInside, idOf } from '../platform/documents';
import { isReferee } from '../referee';
import { enqueueBackground } from '../referee/queue';
import { STEP_HOOK } from '../referee/step-hook';

/** A document on the scene that shows something an encounter knows of. */
export interface SceneMarker {
  /** What it shows, among all of the encounter. */
  readonly id: string;
  /** How it shows it: one that shows it otherwise is replaced. */
  readonly as: readonly Json[];
  /** Its source data without our flag. */
  readonly data: object;
}

/** What a picture says of itself, so that it is found again. */
interface Mark extends Pick<SceneMarker, 'id' | 'as'> {
  readonly combat: string;
}

interface Pictures {
  readonly document: 'Region' | 'Token';
  /** Under which of our flags its mark stands. */
  readonly flag: string;
  /** Whether there may be anything to show, by what costs little to look at: else the encounter is not read. */
  mayBe(combat: Combat.Implementation): boolean;
  there(scene: Scene.Implementation): Iterable<{ readonly id: string | null; readonly flags: object }>;
  wanted(combat: Combat.Implementation, scene: Scene.Implementation, encounter: Encounter): readonly SceneMarker[];
}

/**
 * Keeps documents on the scene as an encounter has them. The referee's window writes them beside its steps, so that they follow a rewind as
 * they follow a step; one deleted by hand comes back with the next step.
 */
export function syncSceneMarkers(pictures: Pictures): void {
  const keepSoon = (host: ExchangeDocument): void => {
    if (isCard(host) || !isRulesetType(host.type) || !isReferee(host)) return;
    if (differences(pictures, host)) void enqueueBackground(host, () => keep(pictures, host));
  };
  Hooks.on(STEP_HOOK, keepSoon);
  Hooks.on('updateCombatant', ({ combat }: Combatant.Implementation, changed: object) => {
    if ('hidden' in changed && combat) keepSoon(combat);
  });
  Hooks.on('deleteCombat', () => clearGone(pictures));
  for (const combat of game.combats ?? []) keepSoon(combat);
  clearGone(pictures);
}

/** Whether what somebody does or has is the game master's to see: the fighter itself is hidden. */
export const isFromHiddenFighter = (combat: Combat.Implementation, by: string): boolean =>
  by !== GM && isHidden(combat.combatants.get(by));

const isHidden = (combatant: Combatant.Implementation | undefined): boolean =>
  combatant?.hidden === true || combatant?.token?.hidden === true;

/** Pictures of encounters there are no more. */
function clearGone(pictures: Pictures): void {
  if (!game.user.isActiveGM) return;
  for (const scene of game.scenes ?? []) {
    const gone = kept(pictures, scene).filter(({ mark }) => !game.combats?.get(mark.combat));
    if (gone.length > 0) void enqueueBackground(null, () => remove(pictures, scene, gone));
  }
}

async function keep(pictures: Pictures, combat: Combat.Implementation): Promise<void> {
  // Others were before it: what is missing is looked up once more.
  const found = isReferee(combat) ? differences(pictures, combat) : null;
  if (!found) return;
  const { scene, surplus, missing } = found;
  await remove(pictures, scene, surplus);
  if (missing.length > 0) await createInside(scene, pictures.document, missing);
}

interface Kept {
  readonly id: string;
  readonly mark: Mark;
}

async function remove(pictures: Pictures, scene: Scene.Implementation, surplus: readonly Kept[]): Promise<void> {
  // Meanwhile they, or the scene, may have been deleted.
  if (!game.scenes?.has(idOf(scene))) return;
  const there = new Set([...pictures.there(scene)].map(({ id }) => id));
  const ids = surplus.map(({ id }) => id).filter((id) => there.has(id));
  if (ids.length > 0) await scene.deleteEmbeddedDocuments(pictures.document, ids);
}

/** What a document on the scene shows; null where it is none of ours. */
export const markerFlagOf = ({ flags }: { readonly flags: object }, flag: string): Mark | null =>
  (flags as { cadence?: Record<string, Mark | undefined> }).cadence?.[flag] ?? null;

const kept = ({ there, flag }: Pictures, scene: Scene.Implementation): Kept[] =>
  [...there(scene)].flatMap((document) => {
    const mark = markerFlagOf(document, flag);
    return mark && document.id ? [{ id: document.id, mark }] : [];
  });

/** What has to be written for the pictures to be as the rules have it; null where nothing has. */
function differences(pictures: Pictures, combat: Combat.Implementation) {
  const scene = sceneOf(combat);
  const isShown = scene && kept(pictures, scene).some(({ mark }) => mark.combat === combat.id);
  if (!isShown && !pictures.mayBe(combat)) return null;
  const encounter = scene && visibleFightOf(combat)?.encounter;
  if (!scene || !encounter) return null;
  const wanted = pictures.wanted(combat, scene, encounter);
  const found = new Set<string>();
  const surplus = kept(pictures, scene).filter(({ mark }) => {
    if (mark.combat !== combat.id) return false;
    const picture = wanted.find(({ id }) => id === mark.id);
    const isKept = picture && !found.has(mark.id) && foundry.utils.objectsEqual(mark.as as never, picture.as as never);
    if (isKept) found.add(mark.id);
    return !isKept;
  });
  const missing = wanted
    .filter(({ id }) => !found.has(id))
    .map(({ id, as, data }) => ({
      ...data,
      flags: { cadence: { [pictures.flag]: { combat: idOf(combat), id, as } } },
    }));
  return surplus.length > 0 || missing.length > 0 ? { scene, surplus, missing } : null;
}

/** The scene its fighters stand on. */
const sceneOf = (combat: Combat.Implementation): Scene.Implementation | null =>
  combat.scene ?? [...combat.combatants].map(({ token }) => token?.parent).find((scene) => scene) ?? null;
