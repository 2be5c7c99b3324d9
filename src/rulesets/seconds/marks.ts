import type { Command } from '../../encounter/command';
import { type BookOf, count, marking, measured } from '../../rulebook/marks';
import { choice, data, flag, group, line, list } from '../../rulebook/schema';
import { CHECKS } from './words';

/** What the game master settles of an action before it is paid: its time, whether DEX shortens it, a check it takes. */
export type Terms = {
  /** Ticks before DEX. */
  readonly base?: number;
  readonly final?: boolean;
  readonly check?: string;
  readonly against?: number;
};

/** An action held for a trigger. */
export type Held = {
  readonly do: string;
  readonly with?: string;
  readonly options?: Command['options'];
};

const absentOr = (value: unknown, type: 'number' | 'boolean' | 'string'): boolean =>
  value === undefined || typeof value === type;
const isTerms = (value: unknown): value is Terms => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { base, final, check, against }: Readonly<Record<keyof Terms, unknown>> = {
    ...{ base: undefined, final: undefined, check: undefined, against: undefined },
    ...value,
  };
  return (
    absentOr(base, 'number') && absentOr(final, 'boolean') && absentOr(check, 'string') && absentOr(against, 'number')
  );
};
const isHeld = (value: unknown): value is Held =>
  typeof value === 'object' && value !== null && 'do' in value && typeof value.do === 'string';

/** A stretch of a fighter's turn, as its lane shows it, in ticks; open where the action was not finished by it. */
const span = group({ action: line(), ticks: count(), open: flag() });
export type Span = typeof span.initial;

/** What the book holds while an encounter lasts; its end clears it (ledger section 4). */
const MARKS = {
  encounter: {
    order: count(),
    initiative: count(),
    spans: list(span),
    progress: line(),
    progressTool: line(),
    progressTicks: count(),
    progressRunUp: measured(),
    progressTerms: data(isTerms, 'terms', {}),
    held: line(),
    heldPlan: list(data(isHeld, 'an action to hold', { do: '' })),
    fear: count(),
    intimidated: flag(),
    runUp: measured(),
    heading: measured(),
    movePaid: count(),
    moveMetres: measured(),
    provoked: list(line()),
    helpCheck: choice(CHECKS, 'str'),
    helpBonus: measured(),
    helpBy: list(line()),
    helpTurn: flag(),
    helpLate: flag(),
  },
} as const;

export type SecondsBook = BookOf<typeof MARKS>;
export const { mark, forget: forgetMarks, read: readBook, rules: MARK_RULES } = marking(MARKS);
