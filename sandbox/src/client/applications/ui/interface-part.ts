import { ApplicationV2 } from '../api/application';
import { HandlebarsApplicationMixin } from '../api/handlebars-application';
import type { GivenOptions } from '../api/options';

/** A part of the interface without a frame, in a fixed element of the page. */
export class InterfacePart extends HandlebarsApplicationMixin(ApplicationV2) {
  static override DEFAULT_OPTIONS: GivenOptions = { window: { frame: false, positioned: false } };
  static PLACE = 'interface';

  override _insertElement(element: HTMLElement): void {
    const existing = document.getElementById(element.id);
    if (existing) existing.replaceWith(element);
    else document.getElementById((this.constructor as typeof InterfacePart).PLACE)!.append(element);
  }
}
