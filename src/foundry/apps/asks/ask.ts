import { type Automation, fallbackAnswer, NO_AUTOMATION } from '../../../encounter/automation';
import type { Place } from '../../../encounter/state';
import type { AnswerOdds, AskOption, AskView, LaneFill } from '../../../encounter/view';
import { GM, PASS, type Responder, type SingleAsk } from '../../../kernel/ask';
import { notation } from '../../../kernel/dice';
import { offeredCommands } from '../../../toolkit/views/question';
import { adapterOf } from '../../adapters/registry';
import { documentsOf, type ExchangeDocument } from '../../host/exchange-document';
import { placeOf } from '../../host/reader';
import { readServerTime } from '../../platform/server-clock';
import { reasonText, text } from '../../platform/text';
import { canSkipRound, type UserAsk } from '../../referee';
import { whyPaused } from '../../referee/requests/paused';
import { diceHint } from '../../views/dice-hint';
import { facesOf, targetNamesIn } from '../../views/fight';
import { allPages } from '../../views/pages';
import type { Parts } from '../../views/parts';
import { knownAnswerOdds, oddsText, safestAnswer } from './answer-odds';
import { areaAsked } from './area-preview';
import { comparePlaces, compassOf, fighterOfPlaces, spanText } from './ask-options';
import { draftOf } from './drafts';

/**
 * The context of the `ask` partial.
 * @param others the other open asks, to name whom a given answer waits for
 * @param standsAt the position of the fighter that would move, to name directions
 */
function askContext(
  parts: Parts,
  view: AskView,
  userAsk: UserAsk,
  others: readonly UserAsk[],
  name: NameOf,
  standsAt: Place | null,
  canSkip: boolean,
  odds: readonly AnswerOdds[],
  threat: string,
  isOfArea: boolean,
) {
  const { key, isMine, mayAnswer, isAnswered } = userAsk;
  const paused = whyPaused(game.user);
  const { ask, label } = view;
  const question = parts.localize({ ...label, facts: { ...label.facts, threat } });
  const dice = ask.kind === 'dice' ? notation(ask.dice) : '';
  const options = withDigits(optionsOf(parts, withoutWithheld(view, userAsk), standsAt), view, odds);
  return {
    key,
    kind: ask.kind,
    isMine,
    /** The GM and a second owner may answer for the responder. */
    mayAnswer,
    isAnswered,
    question,
    waiting: waitingText(userAsk, others, name),
    clock: isAnswered ? null : clockContext(userAsk),
    /** Why players may not answer now. */
    paused: paused ? reasonText(null, paused) : '',
    dice: dice && {
      notation: dice,
      hint: diceHint(dice),
      aria: [text('CADENCE.App.Ask.roll', { name: question, dice }), diceHint(dice)].filter(Boolean).join(' '),
    },
    /** The answer that lets everything happen until the end of the round; empty if that is not offered. */
    skipsRound: canSkip ? JSON.stringify([PASS]) : '',
    options,
    /** Its button stays in view while the others are scrolled. */
    canPass: options.some(({ isPass }) => isPass),
    places: ask.kind === 'place' || isOfArea,
    /** Whether another action is accepted as well, which is chosen in the bar or on the map. */
    actsOtherwise:
      ask.kind === 'offer' &&
      ask.candidates.some(({ by, alsoAllowed = [] }) => by === userAsk.by && alsoAllowed.length > 0),
    /** Its options are ways to lay an area, between which the wheel and the arrow keys turn. */
    isOfArea,
    typed: ask.kind === 'amount' || ask.kind === 'text',
    amount: ask.kind === 'amount' && !view.fills ? amountContext(key, ask) : null,
    span: ask.kind === 'amount' && view.fills ? spanContext(key, ask.min, ask.max, view.fills) : null,
    words: ask.kind === 'text' ? { most: ask.maxLength, value: draftOf(key) } : null,
  };
}

/** Returns what happens if a question is not answered, to stand in its sentence; empty without odds. */
function threatText(automation: Automation, ask: AskView['ask'], odds: readonly AnswerOdds[]): string {
  const answer = odds.length > 0 ? JSON.stringify(fallbackAnswer(automation, ask)) : '';
  const threat = odds.find((each) => JSON.stringify(each.answer) === answer);
  return threat ? text('CADENCE.App.Ask.threat', { odds: oddsText({ answer }, [threat]) }) : '';
}

export type AskContext = ReturnType<typeof askContext>;
type NameOf = (by: Responder) => string;

