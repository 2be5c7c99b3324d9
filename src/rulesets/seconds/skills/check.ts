import { applyChange, type Change } from '../../../encounter/change';
import type { Facts } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { d20 } from '../../../kernel/dice';
import type { Json } from '../../../kernel/json';
import { choose, type Procedure, refreshDice, roll } from '../../../kernel/procedure';
import type { ActionContext, WithTarget } from '../../../toolkit/act/actions';
import { advantageDice, pickDice } from '../../../toolkit/combat/check';
import { is } from '../conditions';
import { optionsOf } from '../options';
import { type CheckId, type SaveId, TASK_CHECKS, TASKS, type TaskId } from '../schema';
import type { SecondsEncounter, SecondsFighter } from '../state';
import type { WorldSettings } from '../stats';

export const D20 = advantageDice(d20);

/** Section 7. */
export const AUTO_FAIL = Number.NEGATIVE_INFINITY;

/**
 * Rolls d20 plus bonus and help (S-61); fails without a roll if unconscious or blind. @param task the fighter's own
 * action; undefined in response to another's
 */
export const check = (fighter: SecondsFighter, id: CheckId, facts: Facts = {}, task?: string): Procedure<number> =>
  refreshDice(() => checkNow(fighter, id, facts, task));

function* checkNow(fighter: SecondsFighter, id: CheckId, facts: Facts, task: string | undefined): Procedure<number> {
  if (is(fighter, 'unconscious') || (id === 'perception' && is(fighter, 'blinded'))) return AUTO_FAIL;
  const aids = aidsOf(fighter);
  // Help with this task is used first.
  const usedAid = aids.filter((aid) => isFor(aid, id, task)).sort((a, b) => Number(!a.task) - Number(!b.task))[0];
  const help = usedAid?.bonus ?? 0;
  const bonus = fighter.stats.checks[id];
  const dice = pickDice(D20, false, is(fighter, 'frightened'));
  const rolled = yield* roll(id, dice, fighter.id, { bonus: bonus + help, ...(help > 0 && { help }), ...facts });
  if (usedAid)
    yield* setAids(
      fighter,
      aids.filter((aid) => aid !== usedAid),
    );
  return rolled + bonus + help;
}

/** S-60: help with any task needs a task, except Perception, which only responds. */
const isFor = (aid: Aid, check: CheckId, task: string | undefined): boolean =>
  aid.check === check && (aid.task ? aid.task === task : task !== undefined || check === 'perception');

/** S-50, S-A35: evading helps Reflex; fear does not affect saves. */
export const save = (fighter: SecondsFighter, id: SaveId, facts: Facts = {}): Procedure<number> =>
  refreshDice(() => saveNow(fighter, id, facts));

function* saveNow(fighter: SecondsFighter, id: SaveId, facts: Facts): Procedure<number> {
  if (is(fighter, 'unconscious')) return AUTO_FAIL;
  const bonus = fighter.stats.saves[id];
  const dice = pickDice(D20, id === 'reflex' && is(fighter, 'evading'), false);
  return (yield* roll(id, dice, fighter.id, { bonus, ...facts })) + bonus;
}

/** S-A6. */
export const isContestWon = (acting: number, opposing: number, { tiesFavourActor }: WorldSettings): boolean =>
  tiesFavourActor ? acting >= opposing : acting > opposing;

/** Asks for a check unless the command names one. */
export function* chooseCheck<C extends CheckId>(
  ask: string,
  fighter: SecondsFighter,
  ids: readonly [C, ...C[]],
  requested?: CheckId,
): Procedure<C> {
  return (
    ids.find((id) => id === requested) ?? (is(fighter, 'unconscious') ? ids[0] : yield* choose(ask, fighter.id, ids))
  );
}

/** `check: dex` answers the ask in advance. */
export const BODILY_CHECKS = ['str', 'dex'] as const satisfies readonly CheckId[];
export const chooseBodilyCheck = ({ fighter, command }: Pick<ActionContext<SecondsEncounter>, 'fighter' | 'command'>) =>
  chooseCheck('check-by', fighter, BODILY_CHECKS, optionsOf(command).check);

/** Returns both totals. @param saveId null lets the target choose */
export function* contest({ fighter, target, world, command }: Contested, checkId: CheckId, saveId: SaveId | null) {
  const acting = yield* check(fighter, checkId, {}, command.do);
  const opposing = yield* save(target, saveId ?? (yield* chooseSave(target)), { against: acting });
  return { acting, opposing, won: isContestWon(acting, opposing, world) };
}

type Contested = Pick<WithTarget<ActionContext<SecondsEncounter>>, 'fighter' | 'target' | 'command'> & {
  readonly world: WorldSettings;
};

