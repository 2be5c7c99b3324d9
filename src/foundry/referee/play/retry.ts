import { askConfirmation } from '../../platform/confirmation';
import { notifyUntilDone } from '../../platform/notice';
import { LateError, NotWrittenError } from '../../platform/refusals';
import { text } from '../../platform/text';

/** Retries of a step whose server answers late, before this user is asked. */
const RETRIES = 3;

/**
 * Writes a step, judged again on the current documents with each attempt: once more if the server refused it, three times more if the server
 * answered too late. Then this user decides whether to go on. Each attempt uses the dice of the one before.
 * @param work judges and writes the step
 */
export async function retryStep<T>(work: () => Promise<T>, isOver: () => boolean = () => false): Promise<T> {
  let wasRefused = false;
  let retries = 0;
  let hideNotice: (() => void) | null = null;
  const hide = (): void => {
    hideNotice?.();
    hideNotice = null;
  };
  try {
    for (;;)
      try {
        return await work();
      } catch (error) {
        const isLate = error instanceof LateError;
        if (isOver() || !(error instanceof NotWrittenError) || (!isLate && wasRefused)) throw error;
        wasRefused ||= !isLate;
        if (!isLate) continue;
        if (retries < RETRIES) {
          retries++;
          hideNotice ??= notifyUntilDone(text('CADENCE.Notice.retrying'));
          continue;
        }
        hide();
        retries = 0;
        if (!(await askToRetry())) throw error;
      }
  } finally {
    hide();
  }
}

const askToRetry = (): Promise<boolean> =>
  askConfirmation({
    classes: ['cadence', 'cadence-confirm'],
    window: { title: text('CADENCE.App.Retry.title') },
    content: `<p>${text('CADENCE.App.Retry.question')}</p>`,
    yes: { label: text('CADENCE.App.Retry.yes'), default: true },
    no: { label: text('CADENCE.App.Retry.no') },
  });
