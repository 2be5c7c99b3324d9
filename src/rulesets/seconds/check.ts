import type { Facts } from '../../kernel/ask';
import { d20 } from '../../kernel/dice';
import { choose, type Procedure, roll } from '../../kernel/procedure';
import { pick, throwsOf } from '../../mechanics/check';
import type { Act, Aimed } from '../../rulebook/actions';
import { is } from './conditions';
import { mark } from './marks';
import { saidIn } from './options';
import type { SecondsFighter, World } from './stats';
import { CHECKS_IN, type CheckId, type SaveId, TASKS, type TaskId } from './terms';

export const D20 = throwsOf(d20);

/** Who fails without a die (section 7). */
export const FAILED = Number.NEGATIVE_INFINITY;

/**
 * A check: d20 and what is added, the help that waits for it among it (S-61). Who lies unconscious fails without a die, and so does
 * who would have to see and is blinded.
 * @param facts what the roll is told besides, such as what it is set against
 * @param task the action of one's own that it is made in; nothing where it only answers to another's
 */
export function* check(fighter: SecondsFighter, id: CheckId, facts: Facts = {}, task?: string): Procedure<number> {
  if (is(fighter, 'unconscious') || (id === 'perception' && is(fighter, 'blinded'))) return FAILED;
  const aid = aidOf(fighter);
  const help = aid && isFor(aid, id, task) ? aid.bonus : 0;
  const bonus = fighter.stats.checks[id];
  const dice = pick(D20, false, is(fighter, 'frightened'));
  const rolled = yield* roll(id, dice, fighter.id, { bonus: bonus + help, ...(help > 0 && { help }), ...facts });
  if (help > 0) yield* forgetAid(fighter);
  return rolled + bonus + help;
}

/** S-60: whether help is for this check. Nobody makes a Perception check but to answer. */
const isFor = (aid: Aid, check: CheckId, task: string | undefined): boolean =>
  aid.check === check && (aid.task ? aid.task === task : task !== undefined || check === 'perception');

/** A save. S-50: who evades has advantage on Reflex; fear does not hinder saves (S-A35). */
export function* save(fighter: SecondsFighter, id: SaveId, facts: Facts = {}): Procedure<number> {
  if (is(fighter, 'unconscious')) return FAILED;
  const bonus = fighter.stats.saves[id];
  const dice = pick(D20, id === 'reflex' && is(fighter, 'evading'), false);
  return (yield* roll(id, dice, fighter.id, { bonus, ...facts })) + bonus;
}

/** S-A6: the acting side needs more; where the world favours it, as much is enough. */
export const wins = (acting: number, opposing: number, { tiesFavourActor }: World): boolean =>
  tiesFavourActor ? acting >= opposing : acting > opposing;

/** One of several checks, by whoever rolls it. The command may have said which; only one of these counts. */
export function* whichCheck<C extends CheckId>(
  ask: string,
  fighter: SecondsFighter,
  ids: readonly [C, ...C[]],
  said?: CheckId,
): Procedure<C> {
  return ids.find((id) => id === said) ?? (is(fighter, 'unconscious') ? ids[0] : yield* choose(ask, fighter.id, ids));
}

/** STR or DEX, by whoever rolls; a command may say `check: dex` beforehand. */
export const BY_BODY = ['str', 'dex'] as const satisfies readonly CheckId[];
export const whichBodily = ({ fighter, command }: Pick<Act<SecondsFighter>, 'fighter' | 'command'>) =>
  whichCheck('check-by', fighter, BY_BODY, saidIn(command).check);

/** The actor's check against the target's save: what both come to, and whether it is won. @param saveId null for Fortitude or Reflex, as the target likes */
export function* contest({ fighter, target, world, command }: Contested, checkId: CheckId, saveId: SaveId | null) {
  const acting = yield* check(fighter, checkId, {}, command.do);
  const opposing = yield* save(target, saveId ?? (yield* whichSave(target)), { against: acting });
  return { acting, opposing, won: wins(acting, opposing, world) };
}

type Contested = Pick<Aimed<Act<SecondsFighter>>, 'fighter' | 'target' | 'command'> & { readonly world: World };

/** S-A28: Fortitude or Reflex, as the target likes; its better one stands first. */
export function* whichSave(fighter: SecondsFighter): Procedure<SaveId> {
  const { fortitude, reflex } = fighter.stats.saves;
  const ids: readonly [SaveId, SaveId] = fortitude >= reflex ? ['fortitude', 'reflex'] : ['reflex', 'fortitude'];
  return is(fighter, 'unconscious') ? ids[0] : yield* choose('save-by', fighter.id, ids);
}

/** What help waits for a fighter: how much is added to which check of its, in which action, and who helped. */
export interface Aid {
  /** Null for the next such check it makes in an action of its own. */
  readonly task: TaskId | null;
  readonly check: CheckId;
  readonly bonus: number;
  readonly by: readonly string[];
}

export function aidOf({ book }: SecondsFighter): Aid | null {
  const { helpFor: task = null, helpCheck: check, helpBonus: bonus = 0, helpBy: by = [] } = book;
  return check === undefined ? null : { task, check, bonus, by };
}

/** S-61: adds a helper's part. */
export function* aid(helped: SecondsFighter, { task, check, bonus }: Omit<Aid, 'by'>, by: string): Procedure<void> {
  const had = aidOf(helped);
  const same = had?.check === check && had.task === task ? had : null;
  yield* mark(helped.id, 'helpFor', task);
  yield* mark(helped.id, 'helpCheck', check);
  yield* mark(helped.id, 'helpBonus', (same?.bonus ?? 0) + bonus);
  yield* mark(helped.id, 'helpBy', [...(same?.by ?? []), by]);
  yield* mark(helped.id, 'helpTurn', null);
  yield* mark(helped.id, 'helpLate', null);
}

export function* forgetAid({ id, book }: SecondsFighter): Procedure<void> {
  for (const key of ['helpFor', 'helpCheck', 'helpBonus', 'helpBy', 'helpTurn', 'helpLate'] as const)
    if (book[key] !== undefined) yield* mark(id, key, null);
}

/** S-A31: a turn of the helped one begins; its end is the help's. */
export function* noteAidTurn({ id, book }: SecondsFighter): Procedure<void> {
  if (book.helpCheck !== undefined) yield* mark(id, 'helpTurn', true);
}

/** S-A31: the help is over, unless the action it is for has been begun: then with that. */
export function* endAidTurn(fighter: SecondsFighter): Procedure<void> {
  if (fighter.book.helpTurn !== true) return;
  const had = aidOf(fighter);
  const { progress } = fighter.book;
  if (!had || progress === undefined || !isMadeIn(had, progress)) yield* forgetAid(fighter);
  else yield* mark(fighter.id, 'helpLate', true);
}

const isMadeIn = ({ task, check }: Aid, action: string): boolean =>
  task ? task === action : TASKS.some((id) => id === action && CHECKS_IN[id].some((each) => each === check));

/** S-A31: help that only an unfinished action kept waiting goes with it. */
export function* forgetLateHelp(fighter: SecondsFighter): Procedure<void> {
  if (fighter.book.helpLate === true) yield* forgetAid(fighter);
}
