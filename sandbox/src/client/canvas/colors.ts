import { TOKEN_DISPOSITIONS } from '../../shared/constants';

/** The sandbox's part of `CONFIG.Canvas`. The keys are Foundry's (T13: client/config.d.mts), the colors ours. */
export interface CanvasColors {
  dispositionColors: Record<
    'HOSTILE' | 'NEUTRAL' | 'FRIENDLY' | 'INACTIVE' | 'PARTY' | 'CONTROLLED' | 'SECRET',
    number
  >;
  maxZoom: number;
  /** Computed if undefined. */
  minZoom: number | undefined;
}

export function defaultCanvasConfig() {
  return {
    dispositionColors: {
      HOSTILE: 0xb8433a,
      NEUTRAL: 0xc79a3a,
      FRIENDLY: 0x3f8f84,
      INACTIVE: 0x6b6f76,
      PARTY: 0x5a9a4c,
      CONTROLLED: 0xf2a33a,
      SECRET: 0x8a5fb0,
    },
    maxZoom: 3,
    minZoom: 0.2,
  };
}

/** Returns CONFIG.Canvas over the defaults. Foundry leaves `minZoom` undefined and computes it. */
export function canvasConfig() {
  const defaults = defaultCanvasConfig();
  const set = Object.entries(CONFIG.Canvas ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(set) } as typeof defaults;
}

export function dispositionColor(disposition: number): number {
  const colors = canvasConfig().dispositionColors;
  switch (disposition) {
    case TOKEN_DISPOSITIONS.FRIENDLY:
      return colors.FRIENDLY;
    case TOKEN_DISPOSITIONS.NEUTRAL:
      return colors.NEUTRAL;
    case TOKEN_DISPOSITIONS.HOSTILE:
      return colors.HOSTILE;
    default:
      return colors.SECRET;
  }
}

/** `paper` is a gradient between two colors. */
interface Board {
  around: number;
  paper: [bright: string, dim: string];
  speck: string;
  line: number;
}

export const BOARD: Record<'light' | 'dark', Board> = {
  light: { around: 0x8e8779, paper: ['#e6dcc4', '#cdc1a6'], speck: '90, 70, 40', line: 0x4a3f2c },
  dark: { around: 0x191c21, paper: ['#454b54', '#31363e'], speck: '210, 220, 235', line: 0xd7dde6 },
};

export function isDark(): boolean {
  const { classList } = document.body;
  if (classList.contains('theme-dark')) return true;
  if (classList.contains('theme-light')) return false;
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

export const board = () => (isDark() ? BOARD.dark : BOARD.light);
