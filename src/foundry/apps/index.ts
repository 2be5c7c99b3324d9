export { CadenceActorSheet } from './actor-sheet';
export { refreshPrompt } from './ask-prompt';
export { confirmReasons } from './confirm';
export { CadenceItemSheet } from './item-sheet';
export { registerSettingsMenus } from './settings-menu';
export { PARTIALS } from './templates';
export { CadenceTracker } from './tracker';
export { watchFights } from './watch';
