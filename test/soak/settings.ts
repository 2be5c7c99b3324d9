import { STRICTNESS } from '../../src/encounter/legality';
import type { Ruleset, SettingDefinition } from '../../src/encounter/ruleset';
import type { Die } from '../../src/kernel/dice';
import { lookup } from '../../src/kernel/lookup';
import { RULESETS } from '../../src/rulesets/index';

/** World settings that change how the game is played: those of the system and of a ruleset. */
export function settingsOf(ruleset: string): readonly (readonly [string, SettingDefinition])[] {
  const own: Ruleset['settings'] = lookup<Ruleset<any>>(RULESETS, ruleset)?.settings ?? {};
  return [
    ['strictness', { choices: STRICTNESS, initial: 'enforce' }],
    ['gmStrictness', { choices: STRICTNESS, initial: 'warn' }],
    ['dice', { choices: ['owner', 'referee'], initial: 'owner' }],
    ['countdown', { min: 0, max: 180, step: 5, initial: 0 }],
    ...Object.entries(own).map(([key, definition]) => [`${ruleset}.${key}`, definition] as const),
  ];
}

export function worth(definition: SettingDefinition, die: Die): string | number | boolean {
  if ('choices' in definition) return definition.choices[die(definition.choices.length) - 1];
  if (!('min' in definition)) return die(2) === 1;
  const { min, max, step } = definition;
  return min + step * (die(Math.floor((max - min) / step) + 1) - 1);
}

/** Random settings of a world; most keep their defaults. */
export function settingsByLot(ruleset: string, die: Die): Record<string, string | number | boolean> {
  const drawn = settingsOf(ruleset).filter(() => die(3) === 1);
  return Object.fromEntries(drawn.map(([key, definition]) => [`cadence.${key}`, worth(definition, die)]));
}
