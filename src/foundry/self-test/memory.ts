import { allRulesets } from '../adapters/registry';
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

/** Keys of a fighter and of an ask, as they stand in what is bound. */
const [FIGHTER, ASK, OTHER] = ['fighter', 'ask', 'other'] as const;

/** Any ruleset: what is tried is the same with all of them. */
export const anyRulesetId = (): string => allRulesets()[0]?.id ?? '';

/** An encounter nobody has stored, changed as a step changes one that is. */
function changed(system: object): Untyped {
  const packed = pack(STEP);
  const bound = { moment: '', faces: [1] };
  const source = {
    clock: { round: 1, phase: 'before', old: 1 },
    step: 1,
    cursor: 1,
    history: { 1: packed, 2: packed },
    thrown: { [FIGHTER]: { [ASK]: bound, [OTHER]: bound } },
  };
  const { implementation } = Combat as unknown as { implementation: new (data: object) => Untyped };
  const combat = new implementation({ type: anyRulesetId(), system: source });
  combat.updateSource({ system });
  return combat.toObject().system;
}

/**
 * What every step relies on of how data changes, tried on documents in memory. API: DataModel#updateSource takes what an update sends;
 * T14: common/abstract/data.d.mts, common/data/operators.d.mts.
 */
export const MEMORY: readonly Probe[] = [
  {
    part: 'deletion',
    works: () => {
      const { history, thrown } = changed({
        history: { 1: deletion() },
        thrown: { [FIGHTER]: { [ASK]: deletion() } },
      });
      return !('1' in history) && '2' in history && !(ASK in thrown[FIGHTER]) && OTHER in thrown[FIGHTER];
    },
  },
  {
    part: 'replacement',
    works: () => {
      const { clock } = changed({ clock: replacement({ round: 2, phase: 'after' }) });
      return clock.round === 2 && !('old' in clock);
    },
  },
  {
    part: 'partial',
    works: () => {
      const { step, cursor, history } = changed({ step: 2, history: { 3: pack(STEP) } });
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
];
