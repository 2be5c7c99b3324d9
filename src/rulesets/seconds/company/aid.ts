import type { Procedure } from '../../../kernel/procedure';
import { mark } from '../marks';
import type { SecondsFighter } from '../stats';
import type { CheckId } from '../words';

/** What help waits for a fighter: how much is added to which check of its, and who helped. */
export interface Aid {
  readonly check: CheckId;
  readonly bonus: number;
  readonly by: readonly string[];
}

export function aidOf({ book }: SecondsFighter): Aid | null {
  const { helpCheck: check, helpBonus: bonus = 0, helpBy: by = [] } = book;
  return check === undefined ? null : { check, bonus, by };
}

/** S-61: adds a helper's part. */
export function* aid(helped: SecondsFighter, check: CheckId, bonus: number, by: string): Procedure<void> {
  const had = aidOf(helped);
  const same = had?.check === check ? had : null;
  yield* mark(helped.id, 'helpCheck', check);
  yield* mark(helped.id, 'helpBonus', (same?.bonus ?? 0) + bonus);
  yield* mark(helped.id, 'helpBy', [...(same?.by ?? []), by]);
  yield* mark(helped.id, 'helpTurn', null);
  yield* mark(helped.id, 'helpLate', null);
}

export function* forgetAid({ id, book }: SecondsFighter): Procedure<void> {
  for (const key of ['helpCheck', 'helpBonus', 'helpBy', 'helpTurn', 'helpLate'] as const)
    if (book[key] !== undefined) yield* mark(id, key, null);
}

/** S-A31: a turn of the helped one begins; its end is the help's. */
export function* noteAidTurn({ id, book }: SecondsFighter): Procedure<void> {
  if (book.helpCheck !== undefined) yield* mark(id, 'helpTurn', true);
}

/** S-A31: the help is over, unless the action it is for has been begun: then with that. */
export function* endAidTurn(fighter: SecondsFighter): Procedure<void> {
  if (fighter.book.helpTurn !== true) return;
  if (fighter.book.progress === undefined) yield* forgetAid(fighter);
  else yield* mark(fighter.id, 'helpLate', true);
}

/** S-A31: help that only an unfinished action kept waiting goes with it. */
export function* forgetLateHelp(fighter: SecondsFighter): Procedure<void> {
  if (fighter.book.helpLate === true) yield* forgetAid(fighter);
}
