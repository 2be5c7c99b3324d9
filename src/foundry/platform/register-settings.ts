import { STRICTNESS } from '../../encounter/legality';
import type { Ruleset } from '../../encounter/ruleset';
import { POOL_VISIBILITY } from '../../encounter/visibility';
import { registerHiddenSettings } from './hidden-settings';
import { registerSetting, type TOPICS } from './settings';
import { branchOf } from './text';
import { AUTO_THROW, BAR_LOOKS, BAR_MODES, DISPLAY_TOGGLES } from './user-settings';
import { DICE_ROLLERS, playedKey, roundKey } from './world-settings';

interface Choice {
  readonly topic: (typeof TOPICS)[number]['id'];
  readonly key: string;
  readonly scope: 'world' | 'client';
  readonly choices: readonly string[];
  readonly initial: string;
}

const CHOICES: readonly Choice[] = [
  { key: 'strictness', topic: 'table', scope: 'world', choices: STRICTNESS, initial: 'enforce' },
  { key: 'gmStrictness', topic: 'table', scope: 'world', choices: STRICTNESS, initial: 'warn' },
  { key: 'dice', topic: 'dice', scope: 'world', choices: DICE_ROLLERS, initial: 'owner' },
  { key: 'foePools', topic: 'table', scope: 'world', choices: POOL_VISIBILITY, initial: 'rough' },
  { key: 'autoThrow', topic: 'dice', scope: 'client', choices: AUTO_THROW, initial: 'own-actions' },
  { key: 'bar', topic: 'look', scope: 'client', choices: BAR_MODES, initial: 'open' },
  { key: 'barLook', topic: 'look', scope: 'client', choices: BAR_LOOKS, initial: 'words' },
];

interface RulesetSettings extends Pick<Ruleset, 'id' | 'settings'> {
  readonly roundSeconds: number;
}

function registerSettings(rulesets: readonly RulesetSettings[]): void {
  registerHiddenSettings();
  for (const { key, topic, scope, choices, initial } of CHOICES)
    registerSetting(key, { scope, choices, initial, branch: `CADENCE.Setting.${key}`, topic });
  registerSetting('countdown', {
    scope: 'world',
    min: 0,
    max: 180,
    step: 5,
    initial: 0,
    branch: 'CADENCE.Setting.countdown',
    topic: 'dice',
  });
  registerSetting('foePause', {
    scope: 'world',
    min: 0,
    max: 10,
    step: 0.5,
    initial: 1,
    branch: 'CADENCE.Setting.foePause',
    topic: 'table',
  });
  for (const key of DISPLAY_TOGGLES)
    registerSetting(key, { scope: 'client', initial: true, branch: `CADENCE.Setting.${key}`, topic: 'look' });
  registerSetting('bareCards', {
    scope: 'client',
    initial: false,
    branch: 'CADENCE.Setting.bareCards',
    topic: 'look',
  });
  registerSetting('groupInitiative', {
    scope: 'world',
    initial: false,
    branch: 'CADENCE.Setting.groupInitiative',
    topic: 'dice',
  });
  registerSetting('playerOdds', {
    scope: 'world',
    initial: true,
    branch: 'CADENCE.Setting.playerOdds',
    topic: 'table',
  });
  registerSetting('playerSuggestions', {
    scope: 'world',
    initial: false,
    branch: 'CADENCE.Setting.playerSuggestions',
    topic: 'table',
  });
  registerSetting('mapCounts', { scope: 'world', initial: true, branch: 'CADENCE.Setting.mapCounts', topic: 'map' });
  const ids = rulesets.map(({ id }) => id);
  registerSetting('ruleset', {
    scope: 'world',
    choices: ids,
    initial: ids[0] ?? '',
    branch: 'CADENCE.Setting.ruleset',
    topic: 'table',
    labelOf: (id) => `${branchOf(id)}.title`,
  });
  for (const { id, settings, roundSeconds } of rulesets) {
    const length = { min: 0, max: 60, step: 1, initial: roundSeconds, branch: 'CADENCE.Setting.roundSeconds' };
    registerSetting(playedKey(id), { scope: 'world', initial: true, branch: 'CADENCE.Setting.played', topic: id });
    registerSetting(roundKey(id), { scope: 'world', ...length, topic: id });
    for (const [key, definition] of Object.entries(settings))
      registerSetting(`${id}.${key}`, {
        scope: 'world',
        ...definition,
        branch: `${branchOf(id)}.Setting.${key}`,
        topic: id,
      });
  }
}

export const SETTINGS = { init: registerSettings };
