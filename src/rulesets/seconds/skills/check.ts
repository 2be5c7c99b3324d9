import type { Facts } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { d20 } from '../../../kernel/dice';
import { choose, type Procedure, roll } from '../../../kernel/procedure';
import { advantageDice, pickDice } from '../../../toolkit/combat/check';
import type { ActionContext, WithTarget } from '../../../toolkit/define/actions';
import { is } from '../conditions';
import { optionsOf } from '../options';
import { type CheckId, type SaveId, TASK_CHECKS, TASKS, type TaskId } from '../schema';
import { type SecondsFighter, setState } from '../state';
import type { WorldSettings } from '../stats';

export const D20 = advantageDice(d20);

/** Who fails without a die (section 7). */
export const AUTO_FAIL = Number.NEGATIVE_INFINITY;

/**
 * A check: d20 and what is added, the help that waits for it among it (S-61). Who lies unconscious fails without a die, and so does
 * who would have to see and is blinded.
 * @param facts what the roll is told besides, such as what it is set against
 * @param task the action of one's own that it is made in; nothing where it only answers to another's
 */
export function* check(fighter: SecondsFighter, id: CheckId, facts: Facts = {}, task?: string): Procedure<number> {
  if (is(fighter, 'unconscious') || (id === 'perception' && is(fighter, 'blinded'))) return AUTO_FAIL;
  const aids = aidsOf(fighter);
  // Help with just this goes before help with any such check, which waits for another.
  const used = aids.filter((aid) => isFor(aid, id, task)).sort((a, b) => Number(!a.task) - Number(!b.task))[0];
  const help = used?.bonus ?? 0;
  const bonus = fighter.stats.checks[id];
  const dice = pickDice(D20, false, is(fighter, 'frightened'));
  const rolled = yield* roll(id, dice, fighter.id, { bonus: bonus + help, ...(help > 0 && { help }), ...facts });
  if (used)
    yield* setAids(
      fighter,
      aids.filter((aid) => aid !== used),
    );
  return rolled + bonus + help;
}

/** S-60: whether help is for this check. Nobody makes a Perception check but to answer. */
const isFor = (aid: Aid, check: CheckId, task: string | undefined): boolean =>
  aid.check === check && (aid.task ? aid.task === task : task !== undefined || check === 'perception');

/** A save. S-50: who evades has advantage on Reflex; fear does not hinder saves (S-A35). */
export function* save(fighter: SecondsFighter, id: SaveId, facts: Facts = {}): Procedure<number> {
  if (is(fighter, 'unconscious')) return AUTO_FAIL;
  const bonus = fighter.stats.saves[id];
  const dice = pickDice(D20, id === 'reflex' && is(fighter, 'evading'), false);
  return (yield* roll(id, dice, fighter.id, { bonus, ...facts })) + bonus;
}

/** S-A6: the acting side needs more; where the world favours it, as much is enough. */
export const wins = (acting: number, opposing: number, { tiesFavourActor }: WorldSettings): boolean =>
  tiesFavourActor ? acting >= opposing : acting > opposing;

/** One of several checks, by whoever rolls it. The command may have said which; only one of these counts. */
export function* chooseCheck<C extends CheckId>(
  ask: string,
  fighter: SecondsFighter,
  ids: readonly [C, ...C[]],
  said?: CheckId,
): Procedure<C> {
  return ids.find((id) => id === said) ?? (is(fighter, 'unconscious') ? ids[0] : yield* choose(ask, fighter.id, ids));
}

/** STR or DEX, by whoever rolls; a command may say `check: dex` beforehand. */
export const BODILY_CHECKS = ['str', 'dex'] as const satisfies readonly CheckId[];
export const chooseBodilyCheck = ({ fighter, command }: Pick<ActionContext<SecondsFighter>, 'fighter' | 'command'>) =>
  chooseCheck('check-by', fighter, BODILY_CHECKS, optionsOf(command).check);

/** The actor's check against the target's save: what both come to, and whether it is won. @param saveId null for Fortitude or Reflex, as the target likes */
export function* contest({ fighter, target, world, command }: Contested, checkId: CheckId, saveId: SaveId | null) {
  const acting = yield* check(fighter, checkId, {}, command.do);
  const opposing = yield* save(target, saveId ?? (yield* chooseSave(target)), { against: acting });
  return { acting, opposing, won: wins(acting, opposing, world) };
}

