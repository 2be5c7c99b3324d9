import { log } from '../../../encounter/change';
import type { Effect, LogFacts } from '../../../encounter/effect';
import { GM } from '../../../kernel/ask';
import { askAmount, askText, choose, type Procedure } from '../../../kernel/procedure';
import type { WithTarget } from '../../../toolkit/act/actions';
import { namesOf } from '../../../toolkit/views/question';
import { type TempoContext, targeted } from '../action';
import { whyNotSeek } from '../attack/sight';
import { classOf, figureOf } from '../conditions';
import { ATTRIBUTES, isSpell } from '../schema';
import type { TempoFighter } from '../state';
import { rollSkill } from './skill';

/** T-24. */
export const QUESTIONS = ['body', 'defences', 'mind', 'action-sets', 'conditions', 'other'] as const;
type Question = (typeof QUESTIONS)[number];

/** Characters of a free question or answer. */
const MAX_TEXT_LENGTH = 300;

/** A condition with its custom name and the name of its source. */
export type ScannedCondition = { readonly id: string; readonly name?: string; readonly by?: string };

/** T-23 to T-30: only the scanning player and the GM see the result (T-A23). */
export const scan = targeted({
  tempo: 2,
  promise: null,
  needs: 'target',
  whyNot: whyNotSeek,
  *play(act) {
    const { fighter, target } = act;
    yield* ANSWERS[yield* choose('scan', fighter.id, questionsFor(target), { at: target.id })](act);
  },
});

const questionsFor = (target: TempoFighter) =>
  QUESTIONS.map((id) => ({
    id,
    whyNot: id === 'action-sets' && setsOf(target).length === 0 ? [{ id: 'no-action-sets' }] : [],
  }));

const setsOf = ({ items }: TempoFighter) => items.filter((item) => item.type === 'tempoActionSet');

/** Log id suffix for the list of Action Sets. */
export const SETS = 'sets';

const logScan = (
  question: Question | typeof SETS,
  { fighter, target }: Pick<WithTarget<TempoContext>, 'fighter' | 'target'>,
  facts: LogFacts,
): Procedure<Effect | null> => log(`scan-${question}`, { at: target.name, ...facts }, fighter.id);

const ANSWERS: Readonly<Record<Question, (act: WithTarget<TempoContext>) => Procedure<void>>> = {
  /** T-25. */
  *body(act) {
    const { stats } = act.target;
    const { value, max } = act.target.pools.hp;
    yield* logScan('body', act, { str: stats.str, for: stats.for, hp: value, hpMax: max });
  },
  /** T-26. */
  *defences(act) {
    const { dex, awr } = act.target.stats;
    const now = (figure: 'defence' | 'deflection' | 'sturdy') => figureOf(act.target, figure);
    const figures = { defence: now('defence'), deflection: now('deflection'), sturdy: now('sturdy') };
    yield* logScan('defences', act, { dex, awr, ...figures });
  },
  /** T-27. */
  *mind(act) {
    const { stats, items } = act.target;
    const { int, ins } = stats;
    const activeSpells = items.filter(isSpell).filter(({ active }) => active > 0);
    yield* logScan('mind', act, { int, ins, spells: activeSpells.map(({ name }) => name) });
  },
  /** T-28: logs all names, then one in full. */
  *'action-sets'(act) {
    const sets = setsOf(act.target);
    // Asks are public, so the options omit the names; this secret log entry holds them.
    yield* logScan(SETS, act, namesOf(sets));
    const chosen = yield* choose(
      'scan-set',
      act.fighter.id,
      sets.map(({ id }) => id),
    );
    const set = sets.find(({ id }) => id === chosen);
    if (set) yield* logScan('action-sets', act, { set: set.name, actions: set.actions });
  },
  /** T-29. */
  *conditions({ encounter, fighter, target }) {
    const seen = (isStatus: boolean): ScannedCondition[] =>
      target.conditions
        .filter((had) => (classOf(had) === 'status') === isStatus)
        .map(({ id, data, by }) => ({
          id,
          ...(data?.name !== undefined && { name: String(data.name) }),
          ...(by !== undefined && { by: encounter.fighters[by]?.name ?? by }),
        }));
    yield* logScan('conditions', { fighter, target }, { statuses: seen(true), conditions: seen(false) });
  },
  /** T-30: the GM may demand a roll first. */
  *other(act) {
    const { encounter, runtime, fighter } = act;
    const questionText = yield* askText('scan-question', fighter.id, MAX_TEXT_LENGTH);
    const attribute = yield* choose('scan-roll', GM, ['no-roll', ...ATTRIBUTES] as const, { question: questionText });
    if (attribute !== 'no-roll') {
      const against = yield* askAmount('scan-against', GM, 1, 40);
      const known = yield* rollSkill({
        encounter,
        runtime,
        fighter,
        attribute,
        against: () => against,
        revealed: true,
      });
      if (!known) return void (yield* logScan('other', act, { question: questionText, answer: '' }));
    }
    const answer = yield* askText('scan-answer', GM, MAX_TEXT_LENGTH, { question: questionText });
    yield* logScan('other', act, { question: questionText, answer });
  },
};
