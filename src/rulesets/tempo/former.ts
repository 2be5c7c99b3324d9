import { type Former, listed } from '../../rulebook/former';
import type { Choice } from './marks';

const MADE = { success: true };
const FAILED = { success: false };

/** Before 0.4.0 lists of options were texts, before 0.5.0 marks and the clock. */
export const FORMER: Former = {
  mark(key, value) {
    if (typeof value !== 'string') return value;
    if (key === 'record') return listed(value);
    const { start = '' } = /^(?<start>plan-pass-|plan-over-|moved-|plan-|add-|did-|last-)/.exec(key)?.groups ?? {};
    if (start === '') return value;
    const [text = '', number] = value.split('@');
    if (start === 'plan-pass-') return { round: Number(text), tempo: Number(number) };
    return number === undefined ? choiceIn(text) : { ...choiceIn(text), to: Number(number) };
  },
  option: (key, value) => (key === 'away' ? listed(value) : value),
  clock(clock) {
    const { action, groups = '', present = '' } = clock;
    if (typeof action !== 'string') return clock;
    return {
      ...clock,
      ...{ action: action === '' ? null : choiceIn(action), groups: listed(groups), present: listed(present) },
    };
  },
  outcomes: {
    damage: MADE,
    success: MADE,
    hides: MADE,
    miss: FAILED,
    failure: FAILED,
    found: FAILED,
  },
};

/** `mark`, `magic ember`, `ability hex ember`: so the options of a question still name a choice. */
export function choiceIn(text: string): Choice {
  const [action = '', item, spell] = text.split(' ');
  return { action, ...(item && { item }), ...(spell && { spell }) };
}
