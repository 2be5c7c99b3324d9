import type { Command } from '../../../encounter/command';
import type { Condition, Until } from '../../../encounter/condition';
import type { Words } from '../../../encounter/view';
import { SHORT_REST } from './words';

/** A sentence below the ruleset's language branch. */
export const words = (key: string, facts?: Words['facts']): Words => ({ key, ...(facts && { facts }) });

export const conditionLabel = (id: string): Words => words(`Condition.${id}.label`);

/** What a command is called; a Swift Attack says so. */
export function actionLabel({ do: id, options }: Command): Words {
  const action = words(`Action.${id}.label`);
  return options?.swift === true ? words('Card.swift', { action }) : action;
}

/** When a condition ends. */
export function untilWords(until: Until | null): Words {
  if (!until) return words('Until.lasting');
  if (until.at === SHORT_REST) return words('Until.short-rest');
  return words('Until.round-end', { round: until.n ?? 0 });
}

/** What a root instance says of itself: its cause if it has one, and its end. */
export function noteOf({ until, data }: Condition): Words {
  return data?.cause === undefined ? untilWords(until) : words(`Cause.${data.cause}`);
}
