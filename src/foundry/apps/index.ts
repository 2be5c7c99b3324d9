export { actNamed } from './actions/named-action';
export { watchThings } from './actions/take-up';
export { extendCardMenu, refreshCard } from './chat/card';
export { registerSettingsMenus } from './settings/settings-menu';
export { CadenceActorSheet } from './sheets/actor-sheet';
export { CadenceItemSheet } from './sheets/item-sheet';
export { bringIn, CadenceTracker } from './tracker/tracker';
export { PARTIALS } from './ui/templates';
export { watchFights } from './watch';
