import { closed, unsupportedClass } from '../../shared/not-in-sandbox';
import { CanvasEdges } from '../geometry/canvas-edges';
import { Edge } from '../geometry/edge';
import { ClockwiseSweepPolygon, PolygonVertex } from '../geometry/sweep';
import { Canvas } from './canvas';
import { defaultCanvasConfig } from './colors';
import { sceneDimensions } from './dimensions';
import { ControlsLayer } from './layers/controls';
import { RegionLayer } from './layers/region-layer';
import { TokenLayer } from './layers/token-layer';
import { WallsLayer } from './layers/walls-layer';
import { defaultMovementConfig } from './movement/config';
import { defaultPerceptionConfig, perception, rendering } from './perception';
import { Token } from './placeables/token';
import { BaseTokenRuler } from './placeables/tokens/base-ruler';
import { TokenRuler } from './placeables/tokens/ruler';
import { UserTargets } from './placeables/tokens/targets';
import { TokenTurnMarker } from './placeables/tokens/turn-marker';

export * as PIXI from 'pixi.js';
export {
  Canvas,
  defaultCanvasConfig,
  defaultMovementConfig,
  defaultPerceptionConfig,
  sceneDimensions,
  Token,
  TokenRuler,
  UserTargets,
};

/** `foundry.canvas`. */
export const canvasNamespace = closed('foundry.canvas', {
  Canvas,
  geometry: closed('foundry.canvas.geometry', {
    ClockwiseSweepPolygon,
    edges: closed('foundry.canvas.geometry.edges', { CanvasEdges, Edge, PolygonVertex }),
  }),
  layers: closed('foundry.canvas.layers', { TokenLayer, RegionLayer, WallsLayer, ControlsLayer }),
  perception,
  rendering,
  placeables: closed('foundry.canvas.placeables', {
    MeasuredTemplate: unsupportedClass('foundry.canvas.placeables.MeasuredTemplate'),
    Token,
    tokens: closed('foundry.canvas.placeables.tokens', { BaseTokenRuler, TokenRuler, TokenTurnMarker, UserTargets }),
  }),
});
