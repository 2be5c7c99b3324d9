import { closed, NotInSandbox } from '../../shared/not-in-sandbox';

/**
 * V1 applications, which v14 still has. Packages can extend and wrap them; none can be opened.
 * T14: client/appv1/api/application-v1.d.mts, form-application-v1.d.mts
 */
export class Application {
  static get defaultOptions(): object {
    return { classes: [], template: null };
  }

  constructor() {
    throw new NotInSandbox('foundry.appv1.api.Application');
  }

  render(): this {
    throw new NotInSandbox('foundry.appv1.api.Application.render');
  }

  async _render(): Promise<void> {
    throw new NotInSandbox('foundry.appv1.api.Application._render');
  }

  async close(): Promise<void> {
    throw new NotInSandbox('foundry.appv1.api.Application.close');
  }
}

export class FormApplication extends Application {}
class DocumentSheet extends FormApplication {}
class Dialog extends Application {}

/** T14: client/appv1/_module.d.mts */
export const appv1 = closed('foundry.appv1', {
  api: closed('foundry.appv1.api', { Application, Dialog, DocumentSheet, FormApplication }),
  sheets: closed('foundry.appv1.sheets', {
    ActorSheet: class ActorSheet extends DocumentSheet {},
    ItemSheet: class ItemSheet extends DocumentSheet {},
    JournalSheet: class JournalSheet extends DocumentSheet {},
    JournalPageSheet: class JournalPageSheet extends DocumentSheet {},
    JournalTextPageSheet: class JournalTextPageSheet extends DocumentSheet {},
  }),
});
