import { recordOutcome } from '../../../encounter/change';
import type { Condition } from '../../../encounter/condition';
import { impossibleReason } from '../../../encounter/legality';
import { areOnOneSide } from '../../../encounter/sides';
import { fighterOf } from '../../../encounter/state';
import type { Candidate, Facts } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { choose, type Procedure, refreshDice, roll, section } from '../../../kernel/procedure';
import { type Advantage, advantageDice, pickDice } from '../../../toolkit/combat/check';
import { addCondition, instanceFactsOf, removeCondition } from '../../../toolkit/combat/condition';
import { isReached } from '../../../toolkit/combat/group-roll';
import { expireConditions } from '../../../toolkit/define/duration';
import { gap } from '../../../toolkit/space/space';
import { offerOnce } from '../../../toolkit/turns/reaction';
import { type Action, requiring, type TempoContext, targeted, targetedAtAny } from '../action';
import { exert, whyNotExert } from '../attack/harm';
import { hiddenConditionData, watchersOf, whyNotReach, whyNotSeek } from '../attack/sight';
import { classOf, hasConditionBy, is, isAble, isNonAlly, isOut, ROUND_ENDS, replace, SCENE_ENDS } from '../conditions';
import { optionsOf } from '../options';
import { candidateFor, spendReaction, TEAMWORK, whyNotReact } from '../reactions';
import type { Attribute } from '../schema';
import type { TempoEncounter, TempoFighter } from '../state';

const SKILL = advantageDice(d20);

/** T-A21: a roll against a number that is no Strike. */
interface SkillRoll {
  readonly encounter: TempoEncounter;
  readonly runtime: TempoContext['runtime'];
  readonly fighter: TempoFighter;
  readonly attribute: Attribute;
  /** Read at each roll. */
  against(): number;
  /** Shows the number to the player; the number of Hide would reveal what only a Scan may. */
  readonly revealed: boolean;
  /** From the command's options. */
  readonly lent?: Advantage;
}

/** Rolls with Teamwork, and again for each Exert. Returns true on success. */
export function* rollSkill(skill: SkillRoll): Procedure<boolean> {
  const { fighter, attribute, against, revealed, lent } = skill;
  const helped = yield* offerTeamwork(skill);
  const bonus = fighter.stats[attribute];
  const dice = pickDice(SKILL, helped, false, lent);
  const factsNow = (): Facts => ({ bonus, attribute, ...(revealed && { against: against() }) });
  for (;;) {
    const rolled = yield* refreshDice(() => roll('skill', dice, fighter.id, factsNow()));
    const isSuccess = rolled + bonus >= against();
    yield* recordOutcome({ result: isSuccess ? 'success' : 'failure', success: isSuccess }, fighter.id, {
      tone: isSuccess ? 'boon' : 'harm',
    });
    if (isSuccess || !(yield* offerRetry(skill))) return isSuccess;
  }
}

/**
 * T-A21: a roll that a GM asks for. Teamwork and Exert are not offered if the roll is secret, because the offer would tell
 * its result.
 * @param against null only rolls
 * @returns whether the number was reached; null without one
 */
export function* rollAttribute({
  encounter,
  runtime,
  fighter,
  attribute,
  against,
  isSecret,
}: Omit<SkillRoll, 'against' | 'revealed'> & {
  readonly against: number | null;
  readonly isSecret: boolean;
}): Procedure<boolean | null> {
  const asked: SkillRoll = { encounter, runtime, fighter, attribute, against: () => against ?? 0, revealed: true };
  const helped = !isSecret && (yield* offerTeamwork(asked));
  const bonus = fighter.stats[attribute];
  const facts: Facts = { bonus, attribute, ...(against !== null && { against }) };
  for (;;) {
    const dice = pickDice(SKILL, helped, false);
    const total = bonus + (yield* refreshDice(() => roll('skill', dice, fighter.id, facts)));
    if (against === null || total >= against || isSecret || !(yield* offerRetry(asked)))
      return isReached(total, against);
  }
}

/** T-41, T-A25: helpers react; the promise ends with the roll. Returns true if one helps. */
function* offerTeamwork({ encounter, runtime, fighter }: SkillRoll): Procedure<boolean> {
  const helpersNow = (): readonly TempoFighter[] =>
    fighter.conditions.flatMap(({ id, by }) => {
      const helper = id === 'assisted' && by !== undefined ? encounter.fighters[by] : undefined;
      return helper && whyNotReact(encounter, helper, TEAMWORK).length === 0 ? [helper] : [];
    });
  if (!is(fighter, 'assisted')) return false;
  const helped = yield* offerOnce(runtime, {
    id: 'teamwork',
    wait: 'first',
    candidates: () =>
      helpersNow().map(({ id: by }): Candidate => candidateFor(by, { do: 'teamwork', by, at: fighter.id })),
    facts: () => ({ at: fighter.id }),
    whyNot: ({ by }) => whyNotReact(encounter, fighterOf(encounter, by), TEAMWORK),
    playChild: (command) => section(command, spendReaction(fighterOf(encounter, command.by), TEAMWORK)),
  });
  yield* removeCondition(fighter, 'assisted');
  return helped.length > 0;
}

/** T-102, T-A48: offers an Exert to roll again. */
function* offerRetry({ encounter, runtime, fighter }: SkillRoll): Procedure<boolean> {
  const retried = yield* offerOnce(runtime, {
    id: 'retry',
    wait: 'first',
    candidates: () =>
      whyNotExert(fighter).length > 0 ? [] : [candidateFor(fighter.id, { do: 'exert-retry', by: fighter.id })],
    whyNot: () => whyNotExert(fighter),
    playChild: (command) => section(command, exert(encounter, fighter)),
  });
  return retried.length > 0;
}

