import { GRID_TYPES } from '../../shared/constants';
import { closed } from '../../shared/not-in-sandbox';
import { BaseGrid } from './base';
import { GridlessGrid } from './gridless';
import { HexagonalGrid } from './hexagonal';
import { SquareGrid } from './square';
import type { GridConfig } from './types';

export { BaseGrid, GridlessGrid, HexagonalGrid, SquareGrid };

/** Creates the grid for a scene's `grid` data (T13: CONST.GRID_TYPES). */
export function createGrid({ type, ...config }: GridConfig & { type: number }): BaseGrid {
  switch (type) {
    case GRID_TYPES.GRIDLESS:
      return new GridlessGrid(config);
    case GRID_TYPES.SQUARE:
      return new SquareGrid(config);
    default: {
      const columns = type === GRID_TYPES.HEXODDQ || type === GRID_TYPES.HEXEVENQ;
      const even = type === GRID_TYPES.HEXEVENR || type === GRID_TYPES.HEXEVENQ;
      return new HexagonalGrid({ ...config, columns, even });
    }
  }
}

export const gridNamespace = closed('foundry.grid', { BaseGrid, GridlessGrid, HexagonalGrid, SquareGrid });
