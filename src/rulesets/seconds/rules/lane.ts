import type { Lane, LaneSpan } from '../../../encounter/view';
import { progressOf, type Span, spansOf } from './bar';
import { isTurnOf } from './clock';
import type { SecondsEncounter, SecondsFighter } from './stats';
import { words } from './wording';
import { secondsOf } from './words';

/**
 * A fighter's seconds as they were spent: what was done, what was begun, and what of an unfinished action an earlier turn has paid.
 */
export function laneOf(encounter: SecondsEncounter, fighter: SecondsFighter): Lane {
  const { max } = fighter.pools.seconds!;
  const isNow = isTurnOf(encounter, fighter);
  const spans = spansOf(fighter);
  const progress = progressOf(fighter);
  const here = spans
    .filter(({ open, action }) => open && action === progress?.action)
    .reduce((sum, { ticks }) => sum + ticks, 0);
  const carried = progress && progress.ticks > here ? [carriedSpan(progress.action, progress.ticks - here)] : [];
  const { held } = fighter.book;
  return {
    length: secondsOf(max),
    active: isNow,
    carried,
    spans: spans.map((span) => spanOf(span)),
    left: isNow ? secondsOf(fighter.pools.seconds!.value) : 0,
    flag: typeof held === 'string' ? words('Lane.held', { trigger: held }) : null,
  };
}

function spanOf({ action, ticks, open }: Span): LaneSpan {
  const seconds = secondsOf(ticks);
  const label = words(open ? 'Lane.begun' : 'Lane.done', { action: words(`Action.${action}.label`), seconds });
  return { id: action, label, length: seconds, state: open ? 'begun' : 'done' };
}

function carriedSpan(action: string, ticks: number): LaneSpan {
  const seconds = secondsOf(ticks);
  const label = words('Lane.carried', { action: words(`Action.${action}.label`), seconds });
  return { id: action, label, length: seconds, state: 'carried' };
}
