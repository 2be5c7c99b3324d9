import { InterfacePart } from './interface-part';

/** Says that the game is paused. T13: client/applications/ui/game-pause.d.mts */
export class GamePause extends InterfacePart {
  static DEFAULT_OPTIONS: any = { id: 'pause', tag: 'figure' };
  static PARTS = { pause: { template: 'templates/ui/pause.hbs' } };

  async _prepareContext(_options: any): Promise<any> {
    return { paused: !!game.paused };
  }

  async _onRender(context: any, options: any): Promise<void> {
    await super._onRender(context, options);
    this.element.classList.toggle('paused', context.paused);
    this.element.toggleAttribute('hidden', !context.paused);
    if (options.isFirstRender) Hooks.on('pauseGame', () => this.render());
  }
}
