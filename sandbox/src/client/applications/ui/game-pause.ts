import type { Part } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';
import { InterfacePart } from './interface-part';

/** T13: client/applications/ui/game-pause.d.mts */
export class GamePause extends InterfacePart {
  static override DEFAULT_OPTIONS: GivenOptions = { id: 'pause', tag: 'figure' };
  static override PARTS: Record<string, Part> = { pause: { template: 'templates/ui/pause.hbs' } };

  override async _prepareContext(_options: RenderOptions): Promise<RenderContext> {
    return { paused: !!game.paused };
  }

  override async _onRender(context: RenderContext, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.element.classList.toggle('paused', context['paused'] === true);
    this.element.toggleAttribute('hidden', !context['paused']);
    if (options.isFirstRender) Hooks.on('pauseGame', () => this.render());
  }
}
