import { TextStyle } from 'pixi.js';
import { closed, unsupportedClass } from '../../shared/not-in-sandbox';
import { CanvasEdges } from '../geometry/canvas-edges';
import { Edge } from '../geometry/edge';
import { Ray } from '../geometry/ray';
import { ClockwiseSweepPolygon, PolygonVertex } from '../geometry/sweep';
import { Canvas } from './canvas';
import { defaultCanvasConfig } from './colors';
import { CanvasAnimation, PlaceableObject, PreciseText } from './containers';
import { sceneDimensions } from './dimensions';
import { ControlsLayer } from './layers/controls';
import { InteractionLayer } from './layers/interaction-layer';
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

/** `CONFIG.canvasTextStyle`: texts on the map. T14: client/config.d.mts */
export const canvasTextStyle = new TextStyle({
  fontFamily: 'Signika',
  fontSize: 36,
  fill: '#FFFFFF',
  stroke: '#111111',
  strokeThickness: 1,
  dropShadow: true,
  dropShadowColor: '#000000',
  dropShadowBlur: 2,
  dropShadowAngle: 0,
  dropShadowDistance: 0,
  align: 'center',
  wordWrap: false,
  padding: 1,
});

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
  animation: closed('foundry.canvas.animation', { CanvasAnimation }),
  containers: closed('foundry.canvas.containers', {
    PreciseText,
    SpriteMesh: unsupportedClass('foundry.canvas.containers.SpriteMesh'),
  }),
  geometry: closed('foundry.canvas.geometry', {
    ClockwiseSweepPolygon,
    Ray,
    edges: closed('foundry.canvas.geometry.edges', { CanvasEdges, Edge, PolygonVertex }),
  }),
  layers: closed('foundry.canvas.layers', { ControlsLayer, InteractionLayer, RegionLayer, TokenLayer, WallsLayer }),
  perception,
  rendering,
  placeables: closed('foundry.canvas.placeables', {
    Drawing: unsupportedClass('foundry.canvas.placeables.Drawing'),
    MeasuredTemplate: unsupportedClass('foundry.canvas.placeables.MeasuredTemplate'),
    PlaceableObject,
    Region: unsupportedClass('foundry.canvas.placeables.Region'),
    Tile: unsupportedClass('foundry.canvas.placeables.Tile'),
    Token,
    tokens: closed('foundry.canvas.placeables.tokens', { BaseTokenRuler, TokenRuler, TokenTurnMarker, UserTargets }),
  }),
});
