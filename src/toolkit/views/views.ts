import type { AnswerOddsView, Ruleset, Views } from '../../encounter/ruleset';
import type { Encounter, FighterIn } from '../../encounter/state';
import type { Badge, Viewer } from '../../encounter/view';
import type { Runtime } from '../act/commands';
import { badgesOf } from './badges';
import { type ButtonRules, buttonsOf, soloEncounter } from './buttons';
import { type CardRules, cardOf } from './card';
import type { AnswerOddsRules } from './compute-answer-odds';
import { redactExchange } from './conceal';
import { withFewerItems } from './fewer-items';
import { type GaugeAppearance, gaugeOf } from './gauges';
import { type SheetRules, sheetOf } from './sheet';
import { rowActionsOf, type TrackerRules, trackerOf } from './tracker';
import type { FighterAppearance, ViewParts } from './view-parts';
import { type WhenRules, whenOf } from './when';

export interface ViewRules<E extends Encounter> {
  /** Default gauges of rows and sheets, in order. */
  readonly gauges?: Readonly<Record<string, GaugeAppearance<FighterIn<E>>>>;
  /** Default: a badge per condition. */
  badges?(encounter: E | null, viewer: Viewer): (fighter: FighterIn<E>) => readonly Badge[];
  readonly buttons?: ButtonRules<E>;
  readonly tracker: TrackerRules<E>;
  readonly sheet: SheetRules<E>;
  /** Odds of a defender's answers; absent if the rules ask none. */
  readonly answers?: AnswerOddsRules<E>;
  readonly card: CardRules;
  readonly areas?: Views<E>['areas'];
  readonly floor?: Views<E>['floor'];
  readonly when?: WhenRules<E>;
}

export function viewsOf<E extends Encounter>(
  rules: ViewRules<E>,
  parts: ViewParts,
  played: Pick<Ruleset<E>, 'play'> & { of(encounter: E): Pick<Runtime, 'areaOf'> },
): Views<E> {
  const { gauges: looks = {}, areas, floor, when } = rules;
  const { id, idle, conditions, commands } = parts;
  const buttons = buttonsOf(rules.buttons ?? {}, parts);
  const shared: ViewParts & FighterAppearance<E> = {
    id,
    idle,
    conditions,
    commands,
    gauges: (fighter) => Object.keys(looks).map((pool) => gaugeOf(looks, fighter, pool)),
    badges: rules.badges ?? (() => (fighter) => badgesOf(conditions, fighter.conditions, { note: () => [] })),
  };
  const tracker = trackerOf(rules.tracker, buttons, shared);
  const rowActions = rowActionsOf(rules.tracker, buttons);
  const sheet = sheetOf(rules.sheet, buttons, shared);
  const { conceal } = rules.card;
  return {
    tracker: (encounter, viewer) => tracker(withFewerItems(encounter), viewer),
    rowActions(encounter, fighter, viewer) {
      const scene = withFewerItems(encounter);
      return rowActions(scene, viewer)((scene.fighters[fighter.id] ?? fighter) as FighterIn<E>);
    },
    sheet(encounter, fighter, viewer) {
      const whole = encounter ?? soloEncounter(parts, fighter);
      const scene = withFewerItems(whole);
      if (scene === whole) return sheet(encounter, fighter, viewer);
      return sheet(encounter && scene, (scene.fighters[fighter.id] ?? fighter) as FighterIn<E>, viewer);
    },
    action: buttons.buttonFor,
    ...(rules.buttons?.odds && { oddsAwaited: rules.buttons.odds.cacheSlot, odds: rules.buttons.odds.compute }),
    area: (encounter, { hiddenFighters = [] }, command) => {
      const shown = Object.entries(encounter.fighters).filter(([id]) => !hiddenFighters.includes(id));
      return played.of({ ...encounter, fighters: Object.fromEntries(shown) }).areaOf(command);
    },
    ...(rules.answers && { answers: answerOddsOf(rules.answers, played) }),
    card: cardOf(rules.card, shared),
    ...(conceal && { redact: (exchange, viewer) => redactExchange(conceal, exchange, viewer) }),
    ...(areas && { areas }),
    ...(floor && { floor }),
    ...(when && { when: whenOf(when, conditions), until: when.until }),
  };
}

/**
 * Returns the odds of a defender's answers. If more is asked later, the defender answers best and others worst for the defender; what is
 * offered later is declined.
 */
function answerOddsOf<E extends Encounter>(
  rules: AnswerOddsRules<E>,
  ruleset: Pick<Ruleset<E>, 'play'>,
): AnswerOddsView<E> {
  return {
    has: ({ id }) => rules.asks.includes(id),
    async compute(encounter, viewer, exchange, ask) {
      if (!rules.asks.includes(ask.id)) return [];
      const { computeAnswerOdds } = await import('./compute-answer-odds');
      return computeAnswerOdds(rules, ruleset, encounter, viewer, exchange, ask);
    },
  };
}
