import type { Place } from '../../../encounter/state';
import type { AskOption, AskView, LaneFill } from '../../../encounter/view';
import { GM, PASS, type Responder } from '../../../kernel/ask';
import { notation } from '../../../kernel/dice';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { placeOf } from '../../host/reader';
import { serverNow } from '../../platform/server-clock';
import { reasonText, text } from '../../platform/text';
import type { UserAsk } from '../../referee';
import { facesOf } from '../../views/fight';
import { allPages } from '../../views/pages';
import type { Parts } from '../../views/parts';
import { fighterOfPlaces, placeOptions, spanText } from './ask-options';
import { draftOf } from './drafts';

/**
 * What the `ask` partial shows: the question, who is waited for, and the ways to answer where this user may.
 * @param others everything that waits beside it, to say for whom an answer given already waits
 * @param standsAt where whoever is to go there stands, to say which way a place lies
 */
function askContext(
  parts: Parts,
  view: AskView,
  here: UserAsk,
  others: readonly UserAsk[],
  name: NameOf,
  standsAt: Place | null,
) {
  const { key, mine, may, isGiven, until, time } = here;
  const { ask, label } = view;
  const question = parts.localize(label);
  const dice = ask.kind === 'dice' ? notation(ask.dice) : '';
  return {
    key,
    kind: ask.kind,
    mine,
    /** The game master, and a second owner, may answer in the stead of the one who is asked. */
    may,
    isGiven,
    question,
    waiting: waitingText(here, others, name),
    /** When its time is up, where it has one; what is left of it is kept up to date every half second. */
    clock: until !== undefined && time !== undefined && !isGiven ? clockContext(until, time) : null,
    dice: dice && { notation: dice, aria: text('CADENCE.App.Ask.roll', { name: question, dice }) },
    options: numbered(optionsOf(parts, withoutWithheld(view, here), standsAt), ask.kind),
    places: ask.kind === 'place',
    typed: ask.kind === 'amount' || ask.kind === 'text',
    amount: ask.kind === 'amount' && !view.fills ? amountContext(key, ask.min, ask.max) : null,
    span: ask.kind === 'amount' && view.fills ? spanContext(key, ask.min, ask.max, view.fills) : null,
    words: ask.kind === 'text' ? { most: ask.maxLength, value: draftOf(key) } : null,
  };
}

export type AskContext = ReturnType<typeof askContext>;
/** How the one who is asked is called. */
type NameOf = (by: Responder) => string;

/** What the reader is shown of everything that waits: the open questions, and beside them their own that are answered. */
export function askContexts(
  parts: Parts,
  views: readonly AskView[],
  asks: readonly UserAsk[],
  host: ExchangeDocument,
): AskContext[] {
  const name = namesIn(host);
  return asks.flatMap((here, at) => {
    const view = views[at];
    return view && (!here.isGiven || isOwnAnswer(host, here))
      ? askContext(parts, view, here, asks, name, standing(host, fighterOfPlaces(view.ask, here.by)))
      : [];
  });
}

/** Where somebody stands. */
function standing(host: ExchangeDocument, by: Responder): Place | null {
  const { token } = documentsOf(host, by);
  return token ? placeOf(token) : null;
}

/** Given by the reader just now. What a standing order settled needs no word, nor what the game master could have answered. */
function isOwnAnswer(host: ExchangeDocument, { by, given }: UserAsk): boolean {
  const { combatant, actor } = documentsOf(host, by);
  return !given && !game.user.isGM && (combatant ?? actor)?.isOwner === true;
}

/** Names of those this user may know of; whoever is hidden is the game master's. */
export function namesIn(host: ExchangeDocument): NameOf {
  const faces = facesOf(host);
  return (by) => (by === GM ? undefined : faces.get(by)?.name) ?? text('CADENCE.App.gamemaster');
}

type OptionContext = ReturnType<typeof optionContext>;

