import type { Answer, OfferAsk, SingleAsk } from '../../../kernel/ask';
import { markArea, markPlace, unmarkPlace } from '../../canvas/highlights';
import type { ExchangeDocument } from '../../host/exchange-document';
import { rollFoundryDice } from '../../platform/dice';
import { text } from '../../platform/text';
import { answer, openAsks, type UserAsk } from '../../referee';
import { isElement, isInput, targetOf } from '../../views/pages';
import { withBusyState } from '../ui/busy';
import { markInvalid } from '../ui/fields';
import { drawSpan, fighterOfPlaces } from './ask-options';
import { dropDraft, storeDraft } from './drafts';

/** Told of an answer that is on its way. */
export type OnAnswer = (host: ExchangeDocument, here: UserAsk) => void;

/** Answers on their way, so that a second click does not throw again. */
const underWay = new Set<string>();

/** Answers an open ask with what was clicked; for dice, throws them first. An ask that has gone by is left alone. */
async function giveAnswer(host: ExchangeDocument, button: HTMLElement, onGiven: OnAnswer = () => {}): Promise<void> {
  const { ask: key } = button.dataset;
  const here = openAsks(host).find((ask) => ask.key === key);
  if (!key || !here?.may || underWay.has(key)) return;
  if (button.getAttribute('aria-disabled') === 'true') return;
  const field = button.closest('.cadence-ask')?.querySelector('input') ?? null;
  unmarkPlace();
  underWay.add(key);
  try {
    const given = await answerOf(here.ask, button, field);
    if (!given) return;
    onGiven(host, here);
    await withBusyState(button, () => answer(host, key, given));
    dropDraft(key);
  } finally {
    underWay.delete(key);
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

/** What was typed as the answer it is meant to be; null where it is none. */
export function readTyped(ask: TypedAsk, typed: string): number | string | null {
  const trimmed = typed.trim();
  if (ask.kind === 'text') return trimmed && trimmed.length <= ask.maxLength ? trimmed : null;
  const amount = Number(trimmed.replace('−', '-'));
  return trimmed && Number.isInteger(amount) && amount >= ask.min && amount <= ask.max ? amount : null;
}

/** What is said of a field that holds no answer. */
export function invalidAnswerText(ask: TypedAsk): string {
  if (ask.kind === 'text') return text('CADENCE.Notice.wordsWanted', { most: ask.maxLength });
  return text('CADENCE.Notice.amountWanted', { min: ask.min, max: ask.max });
}

const listening = new WeakSet<HTMLElement>();

/**
 * Takes answers from whatever asks are drawn inside `root`, now and later: clicks, Enter in a field, and places shown on the map while
 * the pointer or the focus is on their button. Safe to repeat.
 */
export function bindAnswers(
  root: HTMLElement,
  combatOf: () => ExchangeDocument | null | undefined,
  onGiven?: OnAnswer,
): void {
  if (listening.has(root)) return;
  listening.add(root);
  const give = (button: HTMLElement | null | undefined) => {
    const host = button && combatOf();
    if (host) void giveAnswer(host, button, onGiven);
  };
  root.addEventListener('click', (event) => give(targetOf(event)?.closest<HTMLElement>('button[data-ask]')));
  root.addEventListener('input', ({ target }) => {
    const field = fieldIn(target);
    if (!field) return;
    markInvalid(field, '');
    storeDraft(field.dataset.askInput ?? '', field.value);
    drawSpan(field);
  });
  // A value typed here belongs to no form around it.
  root.addEventListener('change', (event) => fieldIn(event.target) && event.stopPropagation());
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || !fieldIn(event.target)) return;
    event.preventDefault();
    give(targetOf(event)?.closest('.cadence-ask')?.querySelector<HTMLElement>('button[data-ask]'));
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

function fieldIn(target: EventTarget | null): HTMLInputElement | null {
  return isInput(target) && target.dataset.askInput !== undefined ? target : null;
}

function showPlace(host: ExchangeDocument, button: HTMLElement): void {
  const here = openAsks(host).find(({ key }) => key === button.dataset.ask);
  if (!here) return;
  const { area } = button.dataset;
  const [place] = JSON.parse(button.dataset.answer ?? '[]') as Answer;
  if (area) markArea(host, here.by, JSON.parse(area));
  else markPlace(host, fighterOfPlaces(here.ask, here.by), place);
}
