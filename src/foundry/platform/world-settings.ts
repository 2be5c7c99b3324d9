import type { Strictness } from '../../encounter/legality';
import type { Ruleset } from '../../encounter/ruleset';
import type { PoolVisibility } from '../../encounter/visibility';
import { readSetting, type SettingValue, saveSetting } from './settings';

export const DICE_ROLLERS = ['owner', 'referee'] as const;

export const playedKey = (id: string): string => `${id}.played`;

export const roundKey = (id: string): string => `${id}.roundSeconds`;

export function strictnessFor(user: { isGM: boolean }): Strictness {
  return readSetting<Strictness>(user.isGM ? 'gmStrictness' : 'strictness');
}

export const refereeThrows = (): boolean => readSetting('dice') === 'referee';

/** Seconds a player has for an answer; 0 for no limit. */
export const answerSeconds = (): number => readSetting<number>('countdown');

export const foePoolVisibility = (): PoolVisibility => readSetting<PoolVisibility>('foePools');

export const hasPlayerOdds = (): boolean => readSetting<boolean>('playerOdds');

export const hasPlayerSuggestions = (): boolean => readSetting<boolean>('playerSuggestions');

export const hasGroupInitiative = (): boolean => readSetting<boolean>('groupInitiative');

export const hasMapRules = (): boolean => readSetting<boolean>('mapCounts');

/**
 * Limits the world to one ruleset for new documents and encounters.
 * @param all the ids of all rulesets
 */
export async function playOnly(ruleset: string, all: readonly string[]): Promise<void> {
  await saveSetting('ruleset', ruleset);
  for (const id of all) await saveSetting(playedKey(id), id === ruleset);
}

/** Returns the seconds of world time in a round; 0 if encounters leave the world clock alone. */
export const roundSeconds = ({ id }: Pick<Ruleset, 'id'>): number => readSetting<number>(roundKey(id));

export const isPlayed = (id: string): boolean => readSetting<boolean>(playedKey(id));

export const defaultRuleset = (): string => readSetting('ruleset');

export function rulesetSettings({ id, settings }: Ruleset): Record<string, SettingValue> {
  return Object.fromEntries(Object.keys(settings).map((key) => [key, readSetting<SettingValue>(`${id}.${key}`)]));
}
