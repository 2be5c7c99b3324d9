import type { Ruleset } from '../../encounter/ruleset';
import { adapterOf, allRulesets, isRulesetType } from '../adapters/registry';
import { pack } from '../platform/packed';
import { deletion, replacement } from '../platform/v14';
import type { HistoryStep } from '../stored/systems';
import type { Probe, Untyped } from './probe';

const STEP: HistoryStep = {
  exchange: 1,
  card: '',
  command: { do: '', by: '' },
  version: 1,
  entries: [],
  user: '',
};

const [FIGHTER, ASK, OTHER] = ['fighter', 'ask', 'other'] as const;

/** Returns any ruleset: the tests do not depend on it. */
export const anyRulesetId = (): string => allRulesets()[0]?.id ?? '';

/** Returns the system of an unsaved encounter after an update like that of a step. */
function applyUpdate(system: object): Untyped {
  const packed = pack(STEP);
  const bound = { moment: '', faces: [1] };
  const source = {
    clock: { round: 1, phase: 'before', old: 1 },
    step: 1,
    cursor: 1,
    history: { 1: packed, 2: packed },
    boundDice: { [FIGHTER]: { [ASK]: bound, [OTHER]: bound } },
  };
  const { implementation } = Combat as unknown as { implementation: new (data: object) => Untyped };
  const combat = new implementation({ type: anyRulesetId(), system: source });
  combat.updateSource({ system });
  return combat.toObject().system;
}

/** Returns an unsaved effect of an unsaved fighter. */
function effectOf(data: object, type: string): Untyped {
  const { implementation } = Actor as unknown as { implementation: new (data: object) => Untyped };
  const _id = foundry.utils.randomID();
  const effects = [{ _id, name: 'self-test', ...data }];
  return new implementation({ name: 'self-test', type, effects }).effects.get(_id);
}

/**
 * Tests of updates in memory. API: DataModel#updateSource takes what an update sends; T14: common/abstract/data.d.mts,
 * common/data/operators.d.mts.
 */
export const MEMORY: readonly Probe[] = [
  {
    part: 'deletion',
    works: () => {
      const { history, boundDice } = applyUpdate({
        history: { 1: deletion() },
        boundDice: { [FIGHTER]: { [ASK]: deletion() } },
      });
      return !('1' in history) && '2' in history && !(ASK in boundDice[FIGHTER]) && OTHER in boundDice[FIGHTER];
    },
  },
  {
    part: 'replacement',
    works: () => {
      const { clock } = applyUpdate({ clock: replacement({ round: 2, phase: 'after' }) });
      return clock.round === 2 && !('old' in clock);
    },
  },
  {
    part: 'partial',
    works: () => {
      const { step, cursor, history } = applyUpdate({ step: 2, history: { 3: pack(STEP) } });
      return step === 2 && cursor === 1 && ['1', '2', '3'].every((key) => key in history);
    },
  },
  {
    part: 'packed',
    works: () => {
      const { implementation } = Combat as unknown as { implementation: new (data: object) => Untyped };
      const combat = new implementation({ type: anyRulesetId(), system: { history: { 1: pack(STEP) } } });
      return combat.system.history[1].exchange === 1 && typeof combat.toObject().system.history[1] === 'string';
    },
  },
  {
    part: 'durations',
    works: () => {
      // Rules of other types would be loaded for the test.
      const types = new Set((game.actors ?? []).map(({ type }) => type).filter(isRulesetType));
      const loaded = [...types].flatMap((type) => adapterOf(type)?.ruleset ?? []);
      return loaded.every((ruleset) => isCountingRounds(ruleset) && isConditionLasting(ruleset));
    },
  },
];

function isCountingRounds({ id }: Ruleset): boolean {
  return effectOf({ type: 'base', duration: { value: 2, units: 'rounds' } }, id).updateDuration({}).remaining > 0;
}

/** A stored mark of expiry and the advance of world time must not end a condition. */
function isConditionLasting({ id, conditions }: Ruleset): boolean {
  const data = { type: 'condition', statuses: Object.keys(conditions).slice(0, 1), duration: { expired: true } };
  const effect = effectOf(data, id);
  const isKept = effect.active && effect.isTemporary && !effect.isExpiryEvent('updateWorldTime', {});
  return isKept && effect.isExpiryTrackable === false;
}
