import { keepHere } from './remembered';
import { read } from './settings';

/** When a client throws its own dice without being clicked. */
export const AUTO_THROW = ['own-actions', 'always', 'never'] as const;

type AutoThrow = (typeof AUTO_THROW)[number];

/** Whether the action bar is shown, and how much of it. */
export const BAR = ['open', 'folded', 'off'] as const;

export type Bar = (typeof BAR)[number];

/** Whether the actions of the bar are called by their names, or are icons alone. */
export const BAR_LOOK = ['words', 'icons'] as const;

/** What each user may switch off of what is seen and heard on the map. */
export const SEEN = ['turnBanner', 'turnSound', 'numbers', 'hits', 'tokenBadges'] as const;

export const autoThrow = (): AutoThrow => read<AutoThrow>('autoThrow');

/** Whether somebody is told on the screen, and by a sound, that it is their turn. */
export const showsTurn = (): boolean => read<boolean>('turnBanner');

export const soundsTurn = (): boolean => read<boolean>('turnSound');

/** Whether numbers rise from tokens, a ring flashes around whoever is hit, and badges lie on tokens. */
export const showsNumbers = (): boolean => read<boolean>('numbers');

export const showsHits = (): boolean => read<boolean>('hits');

export const showsBadges = (): boolean => read<boolean>('tokenBadges');

export const barShown = (): Bar => read<Bar>('bar');

export const hasWordsInBar = (): boolean => read<(typeof BAR_LOOK)[number]>('barLook') === 'words';

export const showBar = (bar: Bar): Promise<unknown> => keepHere('bar', bar);
