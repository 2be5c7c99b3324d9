import type { Command } from '../../encounter/command';
import type { Move, Ruleset } from '../../encounter/ruleset';
import type { Encounter, Place } from '../../encounter/state';
import { GM } from '../../kernel/ask';
import { act } from '../apps/act';
import { combatSystem } from '../documents/systems';
import { isRunning } from '../host';
import { intentOf } from '../intent';
import { isPlacing } from '../keys';
import { notice } from '../notice';
import { combatantOf, encounterOf, placeOf, viewerOf } from '../reader';
import { refusedByServer } from '../referee/errors';
import { isReferee } from '../referee/lease';
import { tellFailure } from '../referee/tell';
import { adapterOf } from '../registry';
import { strictnessFor } from '../settings';
import { text } from '../text';
import type { StepMark } from '../v14';

interface Waypoint {
  readonly x: number;
  readonly y: number;
  readonly action?: string;
}

interface Movement {
  readonly passed: { readonly waypoints: readonly Waypoint[] };
  readonly pending: { readonly waypoints: readonly Waypoint[] };
}

/** The token's document: in a running fight a drag is a wish to move, and the referee moves the token. */
export class CadenceToken extends TokenDocument {
  /**
   * API: TokenDocument#_preUpdateMovement; returning false rejects the movement.
   * ASSUMPTION A5: a refused movement leaves token and ruler as they were.
   */
  protected override async _preUpdateMovement(movement: never, operation: never): Promise<boolean | void> {
    const { cadence } = operation as { cadence?: StepMark };
    const combatant = cadence ? null : moverOf(this);
    if (!combatant) return super._preUpdateMovement(movement, operation);
    const { passed, pending } = movement as Movement;
    const way = [...passed.waypoints, ...pending.waypoints];
    const path = way.map((waypoint) => placeOf(this, waypoint));
    // Set down freely by a game master, it is free, but a step like any other.
    const [best] = isPlacing() ? [] : movesOf(combatant, path, way.at(-1)?.action);
    const place = { do: 'place', by: GM, at: combatant.id!, path };
    if (best ?? game.user!.isGM) void act(combatant.combat!, best?.command ?? place, 'nothing');
    else notice('info', text('CADENCE.Notice.noMove', { name: this.name }));
    return false;
  }

  override prepareBaseData(): void {
    super.prepareBaseData();
    if (!homes.has(this)) homes.set(this, spotOf(this));
  }

  /**
   * Every change of place comes here, also one that names no movement: a message made by hand skips what the mover's own client would
   * have said of it.
   */
  protected override _onUpdate(changed: never, options: never, userId: string): void {
    super._onUpdate(changed, options, userId);
    if (!['x', 'y', 'elevation'].some((key) => key in (changed as object))) return;
    const user = game.users!.get(userId);
    const home = homes.get(this)!;
    // The mark of a step is a game master's to give: a player's client could claim it.
    const combatant = user && !user.isGM ? moverOf(this, user) : null;
    if (user && combatant && strictnessFor(user) === 'enforce') return void putBack(this, home, combatant, user);
    homes.set(this, spotOf(this));
    if (user && combatant && isReferee(combatant.combat!))
      notice('info', text('CADENCE.Notice.movedRaw', { name: this.name, user: user.name }));
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly elevation: number;
}

/** Where tokens belong: where they were last moved by whoever may. */
const homes = new WeakMap<CadenceToken, Spot>();

const spotOf = ({ x, y, elevation }: TokenDocument.Implementation): Spot => ({ x, y, elevation });

/** A player's token moved without the referee, by a module or the console, is put back where it belongs. */
async function putBack(
  token: CadenceToken,
  home: Spot,
  { combat }: Combatant.Implementation,
  user: User.Stored,
): Promise<void> {
  if (!combat || !isReferee(combat)) return;
  try {
    await token.update({ ...home }, { cadence: { step: combatSystem(combat).step } } as never).catch(refusedByServer);
    notice('info', text('CADENCE.Notice.putBack', { name: token.name, user: user.name }));
  } catch (error) {
    // One that was deleted meanwhile belongs nowhere.
    if (token.parent?.tokens.has(token.id!)) tellFailure(combat, error);
  }
}

/** The combatant as whom this token would pay for a move now; null where tokens move as in plain Foundry. */
export function moverOf(
  token: TokenDocument.Implementation,
  user: User.Stored = game.user!,
): Combatant.Implementation | null {
  const combatant = token.actor && combatantOf(token.actor);
  if (!isRunning(combatant?.combat) || combatant?.tokenId !== token.id) return null;
  return strictnessFor(user) === 'off' ? null : combatant;
}

/** Ways to pay for a path: those that can be paid first, cheapest first. @param manner the movement action chosen for the token */
export function movesOf(combatant: Combatant.Implementation, path: readonly Place[], manner?: string): readonly Move[] {
  const { combat } = combatant;
  const encounter = combat && encounterOf(combat);
  const adapter = adapterOf(combat?.type);
  if (!encounter || !adapter || path.length === 0) return [];
  const intended = intentOf(combatant.id!);
  if (intended) return [meant(adapter.ruleset, encounter, { ...intended, path }, combat)];
  const moves = adapter.ruleset.moves(encounter, combatant.id!, path, manner);
  return [...moves].sort((a, b) => Number(a.whyNot.length > 0) - Number(b.whyNot.length > 0));
}

/** A button was pressed first: the way is for its action, with the options it had. */
function meant(ruleset: Ruleset, encounter: Encounter, command: Command, combat: Combat.Implementation): Move {
  const { cost, foreseen } = ruleset.views.action(encounter, command, viewerOf(combat));
  return { command, cost, whyNot: ruleset.whyNot(encounter, command), ...(foreseen && { foreseen }) };
}
