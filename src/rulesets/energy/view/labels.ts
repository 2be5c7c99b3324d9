import type { Command } from '../../../encounter/command';
import type { Condition, Until } from '../../../encounter/condition';
import type { Message } from '../../../encounter/view';
import { labelOfAction, message } from '../../../rulebook/labels';
import { SHORT_REST } from '../words';

/** What a command is called; a Swift Attack says so. */
export function actionLabel({ do: id, options }: Command): Message {
  const action = labelOfAction(id);
  return options?.swift === true ? message('Card.swift', { action }) : action;
}

function untilLabel(until: Until | null): Message {
  if (!until) return message('Until.lasting');
  return until.at === SHORT_REST ? message('Until.short-rest') : message('Until.round-end', { round: until.n ?? 0 });
}

/** What a root instance says of itself: its cause if it has one, and else its end. */
export const noteOf = ({ until, data }: Condition): Message =>
  data?.cause === undefined ? untilLabel(until) : message(`Cause.${data.cause}`);
