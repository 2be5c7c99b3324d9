import { requestSystem } from '../documents/systems';
import { documentsOf, hostOf, isGuest } from '../host';
import { withdraw } from '../referee';
import { adapterOf } from '../registry';
import { branchOf, reasonText } from '../text';
import { facesOf, facesOfGuests } from './fight';
import { Parts } from './parts';
import { render } from './templates';

/** Draws a request that waits, or one that was refused, with the dice that were thrown for it. */
export async function fillRequest(message: ChatMessage.Implementation, html: HTMLElement): Promise<void> {
  const content = html.querySelector<HTMLElement>('.message-content');
  if (!content) return;
  const { combat: id, fighter, command, answers, refused } = requestSystem(message);
  const host = hostOf(id);
  const ruleset = adapterOf(host?.type ?? documentsOf(null, fighter).actor?.type)?.ruleset.id ?? '';
  const faces = host ? facesOf(host) : facesOfGuests([fighter, command?.at ?? ''].filter(isGuest));
  const thrown = answers.flat().filter((face) => typeof face === 'number');
  const isRefused = refused.length > 0;
  content.innerHTML = await render('apps/request', {
    ruleset,
    action: command ? actionName(ruleset, command.do) : '',
    by: faces?.get(fighter)?.name ?? '',
    at: (command?.at && faces?.get(command.at)?.name) ?? '',
    isRefused,
    reasons: refused.map((reason) => reasonText(ruleset || null, reason)),
    faces: thrown,
    // Dice stay bound: who has thrown cannot take it back.
    canWithdraw: message.isAuthor && !isRefused && thrown.length === 0,
  });
  content.querySelector('[data-action="cadenceWithdraw"]')?.addEventListener('click', () => void withdraw(message));
  html.classList.add('cadence-message', 'cadence-message--request');
}

/** How the rules call what was asked for; nothing where they do not know it: whoever writes a message may fill it with anything. */
function actionName(ruleset: string, verb: unknown): string {
  const key = `Action.${verb}.label`;
  const isKnown = ruleset && [branchOf(ruleset), 'CADENCE'].some((branch) => game.i18n!.has(`${branch}.${key}`));
  return isKnown ? new Parts(ruleset).words({ key }) : '';
}
