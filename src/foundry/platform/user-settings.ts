import { storeInBrowser } from './hidden-settings';
import { readSetting } from './settings';

/** When a client throws its own dice without being clicked. */
export const AUTO_THROW = ['own-actions', 'always', 'never'] as const;

type AutoThrow = (typeof AUTO_THROW)[number];

/** Whether the action bar is shown, and how much of it. */
export const BAR_MODES = ['open', 'folded', 'off'] as const;

export type BarMode = (typeof BAR_MODES)[number];

/** Whether the actions of the bar are called by their names, or are icons alone. */
export const BAR_LOOKS = ['words', 'icons'] as const;

/** What each user may switch off of what is seen and heard on the map. */
export const DISPLAY_TOGGLES = ['turnBanner', 'turnSound', 'numbers', 'hits', 'tokenBadges'] as const;

export const autoThrow = (): AutoThrow => readSetting<AutoThrow>('autoThrow');

/** Whether somebody is told on the screen, and by a sound, that it is their turn. */
export const hasTurnBanner = (): boolean => readSetting<boolean>('turnBanner');

export const hasTurnSound = (): boolean => readSetting<boolean>('turnSound');

/** Whether numbers rise from tokens, a ring flashes around whoever is hit, and badges lie on tokens. */
export const hasFloatingNumbers = (): boolean => readSetting<boolean>('numbers');

export const hasHitFlash = (): boolean => readSetting<boolean>('hits');

export const hasTokenBadges = (): boolean => readSetting<boolean>('tokenBadges');

export const barMode = (): BarMode => readSetting<BarMode>('bar');

export const hasWordsInBar = (): boolean => readSetting<(typeof BAR_LOOKS)[number]>('barLook') === 'words';

export const setBarMode = (bar: BarMode): Promise<unknown> => storeInBrowser('bar', bar);
