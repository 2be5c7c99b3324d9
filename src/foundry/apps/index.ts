export { CadenceActorSheet } from './actor-sheet';
export { refreshPrompt } from './ask-prompt';
export { extendCardMenu } from './card';
export { CadenceItemSheet } from './item-sheet';
export { actNamed } from './named-action';
export { registerSettingsMenus } from './settings-menu';
export { confirmReasons, PARTIALS } from './templates';
export { CadenceTracker } from './tracker';
export { watchFights } from './watch';
