import { adapterOf } from '../adapters/registry';
import { documentsOf, hostOf, isGuest } from '../host/host';
import { branchOf, reasonText } from '../platform/text';
import { withdraw } from '../referee';
import { requestSystem } from '../stored/request';
import { facesOf, facesOfGuests } from '../views/fight';
import { Parts } from '../views/parts';
import { framed, type RenderHTMLOptions } from './message-frame';
import { render } from './templates';

/** The message of a request, as it stands in the log. */
export async function frameRequest(
  message: ChatMessage.Implementation,
  options: RenderHTMLOptions,
): Promise<HTMLElement> {
  const html = await framed(message, options, await requestHTML(message));
  html.querySelector('[data-action="cadenceWithdraw"]')?.addEventListener('click', () => void withdraw(message));
  html.classList.add('cadence-message--request');
  return html;
}

/** What is read of a request that waits, or of one that was refused, with the dice that were thrown for it. */
export async function requestHTML(message: ChatMessage.Implementation): Promise<string> {
  const { combat: id, fighter, command, answers, refused } = requestSystem(message);
  const host = hostOf(id);
  const ruleset = adapterOf(host?.type ?? documentsOf(null, fighter).actor?.type)?.ruleset.id ?? '';
  const faces = host ? facesOf(host) : facesOfGuests([fighter, command?.at ?? ''].filter(isGuest));
  const thrown = answers.flat().filter((face) => typeof face === 'number');
  const isRefused = refused.length > 0;
  return render('apps/request', {
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
}

/** How the rules call what was asked for; nothing where they do not know it: whoever writes a message may fill it with anything. */
function actionName(ruleset: string, verb: unknown): string {
  const key = `Action.${verb}.label`;
  const isKnown = ruleset && [branchOf(ruleset), 'CADENCE'].some((branch) => game.i18n.has(`${branch}.${key}`));
  return isKnown ? new Parts(ruleset).words({ key }) : '';
}
