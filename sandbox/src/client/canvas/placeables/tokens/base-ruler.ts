import { NotInSandbox } from '../../../../shared/not-in-sandbox';
import type { MovementWaypoint } from '../../movement/path';
import type { Token } from '../token';

interface PlannedMovement {
  history?: MovementWaypoint[];
  foundPath: MovementWaypoint[];
  unreachableWaypoints?: MovementWaypoint[];
  hidden?: boolean;
  searching?: boolean;
}

/** T13: TokenRuler.Data */
export interface RulerData {
  passedWaypoints?: MovementWaypoint[];
  pendingWaypoints?: MovementWaypoint[];
  /** By user id. */
  plannedMovement?: Record<string, PlannedMovement>;
}

/** T13: client/canvas/placeables/tokens/base-ruler.d.mts. */
export abstract class BaseTokenRuler {
  #token: Token;
  #visible = false;

  constructor(token: Token) {
    this.#token = token;
  }

  get token(): Token {
    return this.#token;
  }

  get visible(): boolean {
    return this.#visible;
  }

  set visible(value: boolean) {
    if (value === this.#visible) return;
    this.#visible = value;
    this._onVisibleChange();
  }

  /** A hidden token's ruler is not shown to players. */
  get isVisible(): boolean {
    return this.#token.isVisible;
  }

  protected _onVisibleChange(): void {
    throw new NotInSandbox('BaseTokenRuler#_onVisibleChange');
  }

  async draw(): Promise<void> {
    throw new NotInSandbox('BaseTokenRuler#draw');
  }

  clear(): void {
    throw new NotInSandbox('BaseTokenRuler#clear');
  }

  destroy(): void {
    throw new NotInSandbox('BaseTokenRuler#destroy');
  }

  refresh(_rulerData: RulerData): void {
    throw new NotInSandbox('BaseTokenRuler#refresh');
  }
}
