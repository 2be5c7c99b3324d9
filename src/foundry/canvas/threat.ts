import type { Command } from '../../encounter/command';
import type { Encounter, FighterId } from '../../encounter/state';
import { maskHiddenPools } from '../../encounter/visibility';
import { defined } from '../../kernel/defined';
import { isRunning } from '../host/exchange-document';
import { positionOf } from '../host/movement';
import { combatantOf, spaceAt, spotOf } from '../host/reader';
import { memoizeForFight } from '../host/store';
import { idOf } from '../platform/documents';
import { isThreatShown } from '../platform/hidden-settings';
import { foePoolVisibility } from '../platform/world-settings';
import { type Fight, fightOf, isShown } from '../views/fight';
import { type Corner, clearHighlight, highlightSpaces } from './highlights';

/** Of everybody, around the token the mouse rests on, and of foes while one is dragged: all of them, and whom its way provokes. */
const ALL = 'cadence-threats';
const HOVER = 'cadence-threat';
const WAY = 'cadence-way';
const PROVOKED = 'cadence-provoked';

/** Whose area it is tells the color; whom a way provokes, the strength, and the ruler in words. */
const OWN = 0x7fb7e6;
const FOE = 0xe08a76;
const FAINT = 0.16;
const STRONG = 0.42;

/** No arm reaches farther. Spaces. */
const FARTHEST = 30;

/** A larger token is lit nowhere: players can write any size, and its spaces are looked at one by one. Spaces. */
const LARGEST = 20;

/** Lights up what a fighter threatens while the mouse rests on its token. */
function watchThreats(): void {
  Hooks.on('hoverToken', (token, isOver) => {
    clearHighlight(HOVER);
    if (isOver) showThreat(token);
  });
}

function showThreat({ document: token }: Token.Implementation): void {
  const combatant = token.actor && combatantOf(token.actor);
  if (!combatant || combatant.tokenId !== token.id || !isInSight(combatant)) return;
  const fight = fightOf(combatant.combat);
  if (fight)
    highlightSpaces(HOVER, areaOf(fight, combatant), { color: colorOf(fight, idOf(combatant)), alpha: STRONG / 2 });
}

/**
 * Lights up all the time what is threatened, where the user has switched that on: for players what foes threaten, for the game master
 * what either side does.
 */
export function showThreats(): void {
  clearHighlight(ALL);
  if (!canvas?.ready || !isThreatShown()) return;
  for (const combat of game.combats?.contents ?? []) {
    const fight = isRunning(combat) ? fightOf(combat) : null;
    if (fight) lightThreats(fight, combat);
  }
}

function lightThreats(fight: Fight, combat: Combat.Implementation): void {
  for (const color of [OWN, FOE]) {
    if (color === OWN && !fight.viewer.gm) continue;
    const threatening = [...combat.combatants].filter(
      (combatant) =>
        fight.encounter.fighters[combatant.id ?? ''] &&
        isInSight(combatant) &&
        colorOf(fight, idOf(combatant)) === color,
    );
    // Where two threaten the same space it is lit once.
    const corners = threatening.flatMap((combatant) => areaOf(fight, combatant));
    highlightSpaces(ALL, new Map(corners.map((corner) => [`${corner.x} ${corner.y}`, corner])).values(), {
      color,
      alpha: FAINT,
    });
  }
}

/** By which way the map is lit now: whose ruler it is of, in which fight, and whom it provokes. */
let lit: { readonly tokenId: string | null; readonly encounter: Encounter; provoked: string } | null = null;

/** Whom a drag would provoke, of those the user may know of; nothing has moved yet. */
export function findProvoked(
  { combat }: Combatant.Implementation,
  command: Command,
): readonly Combatant.Implementation[] {
  const fight = fightOf(combat);
  if (!fight) return [];
  const encounter = maskHiddenPools(fight.encounter, fight.viewer, foePoolVisibility());
  const ids = fight.adapter.ruleset.threat.provokedBy(encounter, command);
  return ids.flatMap((id) => combat?.combatants.get(id) ?? []).filter(isInSight);
}

