import type { Reason } from '../../kernel/ask';
import { reasonText, text } from '../platform/text';
import { render } from './templates';

/** Shows what stands against an act and asks whether it is meant all the same. */
export async function confirmReasons(ruleset: string, reasons: readonly Reason[]): Promise<boolean> {
  const answer = await foundry.applications.api.DialogV2.confirm({
    classes: ['cadence', 'cadence-confirm'],
    window: { title: text('CADENCE.App.Confirm.title') },
    content: await render('apps/confirm', { reasons: reasons.map((reason) => reasonText(ruleset, reason)) }),
    yes: { label: text('CADENCE.App.Confirm.yes') },
    no: { label: text('CADENCE.App.Confirm.no'), default: true },
    rejectClose: false,
    modal: true,
  } as never);
  return answer === true;
}
