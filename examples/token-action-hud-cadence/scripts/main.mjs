import { actionHandlerOf } from './action-handler.mjs';
import { defaultLayout } from './groups.mjs';
import { rollHandlerOf } from './roll-handler.mjs';

const ID = 'token-action-hud-cadence';
const REQUIRED_CORE_MODULE_VERSION = '2.1';

/** Token Action HUD Core passes its classes in this hook, and takes ours from the module's `api`. */
Hooks.once('tokenActionHudCoreApiReady', ({ api: core }) => {
  const ActionHandler = actionHandlerOf(core);
  const RollHandler = rollHandlerOf(core);
  const SystemManager = class CadenceSystemManager extends core.SystemManager {
    getActionHandler() {
      return new ActionHandler();
    }

    getAvailableRollHandlers() {
      return { core: game.i18n.localize('TAH_CADENCE.rollHandler') };
    }

    getRollHandler() {
      return new RollHandler();
    }

    async registerDefaults() {
      return defaultLayout();
    }
  };
  const module = game.modules.get(ID);
  module.api = { requiredCoreModuleVersion: REQUIRED_CORE_MODULE_VERSION, SystemManager };
  Hooks.callAll('tokenActionHudSystemReady', module);
});

/** Prices, reasons and odds depend on the whole fight and on the user's targets. HUD core only follows the documents. */
const update = foundry.utils.debounce(() => Hooks.callAll('forceUpdateTokenActionHud'), 50);
for (const hook of ['cadence.step', 'cadence.rules']) Hooks.on(hook, update);
Hooks.on('targetToken', (user) => {
  if (user === game.user) update();
});