type Contested = Pick<WithTarget<ActionContext<SecondsFighter>>, 'fighter' | 'target' | 'command'> & {
  readonly world: WorldSettings;
};

/** S-A28: Fortitude or Reflex, as the target likes; its better one stands first. */
export function* chooseSave(fighter: SecondsFighter): Procedure<SaveId> {
  const { fortitude, reflex } = fighter.stats.saves;
  const ids: readonly [SaveId, SaveId] = fortitude >= reflex ? ['fortitude', 'reflex'] : ['reflex', 'fortitude'];
  return is(fighter, 'unconscious') ? ids[0] : yield* choose('save-by', fighter.id, ids);
}

/** What help waits for a fighter: how much is added to which check of its, in which action, and who helped. */
interface Aid {
  /** Null for the next such check it makes in an action of its own. */
  readonly task: TaskId | null;
  readonly check: CheckId;
  readonly bonus: number;
  readonly by: readonly string[];
  /** Whether a turn of the helped one has begun since, and whether only an unfinished action keeps it waiting. */
  readonly turn: boolean;
  readonly late: boolean;
}

/** All help that waits, by what it is for. The first stands in marks of its own, since there was no other before 0.5.0. */
export function aidsOf({ state }: SecondsFighter): Aid[] {
  const { helpFor: task = null, helpCheck: check, helpBonus: bonus = 0, helpBy: by = [] } = state;
  if (check === undefined) return [];
  const first = { task, check, bonus, by, turn: state.helpTurn === true, late: state.helpLate === true };
  return [first, ...(state.helps ?? []).map((help) => ({ ...help, task: help.task ?? null }))];
}

const AID_MARKS = ['helpFor', 'helpCheck', 'helpBonus', 'helpBy', 'helpTurn', 'helpLate', 'helps'] as const;

function* setAids({ id, state }: SecondsFighter, [first, ...others]: readonly Aid[]): Procedure<void> {
  const marks = {
    helpFor: first?.task ?? null,
    helpCheck: first?.check ?? null,
    helpBonus: first?.bonus ?? null,
    helpBy: first?.by ?? null,
    helpTurn: first?.turn || null,
    helpLate: first?.late || null,
    helps: others.length > 0 ? others.map(({ task, ...help }) => (task ? { ...help, task } : help)) : null,
  } as const;
  for (const key of AID_MARKS) if (!deepEqual(state[key] ?? null, marks[key])) yield* setState(id, key, marks[key]);
}

/** What help is for: an action, or a check in whatever action comes next. */
export const isSameAid = (aid: Aid, task: TaskId | null, check: CheckId | undefined): boolean =>
  aid.task === task && (task !== null || aid.check === check);

/** S-61: adds a helper's part. */
export function* addAid(
  helped: SecondsFighter,
  { task, check, bonus }: Pick<Aid, 'task' | 'check' | 'bonus'>,
  by: string,
): Procedure<void> {
  const had = aidsOf(helped);
  const so = had.find((each) => isSameAid(each, task, check));
  const now = { task, check, bonus: (so?.bonus ?? 0) + bonus, by: [...(so?.by ?? []), by], turn: false, late: false };
  yield* setAids(helped, so ? had.map((each) => (each === so ? now : each)) : [...had, now]);
}

/** S-A31: a turn of the helped one begins; its end is the help's. */
export const recordAidTurn = (fighter: SecondsFighter): Procedure<void> =>
  setAids(
    fighter,
    aidsOf(fighter).map((had) => ({ ...had, turn: true })),
  );

/** S-A31: the help is over, unless the action it is for has been begun: then with that. */
export function* endAidTurn(fighter: SecondsFighter): Procedure<void> {
  const { progress } = fighter.state;
  yield* setAids(
    fighter,
    aidsOf(fighter).flatMap((had) => {
      if (!had.turn) return [had];
      return progress !== undefined && isMadeIn(had, progress) ? [{ ...had, late: true }] : [];
    }),
  );
}

const isMadeIn = ({ task, check }: Aid, action: string): boolean =>
  task ? task === action : TASKS.some((id) => id === action && TASK_CHECKS[id].some((each) => each === check));

/** S-A31: help that only an unfinished action kept waiting goes with it. */
export const clearLateAid = (fighter: SecondsFighter): Procedure<void> =>
  setAids(
    fighter,
    aidsOf(fighter).filter(({ late }) => !late),
  );
