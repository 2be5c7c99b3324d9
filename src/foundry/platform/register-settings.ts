import { STRICTNESS } from '../../encounter/legality';
import type { Ruleset } from '../../encounter/ruleset';
import { POOL_VISIBILITY } from '../../encounter/visibility';
import { DATA_VERSION, FAVORITES, OPENED_PACK, PLACES, SHEETS, THREAT, WELCOMED } from './remembered';
import { register, SYSTEM_ID, type TOPICS, tellChange } from './settings';
import { branchOf } from './text';
import { AUTO_THROW, BAR, BAR_LOOK, SEEN } from './user-settings';
import { DICE, playedKey, roundKey } from './world-settings';

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
  { key: 'dice', topic: 'dice', scope: 'world', choices: DICE, initial: 'owner' },
  { key: 'foePools', topic: 'table', scope: 'world', choices: POOL_VISIBILITY, initial: 'rough' },
  { key: 'autoThrow', topic: 'dice', scope: 'client', choices: AUTO_THROW, initial: 'own-actions' },
  { key: 'bar', topic: 'look', scope: 'client', choices: BAR, initial: 'open' },
  { key: 'barLook', topic: 'look', scope: 'client', choices: BAR_LOOK, initial: 'words' },
];

interface Settled extends Pick<Ruleset, 'id' | 'settings'> {
  readonly roundSeconds: number;
}

/** Registers the settings of Cadence and of every ruleset; choices and words come from the language file. */
function registerSettings(rulesets: readonly Settled[]): void {
  const hidden = game.settings;
  for (const key of [DATA_VERSION, OPENED_PACK])
    hidden.register(SYSTEM_ID, key, { scope: 'world', config: false, type: String, default: '' });
  for (const [scope, key] of Object.entries(WELCOMED))
    hidden.register(SYSTEM_ID, key, {
      scope: scope as 'world' | 'client',
      config: false,
      type: Boolean,
      default: false,
    });
  const onChange = tellChange;
  hidden.register(SYSTEM_ID, THREAT, { scope: 'client', config: false, type: Boolean, default: false, onChange });
  for (const key of [PLACES, SHEETS, FAVORITES])
    hidden.register(SYSTEM_ID, key, { scope: 'client', config: false, type: Object, default: {} });
  for (const { key, topic, scope, choices, initial } of CHOICES)
    register(key, { scope, choices, initial, branch: `CADENCE.Setting.${key}`, topic });
  register('countdown', {
    scope: 'world',
    min: 0,
    max: 180,
    step: 5,
    initial: 0,
    branch: 'CADENCE.Setting.countdown',
    topic: 'dice',
  });
  for (const key of SEEN)
    register(key, { scope: 'client', initial: true, branch: `CADENCE.Setting.${key}`, topic: 'look' });
  register('groupInitiative', {
    scope: 'world',
    initial: false,
    branch: 'CADENCE.Setting.groupInitiative',
    topic: 'dice',
  });
  register('mapCounts', { scope: 'world', initial: true, branch: 'CADENCE.Setting.mapCounts', topic: 'map' });
  const ids = rulesets.map(({ id }) => id);
  register('ruleset', {
    scope: 'world',
    choices: ids,
    initial: ids[0] ?? '',
    branch: 'CADENCE.Setting.ruleset',
    topic: 'table',
    labelOf: (id) => `${branchOf(id)}.title`,
  });
  for (const { id, settings, roundSeconds } of rulesets) {
    const length = { min: 0, max: 60, step: 1, initial: roundSeconds, branch: 'CADENCE.Setting.roundSeconds' };
    register(playedKey(id), { scope: 'world', initial: true, branch: 'CADENCE.Setting.played', topic: id });
    register(roundKey(id), { scope: 'world', ...length, topic: id });
    for (const [key, definition] of Object.entries(settings))
      register(`${id}.${key}`, {
        scope: 'world',
        ...definition,
        branch: `${branchOf(id)}.Setting.${key}`,
        topic: id,
      });
  }
}

export const SETTINGS = { init: registerSettings };