/** Returns the contexts of the open asks and of the reader's own answers. */
export function askContexts(
  parts: Parts,
  views: readonly AskView[],
  asks: readonly UserAsk[],
  host: ExchangeDocument,
): AskContext[] {
  const name = namesIn(host);
  const ruleset = adapterOf(host.type)?.ruleset;
  const naming = parts.withNames(targetNamesIn(host));
  return asks.flatMap((userAsk, at) => {
    const view = views[at];
    const odds = userAsk.mayAnswer ? knownAnswerOdds(host, userAsk.key) : [];
    const area = view && userAsk.mayAnswer ? areaAsked(host, view.ask) : null;
    return view && (!userAsk.isAnswered || isOwnAnswer(host, userAsk))
      ? askContext(
          naming,
          area ? { ...view, suggested: area.best } : view,
          userAsk,
          asks,
          name,
          positionOf(host, fighterOfPlaces(view.ask, userAsk.by)),
          ruleset !== undefined && canSkipRound(host, ruleset, view.ask),
          odds,
          threatText(ruleset?.automation ?? NO_AUTOMATION, view.ask, odds),
          area !== null,
        )
      : [];
  });
}

function positionOf(host: ExchangeDocument, by: Responder): Place | null {
  const { token } = documentsOf(host, by);
  return token ? placeOf(token) : null;
}

/** Whether the reader has just answered it. Default answers do not count, nor do asks the GM could have answered. */
function isOwnAnswer(host: ExchangeDocument, { by, given }: UserAsk): boolean {
  const { combatant, actor } = documentsOf(host, by);
  return !given && !game.user.isGM && (combatant ?? actor)?.isOwner === true;
}

/** Returns a function that names a responder. Fighters this user must not know are named as the GM. */
export function namesIn(host: ExchangeDocument): NameOf {
  const faces = facesOf(host);
  return (by) => (by === GM ? undefined : faces.get(by)?.name) ?? text('CADENCE.App.gamemaster');
}

type OptionContext = ReturnType<typeof optionContext>;

function optionContext(parts: Parts, { id, label, answer, cost, whyNot }: AskOption, aim = '') {
  const reasons = whyNot.map((reason) => reasonText(parts.ruleset, reason));
  return {
    id,
    label: parts.localize(label),
    answer: JSON.stringify(answer),
    cost: cost.map((price) => parts.price(price)),
    barred: reasons.length > 0,
    why: reasons.join(' '),
    isPass: answer[0] === PASS,
    ...(aim && { aim }),
  };
}

function optionsOf(parts: Parts, view: AskView, standsAt: Place | null): OptionContext[] {
  if (view.ask.kind === 'place' && view.options.length === 0) return placeOptions(view.ask.places, standsAt);
  return [...view.options.map((option) => optionContext(parts, option, aimOf(parts, view, option))), ...passOf(view)];
}

/**
 * Returns a button for each place, labeled with direction and distance in meters, clockwise from the top and from near to far. The
 * ruleset's views know no map.
 */
function placeOptions(places: readonly unknown[], from: Place | null) {
  const inOrder = (places as readonly Place[]).map((place, at) => ({ place, at }));
  if (from) inOrder.sort((a, b) => comparePlaces(from, a.place, b.place));
  return inOrder.map(({ place, at }) => ({
    id: `place-${at}`,
    label: labelOf(place, from, at),
    answer: JSON.stringify([place]),
    cost: [],
    barred: false,
    why: '',
    isPass: false,
  }));
}

function labelOf(place: Place, from: Place | null, at: number): string {
  if (!from) return text('CADENCE.App.Compass.unknown', { number: at + 1 });
  const direction = compassOf(from, place);
  if (!direction) return text('CADENCE.App.Compass.stay');
  const metres = Math.round(Math.hypot(place.x - from.x, place.y - from.y) * 10) / 10;
  return text('CADENCE.App.Compass.far', { direction: text(`CADENCE.App.Compass.${direction}`), metres });
}

/** Returns "→ Name" of the fighter that an offered command acts on, unless the label names it. */
function aimOf(parts: Parts, { ask }: AskView, { label, answer: [index] }: AskOption): string {
  const command = ask.kind === 'offer' && typeof index === 'number' ? offeredCommands(ask)[index] : undefined;
  return command ? parts.aimBeside(parts.localize(label), command.at, command.by) : '';
}

function withoutWithheld(view: AskView, { withheld = [] }: UserAsk): AskView {
  if (game.user.isGM || withheld.length === 0) return view;
  return { ...view, options: view.options.filter(({ answer }) => !withheld.includes(answer[0] as number)) };
}

