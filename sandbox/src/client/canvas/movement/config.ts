import type { TokenDocument } from '../../documents/token';
import type { Offset } from '../../grid/types';
import type { StepSegment } from './path';
/** T13: client/config.d.mts TokenMovementActionCostFunction */
export type ActionCost = (cost: number, from: Offset, to: Offset, distance: number, segment: StepSegment) => number;

/** T13: client/config.d.mts MovementActionConfig. */
export interface MovementAction {
  label: string;
  icon: string;
  order: number;
  teleport: boolean;
  measure: boolean;
  walls: string | null;
  visualize: boolean;
  canSelect: (token: TokenDocument) => boolean;
  deriveTerrainDifficulty: ((difficulties: Record<string, number>) => number) | null;
  getAnimationOptions: (token: TokenDocument) => object;
  getCostFunction: (token: TokenDocument, options: object) => ActionCost;
}

export interface MovementConfig {
  defaultAction: string;
  defaultSpeed: number;
  costAggregator: ((results: { from: Offset; to: Offset; cost: number }[], distance: number) => number) | null;
  TerrainData?: unknown;
  actions: Record<string, MovementAction>;
}

const action = (id: string, icon: string, order: number, change: Partial<MovementAction> = {}): MovementAction => ({
  label: `TOKEN.MOVEMENT.ACTIONS.${id}.label`,
  icon: `fa-solid fa-${icon}`,
  order,
  teleport: false,
  measure: true,
  walls: 'move',
  visualize: true,
  canSelect: () => true,
  deriveTerrainDifficulty: null,
  getAnimationOptions: () => ({}),
  getCostFunction: () => (cost) => cost,
  ...change,
});

const doubled: Partial<MovementAction> = { getCostFunction: () => (cost) => cost * 2 };

/**
 * Returns `CONFIG.Token.movement` with Foundry's actions. T14: client/config.d.mts (Token.movement); foundry-api 11.
 */
export function defaultMovementConfig(): MovementConfig {
  const actions: Record<string, MovementAction> = {
    walk: action('walk', 'person-walking', 0),
    fly: action('fly', 'person-fairy', 1),
    swim: action('swim', 'person-swimming', 2, doubled),
    burrow: action('burrow', 'person-digging', 3),
    crawl: action('crawl', 'person-praying', 4, doubled),
    climb: action('climb', 'person-through-window', 5, doubled),
    jump: action('jump', 'person-running-fast', 6, doubled),
    blink: action('blink', 'person-from-portal', 7, { teleport: true }),
    displace: action('displace', 'transporter-1', 8, {
      teleport: true,
      measure: false,
      walls: null,
      visualize: false,
      canSelect: () => false,
      getCostFunction: () => () => 0,
    }),
  };
  return {
    defaultAction: 'walk',
    defaultSpeed: 6,
    costAggregator: null,
    actions,
  };
}
