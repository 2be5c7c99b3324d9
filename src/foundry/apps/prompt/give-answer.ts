import type { Place } from '../../../encounter/state';
import type { LaneFill } from '../../../encounter/view';
import type { Answer, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { markPlace, unmarkPlace } from '../../canvas/highlights';
import type { ExchangeDocument } from '../../host/exchange-document';
import { wasBound } from '../../platform/bound';
import { rollFoundryDice } from '../../platform/dice';
import { text } from '../../platform/text';
import { answer, openAsks, setRoundSkipped, type UserAsk } from '../../referee';
import { notifyReasons } from '../../referee/requests/notify';
import { whyPaused } from '../../referee/requests/paused';
import { isElement, isInput, targetOf } from '../../views/pages';
import { showPreview } from '../../views/preview';
import { areaAsked, hideArea, showArea } from '../asks/area-preview';
import { fighterOfPlaces, pointsTaken, spanText } from '../asks/ask-options';
import { dropDraft, storeDraft } from '../asks/drafts';
import { withBusyState } from '../ui/busy';
import { markInvalid } from '../ui/fields';

type OnAnswer = (host: ExchangeDocument, userAsk: UserAsk) => void;

/** Answers being sent, so that a second click does not roll again. */
const pending = new Set<string>();

/** Answers an open ask with the clicked option; rolls dice first. Does nothing if the ask has closed. */
async function giveAnswer(host: ExchangeDocument, button: HTMLElement, onGiven: OnAnswer = () => {}): Promise<void> {
  const { ask: key } = button.dataset;
  const userAsk = openAsks(host).find((ask) => ask.key === key);
  if (!key || !userAsk?.mayAnswer || pending.has(key)) return;
  if (button.getAttribute('aria-disabled') === 'true') return;
  // Before any die falls: the player would see it and roll again.
  const paused = whyPaused(game.user);
  if (paused) return notifyReasons(host, [paused]);
  const field = button.closest('.cadence-ask')?.querySelector('input') ?? null;
  unmarkPlace();
  hideArea();
  pending.add(key);
  try {
    const value = await answerOf(userAsk.ask, button, field);
    if (!value) return;
    onGiven(host, userAsk);
    await withBusyState(button, async () => {
      if (button.dataset.skipsRound !== undefined) await setRoundSkipped(host, userAsk.by);
      await answer(host, key, value);
    });
    dropDraft(key);
  } finally {
    pending.delete(key);
  }
}

async function answerOf(
  ask: SingleAsk | OfferAsk,
  button: HTMLElement,
  field: HTMLInputElement | null,
): Promise<Answer | null> {
  if (ask.kind === 'dice') return rollFoundryDice(ask.dice);
  if (ask.kind !== 'amount' && ask.kind !== 'text') return JSON.parse(button.dataset.answer ?? 'null') as Answer | null;
  const typed = field ? readTyped(ask, field.value) : null;
  if (field) markInvalid(field, typed === null ? invalidAnswerText(ask) : '');
  field?.reportValidity();
  return typed === null ? null : [typed];
}

type TypedAsk = Extract<SingleAsk, { kind: 'amount' | 'text' }>;

export function readTyped(ask: TypedAsk, typed: string): number | string | null {
  const trimmed = typed.trim();
  if (ask.kind === 'text') return trimmed && trimmed.length <= ask.maxLength ? trimmed : null;
  const amount = Number(trimmed.replace('−', '-'));
  return trimmed && Number.isInteger(amount) && amount >= ask.min && amount <= ask.max ? amount : null;
}

export function invalidAnswerText(ask: TypedAsk): string {
  if (ask.kind === 'text') return text('CADENCE.Notice.wordsWanted', { most: ask.maxLength });
  return text('CADENCE.Notice.amountWanted', { min: ask.min, max: ask.max });
}

/** Binds the asks inside `root`, current and future: clicks, Enter in a field, and places shown on the map on hover or focus. Idempotent. */
export function bindAnswers(
  root: HTMLElement,
  combatOf: () => ExchangeDocument | null | undefined,
  onGiven?: OnAnswer,
): void {
  if (wasBound(root, bindAnswers)) return;
  const submit = (button: HTMLElement | null | undefined) => {
    const host = button && combatOf();
    if (host) void giveAnswer(host, button, onGiven);
  };
  root.addEventListener('click', (event) => {
    // The second click of two may hit a button of the next ask.
    if (event.detail <= 1) submit(targetOf(event)?.closest<HTMLElement>('button[data-ask]'));
  });
  root.addEventListener('input', ({ target }) => {
    const field = fieldIn(target);
    if (!field) return;
    markInvalid(field, '');
    storeDraft(field.dataset.askInput ?? '', field.value);
    drawSpan(field);
  });
  // A surrounding form must not handle it.
  root.addEventListener('change', (event) => fieldIn(event.target) && event.stopPropagation());
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || !fieldIn(event.target)) return;
    event.preventDefault();
    submit(targetOf(event)?.closest('.cadence-ask')?.querySelector<HTMLElement>('button[data-ask]'));
  });
  for (const type of ['pointerover', 'focusin'])
    root.addEventListener(type, ({ target }) => {
      const button = isElement(target) && target.closest<HTMLElement>('button[data-place]');
      const host = button && combatOf();
      if (host) showPlace(host, button);
    });
  for (const type of ['pointerout', 'focusout'])
    root.addEventListener(type, ({ target }) => {
      if (isElement(target) && target.closest('button[data-place]')) unmarkPlace();
    });
}

function drawSpan(slider: HTMLInputElement): void {
  if (!slider.dataset.fills) return;
  const fills = JSON.parse(slider.dataset.fills) as LaneFill;
  const points = Number(slider.value);
  const label = spanText(fills, points);
  slider.setAttribute('aria-valuetext', label);
  const output = slider.closest('.cadence-ask')?.querySelector('output');
  if (output) output.textContent = label;
  const amount = pointsTaken(fills, points) / fills.per;
  const fit = amount <= fills.left ? 'fits' : 'overflows';
  const length = Math.min(amount, fills.left);
  showPreview(points > 0 ? { by: fills.of, length, fit, label: label } : null);
}

function fieldIn(target: EventTarget | null): HTMLInputElement | null {
  return isInput(target) && target.dataset.askInput !== undefined ? target : null;
}

function showPlace(host: ExchangeDocument, button: HTMLElement): void {
  const userAsk = openAsks(host).find(({ key }) => key === button.dataset.ask);
  if (!userAsk) return;
  const area = areaAsked(host, userAsk.ask);
  if (area) showArea(host, button, area.command, button.dataset.option);
  else markPlace(host, fighterOfPlaces(userAsk.ask, userAsk.by), placeOn(button));
}

/** Returns the place of an answer that names one. */
export function placeOn({ dataset }: HTMLElement): Place {
  const [place] = JSON.parse(dataset.answer ?? '[]') as [Place];
  return place;
}
