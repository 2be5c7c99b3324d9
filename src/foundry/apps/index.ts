export { CadenceActorSheet } from './actor-sheet';
export { extendCardMenu, refreshCard } from './card';
export { CadenceItemSheet } from './item-sheet';
export { actNamed } from './named-action';
export { registerSettingsMenus } from './settings-menu';
export { watchThings } from './take-up';
export { PARTIALS } from './templates';
export { bringIn, CadenceTracker } from './tracker';
export { watchFights } from './watch';
