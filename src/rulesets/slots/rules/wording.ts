import type { Command } from '../../../encounter/command';
import type { Condition, Until } from '../../../encounter/condition';
import type { Words } from '../../../encounter/view';
import { TURN_START } from './words';

/** A sentence below the ruleset's language branch. */
export const words = (key: string, facts?: Words['facts']): Words => ({ key, ...(facts && { facts }) });

export const conditionLabel = (id: string): Words => words(`Condition.${id}.label`);

/** What a command is called; one that stands in for a smaller one, or comes out of turn, says so. */
export function actionLabel({ do: id, options }: Command): Words {
  const action = words(`Action.${id}.label`);
  return options?.slot === 'waited' ? words('Card.waited', { action }) : action;
}

/** When a condition ends. */
export function untilWords(until: Until | null): Words {
  if (!until) return words('Until.lasting');
  return words(until.at === TURN_START ? 'Until.turn-start' : 'Until.turn-end');
}

/** What a root instance says of itself: what it is about, if it is about anything, and its end. */
export function noteOf({ until, data }: Condition): Words {
  if (typeof data?.cause === 'string') return words(`Cause.${data.cause}`);
  if (typeof data?.group === 'string') return words(`Focus.${data.group}`);
  if (typeof data?.kind === 'string') return words(`Edge.${data.kind}`);
  return untilWords(until);
}
