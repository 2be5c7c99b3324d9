import * as PIXI from 'pixi.js';
import { variant } from '../../../../variants';
import { BaseTokenRuler, type RulerData } from './base-ruler';
import { RulerLabels } from './ruler-labels';
import { type RulerWaypoint, rulerPath } from './ruler-path';

interface LabelState {
  hasElevation?: boolean;
  previousElevation?: number;
}

interface Style {
  color?: PIXI.ColorSource;
  alpha?: number;
}

const toNumber = (color: PIXI.ColorSource = 0xffffff) => PIXI.Color.shared.setValue(color).toNumber();
const rounded = (value: number) => (Math.round(value * 100) / 100).toLocaleString(game.i18n.lang);
const signed = (value: number) => `${value < 0 ? '−' : '+'}${rounded(Math.abs(value))}`;

/**
 * Shows the path of a dragged token: highlighted spaces, a line, and a label at each explicit waypoint.
 * T13: client/canvas/placeables/tokens/ruler.d.mts; systems override the template and the protected methods.
 */
export class TokenRuler extends BaseTokenRuler {
  static WAYPOINT_LABEL_TEMPLATE = 'templates/hud/waypoint-label.hbs';

  #path: PIXI.Graphics | null = null;
  #labels: RulerLabels | null = null;

