import { storeInBrowser } from './hidden-settings';
import { readSetting } from './settings';

export const AUTO_THROW = ['own-actions', 'always', 'never'] as const;

type AutoThrow = (typeof AUTO_THROW)[number];

export const BAR_MODES = ['open', 'folded', 'off'] as const;

type BarMode = (typeof BAR_MODES)[number];

export const BAR_LOOKS = ['icons', 'words'] as const;

export const DISPLAY_TOGGLES = ['turnBanner', 'turnSound', 'numbers', 'hits', 'tokenBadges', 'effectsPanel'] as const;

export const autoThrow = (): AutoThrow => readSetting<AutoThrow>('autoThrow');

export const isSwitchedOn = (what: (typeof DISPLAY_TOGGLES)[number]): boolean => readSetting<boolean>(what);

export const showsBareCards = (): boolean => readSetting<boolean>('bareCards');

export const barMode = (): BarMode => readSetting<BarMode>('bar');

export const hasWordsInBar = (): boolean => readSetting<(typeof BAR_LOOKS)[number]>('barLook') === 'words';

export const setBarMode = (bar: BarMode): Promise<unknown> => storeInBrowser('bar', bar);
