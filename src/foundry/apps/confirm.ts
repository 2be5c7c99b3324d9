import type { Reason } from '../../kernel/ask';
import { reasonText, text } from '../platform/text';
import { render } from './templates';

/** A question with yes and no, which closes with no. API: DialogV2.confirm */
export async function isMeant(question: object): Promise<boolean> {
  const dialog: { confirm(options: object): Promise<unknown> } = foundry.applications.api.DialogV2;
  return (await dialog.confirm({ ...question, rejectClose: false })) === true;
}

/** Shows what stands against an act and asks whether it is meant all the same. */
export async function confirmReasons(ruleset: string, reasons: readonly Reason[]): Promise<boolean> {
  return isMeant({
    classes: ['cadence', 'cadence-confirm'],
    window: { title: text('CADENCE.App.Confirm.title') },
    content: await render('apps/confirm', { reasons: reasons.map((reason) => reasonText(ruleset, reason)) }),
    yes: { label: text('CADENCE.App.Confirm.yes') },
    no: { label: text('CADENCE.App.Confirm.no'), default: true },
    modal: true,
  });
}
