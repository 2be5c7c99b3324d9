/**
 * How the referee moves tokens. The rules have let the way through, and Foundry would hold moves by the api to walls and costs too.
 * Source: dnd5e, data/region-behavior/rotate-area.mjs; API v14: TokenDocument#move.
 */
export const REFEREE_MOVE = {
  method: 'api',
  autoRotate: false,
  showRuler: false,
  constrainOptions: { ignoreWalls: true, ignoreCost: true },
} as const;