/**
 * The first nine available options get a digit. One is suggested, except among places: the safest by its odds, else
 * the ruleset's, else the first.
 */
function withDigits(options: readonly OptionContext[], { ask, suggested }: AskView, odds: readonly AnswerOdds[]) {
  const open = options.filter(({ barred }) => !barred);
  const safest = ask.kind === 'choice' ? safestAnswer(open, odds) : null;
  const best = safest ?? open.find(({ id }) => id === suggested) ?? open[0];
  const main = ask.kind === 'place' ? undefined : best;
  return options.map((option) => {
    const at = open.indexOf(option);
    const digit = at >= 0 && at < 9 ? String(at + 1) : '';
    return { ...option, digit, odds: oddsText(option, odds), isSuggested: option === main };
  });
}

/** An offer can always be passed, even if the ruleset's view has no such option. */
function passOf({ ask, options }: AskView): OptionContext[] {
  if (ask.kind !== 'offer' || options.some(({ answer }) => answer[0] === PASS)) return [];
  const label = text('CADENCE.App.Ask.pass');
  return [{ id: 'pass', label, answer: JSON.stringify([PASS]), cost: [], barred: false, why: '', isPass: true }];
}

function clockContext({ until, left, time }: UserAsk) {
  if (time === undefined) return null;
  if (until !== undefined) return { until, time, stopped: false, ...timeLeft(until - readServerTime(), time) };
  return left === undefined ? null : { until, time, stopped: true, ...timeLeft(left, time) };
}

/** The fact `usual` is what the field begins with. */
function amountContext(key: string, { min, max, facts }: Extract<SingleAsk, { kind: 'amount' }>) {
  const value = draftOf(key) || String(facts?.usual ?? min);
  return { min, max, value, bounds: text('CADENCE.App.Ask.bounds', { min, max }) };
}

function spanContext(key: string, min: number, max: number, fills: LaneFill) {
  const value = Number(draftOf(key) || min);
  return { min, max, value, said: spanText(fills, value), fills: JSON.stringify(fills) };
}

function waitingText(userAsk: UserAsk, others: readonly UserAsk[], name: NameOf): string {
  if (!userAsk.isAnswered) return text('CADENCE.App.Ask.waiting', { name: name(userAsk.by) });
  const awaited = [...new Set(others.filter(({ isAnswered }) => !isAnswered).map((other) => name(other.by)))];
  return awaited.length > 0
    ? text('CADENCE.App.Ask.answeredOthers', { names: awaited.join(', ') })
    : text('CADENCE.App.Ask.answered');
}

const SECOND = 1000;

/** The remaining time as text and as a share of the time allowed, from milliseconds. */
function timeLeft(remaining: number, time: number) {
  const left = Math.max(0, remaining);
  const seconds = Math.ceil(left / SECOND);
  return {
    seconds: text('CADENCE.App.Ask.left', { seconds }),
    aria: text('CADENCE.App.Ask.leftNamed', { seconds }),
    percent: Math.round(Math.min(1, left / time) * 1000) / 10,
    hurried: left < time / 4,
  };
}

/** Updates every countdown on the screen. Display only: the referee decides what happens at the end. Called once. */
export function watchCountdowns(): void {
  setInterval(() => {
    for (const page of allPages()) for (const clock of page.querySelectorAll<HTMLElement>('[data-until]')) tick(clock);
  }, SECOND / 2);
}

function tick(clock: HTMLElement): void {
  const { until, time } = clock.dataset;
  const { seconds, aria, percent, hurried } = timeLeft(Number(until) - readServerTime(), Number(time));
  clock.style.setProperty('--cadence-left', `${percent}%`);
  clock.classList.toggle('cadence-countdown--hurried', hurried);
  clock.setAttribute('aria-label', aria);
  const shown = clock.querySelector('b');
  if (shown && shown.textContent !== seconds) shown.textContent = seconds;
}

/** Questions that this user has put aside: prompt and tracker show them. */
const deferredKeys = new Set<string>();
/** Given by the prompt, which is above this file. */
let redrawDeferred = (): void => {};

export function onDeferralChange(redraw: () => void): void {
  redrawDeferred = redraw;
}

export const isDeferred = (key: string): boolean => deferredKeys.has(key);

export function deferPrompt(key: string): void {
  deferredKeys.add(key);
  redrawDeferred();
}

export function recallPrompts(key?: unknown): void {
  if (typeof key === 'string') deferredKeys.delete(key);
  else deferredKeys.clear();
  redrawDeferred();
}
