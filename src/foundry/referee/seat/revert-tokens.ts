import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import { isRulesetType } from '../../adapters/registry';
import { isRunning } from '../../host/exchange-document';
import { levelToMoveOn } from '../../host/levels';
import { isSamePlace, type Position, positionOf } from '../../host/movement';
import { idOf, updateDocument } from '../../platform/documents';
import { notifyOnce } from '../../platform/notice';
import { throwNotWritten } from '../../platform/refusals';
import { text } from '../../platform/text';
import { asReplacement, type StepMark } from '../../platform/v14';
import { strictnessFor } from '../../platform/world-settings';
import { combatSystem } from '../../stored/systems';
import { notifyFailure } from '../requests/notify';
import { isReferee } from '../store/lease';
import { REFEREE_MOVE } from '../store/referee-move';

/** API: BaseToken.MOVEMENT_FIELDS, in 14 with `depth` and `level`. */
const PLACE = ['x', 'y', 'elevation', 'width', 'height', 'depth', 'level', 'shape'];

/**
 * Other fields that matter in a fight: visibility and side. Core lets owners write every field of their tokens.
 * Source: BaseToken.#canUpdate in core 13.
 */
const TACTICAL = ['hidden', 'disposition'];

/** The fighter that a token stands for; restored at every strictness. */
const IDENTITY = ['actorId', 'actorLink'];

interface Home extends Position {
  /** A step moved the token here, not a user. */
  readonly byStep: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Token = TokenDocument.Implementation;

/** The last permitted position of each token. */
const homes = new WeakMap<Token, Home>();

/** Positions of the tokens of combatants that players have deleted, by token uuid. */
const departures = new Map<string, { readonly home: Home; readonly combat: string; readonly round: number }>();

function currentHome(token: Token, byStep: boolean): Home {
  const source = token._source as unknown as Record<string, unknown>;
  const fields = [...PLACE, ...TACTICAL, ...IDENTITY].filter((key) => key in source);
  return {
    ...positionOf(token),
    byStep,
    fields: foundry.utils.deepClone(Object.fromEntries(fields.map((key) => [key, lookup(source, key)]))),
  };
}

export function recordTokenPosition(token: Token): void {
  if (!homes.has(token)) homes.set(token, currentHome(token, false));
}

export const isMovedByStep = (token: Token): boolean => homes.get(token)?.byStep === true;

/** Returns the combatant of a token in a running Cadence encounter, even if the token has another actor now. */
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
 * Reverts what a player changed of a token without the referee. Every change of position comes here, because a handmade message skips the
 * checks of the mover's client.
 */
export function checkTokenChange(
  token: Token,
  changed: object,
  options: { readonly cadence?: StepMark | undefined },
  userId: string,
): void {
  if (![...PLACE, ...TACTICAL, ...IDENTITY].some((key) => key in changed)) return;
  const home = homes.get(token) ?? currentHome(token, false);
  const position = positionOf(token);
  const isThere = isSamePlace(token, home, position);
  const user = game.users?.get(userId);
  // Only a GM's step mark counts: a player's client could claim one.
  const combatant = user && !user.isGM ? combatantAt(token) : null;
  const strictness = user ? strictnessFor(user) : 'off';
  if (user && combatant) {
    const wrong = [
      ...IDENTITY.filter((key) => isChanged(token, home, key)),
      ...(strictness === 'enforce' ? changedKeys(token, home, isThere) : []),
    ];
    if (wrong.length > 0) return void putBack(token, home, wrong, combatant, user);
    // Moves of a pixel each would add up to any distance.
    if (isThere && strictness === 'enforce') return;
  }
  homes.set(token, currentHome(token, isThere ? home.byStep : options.cadence !== undefined));
  if (user && combatant?.combat && !isThere && strictness !== 'off' && isReferee(combatant.combat))
    notifyOnce('info', `movedRaw ${user.id}`, text('CADENCE.Notice.movedRaw', { name: token.name, user: user.name }));
}

const isChanged = (token: Token, { fields }: Home, key: string): boolean =>
  key in fields && !deepEqual(lookup(fields, key), lookup(token._source as unknown as Record<string, unknown>, key));

/** Returns the keys to revert. Corners follow from the size within a pixel. */
function changedKeys(token: Token, home: Home, isThere: boolean): string[] {
  const other = [...PLACE, ...TACTICAL].filter((key) => key !== 'x' && key !== 'y' && isChanged(token, home, key));
  return isThere && other.length === 0 ? [] : ['x', 'y', ...other];
}

async function putBack(
  token: Token,
  { fields }: Home,
  keys: readonly string[],
  { combat }: Combatant.Implementation,
  user: User.Implementation,
): Promise<void> {
  if (!combat || !isReferee(combat)) return;
  const pickFields = (names: readonly string[]) =>
    Object.fromEntries(names.map((key) => [key, asReplacement(lookup(fields, key))]));
  // Displaced, as Ctrl+Z does, because Foundry would follow a path of millions of spaces one by one. API: TokenLayer#undoHistory.
  const place = pickFields(PLACE.filter((key) => key in fields));
  const level = levelToMoveOn(token, lookup(fields, 'level') as string | undefined);
  const movement = { ...REFEREE_MOVE, waypoints: [{ ...place, ...level, action: 'displace' }] };
  const isPlaced = keys.some((key) => PLACE.includes(key));
  const options = {
    cadence: { step: combatSystem(combat).step },
    ...(isPlaced && { movement: { [idOf(token)]: movement } }),
  };
  const changes = pickFields(keys);
  const isMove = keys.some((key) => ['x', 'y', 'elevation', 'level'].includes(key));
  try {
    await updateDocument(token, changes, options).catch(throwNotWritten);
    const id = isMove && !keys.some((key) => key === 'width' || key === 'height') ? 'putBack' : 'changedBack';
    notifyOnce('info', `${id} ${user.id}`, text(`CADENCE.Notice.${id}`, { name: token.name, user: user.name }));
  } catch (error) {
    // The token was deleted meanwhile.
    if (token.parent?.tokens.has(token.id ?? '')) notifyFailure(combat, error);
  }
}

export function recordDeparture({ token, combat }: Combatant.Implementation, userId: string): void {
  const user = game.users?.get(userId);
  if (!token || !combat || !user || user.isGM || !isRulesetType(combat.type) || !isRunning(combat)) return;
  const home = homes.get(token);
  if (home) departures.set(token.uuid, { home, combat: combat.id ?? '', round: combatSystem(combat).clock.round });
}

/** Moves a token back if its player leaves and rejoins in the same round: tokens move freely outside the fight. */
export function restoreOnReturn(combatant: Combatant.Implementation, userId: string): void {
  const { token, combat } = combatant;
  const user = game.users?.get(userId);
  const before = token && departures.get(token.uuid);
  if (!token || !before || !combat || before.combat !== combat.id) return;
  departures.delete(token.uuid);
  if (!user || user.isGM || combatSystem(combat).clock.round !== before.round) return;
  if (strictnessFor(user) !== 'enforce') return;
  const wrong = changedKeys(token, before.home, isSamePlace(token, before.home, positionOf(token)));
  if (wrong.length > 0) void putBack(token, before.home, wrong, combatant, user);
}
