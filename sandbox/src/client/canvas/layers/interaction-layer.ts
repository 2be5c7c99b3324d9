import * as PIXI from 'pixi.js';

/**
 * A layer that packages add to `CONFIG.Canvas.layers`; it is drawn with each scene.
 * T13: client/canvas/layers/base/{canvas-layer,interaction-layer}.d.mts
 */
export class InteractionLayer extends PIXI.Container {
  static get layerOptions(): object {
    return { name: '', baseClass: InteractionLayer };
  }

  active = false;
  options: object = (this.constructor as typeof InteractionLayer).layerOptions;

  async draw(options: object = {}): Promise<this> {
    await this.tearDown();
    await this._draw(options);
    Hooks.callAll(`draw${this.hookName}`, this);
    return this;
  }

  async tearDown(options: object = {}): Promise<this> {
    await this._tearDown(options);
    Hooks.callAll(`tearDown${this.hookName}`, this);
    return this;
  }

  get hookName(): string {
    return this.constructor.name;
  }

  activate(_options: object = {}): this {
    this.active = true;
    return this;
  }

  deactivate(): this {
    this.active = false;
    return this;
  }

  async _draw(_options: object): Promise<void> {}

  async _tearDown(_options: object): Promise<void> {
    for (const child of this.removeChildren()) child.destroy({ children: true });
  }
}
