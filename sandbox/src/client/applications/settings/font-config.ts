import { NotInSandbox } from '../../../shared/not-in-sandbox';
import { CONFIG } from '../../config';
import { ApplicationV2 } from '../api/application';

/** A font of `CONFIG.fontDefinitions` or of the setting `core.fonts`. T14: client/config.d.mts */
interface FontDefinition {
  readonly editor?: boolean;
  readonly fonts?: readonly { readonly urls: readonly string[]; readonly weight?: number; readonly style?: string }[];
}

/** Modules ask it for fonts; its window is missing. T13: client/applications/settings/menus/font-config.d.mts */
export class FontConfig extends ApplicationV2 {
  static FONT_TYPES = Object.freeze({ FILE: 'file', SYSTEM: 'system' });

  static getAvailableFonts(): string[] {
    return Object.keys({ ...CONFIG.fontDefinitions, ...(game.settings.get('core', 'fonts') as object) });
  }

  static getAvailableFontChoices(): Record<string, string> {
    return Object.fromEntries(FontConfig.getAvailableFonts().map((family) => [family, family]));
  }

  /** @returns whether the font can be used now */
  static async loadFont(family: string, { fonts = [] }: FontDefinition = {}): Promise<boolean> {
    const faces = fonts.map(
      ({ urls, weight = 400, style = 'normal' }) =>
        new FontFace(family, urls.map((url) => `url("${url}")`).join(', '), { weight: String(weight), style }),
    );
    const loaded = await Promise.all(faces.map((face) => face.load())).catch(() => null);
    for (const face of loaded ?? []) document.fonts.add(face);
    return loaded !== null && document.fonts.check(`1rem "${family}"`);
  }

  override render(): never {
    throw new NotInSandbox('foundry.applications.settings.menus.FontConfig');
  }
}
