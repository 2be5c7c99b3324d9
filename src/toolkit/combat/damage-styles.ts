import type { DieStyle } from '../define/sheet-schema';

/** Colors of dice by type of damage, shared by the rulesets that have types. Foreground and background differ enough to be read. */
const DAMAGE_STYLES = {
  physical: { foreground: '#ffffff', background: '#4b5563' },
  bludgeoning: { foreground: '#ffffff', background: '#6b4f3a' },
  piercing: { foreground: '#111827', background: '#b8c1cc' },
  slashing: { foreground: '#ffffff', background: '#991b1b' },
  fire: { foreground: '#fff7ed', background: '#c2410c' },
  heat: { foreground: '#fff7ed', background: '#c2410c' },
  cold: { foreground: '#0c2a43', background: '#a5d8ff' },
  electricity: { foreground: '#1e1b4b', background: '#fde047' },
  psychic: { foreground: '#ffffff', background: '#86198f' },
} satisfies Record<string, DieStyle>;

/** Returns the colors of these types of damage. */
export const damageStyles = (types: readonly (keyof typeof DAMAGE_STYLES)[]): Readonly<Record<string, DieStyle>> =>
  Object.fromEntries(types.map((type) => [type, DAMAGE_STYLES[type]]));
