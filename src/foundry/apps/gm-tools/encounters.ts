import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { isRecord } from '../../stored/validators';
import { createScript } from '../actions/macros';
import { addToEncounter, placeTokens, viewedScene } from './place-tokens';

/** A member of a saved encounter: an actor of the world and its offset from the center, in spaces. */
interface Member {
  readonly actor: string;
  readonly x: number;
  readonly y: number;
  readonly hidden: boolean;
}

/** Creates a hotbar macro that places these tokens again. The macro can be renamed, moved and deleted as usual. */
export async function saveEncounter(tokens: readonly TokenDocument.Implementation[]): Promise<void> {
  const scene = canvas?.scene;
  const known = tokens.filter(({ actorId }) => actorId && game.actors?.has(actorId));
  const [first] = known;
  if (!scene || !first) return;
  const { size } = scene.grid;
  const center = (of: 'x' | 'y'): number => known.reduce((sum, token) => sum + token[of], 0) / known.length;
  const [x, y] = [center('x'), center('y')];
  const members = known.map((token): Member => {
    const fromMiddle = (at: number): number => Math.round((at / size) * 100) / 100;
    return { actor: token.actorId ?? '', x: fromMiddle(token.x - x), y: fromMiddle(token.y - y), hidden: token.hidden };
  });
  const name = nameOf(known);
  const command = `await game.system.api.bringIn(${JSON.stringify(members)});`;
  const img = first.actor?.img ?? null;
  const macro = await createScript({ name, command, img });
  if (!macro) return;
  // With a full hotbar it stays in the macro directory.
  await game.user.assignHotbarMacro(macro).catch(() => undefined);
  notify('info', text('CADENCE.App.Bulk.kept', { name }));
}

function nameOf(tokens: readonly TokenDocument.Implementation[]): string {
  const counts = new Map<string, number>();
  for (const { actorId } of tokens) {
    const name = game.actors?.get(actorId ?? '')?.name ?? '';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${name} ×${count}` : name)).join(', ');
}

/** Creates tokens of these actors around the center of the view and adds them to the viewed encounter. Throws TypeError for an invalid argument. */
export async function placeEncounter(given: unknown): Promise<void> {
  const members = membersIn(given);
  if (!members) throw new TypeError('bringIn: `given` is a list of { actor, x, y, hidden }');
  const map = viewedScene();
  if (!map) return;
  const { scene } = map;
  const { size } = scene.grid;
  const found = members.flatMap(({ actor: id, x, y, hidden }) => {
    const actor = game.actors?.get(id);
    return actor ? [{ actor, x: map.x + x * size, y: map.y + y * size, hidden }] : [];
  });
  const placed = await placeTokens(scene, found);
  const missing = members.length - placed.length;
  if (missing > 0) notify('warn', text('CADENCE.App.Bulk.gone', { count: missing }));
  const type = placed[0]?.actor?.type;
  if (type) await addToEncounter(placed, type, scene);
}

/** Validates the argument of a macro, which users may edit. */
function membersIn(input: unknown): Member[] | null {
  if (!Array.isArray(input)) return null;
  const members = input.filter(isRecord).map(({ actor, x, y, hidden }) => ({
    actor: String(actor),
    x: Number(x),
    y: Number(y),
    hidden: hidden === true,
  }));
  const isValid = members.length === input.length && members.every(({ x, y }) => Number.isFinite(x + y));
  return isValid ? members : null;
}
