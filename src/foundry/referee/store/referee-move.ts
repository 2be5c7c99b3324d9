/**
 * Options of the referee's moves. The rules have checked the path; Foundry would limit API moves by walls and costs again.
 * Source: dnd5e, data/region-behavior/rotate-area.mjs; API v14: TokenDocument#move.
 */
export const REFEREE_MOVE = {
  method: 'api',
  autoRotate: false,
  showRuler: false,
  constrainOptions: { ignoreWalls: true, ignoreCost: true },
} as const;
