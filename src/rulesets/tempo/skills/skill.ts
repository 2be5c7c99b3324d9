import { apply, conclude } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { fighterOf } from '../../../encounter/state';
import type { Facts, Taker } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { choose, offer, type Procedure, roll, section } from '../../../kernel/procedure';
import { pick, throwsOf } from '../../../mechanics/check';
import { gain, inOrder, lose } from '../../../mechanics/condition';
import { expire } from '../../../mechanics/duration';
import { type Action, targeted, targetedAtAnybody } from '../act';
import { lentBy } from '../attack/attack';
import { exert, whyNotExert } from '../attack/harm';
import { spendReaction, TEAMWORK, whyNotReact } from '../attack/reactions';
import { watchers, whyNotReach, whyNotSeek } from '../attack/sight';
import { canBeHelpedOff, isAble, isAlly, isNonAlly, ROUND_ENDS, SCENE_ENDS } from '../conditions';
import type { TempoEncounter, TempoFighter } from '../stats';
import type { Attribute } from '../words';

const SKILL = throwsOf(d20);

/** T-A21: a roll of a fighter against a number, which is no Strike. */
export interface Skill {
  readonly encounter: TempoEncounter;
  readonly fighter: TempoFighter;
  readonly attribute: Attribute;
  /** The number to reach. */
  readonly against: number;
  /** Whether the roller is told that number: that of Hide would give away what only a Scan tells. */
  readonly told: boolean;
  /** What the table grants. */
  readonly lent: 'advantage' | 'disadvantage' | null;
}

/** Rolls, helped by whoever has promised it, and again for as long as the roller exerts itself. Comes to whether it succeeds. */
export function* rollSkill(skill: Skill): Procedure<boolean> {
  const { fighter, attribute, against, told, lent } = skill;
  const helped = yield* teamwork(skill);
  const bonus = fighter.stats[attribute];
  const dice = pick(SKILL, helped || lent === 'advantage', lent === 'disadvantage');
  const facts: Facts = { bonus, attribute, ...(told && { against }) };
  for (;;) {
    const rolled = yield* roll('skill', dice, fighter.id, facts);
    const isSuccess = rolled + bonus >= against;
    yield* conclude({ result: isSuccess ? 'success' : 'failure', success: isSuccess }, fighter.id);
    if (isSuccess || !(yield* retries(skill))) return isSuccess;
  }
}

/** T-41, T-A25: each who has promised may help while it may react; the promise is gone with the roll. Comes to whether somebody does. */
function* teamwork({ encounter, fighter }: Skill): Procedure<boolean> {
  const helpers = inOrder(fighter).flatMap(({ id, by }) => (id === 'assisted' && by !== undefined ? [by] : []));
  if (helpers.length === 0) return false;
  const takers = helpers.flatMap((by): Taker[] => {
    const helper = encounter.fighters[by];
    if (!helper || whyNotReact(encounter, helper, TEAMWORK).length > 0) return [];
    const command: Command = { do: 'teamwork', by, at: fighter.id };
    return [{ by, commands: [command], unasked: 'ask' }];
  });
  const [taken] = yield* offer('teamwork', takers, 'first', { at: fighter.id });
  yield* lose(fighter, 'assisted');
  if (!taken) return false;
  yield* section(taken.command, spendReaction(fighterOf(encounter, taken.by), TEAMWORK));
  return true;
}

/** T-102, T-A48: right after a failed roll, the roller may exert itself to roll again. */
function* retries({ encounter, fighter }: Skill): Procedure<boolean> {
  if (encounter.clock.phase === 'idle' || whyNotExert(fighter).length > 0) return false;
  const command: Command = { do: 'exert-retry', by: fighter.id };
  const takers: Taker[] = [{ by: fighter.id, commands: [command], unasked: 'ask' }];
  const [taken] = yield* offer('retry', takers, 'first');
  if (!taken) return false;
  yield* section(command, exert(fighter));
  return true;
}

/** T-21, T-22. */
export const rest: Action = {
  icon: 'actions/rest',
  needs: 'nothing',
  *play({ fighter }) {
    yield* gain(fighter.id, 'resting', ROUND_ENDS);
  },
};

/** T-31, T-A24: one target at a time; a new Mark moves it. */
export const markTarget = targeted({
  icon: 'actions/mark',
  needs: 'target',
  whyNot: whyNotSeek,
  *play({ encounter, fighter, target }) {
    const others = Object.values(encounter.fighters).filter((other) => other !== target);
    yield* expire(others, (had) => had.id === 'marked' && had.by === fighter.id);
    yield* apply({ kind: 'gain', of: target.id, condition: { id: 'marked', by: fighter.id, until: SCENE_ENDS } });
  },
});

/** T-39 to T-41: one of its options, and of the first one thing. */
export const help = targetedAtAnybody({
  icon: 'actions/help',
  needs: 'target',
  whyNot: (act) => [...(isAlly(act.fighter, act.target) ? [] : [{ id: 'not-an-ally' }]), ...whyNotReach(act, 1)],
  *play({ fighter, target }) {
    const drawbacks = inOrder(target).filter(canBeHelpedOff);
    const options = [...drawbacks.map(({ key }) => key), TEAMWORK.id].map((id) => ({ id, whyNot: [] }));
    const named = Object.fromEntries(drawbacks.map(({ key, id, data }) => [key, String(data?.name ?? id)]));
    const chosen = yield* choose('help', fighter.id, options, { at: target.id, ...named });
    if (chosen !== TEAMWORK.id) return yield* expire([target], ({ key }) => key === chosen);
    yield* apply({ kind: 'gain', of: target.id, condition: { id: 'assisted', by: fighter.id, until: SCENE_ENDS } });
  },
});

/** T-44 to T-48, T-A27: anybody beside one; a second Guard replaces the first. */
export const guard = targeted({
  icon: 'actions/guard',
  needs: 'target',
  whyNot: (act) => whyNotReach(act, 1).map(({ data }) => ({ id: 'not-adjacent', ...(data && { data }) })),
  *play({ encounter, fighter, target }) {
    yield* expire(Object.values(encounter.fighters), (had) => had.id === 'guarded' && had.by === fighter.id);
    yield* apply({ kind: 'gain', of: target.id, condition: { id: 'guarded', by: fighter.id, until: ROUND_ENDS } });
  },
});

/** T-A31. */
const HIDE_BASE = 10;
const bestAwareness = ({ fighters }: TempoEncounter, fighter: TempoFighter): number => {
  const others = Object.values(fighters).filter((other) => isNonAlly(fighter, other) && isAble(other));
  return others.length === 0 ? 0 : Math.max(...others.map(({ stats }) => stats.awr));
};

/** T-54 to T-57: out of everybody's sight, by the map or by the game master's word. */
export const hide: Action = {
  icon: 'actions/hide',
  needs: 'nothing',
  whyNot({ encounter, fighter, command }) {
    if (command.options?.unseen === true) return [];
    const [first] = watchers(encounter, fighter);
    return first ? [{ id: 'visible', data: { name: first.name } }] : [];
  },
  *play({ encounter, fighter, command }) {
    const against = HIDE_BASE + bestAwareness(encounter, fighter);
    const lent = lentBy(command);
    const isHidden = yield* rollSkill({ encounter, fighter, attribute: 'dex', against, told: false, lent });
    if (isHidden) yield* gain(fighter.id, 'hidden', SCENE_ENDS);
    yield* conclude({ result: isHidden ? 'hides' : 'found', success: isHidden }, fighter.id);
  },
};
