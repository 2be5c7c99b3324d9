import { deepEqual } from '../../kernel/deep-equal';
import { isRulesetType } from '../adapters/registry';
import { isRunning } from '../host/exchange-document';
import { isSamePlace, type Position, positionOf } from '../host/movement';
import { idOf, updateDocument } from '../platform/documents';
import { notifyOnce } from '../platform/notice';
import { throwNotWritten } from '../platform/refusals';
import { text } from '../platform/text';
import { asReplacement, type StepMark } from '../platform/v14';
import { strictnessFor } from '../platform/world-settings';
import { combatSystem } from '../stored/systems';
import { isReferee } from './lease';
import { notifyFailure } from './notify';
import { REFEREE_MOVE } from './referee-move';

/** Where a token belongs. API: BaseToken.MOVEMENT_FIELDS, in 14 with `depth` and `level`. */
const PLACE = ['x', 'y', 'elevation', 'width', 'height', 'depth', 'level', 'shape'];

/**
 * What else of a token counts in a fight: who sees it, and whose side it is on. Core lets owners write every field of their tokens.
 * Source: BaseToken.#canUpdate in core 13.
 */
const STANDING = ['hidden', 'disposition'];

/** As whom a token fights; given back whatever the world's strictness is. */
const IDENTITY = ['actorId', 'actorLink'];

interface Home extends Position {
  /** Whether a step led here, and not somebody's hand. */
  readonly byStep: boolean;
  /** The stored fields above. */
  readonly fields: Readonly<Record<string, unknown>>;
}

type Token = TokenDocument.Implementation;

/** Where tokens belong: where they were last moved by whoever may. */
const homes = new WeakMap<Token, Home>();

/** Where the tokens stood of combatants that players have deleted, by token uuid. */
const left = new Map<string, { readonly home: Home; readonly combat: string; readonly round: number }>();

function homeNow(token: Token, byStep: boolean): Home {
  const source = token._source as unknown as Record<string, unknown>;
  const fields = [...PLACE, ...STANDING, ...IDENTITY].filter((key) => key in source);
  return {
    ...positionOf(token),
    byStep,
    fields: foundry.utils.deepClone(Object.fromEntries(fields.map((key) => [key, source[key]]))),
  };
}

/** Remembers where a token belongs that is seen for the first time. */
export function recordTokenPosition(token: Token): void {
  if (!homes.has(token)) homes.set(token, homeNow(token, false));
}

/** Whether a step led a token to where it is. */
export const isMovedByStep = (token: Token): boolean => homes.get(token)?.byStep === true;

/** The combatant of a token in a running encounter of ours, whatever actor the token shows now. */
function combatantAt(token: Token): Combatant.Implementation | null {
  for (const combat of game.combats?.contents ?? []) {
    if (!isRulesetType(combat.type) || !isRunning(combat)) continue;
    const found = combat.combatants.find(
      ({ tokenId, sceneId }) => tokenId === token.id && sceneId === token.parent?.id,
    );
    if (found) return found;
  }
  return null;
}

/**
 * Looks at a change of a token that is stored already. What a player has changed past the referee is put back.
 * Every change of place comes here, also one that names no movement: a message made by hand skips what the mover's own client would have
 * said of it.
 */
export function checkTokenChange(
  token: Token,
  changed: object,
  options: { readonly cadence?: StepMark | undefined },
  userId: string,
): void {
  if (![...PLACE, ...STANDING, ...IDENTITY].some((key) => key in changed)) return;
  const home = homes.get(token) ?? homeNow(token, false);
  const position = positionOf(token);
  const isThere = isSamePlace(token, home, position);
  const user = game.users?.get(userId);
  // The mark of a step is a game master's to give: a player's client could claim it.
  const combatant = user && !user.isGM ? combatantAt(token) : null;
  const strictness = user ? strictnessFor(user) : 'off';
  if (user && combatant) {
    const wrong = [
      ...IDENTITY.filter((key) => isOther(token, home, key)),
      ...(strictness === 'enforce' ? whatMoved(token, home, isThere) : []),
    ];
    if (wrong.length > 0) return void putBack(token, home, wrong, combatant, user);
    // A pixel at a time would lead anywhere.
    if (isThere && strictness === 'enforce') return;
  }
  homes.set(token, homeNow(token, isThere ? home.byStep : options.cadence !== undefined));
  if (user && combatant?.combat && !isThere && strictness !== 'off' && isReferee(combatant.combat))
    notifyOnce('info', `movedRaw ${user.id}`, text('CADENCE.Notice.movedRaw', { name: token.name, user: user.name }));
}

