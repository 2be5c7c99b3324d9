import { NotInSandbox } from '../../../../shared/not-in-sandbox';

/** T13: client/canvas/placeables/tokens/base-ruler.d.mts. */
export abstract class BaseTokenRuler {
  #token: any;
  #visible = false;

  constructor(token: any) {
    this.#token = token;
  }

  get token(): any {
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

  /** A hidden token's way is not shown to players. */
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

  refresh(_rulerData: any): void {
    throw new NotInSandbox('BaseTokenRuler#refresh');
  }
}
