import type { Command } from '../../../encounter/command';
import type { Condition, Until } from '../../../encounter/condition';
import type { Message } from '../../../encounter/view';
import { labelOfAction, message } from '../../../rulebook/labels';
import { TURN_START } from '../words';

/** What a command is called; one that comes out of turn says so. */
export function actionLabel({ do: id, options }: Command): Message {
  const action = labelOfAction(id);
  return options?.slot === 'waited' ? message('Card.waited', { action }) : action;
}

function untilLabel(until: Until | null): Message {
  if (!until) return message('Until.lasting');
  return message(until.at === TURN_START ? 'Until.turn-start' : 'Until.turn-end');
}

/** What a root instance says of itself: what it is about, if it is about anything, and its end. */
export function noteOf({ until, data }: Condition): Message {
  if (typeof data?.cause === 'string') return message(`Cause.${data.cause}`);
  if (typeof data?.group === 'string') return message(`Focus.${data.group}`);
  if (typeof data?.kind === 'string') return message(`Edge.${data.kind}`);
  return untilLabel(until);
}