/** Lights up the areas of all foes in sight under the way of a drag, strongly those of whom it provokes. */
export function showPathThreats(mover: Combatant.Implementation, provoked: readonly Combatant.Implementation[]): void {
  const fight = fightOf(mover.combat);
  if (!fight) return;
  const { encounter } = fight;
  if (lit?.tokenId !== mover.tokenId || lit.encounter !== encounter) {
    hidePathThreats(lit?.tokenId ?? null);
    clearHighlight(HOVER);
    lit = { tokenId: mover.tokenId, encounter, provoked: '' };
    lightFoes(fight, mover);
  }
  // The mouse moves on, and most moves provoke nobody else.
  const ids = provoked.map(({ id }) => id).join(' ');
  if (lit.provoked === ids) return;
  lit.provoked = ids;
  clearHighlight(PROVOKED);
  for (const foe of provoked) {
    highlightSpaces(PROVOKED, areaOf(fight, foe), { color: FOE, alpha: STRONG });
    if (foe.token) highlightSpaces(PROVOKED, cornersOf(foe.token), { color: FOE, alpha: STRONG });
  }
}

function lightFoes(fight: Fight, mover: Combatant.Implementation): void {
  const { fighters } = fight.encounter;
  const side = fighters[mover.id ?? '']?.side;
  for (const foe of mover.combat?.combatants ?? [])
    if (fighters[foe.id ?? '']?.side !== side && isInSight(foe))
      highlightSpaces(WAY, areaOf(fight, foe), { color: FOE, alpha: FAINT });
}

/** @param tokenId whose ruler is cleared; what another's shows stays */
export function hidePathThreats(tokenId: string | null): void {
  if (tokenId === null || tokenId !== lit?.tokenId) return;
  lit = null;
  clearHighlight(WAY);
  clearHighlight(PROVOKED);
}

/** Whether the user may know of a fighter and sees its token: a hidden foe threatens unseen. */
const isInSight = (combatant: Combatant.Implementation): boolean =>
  isShown(combatant) && combatant.token?.object?.isVisible === true;

const colorOf = ({ encounter, viewer }: Fight, id: FighterId): number => {
  const sideOf = (fighter: FighterId) => encounter.fighters[fighter]?.side;
  const own = viewer.gm ? ['heroes'] : viewer.owns.map(sideOf);
  return own.includes(sideOf(id)) ? OWN : FOE;
};

/** The spaces a fighter threatens on the scene that is looked at. A fight is in metres: it is the same on a grid of other pixels. */
const areaOf = (fight: Fight, combatant: Combatant.Implementation): readonly Corner[] =>
  memoizeForFight(fight, `threat ${combatant.id} ${canvas?.scene?.id} ${canvas?.grid?.size}`, () =>
    ringsOf(fight, combatant),
  );

/** The same, looked for ring by ring around its token as far as there are any. */
function ringsOf({ adapter, encounter }: Fight, combatant: Combatant.Implementation): Corner[] {
  const { token } = combatant;
  const { grid, scene } = canvas;
  if (!token || !grid || !scene || token.parent !== scene || grid.isGridless) return [];
  const { width, height } = positionOf(token);
  if (!(Math.max(width, height) <= LARGEST)) return [];
  // Where it is, not where it is seen while it walks.
  const occupied = token.getOccupiedGridSpaceOffsets(positionOf(token));
  const [rows, columns] = [occupied.map(({ i }) => i), occupied.map(({ j }) => j)];
  const box = {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
  const { elevation = 0 } = spotOf(token);
  const isThreatened = (offset: { i: number; j: number }): boolean => {
    const place = spaceAt(scene, grid.getCenterPoint(offset), elevation);
    return adapter.ruleset.threat.reaches(encounter, idOf(combatant), place);
  };
  const area: Corner[] = [];
  for (let far = 1; far <= FARTHEST; far++) {
    const ring = ringAround(box, far).filter(isThreatened);
    if (ring.length === 0) break;
    area.push(...ring.map((offset) => grid.getTopLeftPoint(offset)));
  }
  return area;
}

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The spaces of a rectangle's border, so many spaces out. */
function ringAround({ top, bottom, left, right }: Box, far: number): { i: number; j: number }[] {
  const ring: { i: number; j: number }[] = [];
  for (let j = left - far; j <= right + far; j++) ring.push({ i: top - far, j }, { i: bottom + far, j });
  for (let i = top - far + 1; i < bottom + far; i++) ring.push({ i, j: left - far }, { i, j: right + far });
  return ring;
}

const cornersOf = (token: TokenDocument.Implementation): Corner[] =>
  token.getOccupiedGridSpaceOffsets().map((offset) => defined(canvas.grid, 'a grid').getTopLeftPoint(offset));

export const THREATS = { ready: watchThreats };
