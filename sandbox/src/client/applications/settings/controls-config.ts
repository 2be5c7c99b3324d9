import { ApplicationV2 } from '../api/application';
import type { Part } from '../api/handlebars-application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions, RenderContext, RenderOptions } from '../api/options';

type Binding = { key: string; modifiers?: string[] };

const readable = ({ key, modifiers = [] }: Binding) =>
  [...modifiers, key.replace(/^(Key|Digit)/, '').replace('Slash', '/')].join(' + ');

/** A read-only list of the registered keys. T13: sidebar/apps/controls-config.d.mts */
export class ControlsConfig extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: GivenOptions = {
    id: 'controls-config',
    classes: ['controls-config'],
    window: { title: 'SETTINGS.Controls', icon: 'fa-solid fa-gamepad', resizable: true },
    position: { width: 520, height: 520 },
  };
  static override PARTS: Record<string, Part> = {
    main: { template: 'templates/settings/controls.hbs', scrollable: [''] },
  };

  static humanizeBinding(binding: Binding): string {
    return readable(binding);
  }

  override async _prepareContext(options: RenderOptions): Promise<RenderContext> {
    const context = await super._prepareContext(options);
    const bindings = [...(game.keybindings?.actions?.entries() ?? [])].map(([id, action]) => {
      const keys: Binding[] = game.keybindings.bindings?.get(id) ?? [
        ...(action.uneditable ?? []),
        ...(action.editable ?? []),
      ];
      return { id, name: action.name ?? id, hint: action.hint, keys: keys.map(readable) };
    });
    return Object.assign(context, { bindings });
  }
}
