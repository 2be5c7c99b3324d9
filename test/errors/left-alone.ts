import type { Effect } from '../../src/encounter/effect';
import { rewind, whoHasLeftScene } from '../../src/encounter/history';
import type { Ruleset } from '../../src/encounter/ruleset';
import type { Fighter, Place } from '../../src/encounter/state';
import type { Reason } from '../../src/kernel/ask';
import { RULESETS } from '../../src/rulesets/index';
import { whyNotStill } from '../../src/toolkit/space/walk';
import { encounter, fighter } from '../support/encounter';
import { at, sheet } from '../support/rules';
import { readReason } from './words';

const ENERGY = RULESETS.energy as unknown as Ruleset;
const EXPOSED = { key: 'c1', id: 'exposed', until: null };

/** By reason: a fighter as it is now, and an effect that expects it otherwise. */
const CHANGED: Readonly<Record<string, [Partial<Fighter> | null, Effect]>> = {
  'state-changed': [{ state: { mark: 2 } }, { kind: 'state', of: 'mira', key: 'mark', from: null, to: 1 }],
  'clock-changed': [{}, { kind: 'clock', from: { round: 0, phase: 'idle' }, to: { round: 9, phase: 'open' } }],
  'condition-back': [{ conditions: [EXPOSED] }, { kind: 'condition-removed', of: 'mira', condition: EXPOSED }],
  'condition-gone': [{}, { kind: 'condition-added', of: 'mira', condition: EXPOSED }],
  'fighter-gone': [null, { kind: 'pool', of: 'mira', pool: 'hp', by: -1 }],
  'item-changed': [{}, { kind: 'item', of: 'mira', item: 'spear', key: 'equipped', from: true, to: false }],
  'moved-on': [{ place: at(3) }, { kind: 'move', of: 'mira', from: at(0), to: at(1), by: [] }],
  'pool-clamped': [{ pools: { hp: { value: 9, max: 10 } } }, { kind: 'pool', of: 'mira', pool: 'hp', by: -4 }],
};

const on = (scene: string): Place => ({ ...at(1), scene });
const readAll = async (reasons: readonly Reason[]): Promise<string> =>
  (await Promise.all(reasons.map((reason) => readReason('energy', reason)))).join(' ');

async function leftAlone(changes: Partial<Fighter> | null, effect: Effect): Promise<string> {
  const now = changes ? encounter(fighter('mira', changes)) : encounter();
  const { conflicts: reasons } = rewind(now, [effect]);
  return (await Promise.all(reasons.map((reason) => readReason('energy', reason)))).join(' ');
}

/** What undo and walks report of a fighter that has changed since, by the key of the text. */
export const LEFT_ALONE = {
  ...Object.fromEntries(
    Object.entries(CHANGED).map(([id, [kept, effect]]) => [`Reason.${id}`, () => leftAlone(kept, effect)]),
  ),
  'Reason.left-scene': () =>
    readAll(
      whoHasLeftScene(encounter(fighter('mira', { place: on('cellar') })), [
        { kind: 'move', of: 'mira', from: on('field'), to: on('field'), by: [] },
      ]),
    ),
  'Reason.other-scene': () => {
    const [mira, gnoll] = [sheet('mira', {}, { place: on('field') }), sheet('gnoll', {}, { place: on('cellar') })];
    const both = [ENERGY.fighter(mira, {}), ENERGY.fighter(gnoll, {})];
    const start = { ...encounter(...both), ruleset: ENERGY.id };
    return readAll(ENERGY.whyNot(start, { do: 'melee-attack', by: 'mira', at: 'gnoll' }));
  },
  'Reason.moved-away': async () =>
    (await Promise.all(whyNotStill(at(1), at(0)).map((reason) => readReason('energy', reason)))).join(' '),
};
