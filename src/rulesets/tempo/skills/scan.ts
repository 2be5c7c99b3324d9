import { log } from '../../../encounter/change';
import type { Effect, LogFacts } from '../../../encounter/effect';
import { GM } from '../../../kernel/ask';
import { askAmount, askText, choose, type Procedure } from '../../../kernel/procedure';
import { sortConditions } from '../../../toolkit/combat/condition';
import type { WithTarget } from '../../../toolkit/define/actions';
import { namesOf } from '../../../toolkit/views/question';
import { type Act, targeted } from '../action';
import { whyNotSeek } from '../attack/sight';
import { classOf } from '../conditions';
import { ATTRIBUTES, isSpell } from '../schema';
import type { TempoFighter } from '../state';
import { rollSkill } from './skill';

/** T-24: the questions, one of which is answered. */
export const QUESTIONS = ['body', 'defences', 'mind', 'action-sets', 'conditions', 'other'] as const;
type Question = (typeof QUESTIONS)[number];

/** A free question and its answer are a sentence or two. */
const LONGEST = 300;

/** A condition as a Scan tells of it: with the name the table gave it, and by whom, by name. */
export type ScannedCondition = { readonly id: string; readonly name?: string; readonly by?: string };

/** T-23 to T-30. What comes out of it is for the one who scans and the game master (T-A23). */
export const scan = targeted({
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

/** Which Action Sets there are, by their ids. */
export const SETS = 'sets';

const logScan = (
  question: Question | typeof SETS,
  { fighter, target }: Pick<WithTarget<Act>, 'fighter' | 'target'>,
  facts: LogFacts,
): Procedure<Effect | null> => log(`scan-${question}`, { at: target.name, ...facts }, fighter.id);

const ANSWERS: Readonly<Record<Question, (act: WithTarget<Act>) => Procedure<void>>> = {
  /** T-25. */
  *body(act) {
    const { stats } = act.target;
    const { value, max } = act.target.pools.hp;
    yield* logScan('body', act, { str: stats.str, for: stats.for, hp: value, hpMax: max });
  },
  /** T-26. */
  *defences(act) {
    const { dex, awr, defence, deflection, sturdy } = act.target.stats;
    yield* logScan('defences', act, { dex, awr, defence, deflection, sturdy });
  },
  /** T-27. */
  *mind(act) {
    const { stats, items } = act.target;
    const { int, ins } = stats;
    const up = items.filter(isSpell).filter(({ active }) => active > 0);
    yield* logScan('mind', act, { int, ins, spells: up.map(({ name }) => name) });
  },
  /** T-28: which there are, and one of them in full. */
  *'action-sets'(act) {
    const sets = setsOf(act.target);
    // A question is open to everybody, and so it names none of them; the line before it does.
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
      sortConditions(target)
        .filter((had) => (classOf(had) === 'status') === isStatus)
        .map(({ id, data, by }) => ({
          id,
          ...(data?.name !== undefined && { name: String(data.name) }),
          ...(by !== undefined && { by: encounter.fighters[by]?.name ?? by }),
        }));
    yield* logScan('conditions', { fighter, target }, { statuses: seen(true), conditions: seen(false) });
  },
  /** T-30: the game master may want a roll first. */
  *other(act) {
    const { encounter, fighter } = act;
    const asked = yield* askText('scan-question', fighter.id, LONGEST);
    const attribute = yield* choose('scan-roll', GM, ['no-roll', ...ATTRIBUTES] as const, { question: asked });
    if (attribute !== 'no-roll') {
      const against = yield* askAmount('scan-against', GM, 1, 40);
      const known = yield* rollSkill({ encounter, fighter, attribute, against, revealed: true });
      if (!known) return void (yield* logScan('other', act, { question: asked, answer: '' }));
    }
    const answer = yield* askText('scan-answer', GM, LONGEST, { question: asked });
    yield* logScan('other', act, { question: asked, answer });
  },
};
