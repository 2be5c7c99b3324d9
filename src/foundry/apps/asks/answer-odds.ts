import type { Encounter } from '../../../encounter/state';
import type { AnswerOdds, Viewer } from '../../../encounter/view';
import type { OfferAsk } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import type { ExchangeDocument } from '../../host/exchange-document';
import { isPrivy, secrecyOf } from '../../host/secrecy';
import { whenIdle } from '../../platform/idle';
import { text } from '../../platform/text';
import type { UserAsk } from '../../referee';
import { entriesOf } from '../../referee/asks/record';
import { unsealEntries } from '../../secrets/sealed';
import { combatSystem } from '../../stored/systems';
import { fightOf } from '../../views/fight';
import { askWorkerForAnswers } from '../odds/odds-worker';

/** The odds of the last open ask that this user may answer, by host. */
interface ShownOdds {
  readonly key: string;
  readonly encounter: Encounter;
  readonly viewer: Viewer;
  odds: readonly AnswerOdds[];
}

/** By encounter: bar, prompt and tracker show the same. */
const shown = new WeakMap<ExchangeDocument, ShownOdds>();
const NONE: readonly AnswerOdds[] = [];

/** Returns the odds of the answers to an ask; empty until they are computed. */
export const knownAnswerOdds = (host: ExchangeDocument, key: string): readonly AnswerOdds[] => {
  const known = shown.get(host);
  return known?.key === key ? known.odds : NONE;
};

/** Requests the odds of the answers to an ask that the user may answer, as those of buttons are, and redraws with them. */
export function requestAnswerOdds(host: ExchangeDocument, { key, ask }: UserAsk, redraw: () => void): void {
  const fight = fightOf(host);
  const views = fight?.adapter.ruleset.views;
  const { open } = combatSystem(host);
  const secrecy = open && secrecyOf(host, open.exchange);
  // They would tell the roll that is kept from this user.
  if (secrecy && !isPrivy(secrecy)) return;
  if (!fight || !views?.answers?.has(ask) || !open) return;
  const { encounter, viewer } = fight;
  const before = shown.get(host);
  if (before?.key === key && deepEqual([before.encounter, before.viewer], [encounter, viewer])) return;
  const request: ShownOdds = { key, encounter, viewer, odds: before?.key === key ? before.odds : NONE };
  shown.set(host, request);
  const written = entriesOf(combatSystem(host), open.exchange);
  const exchange = { ...written, entries: unsealEntries(written.entries) };
  const show = (odds: readonly AnswerOdds[]): void => {
    if (shown.get(host) !== request || deepEqual(request.odds, odds)) return;
    request.odds = odds;
    redraw();
  };
  const compute = (part: UserAsk['ask'], then: typeof show): void => {
    const computeHere = () => whenIdle(() => void views.answers?.compute(encounter, viewer, exchange, part).then(then));
    const question = { ruleset: fight.adapter.ruleset.id, encounter, viewer: { ...viewer, targets: [] }, exchange };
    const isSent = askWorkerForAnswers({ ...question, ask: part }, (odds) => {
      if (odds) then(odds);
      else computeHere();
    });
    if (!isSent) computeHere();
  };
  if (ask.kind === 'offer')
    compute(onlyPassing(ask), (odds) => {
      show(odds);
      if (shown.get(host) === request) compute(ask, show);
    });
  else compute(ask, show);
}

/** What happens if it is passed is known long before what each reaction leads to: in Energy in a seventh of the time. */
const onlyPassing = (ask: OfferAsk): OfferAsk => ({
  ...ask,
  candidates: ask.candidates.map((candidate) => ({ ...candidate, commands: [] })),
});

interface AnswerOption {
  /** As JSON. */
  readonly answer: string;
}

const oddsOf = ({ answer }: AnswerOption, odds: readonly AnswerOdds[]): AnswerOdds | undefined =>
  odds.find((each) => JSON.stringify(each.answer) === answer);

/** Returns an option's odds as text, seen from the fighter who answers; empty without any. */
export function oddsText(option: AnswerOption, odds: readonly AnswerOdds[]): string {
  const found = oddsOf(option, odds);
  if (!found) return '';
  const { chance, exact } = found;
  const percent = Math.round(chance * 100);
  const damage = found.damage === null ? null : Math.round(found.damage * 10) / 10;
  const isCertain = odds.every((each) => each.chance > 1 - 1e-9);
  const told =
    damage === null
      ? text('CADENCE.App.Ask.odds.resist', { percent: 100 - percent })
      : isCertain
        ? text('CADENCE.App.Ask.odds.damage', { damage })
        : text('CADENCE.App.Ask.odds.hit', { percent, damage });
  return exact ? told : text('CADENCE.App.Ask.odds.about', { odds: told });
}

/** Differences below this are rounding. */
const SAME = 1e-9;

/** Returns the option with the least damage, then the smallest chance; null unless every option has odds. */
export function safestAnswer<O extends AnswerOption>(options: readonly O[], odds: readonly AnswerOdds[]): O | null {
  let best: { readonly option: O; readonly damage: number; readonly chance: number } | null = null;
  for (const option of options) {
    const found = oddsOf(option, odds);
    if (!found) return null;
    const damage = found.damage ?? 0;
    const { chance } = found;
    const less = best ? best.damage - damage : 1;
    if (!best || less > SAME || (less > -SAME && chance < best.chance - SAME)) best = { option, damage, chance };
  }
  return best?.option ?? null;
}
