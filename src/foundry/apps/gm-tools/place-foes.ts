import { mergeReserves, type Reserve, type ReserveTrigger } from '../../../encounter/reserve';
import { reserveOf } from '../../host/reserve';
import { documentAt, updateDocument } from '../../platform/documents';
import { replacement } from '../../platform/v14';
import { fightOf } from '../../views/fight';
import { loadFightSides } from '../opponent/threat-context';
import type { PlannedFoe, Wave } from './foe-plan';
import { importedFoe, type ListedFoe } from './listed-foes';
import { addToEncounter, placeTokens, type TokenPlace, type viewedScene } from './place-tokens';

const fromUuidOf: (uuid: string) => Promise<object | null> = (uuid) => fromUuid(uuid as never);

type ViewedMap = NonNullable<ReturnType<typeof viewedScene>>;

/**
 * Creates the tokens of a plan around the center of the view. The first wave joins the encounter; the second stays hidden in its
 * reserve until the trigger. @returns how many were created
 */
export async function placePlan(
  plan: readonly PlannedFoe[],
  rulesetId: string,
  { scene, x, y }: ViewedMap,
  trigger: ReserveTrigger,
): Promise<number> {
  const waves: Record<Wave, TokenPlace[]> = { 1: [], 2: [] };
  for (const { foe, count, wave } of plan) {
    const actor = await worldActor(foe);
    if (actor) waves[wave].push(...Array<TokenPlace>(count).fill({ actor, x, y, hidden: wave === 2 }));
  }
  const first = await placeTokens(scene, waves[1]);
  const second = await placeTokens(scene, waves[2]);
  if (first.length + second.length === 0) return 0;
  const combat = await addToEncounter(first, rulesetId, scene);
  if (combat && second.length > 0) await addToReserve(combat, second, trigger);
  return first.length + second.length;
}

async function addToReserve(
  combat: Combat.Implementation,
  tokens: readonly TokenDocument.Stored[],
  trigger: ReserveTrigger,
): Promise<void> {
  const fight = fightOf(combat);
  const { foes } = fight ? await loadFightSides(fight) : { foes: [] };
  const members = tokens.map(({ id, actorId, parent }) => ({
    fighter: foundry.utils.randomID(),
    scene: parent?.id ?? '',
    token: id,
    actor: actorId ?? '',
  }));
  await writeReserve(combat, mergeReserves({ trigger, first: foes.map(({ id }) => id), members }, reserveOf(combat)));
}

/** Changes when the reserve of an encounter joins. */
export async function setTrigger(combat: Combat.Implementation, trigger: ReserveTrigger): Promise<void> {
  const reserve = reserveOf(combat);
  if (reserve) await writeReserve(combat, { ...reserve, trigger });
}

const writeReserve = (combat: Combat.Implementation, reserve: Reserve): Promise<unknown> =>
  updateDocument(combat, { system: { reserve: replacement(reserve) } });

/** Returns the actor of a foe. One of a compendium is imported, unless the world has it. */
async function worldActor({ uuid, isPacked, source }: ListedFoe): Promise<Actor.Implementation | null> {
  if (!isPacked) return documentAt(uuid) as Actor.Implementation | null;
  const present = importedFoe(uuid);
  if (present) return present;
  const packed = await fromUuidOf(uuid);
  if (!(packed instanceof Actor) || !game.actors) return null;
  const folder = await folderNamed(source);
  const data: object = game.actors.fromCompendium(packed as Actor.Stored);
  return (await Actor.implementation.create({ ...data, folder } as never)) ?? null;
}

/** Returns the id of the folder of actors with this name, which is created if it is missing. */
async function folderNamed(name: string): Promise<string | null> {
  const present = game.folders?.find((folder) => folder.type === 'Actor' && folder.name === name);
  return (present ?? (await Folder.implementation.create({ name, type: 'Actor' })))?.id ?? null;
}
