import type { Strictness } from '../../encounter/legality';
import type { Ruleset } from '../../encounter/ruleset';
import type { PoolVisibility } from '../../encounter/visibility';
import { readSetting, type SettingValue, saveSetting } from './settings';

/** Who throws a fighter's dice: its owner's client, or the referee's. */
export const DICE_ROLLERS = ['owner', 'referee'] as const;

export const playedKey = (id: string): string => `${id}.played`;

export const roundKey = (id: string): string => `${id}.roundSeconds`;

/** How strictly this user is held to the rules. */
export function strictnessFor(user: { isGM: boolean }): Strictness {
  return readSetting<Strictness>(user.isGM ? 'gmStrictness' : 'strictness');
}

export const refereeThrows = (): boolean => readSetting('dice') === 'referee';

/** How long a player has for an answer, in seconds; 0 where nobody is hurried. */
export const answerSeconds = (): number => readSetting<number>('countdown');

/** What players see of foes' pools. */
export const foePoolVisibility = (): PoolVisibility => readSetting<PoolVisibility>('foePools');

/** Whether foes of one kind roll initiative once for all of them. */
export const hasGroupInitiative = (): boolean => readSetting<boolean>('groupInitiative');

/** Whether walls, doors and light of the scene count in the rules. */
export const hasMapRules = (): boolean => readSetting<boolean>('mapCounts');

/** Has the world play by one ruleset: new encounters are its, and dialogs offer nothing of the others. @param all the ids there are */
export async function playOnly(ruleset: string, all: readonly string[]): Promise<void> {
  await saveSetting('ruleset', ruleset);
  for (const id of all) await saveSetting(playedKey(id), id === ruleset);
}

/** How much of the world's time a round of the ruleset takes, in seconds; 0 where encounters leave the world's clock alone. */
export const roundSeconds = ({ id }: Pick<Ruleset, 'id'>): number => readSetting<number>(roundKey(id));

/** Whether the world plays by a ruleset: dialogs for new documents offer what it plays. */
export const isPlayed = (id: string): boolean => readSetting<boolean>(playedKey(id));

/** The ruleset a new encounter plays by. */
export const defaultRuleset = (): string => readSetting('ruleset');

/** A ruleset's own settings, by the keys its rules use. */
export function rulesetSettings({ id, settings }: Ruleset): Record<string, SettingValue> {
  return Object.fromEntries(Object.keys(settings).map((key) => [key, readSetting<SettingValue>(`${id}.${key}`)]));
}