/** T-31, T-A24: a new Mark replaces the old one. */
export const markTarget = targeted({
  tempo: 2,
  promise: ({ fighter, target }) => (target && hasConditionBy(target, 'marked', fighter.id) ? null : 0.05),
  planPromise: ({ encounter: { fighters }, fighter }) =>
    Object.values(fighters).some((other) => !isOut(other) && hasConditionBy(other, 'marked', fighter.id)) ? 0 : 0.15,
  needs: 'target',
  whyNot: whyNotSeek,
  *play({ encounter, fighter, target }) {
    yield* replace(encounter, 'marked', fighter, target);
    yield* addCondition(target.id, 'marked', SCENE_ENDS, undefined, fighter.id);
  },
});

/** T-39, T-A25: returns true for others of the same side. */
const isAlly = (fighter: TempoFighter, other: TempoFighter): boolean =>
  fighter !== other && areOnOneSide(fighter, other) && !other.stats.object;

/** T-40. */
const canBeHelpedOff = (had: Condition): boolean => classOf(had) === 'debuff' || had.id === 'prone';

/** T-39 to T-41: removes one drawback or promises Teamwork. */
export const help = targetedAtAny({
  tempo: 3,
  promise: null,
  needs: 'target',
  intent: 'help',
  whyNot: (act) => [...(isAlly(act.fighter, act.target) ? [] : [{ id: 'not-an-ally' }]), ...whyNotReach(act, 1)],
  *play({ fighter, target }) {
    for (;;) {
      const drawbacks = target.conditions.filter(canBeHelpedOff);
      const options = [...drawbacks.map(({ key }) => key), TEAMWORK.id];
      const facts = { at: target.id, instances: instanceFactsOf(drawbacks) };
      const chosen = yield* choose('help', fighter.id, options, facts);
      if (chosen === TEAMWORK.id)
        return void (yield* addCondition(target.id, 'assisted', SCENE_ENDS, undefined, fighter.id));
      // Others may have removed it since; then the player chooses again.
      if (target.conditions.every(({ key }) => key !== chosen)) continue;
      return yield* expireConditions([target], ({ key }) => key === chosen);
    }
  },
});

/** Returns true if an ally on its feet stands beside the fighter. */
const canGuardAny = ({ ground, fighters }: TempoEncounter, fighter: TempoFighter): boolean =>
  Object.values(fighters).some(
    (other) =>
      isAlly(fighter, other) &&
      !isOut(other) &&
      fighter.place &&
      other.place &&
      gap(ground, fighter.place, other.place) <= 0,
  );

/** T-44 to T-48, T-A27: a new Guard replaces the old one. */
export const guard = targeted({
  tempo: 4,
  promise: 0.05,
  planPromise: ({ encounter, fighter }) => (canGuardAny(encounter, fighter) ? 0.12 : 0),
  needs: 'target',
  intent: 'help',
  whyNot: (act) =>
    whyNotReach(act, 1).map((reason) => (reason.id === 'out-of-range' ? { ...reason, id: 'not-adjacent' } : reason)),
  *play({ encounter, fighter, target }) {
    yield* replace(encounter, 'guarded', fighter, target);
    yield* addCondition(target.id, 'guarded', ROUND_ENDS, undefined, fighter.id);
  },
});

/** T-A31. */
const HIDE_BASE = 10;
const bestAwareness = ({ fighters }: TempoEncounter, fighter: TempoFighter): number => {
  const others = Object.values(fighters).filter((other) => isNonAlly(fighter, other) && isAble(other));
  return others.length === 0 ? 0 : Math.max(...others.map(({ stats }) => stats.awr));
};

/** T-54 to T-57: requires that no watcher sees the fighter, by the map or by the GM. */
export const hide: Action = {
  tempo: 6,
  promise: null,
  options: ['unseen', 'lent'],
  whyNot({ encounter, fighter, command }) {
    if (optionsOf(command).unseen) return [];
    const [first] = watchersOf(encounter, fighter);
    return first ? [{ id: 'visible', data: { name: first.name } }] : [];
  },
  *play({ encounter, runtime, fighter, command }) {
    const { unseen, lent } = optionsOf(command);
    const isHidden = yield* rollSkill({
      encounter,
      runtime,
      fighter,
      attribute: 'dex',
      against: () => HIDE_BASE + bestAwareness(encounter, fighter),
      revealed: false,
      lent,
    });
    const data = unseen ? hiddenConditionData(encounter, fighter) : undefined;
    if (isHidden) yield* addCondition(fighter.id, 'hidden', SCENE_ENDS, data);
    yield* recordOutcome({ result: isHidden ? 'hides' : 'found', success: isHidden }, fighter.id, {
      tone: isHidden ? 'boon' : 'harm',
      covers: { gains: ['hidden'] },
    });
  },
};

/** T-A21: the default. */
const SKILL_AGAINST = 10;

const rolling = requiring<TempoContext & { readonly attribute: Attribute }>({
  find(act) {
    const { attribute } = optionsOf(act.command);
    return attribute ? { attribute, ...act } : null;
  },
  whyNot: () => [impossibleReason('no-attribute')],
});

/** T-A21. */
export const skillRoll = rolling({
  promise: null,
  options: ['against', 'lent'],
  whyNot: ({ fighter }) => (isOut(fighter) ? [{ id: 'incapacitated' }] : []),
  play({ encounter, runtime, fighter, command, attribute }) {
    const { against = SKILL_AGAINST, lent } = optionsOf(command);
    return rollSkill({ encounter, runtime, fighter, attribute, against: () => against, revealed: true, lent });
  },
});