function optionContext(parts: Parts, { id, label, answer, cost, whyNot, area }: AskOption) {
  const reasons = whyNot.map((reason) => reasonText(parts.ruleset, reason));
  return {
    id,
    label: parts.localize(label),
    answer: JSON.stringify(answer),
    cost: cost.map((price) => parts.price(price)),
    barred: reasons.length > 0,
    why: reasons.join(' '),
    isPass: answer[0] === PASS,
    ...(area && { area: JSON.stringify(area) }),
  };
}

function optionsOf(parts: Parts, view: AskView, standsAt: Place | null): OptionContext[] {
  if (view.ask.kind === 'place' && view.options.length === 0) return placeOptions(view.ask.places, standsAt);
  return [...view.options.map((option) => optionContext(parts, option)), ...passOf(view)];
}

/** What is offered about fighters that are hidden from players is the game master's to see. */
function withoutWithheld(view: AskView, { withheld = [] }: UserAsk): AskView {
  if (game.user.isGM || withheld.length === 0) return view;
  return { ...view, options: view.options.filter(({ answer }) => !withheld.includes(answer[0] as number)) };
}

/** The first nine that can be chosen are pressed with a digit, and the first of them is suggested; of places none is before others. */
function numbered<O extends { readonly barred: boolean }>(options: readonly O[], kind: string) {
  const open = options.filter(({ barred }) => !barred);
  return options.map((option) => {
    const at = open.indexOf(option);
    const digit = at >= 0 && at < 9 ? String(at + 1) : '';
    return { ...option, digit, isSuggested: at === 0 && kind !== 'place' };
  });
}

/** Whoever is offered something can let it pass, whether or not the ruleset's view names that too. */
function passOf({ ask, options }: AskView): OptionContext[] {
  if (ask.kind !== 'offer' || options.some(({ answer }) => answer[0] === PASS)) return [];
  const label = text('CADENCE.App.Ask.pass');
  return [{ id: 'pass', label, answer: JSON.stringify([PASS]), cost: [], barred: false, why: '', isPass: true }];
}

function clockContext(until: number, time: number) {
  return { until, time, ...timeLeft(until, time) };
}

function amountContext(key: string, min: number, max: number) {
  return { min, max, value: draftOf(key) || String(min), bounds: text('CADENCE.App.Ask.bounds', { min, max }) };
}

function spanContext(key: string, min: number, max: number, fills: LaneFill) {
  const value = Number(draftOf(key) || min);
  return { min, max, value, said: spanText(fills, value), fills: JSON.stringify(fills) };
}

function waitingText(here: UserAsk, others: readonly UserAsk[], name: NameOf): string {
  if (!here.isGiven) return text('CADENCE.App.Ask.waiting', { name: name(here.by) });
  const awaited = [...new Set(others.filter(({ isGiven }) => !isGiven).map((other) => name(other.by)))];
  return awaited.length > 0
    ? text('CADENCE.App.Ask.answeredOthers', { names: awaited.join(', ') })
    : text('CADENCE.App.Ask.answered');
}

const SECOND = 1000;

/** What is left of a time that is up then, in words and as a share of the whole. Milliseconds of the server's clock. */
function timeLeft(until: number, time: number) {
  const left = Math.max(0, until - serverNow());
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
    for (const page of allPages()) for (const clock of page.querySelectorAll<HTMLElement>('[data-until]')) tick(clock);
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

/** Keys of the asks whose prompt its reader has laid aside; the next ask shows again. */
const keys = new Set<string>();
let draw = (): void => {};

/** Draws anew whatever shows that something was laid aside, or was not. */
export function onDeferralChange(redraw: () => void): void {
  draw = redraw;
}

export const isDeferred = (key: string): boolean => keys.has(key);

export function deferPrompt(key: string): void {
  keys.add(key);
  draw();
}

/** Brings back all of them, or one. */
export function recallPrompts(key?: unknown): void {
  if (typeof key === 'string') keys.delete(key);
  else keys.clear();
  draw();
}
