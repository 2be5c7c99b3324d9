import type { Host } from '../host';
import { notice } from '../notice';
import { text } from '../text';
import { act, readAction } from './act';
import { openOptions } from './options';

const ACTION = '.cadence-action[data-command]';

/** Does what a clicked action button says; with Shift held, asks for its options first. */
export async function pressAction(host: Host | null, event: MouseEvent, button: HTMLElement): Promise<void> {
  if (!host) {
    notice('info', text('CADENCE.Notice.noEncounter'));
    return;
  }
  const { command, needs } = readAction(button);
  if (event.shiftKey && button.dataset.options !== undefined) await openOptions(host, command);
  else await act(host, command, needs);
}

const listening = new WeakSet<HTMLElement>();

/**
 * Opens the options of the action buttons inside `root`, now and later: by the button beside them, the right mouse button, or the
 * menu key. Safe to repeat.
 */
export function takeOptions(root: HTMLElement, hostOf: () => Host | null | undefined): void {
  if (listening.has(root)) return;
  listening.add(root);
  const open = (event: Event, action: HTMLElement) => {
    const host = hostOf();
    event.preventDefault();
    event.stopPropagation();
    if (host) void openOptions(host, readAction(action).command);
    else notice('info', text('CADENCE.Notice.noEncounter'));
  };
  root.addEventListener('click', (event) => {
    const caret = (event.target as Element).closest('.cadence-act__more');
    const action = caret?.parentElement?.querySelector<HTMLElement>(ACTION);
    if (action) open(event, action);
  });
  // Before the menu of a tracker row, which opens wherever the row is clicked.
  root.addEventListener(
    'contextmenu',
    (event) => {
      const action = (event.target as Element).closest<HTMLElement>(`${ACTION}[data-options]`);
      if (action) open(event, action);
    },
    true,
  );
}
