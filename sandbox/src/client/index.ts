/** Entry of the bundle for a client without a window. */
export { initialize as initializeTemplates } from './applications/handlebars';
export { CONFIG } from './config';
export { game } from './game';
export { Hooks } from './hooks';
export { i18n } from './i18n';
export { installGlobals } from './namespace';
export { initializeDocuments, localizeModels, prepareGame } from './setup';