const isOther = (token: Token, { fields }: Home, key: string): boolean =>
  key in fields && !deepEqual(fields[key], (token._source as unknown as Record<string, unknown>)[key]);

/** The keys of what must be put back; corners follow from the size within a pixel. */
function whatMoved(token: Token, home: Home, isThere: boolean): string[] {
  const other = [...PLACE, ...STANDING].filter((key) => key !== 'x' && key !== 'y' && isOther(token, home, key));
  return isThere && other.length === 0 ? [] : ['x', 'y', ...other];
}

/** What a player changed of a token without the referee, by a module or the console, is put back. */
async function putBack(
  token: Token,
  { fields }: Home,
  keys: readonly string[],
  { combat }: Combatant.Implementation,
  user: User.Implementation,
): Promise<void> {
  if (!combat || !isReferee(combat)) return;
  const only = (wanted: readonly string[]) =>
    Object.fromEntries(wanted.map((key) => [key, asReplacement(fields[key])]));
  // Displaced, as Ctrl+Z does: a way of millions of spaces would be followed space by space. API: TokenLayer#undoHistory.
  const place = only(PLACE.filter((key) => key in fields));
  const movement = { ...REFEREE_MOVE, waypoints: [{ ...place, action: 'displace' }] };
  const isPlaced = keys.some((key) => PLACE.includes(key));
  const marks = {
    cadence: { step: combatSystem(combat).step },
    ...(isPlaced && { movement: { [idOf(token)]: movement } }),
  };
  const changes = only(keys);
  const isMove = keys.some((key) => ['x', 'y', 'elevation', 'level'].includes(key));
  try {
    await updateDocument(token, changes, marks).catch(throwNotWritten);
    const id = isMove && !keys.some((key) => key === 'width' || key === 'height') ? 'putBack' : 'changedBack';
    notifyOnce('info', `${id} ${user.id}`, text(`CADENCE.Notice.${id}`, { name: token.name, user: user.name }));
  } catch (error) {
    // One that was deleted meanwhile belongs nowhere.
    if (token.parent?.tokens.has(token.id ?? '')) notifyFailure(combat, error);
  }
}

/** Remembers where the token of a combatant stands that a player deletes in a running encounter. */
export function recordDeparture({ token, combat }: Combatant.Implementation, userId: string): void {
  const user = game.users?.get(userId);
  if (!token || !combat || !user || user.isGM || !isRulesetType(combat.type) || !isRunning(combat)) return;
  const home = homes.get(token);
  if (home) left.set(token.uuid, { home, combat: combat.id ?? '', round: combatSystem(combat).clock.round });
}

/** A player who leaves and comes back in the same round stands where they left: outside the fight tokens move freely. */
export function restoreOnReturn(combatant: Combatant.Implementation, userId: string): void {
  const { token, combat } = combatant;
  const user = game.users?.get(userId);
  const before = token && left.get(token.uuid);
  if (!token || !before || !combat || before.combat !== combat.id) return;
  left.delete(token.uuid);
  if (!user || user.isGM || combatSystem(combat).clock.round !== before.round) return;
  if (strictnessFor(user) !== 'enforce') return;
  const wrong = whatMoved(token, before.home, isSamePlace(token, before.home, positionOf(token)));
  if (wrong.length > 0) void putBack(token, before.home, wrong, combatant, user);
}
