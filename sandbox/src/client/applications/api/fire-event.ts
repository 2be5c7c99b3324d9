import type { ApplicationV2 } from './application';

export interface EventConfig {
  async?: boolean;
  handlerArgs?: unknown[];
  eventName?: string;
  hookName?: string;
  hookArgs?: unknown[];
  parentClassHooks?: boolean;
}

/** Calls a lifecycle method, then dispatches its event and calls its hooks. T13: ApplicationV2#_doEvent */
export function fireEvent(app: ApplicationV2, handler: (...args: never[]) => unknown, config: EventConfig): unknown {
  const { async = false, handlerArgs = [], eventName, hookName, hookArgs = [], parentClassHooks = true } = config;
  const finish = () => {
    if (eventName) app.dispatchEvent(new Event(eventName, { bubbles: true, cancelable: true }));
    if (!hookName) return;
    for (const cls of (app.constructor as typeof ApplicationV2).inheritanceChain()) {
      if (cls.name) Hooks.callAll(`${hookName}${cls.name}`, app, ...hookArgs);
      if (!parentClassHooks) break;
    }
  };
  const response = handler.apply(app, handlerArgs as never[]);
  if (async && response instanceof Promise) return response.then(finish);
  finish();
  return response;
}
