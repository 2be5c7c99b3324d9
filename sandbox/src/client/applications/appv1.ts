import { NotInSandbox } from '../../shared/not-in-sandbox';

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
