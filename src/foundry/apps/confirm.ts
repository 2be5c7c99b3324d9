import type { Reason } from '../../kernel/ask';
import { reasonText, text } from '../text';

/** Shows what stands against an act and asks whether it is meant all the same. */
export async function confirmReasons(ruleset: string, reasons: readonly Reason[]): Promise<boolean> {
  const list = document.createElement('ul');
  list.className = 'cadence-reasons';
  for (const reason of reasons) {
    const item = document.createElement('li');
    item.textContent = reasonText(ruleset, reason);
    list.append(item);
  }
  const question = document.createElement('p');
  question.textContent = text('CADENCE.App.Confirm.question');
  const content = document.createElement('div');
  content.append(list, question);

  const answer = await foundry.applications.api.DialogV2.confirm({
    classes: ['cadence', 'cadence-confirm'],
    window: { title: text('CADENCE.App.Confirm.title') },
    content,
    yes: { label: text('CADENCE.App.Confirm.yes') },
    no: { label: text('CADENCE.App.Confirm.no'), default: true },
    rejectClose: false,
    modal: true,
  } as never);
  return answer === true;
}
