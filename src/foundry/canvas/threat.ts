import type { Command } from '../../encounter/command';
import { areFoes, sideOf } from '../../encounter/sides';
import type { Encounter, FighterId } from '../../encounter/state';
import { maskHiddenPools } from '../../encounter/visibility';
import { defined } from '../../kernel/defined';
import { isRunning } from '../host/exchange-document';
import { positionOf } from '../host/movement';
import { combatantOf, placeOf, spaceAt } from '../host/reader';
import { memoizeForFight } from '../host/store';
import { idOf } from '../platform/documents';
import { isThreatShown } from '../platform/hidden-settings';
import { foePoolVisibility } from '../platform/world-settings';
import { fightOf, isShown, type LoadedEncounter } from '../views/fight';
import { type Corner, clearHighlight, highlightSpaces } from './highlights';
import { type GridCell, spacesAround } from './spaces';

/** Layers: all threatened spaces; those around the hovered token; those of foes along a dragged path; those of the foes it provokes. */
const ALL = 'cadence-threats';
const HOVER = 'cadence-threat';
const WAY = 'cadence-way';
const PROVOKED = 'cadence-provoked';

/** The color tells the side, the alpha who is provoked; the ruler also names them. */
const OWN = 0x7fb7e6;
const FOE = 0xe08a76;
const THIRD = 0xd9b84a;
const FAINT = 0.16;
const STRONG = 0.42;

/** Larger tokens are not highlighted, in spaces: players can set any size, and each space is checked. */
const LARGEST = 20;

function watchThreats(): void {
  Hooks.on('hoverToken', (token, isOver) => {
    clearHighlight(HOVER);
    if (isOver) showThreat(token);
  });
}

function showThreat({ document: token }: Token.Implementation): void {
  const combatant = token.actor && combatantOf(token.actor);
  if (!combatant || combatant.token !== token || !isInSight(combatant)) return;
  const fight = fightOf(combatant.combat);
  if (fight)
    highlightSpaces(HOVER, areaOf(fight, combatant), { color: colorOf(fight, idOf(combatant)), alpha: STRONG / 2 });
}

/** Highlights all threatened spaces, if the user has enabled that: for players those of foes, for the GM those of both sides. */
export function showThreats(): void {
  clearHighlight(ALL);
  if (!canvas?.ready || !isThreatShown()) return;
  for (const combat of game.combats?.contents ?? []) {
    const fight = isRunning(combat) ? fightOf(combat) : null;
    if (fight) highlightThreats(fight, combat);
  }
}

function highlightThreats(fight: LoadedEncounter, combat: Combat.Implementation): void {
  for (const color of [OWN, FOE, THIRD]) {
    if (color === OWN && !fight.viewer.gm) continue;
    const threatening = [...combat.combatants].filter(
      (combatant) =>
        fight.encounter.fighters[combatant.id ?? ''] &&
        isInSight(combatant) &&
        colorOf(fight, idOf(combatant)) === color,
    );
    const corners = threatening.flatMap((combatant) => areaOf(fight, combatant));
    highlightSpaces(ALL, new Map(corners.map((corner) => [`${corner.x} ${corner.y}`, corner])).values(), {
      color,
      alpha: FAINT,
    });
  }
}

/** The path whose threats are highlighted: layers of the map belong to no window. */
let pathHighlight: { readonly tokenId: string | null; readonly encounter: Encounter; provoked: string } | null = null;

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

export function showPathThreats(mover: Combatant.Implementation, provoked: readonly Combatant.Implementation[]): void {
  const fight = fightOf(mover.combat);
  if (!fight) return;
  const { encounter } = fight;
  if (pathHighlight?.tokenId !== mover.tokenId || pathHighlight.encounter !== encounter) {
    hidePathThreats(pathHighlight?.tokenId ?? null);
    clearHighlight(HOVER);
    pathHighlight = { tokenId: mover.tokenId, encounter, provoked: '' };
    highlightFoes(fight, mover);
  }
  const ids = provoked.map(({ id }) => id).join(' ');
  if (pathHighlight.provoked === ids) return;
  pathHighlight.provoked = ids;
  clearHighlight(PROVOKED);
  for (const foe of provoked) {
    highlightSpaces(PROVOKED, areaOf(fight, foe), { color: FOE, alpha: STRONG });
    if (foe.token) highlightSpaces(PROVOKED, cornersOf(foe.token), { color: FOE, alpha: STRONG });
  }
}

function highlightFoes(fight: LoadedEncounter, mover: Combatant.Implementation): void {
  const { fighters } = fight.encounter;
  const walker = fighters[mover.id ?? ''];
  for (const foe of mover.combat?.combatants ?? []) {
    const other = fighters[foe.id ?? ''];
    if (walker && other && areFoes(walker, other) && isInSight(foe))
      highlightSpaces(WAY, areaOf(fight, foe), { color: FOE, alpha: FAINT });
  }
}

/**
 * Clears the highlights of a token's path.
 * @param tokenId the token whose ruler is cleared; highlights of another token stay
 */
export function hidePathThreats(tokenId: string | null): void {
  if (tokenId === null || tokenId !== pathHighlight?.tokenId) return;
  pathHighlight = null;
  clearHighlight(WAY);
  clearHighlight(PROVOKED);
}

const isInSight = (combatant: Combatant.Implementation): boolean =>
  isShown(combatant) && combatant.token?.object?.isVisible === true;

const colorOf = ({ encounter, viewer }: LoadedEncounter, id: FighterId): number => {
  const sideIn = (fighter: FighterId): string => sideOf(encounter.fighters[fighter] ?? { side: 'foes' });
  const own = viewer.gm ? ['heroes'] : viewer.owns.map(sideIn);
  const side = sideIn(id);
  return own.includes(side) ? OWN : side === 'third' ? THIRD : FOE;
};

/** The threatened spaces on the viewed scene. The fight is in meters, so the key includes the size of the grid. */
const areaOf = (fight: LoadedEncounter, combatant: Combatant.Implementation): readonly Corner[] =>
  memoizeForFight(fight, `threat ${combatant.id} ${canvas?.scene?.id} ${canvas?.grid?.size}`, () =>
    ringsOf(fight, combatant),
  );

function ringsOf({ adapter, encounter }: LoadedEncounter, combatant: Combatant.Implementation): Corner[] {
  const { token } = combatant;
  const { grid, scene } = canvas;
  if (!token || !grid || !scene || token.parent !== scene || grid.isGridless) return [];
  const { width, height } = positionOf(token);
  if (!(Math.max(width, height) <= LARGEST)) return [];
  // The actual position, not the animated one. Without a level, walls cut off no spaces.
  const occupied = token.getOccupiedGridSpaceOffsets({ ...positionOf(token), level: null } as never);
  const at = placeOf(token);
  const isThreatened = (offset: GridCell): boolean =>
    !occupied.some(({ i, j }) => i === offset.i && j === offset.j) &&
    adapter.ruleset.threat.reaches(encounter, idOf(combatant), spaceAt(scene, grid.getCenterPoint(offset), at));
  return spacesAround(occupied, isThreatened).map((offset) => grid.getTopLeftPoint(offset));
}

const cornersOf = (token: TokenDocument.Implementation): Corner[] =>
  token.getOccupiedGridSpaceOffsets().map((offset) => defined(canvas.grid, 'a grid').getTopLeftPoint(offset));

export const THREATS = { ready: watchThreats };
