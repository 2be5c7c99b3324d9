import type { Command } from '../../../encounter/command';
import type { ActionButton } from '../../../encounter/view';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { wasBound } from '../../platform/bound';
import { notify } from '../../platform/notice';
import { text } from '../../platform/text';
import { targetOf } from '../../views/pages';
import { showArea } from '../asks/area-preview';
import { withBusyState } from '../ui/busy';
import { act, CLICK } from './act';

const ACTION = '.cadence-action[data-command]';

export const ACTION_DRAG = 'cadence.action';

/** The commands that buttons had when the pointer was pressed on them. */
const pressed = new WeakMap<HTMLElement, ReturnType<typeof readAction>>();

function readAction(button: HTMLElement): { command: Command; needs: ActionButton['needs'] } {
  const { command, needs } = button.dataset;
  return { command: JSON.parse(command ?? 'null') as Command, needs: (needs ?? 'nothing') as ActionButton['needs'] };
}

/**
 * Returns a clicked button's action as it was when the pointer was pressed on it; null if its target was chosen since. A rendering between
 * press and click may change its target, or make it another button.
 */
function actionOf(button: HTMLElement, { detail }: Pick<MouseEvent, 'detail'>): ReturnType<typeof readAction> | null {
  const now = readAction(button);
  // A click without a pointer has no press.
  const printed = detail > 0 ? pressed.get(button) : undefined;
  if (!printed) return now;
  const isAimedSince = printed.needs === 'target' && printed.command.at === undefined && now.command.at !== undefined;
  return isAimedSince ? null : printed;
}

/** Performs a clicked action button. With Shift, opens its options if it has any; else skips the question about its target. */
export async function pressAction(
  host: ExchangeDocument | null,
  event: MouseEvent,
  button: HTMLElement,
): Promise<void> {
  if (!host) {
    notify('info', text('CADENCE.Notice.noEncounter'));
    return;
  }
  // The second click may hit a button that was moved there by the first.
  if (event.detail > 1) return;
  const action = actionOf(button, event);
  if (!action) {
    notify('info', text('CADENCE.Notice.targetChanged'));
    return;
  }
  const { command, needs } = action;
  if (event.shiftKey && button.dataset.options !== undefined) await askOptions(host, command);
  else await withBusyState(button, () => act(host, command, needs, { ...CLICK, isSure: event.shiftKey }));
}

/**
 * Binds the action buttons inside `root`, current and future: options by the caret, the right mouse button or the menu key, and dragging.
 * Idempotent.
 */
export function bindActionOptions(root: HTMLElement, hostOf: () => ExchangeDocument | null | undefined): void {
  if (wasBound(root, bindActionOptions)) return;
  const open = (event: Event, action: HTMLElement) => {
    const host = hostOf();
    event.preventDefault();
    event.stopPropagation();
    if (host) void askOptions(host, readAction(action).command);
    else notify('info', text('CADENCE.Notice.noEncounter'));
  };
  const press = (event: Event) => {
    const action = targetOf(event)?.closest<HTMLElement>(ACTION);
    if (action) pressed.set(action, readAction(action));
  };
  root.addEventListener('pointerdown', press, true);
  for (const type of ['pointerover', 'focusin'])
    root.addEventListener(type, (event) => {
      const action = targetOf(event)?.closest<HTMLElement>(ACTION);
      const host = action && hostOf();
      const { command, needs } = action ? readAction(action) : {};
      // What is placed by a click is drawn where it would be placed.
      const isBarred = action?.getAttribute('aria-disabled') === 'true';
      if (host && command && needs !== 'area' && !isBarred) showArea(host, action, command);
    });
  bindLongPress(root);
  root.addEventListener('click', (event) => {
    const caret = targetOf(event)?.closest('.cadence-act__more');
    const action = caret?.parentElement?.querySelector<HTMLElement>(ACTION);
    if (action) open(event, action);
  });
  root.addEventListener('dragstart', (event) => {
    const action = targetOf(event)?.closest<HTMLElement>(ACTION);
    const host = hostOf();
    if (!action || !host) return;
    event.stopPropagation();
    event.dataTransfer?.setData('text/plain', JSON.stringify(dragOf(host, action)));
  });
  root.addEventListener(
    'contextmenu',
    (event) => {
      const action = targetOf(event)?.closest<HTMLElement>(`${ACTION}[data-options]`);
      if (!action) return;
      // A finger that rests on it reads its tooltip.
      if ('pointerType' in event && event.pointerType === 'touch') event.preventDefault();
      else open(event, action);
    },
    true,
  );
}

/** Milliseconds before a browser would open its menu. */
const LONG_PRESS = 450;
/** Pixels that a resting finger may move. */
const TREMBLE = 10;

/** A finger that rests on an action shows its name and tooltip; when it is lifted, the action is not played. API: TooltipManager#activate */
function bindLongPress(root: HTMLElement): void {
  let timer = 0;
  let read: HTMLElement | null = null;
  let start = { clientX: 0, clientY: 0 };
  const stop = () => clearTimeout(timer);
  root.addEventListener('pointerdown', (event) => {
    read = null;
    start = event;
    const action = event.pointerType === 'touch' && targetOf(event)?.closest<HTMLElement>(ACTION);
    if (!action) return;
    timer = Number(
      setTimeout(() => {
        read = action;
        const { label = '', tooltipText = '' } = action.dataset;
        game.tooltip.activate(action, { text: [label, tooltipText].filter(Boolean).join('\n') });
      }, LONG_PRESS),
    );
  });
  for (const type of ['pointerup', 'pointercancel', 'scroll']) root.addEventListener(type, stop, true);
  root.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - start.clientX, clientY - start.clientY) > TREMBLE) stop();
  });
  root.addEventListener(
    'click',
    (event) => {
      if (!read || targetOf(event)?.closest(ACTION) !== read) return;
      read = null;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}

/** The drag data: a named action, so that it works for other users and fights. */
function dragOf(host: ExchangeDocument, button: HTMLElement): object {
  const { command } = readAction(button);
  const item = command.with && documentsOf(host, command.by).actor?.items.get(command.with)?.name;
  const { do: action, options } = command;
  const named = { ruleset: host.type, do: action, ...(item && { item }), ...(options && { options }) };
  const label = [button.dataset.label, item].filter(Boolean).join(': ');
  return {
    type: ACTION_DRAG,
    named,
    label,
    button: button.dataset.id,
    img: button.querySelector('img')?.getAttribute('src'),
  };
}

/** Opens the options dialog of a command, by default if it has any. Resolves to false if there is nothing to ask. */
export const openOptions = (host: ExchangeDocument, command: Command, asksFor?: string): Promise<boolean> =>
  import('./options-window').then(({ showOptions }) => showOptions(host, command, asksFor));

export async function askOptions(host: ExchangeDocument, command: Command): Promise<void> {
  if (!(await openOptions(host, command))) notify('info', text('CADENCE.Notice.noOptions'));
}

export const ACTION_WINDOWS = { idle: () => Promise.all([import('./options-window'), import('./choose-target')]) };
