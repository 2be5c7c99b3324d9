import { templatePart } from '../apps/ui/templates';
import { type Context, HandlebarsWindow, type RenderOptions } from '../apps/ui/window-bases';
import { notify } from '../platform/notice';
import { SYSTEM_ID } from '../platform/settings';
import { text } from '../platform/text';
import { reportText } from './report';

/** Copies the report when opened. The window appears only if the clipboard refuses, with the text to copy manually. */
class ReportWindow extends HandlebarsWindow {
  static override DEFAULT_OPTIONS = {
    id: `${SYSTEM_ID}-report`,
    classes: ['cadence', 'cadence-report'],
    position: { width: 520, height: 'auto' },
    window: {
      title: 'CADENCE.SelfTest.Report.title',
      icon: 'fa-solid fa-clipboard-list',
      contentClasses: ['standard-form'],
    },
  };

  static override PARTS = { report: templatePart('self-test/report-window') };

  override async render(...args: never[]): Promise<this> {
    if (!(await isCopied(reportText()))) return super.render(...args);
    notify('info', text('CADENCE.SelfTest.Report.copied'));
    return this;
  }

  protected override async _prepareContext(options: RenderOptions): Promise<Context> {
    const context = await super._prepareContext(options);
    return Object.assign(context, { report: reportText() });
  }

  protected override async _onRender(context: Context, options: RenderOptions): Promise<void> {
    await super._onRender(context, options);
    this.element.querySelector('textarea')?.select();
  }
}

/** Uses Foundry's helper for browser differences. API: ClipboardHelper#copyPlainText */
async function isCopied(report: string): Promise<boolean> {
  try {
    await game.clipboard.copyPlainText(report);
    return true;
  } catch {
    return false;
  }
}

function registerReport(): void {
  const menus: { registerMenu(ns: string, key: string, menu: object): void } = game.settings;
  menus.registerMenu(SYSTEM_ID, 'report', {
    name: 'CADENCE.SelfTest.Report.name',
    label: 'CADENCE.SelfTest.Report.label',
    hint: 'CADENCE.SelfTest.Report.hint',
    icon: 'fa-solid fa-clipboard-list',
    type: ReportWindow,
    restricted: false,
  });
}

export const REPORT = { init: registerReport };
