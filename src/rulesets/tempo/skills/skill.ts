import { conclude } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { fighterOf } from '../../../encounter/state';
import type { Facts, Taker } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { offer, type Procedure, roll, section } from '../../../kernel/procedure';
import { pick, throwsOf } from '../../../mechanics/check';
import { inOrder, lose } from '../../../mechanics/condition';
import { spendReaction, TEAMWORK, whyNotReact } from '../attack/reaction';
import { exert, whyNotExert } from '../attack/strain';
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