/** S-A28: asks for Fortitude or Reflex, the better one first. */
export function* chooseSave(fighter: SecondsFighter): Procedure<SaveId> {
  const { fortitude, reflex } = fighter.stats.saves;
  const ids: readonly [SaveId, SaveId] = fortitude >= reflex ? ['fortitude', 'reflex'] : ['reflex', 'fortitude'];
  return is(fighter, 'unconscious') ? ids[0] : yield* choose('save-by', fighter.id, ids);
}

/** Help that waits for a fighter's check. */
interface Aid {
  /** Null for any task. */
  readonly task: TaskId | null;
  readonly check: CheckId;
  readonly bonus: number;
  readonly by: readonly string[];
  /** Whether the helped fighter has started a turn since, and whether only an unfinished action keeps the help. */
  readonly turn: boolean;
  readonly late: boolean;
}

/** Returns all help that waits. The first has state fields of its own, because before 0.5.0 only one existed. */
export function aidsOf({ state }: SecondsFighter): Aid[] {
  const { helpFor: task = null, helpCheck: check, helpBonus: bonus = 0, helpBy: by = [] } = state;
  if (check === undefined) return [];
  const first = { task, check, bonus, by, turn: state.helpTurn === true, late: state.helpLate === true };
  return [first, ...(state.helps ?? []).map((help) => ({ ...help, task: help.task ?? null }))];
}

const AID_FIELDS = ['helpFor', 'helpCheck', 'helpBonus', 'helpBy', 'helpTurn', 'helpLate', 'helps'] as const;

function changesToAids({ id, state }: SecondsFighter, [first, ...others]: readonly Aid[]): Change[] {
  const fields = {
    helpFor: first?.task ?? null,
    helpCheck: first?.check ?? null,
    helpBonus: first?.bonus ?? null,
    helpBy: first?.by ?? null,
    helpTurn: first?.turn || null,
    helpLate: first?.late || null,
    helps: others.length > 0 ? others.map(({ task, ...help }) => (task ? { ...help, task } : help)) : null,
  } as const;
  return AID_FIELDS.flatMap((key) =>
    deepEqual(state[key] ?? null, fields[key]) ? [] : [{ kind: 'state', of: id, key, to: fields[key] as Json }],
  );
}

function* setAids(fighter: SecondsFighter, aids: readonly Aid[]): Procedure<void> {
  for (const change of changesToAids(fighter, aids)) yield* applyChange(change);
}

/** The same task, or the same check of any task. */
export const isSameAid = (aid: Aid, task: TaskId | null, check: CheckId | undefined): boolean =>
  aid.task === task && (task !== null || aid.check === check);

/** S-61. */
export function* addAid(
  helped: SecondsFighter,
  { task, check, bonus }: Pick<Aid, 'task' | 'check' | 'bonus'>,
  by: string,
): Procedure<void> {
  const aids = aidsOf(helped);
  const existing = aids.find((each) => isSameAid(each, task, check));
  const updated = {
    task,
    check,
    bonus: (existing?.bonus ?? 0) + bonus,
    by: [...(existing?.by ?? []), by],
    turn: false,
    late: false,
  };
  yield* setAids(helped, existing ? aids.map((each) => (each === existing ? updated : each)) : [...aids, updated]);
}

/** S-A31: the help ends with this turn. */
export const recordAidTurn = (fighter: SecondsFighter): Procedure<void> =>
  setAids(
    fighter,
    aidsOf(fighter).map((aid) => ({ ...aid, turn: true })),
  );

/** S-A31: keeps help with an action that is begun or held. */
export function* endAidTurn(fighter: SecondsFighter): Procedure<void> {
  yield* setAids(
    fighter,
    aidsOf(fighter).flatMap((aid) => {
      if (!aid.turn) return [aid];
      return isAwaited(fighter.state, aid) ? [{ ...aid, late: true }] : [];
    }),
  );
}

/** Whether its action is paid, in part or held, and not done yet. */
const isAwaited = ({ progress, heldPlan = [] }: SecondsFighter['state'], aid: Aid): boolean =>
  [...heldPlan.map(({ do: id }) => id), progress].some((id) => id !== undefined && isForAction(aid, id));

const isForAction = ({ task, check }: Aid, action: string): boolean =>
  task ? task === action : TASKS.some((id) => id === action && TASK_CHECKS[id].some((each) => each === check));

/** S-A31: ends help that an action kept which is done or given up. @param state without that action */
export const changesToLateAid = (fighter: SecondsFighter, state = fighter.state): Change[] =>
  changesToAids(
    fighter,
    aidsOf(fighter).filter((aid) => !aid.late || isAwaited(state, aid)),
  );

export function* clearLateAid(fighter: SecondsFighter): Procedure<void> {
  for (const change of changesToLateAid(fighter)) yield* applyChange(change);
}
