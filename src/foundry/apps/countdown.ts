import { text } from '../platform/text';
import { pages } from '../views/pages';

const SECOND = 1000;

/** What is left of a time that is up then, in words and as a share of the whole. Milliseconds of the server's clock. */
export function timeLeft(until: number, time: number) {
  const left = Math.max(0, until - game.time.serverTime);
  const seconds = Math.ceil(left / SECOND);
  return {
    seconds: text('CADENCE.App.Ask.left', { seconds }),
    aria: text('CADENCE.App.Ask.leftNamed', { seconds }),
    percent: Math.round(Math.min(1, left / time) * 1000) / 10,
    hurried: left < time / 4,
  };
}

/** Keeps every clock on the screen going. It only shows the time: what comes of it is the referee's. Called once. */
export function watchCountdowns(): void {
  setInterval(() => {
    for (const page of pages()) for (const clock of page.querySelectorAll<HTMLElement>('[data-until]')) tick(clock);
  }, SECOND / 2);
}

function tick(clock: HTMLElement): void {
  const { until, time } = clock.dataset;
  const { seconds, aria, percent, hurried } = timeLeft(Number(until), Number(time));
  clock.style.setProperty('--cadence-left', `${percent}%`);
  clock.classList.toggle('cadence-countdown--hurried', hurried);
  clock.setAttribute('aria-label', aria);
  const shown = clock.querySelector('b');
  if (shown && shown.textContent !== seconds) shown.textContent = seconds;
}