  get #layerName(): string {
    return `TokenRuler.${this.token.id}`;
  }

  override async draw(): Promise<void> {
    this.destroy();
    this.#path = canvas.tokens._rulerPaths.addChild(new PIXI.Graphics());
    this.#labels = new RulerLabels(this.token.id);
    this._onVisibleChange();
  }

  override clear(): void {
    this.#path?.clear();
    this.#labels?.clear();
    canvas.interface.grid.clearHighlightLayer(this.#layerName);
  }

  override destroy(): void {
    if (this.#path && !this.#path.destroyed) this.#path.destroy();
    this.#path = null;
    this.#labels?.destroy();
    this.#labels = null;
    canvas.interface.grid.destroyHighlightLayer(this.#layerName);
  }

  protected override _onVisibleChange(): void {
    if (this.#path) this.#path.visible = this.visible;
    if (this.#labels) this.#labels.visible = this.visible;
  }

  /**
   * @param rulerData T13: TokenRuler.Data { passedWaypoints, pendingWaypoints, plannedMovement: { [userId]: {
   * foundPath } } }
   */
  override refresh({ passedWaypoints = [], pendingWaypoints = [], plannedMovement = {} }: RulerData): void {
    if (!this.#path) return;
    this.clear();
    const { token } = this;
    const own = game.userId;
    const paths = [
      rulerPath(token, passedWaypoints, 'passed', own),
      rulerPath(token, pendingWaypoints, 'pending', own),
      ...Object.entries(plannedMovement).map(([userId, { history = [], foundPath, hidden }]) => {
        // The recorded history is drawn before the planned path. foundryvtt issue 11730.
        const again = history.length > 0 && variant('rulerHistory') === 'joined' ? 1 : 0;
        const planned = foundPath.slice(again).map((waypoint) => ({ ...waypoint, stage: 'planned' as const }));
        const passed = history.map((waypoint) => ({ ...waypoint, stage: 'passed' as const }));
        return rulerPath(token, [...passed, ...planned], 'planned', userId, hidden);
      }),
    ];
    for (const path of paths) {
      this.#highlight(path);
      this.#draw(path);
    }
    const template = (this.constructor as typeof TokenRuler).WAYPOINT_LABEL_TEMPLATE;
    this.#labels?.render(
      template,
      paths.flatMap((path) => this.#contexts(path)),
    );
    canvas.requestRender();
  }

  #contexts(path: RulerWaypoint[]): object[] {
    const state = {};
    return path.map((waypoint) => this._getWaypointLabelContext(waypoint, state)).filter(Boolean) as object[];
  }

  #draw(path: RulerWaypoint[]): void {
    const graphics = this.#path!;
    const { thickness, color: outline } = this._configureOutline();
    const line = { cap: PIXI.LINE_CAP.ROUND, join: PIXI.LINE_JOIN.ROUND };
    // Draw the whole outline first, so that it does not cover the line at joints.
    for (const border of [true, false]) {
      for (const waypoint of path) {
        const { width, color, alpha = 1 } = this._getSegmentStyle(waypoint);
        if (!waypoint.ray || !width) continue;
        const { A, B } = waypoint.ray;
        const shape = border
          ? { width: width + thickness * 2, color: toNumber(outline), alpha: alpha * 0.8 }
          : { width, color: toNumber(color), alpha };
        graphics
          .lineStyle({ ...line, ...shape })
          .moveTo(A.x, A.y)
          .lineTo(B.x, B.y);
      }
    }
    for (const waypoint of path) {
      const { radius, color, alpha = 1 } = this._getWaypointStyle(waypoint);
      if (!radius) continue;
      graphics.lineStyle(thickness, toNumber(outline), alpha).beginFill(toNumber(color), alpha);
      graphics.drawCircle(waypoint.center.x, waypoint.center.y, radius).endFill();
    }
  }

  #highlight(path: RulerWaypoint[]): void {
    const done = new Set<string>();
    for (const waypoint of path) {
      for (const offset of this.token.document.getOccupiedGridSpaceOffsets(waypoint)) {
        const { color, alpha = 1 } = this._getGridHighlightStyle(waypoint, { ...offset, k: 0 });
        const key = `${offset.i},${offset.j}`;
        if (alpha === 0 || done.has(key)) continue;
        done.add(key);
        const { x, y } = canvas.grid!.getTopLeftPoint(offset);
        canvas.interface.grid.highlightPosition(this.#layerName, { x, y, color: toNumber(color), alpha });
      }
    }
  }

  protected _configureOutline(): { thickness: number; color: PIXI.ColorSource } {
    return { thickness: 2 * canvas.dimensions!.uiScale, color: 0x14161a };
  }

  /** @returns the data of the label's template, or undefined for a waypoint without a label */
  protected _getWaypointLabelContext(waypoint: RulerWaypoint, state: LabelState): object | undefined {
    const { previous, next, elevation, measurement, actionConfig, hidden, stage, explicit } = waypoint;
    state.hasElevation ||= elevation !== 0;
    if (!previous || (next && !explicit)) {
      state.previousElevation ??= elevation;
      return undefined;
    }
    const { uiScale } = canvas.dimensions!;
    const { units } = canvas.grid!;
    const last = explicitBefore(waypoint);
    const climbed = elevation - (state.previousElevation ?? 0);
    state.previousElevation = elevation;
    const delta = (key: 'distance' | 'cost') => {
      return last?.previous ? { delta: signed(measurement[key] - last.measurement[key]) } : {};
    };
    return {
      action: actionConfig,
      cssClass: [hidden && 'secret', `${stage}-waypoint`, next ? '' : 'last'].filter(Boolean).join(' '),
      secret: hidden,
      units,
      uiScale,
      position: { x: waypoint.center.x, y: waypoint.center.y + waypoint.size.height / 2 + 16 * uiScale },
      distance: { total: rounded(measurement.distance), ...delta('distance') },
      cost: { total: rounded(measurement.cost), units, ...delta('cost') },
      elevation: {
        total: elevation,
        icon: `fa-solid fa-${climbed > 0 ? 'arrow-up' : climbed < 0 ? 'arrow-down' : 'arrows-up-down'}`,
        hidden: !state.hasElevation,
        ...(climbed ? { delta: signed(climbed) } : {}),
      },
    };
  }

  protected _getWaypointStyle(waypoint: RulerWaypoint): Style & { radius: number } {
    const shown = waypoint.explicit || !waypoint.next || !waypoint.previous;
    return { radius: shown ? 6 * canvas.dimensions!.uiScale : 0, ...this.#userStyle(waypoint) };
  }

  protected _getSegmentStyle(waypoint: RulerWaypoint): Style & { width: number } {
    const seen = waypoint.actionConfig?.visualize !== false;
    return { width: seen ? 4 * canvas.dimensions!.uiScale : 0, ...this.#userStyle(waypoint) };
  }

  protected _getGridHighlightStyle(waypoint: RulerWaypoint, _offset: { i: number; j: number; k: number }): Style {
    return { color: this.#userStyle(waypoint).color, alpha: waypoint.actionConfig?.visualize === false ? 0 : 0.28 };
  }

  #userStyle({ userId }: RulerWaypoint) {
    return { color: String(game.users.get(userId)?.color ?? '#000000'), alpha: 1 };
  }
}

/** Returns the previous explicit waypoint, where the label's segment starts. */
function explicitBefore(waypoint: RulerWaypoint): RulerWaypoint | null {
  let before = waypoint.previous;
  while (before?.previous && !before.explicit) before = before.previous;
  return before;
}
