import { say } from '../../../encounter/change';
import { impossible } from '../../../encounter/legality';
import { GM } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { choose, type Procedure, roll } from '../../../kernel/procedure';
import { pick, throwsOf } from '../../../mechanics/check';
import { mark } from '../../../mechanics/edit';
import { type Act, type Action, whole } from './act';
import { is } from './conditions';
import type { EnergyFighter } from './stats';

const CHECK = throwsOf(d20);

/** How the game master lets two actions mesh (E-25), and what is said of it. */
const MESHES: Readonly<Record<string, string>> = {
  before: 'mesh-before',
  together: 'mesh-together',
  after: 'mesh-after',
};

const isSpent = ({ book }: EnergyFighter): boolean => book.initiativeUsed === true;

/** E-31: who is challenged by one roll: the target, and who is named besides in `also`, parted by blanks. */
function challenged({ encounter, fighter, target, command }: Act): EnergyFighter[] {
  const also = String(command.options?.also ?? '').split(' ');
  const all = [target, ...also.map((id) => encounter.fighters[id] ?? null)];
  return all.filter((one, at): one is EnergyFighter => !!one && one !== fighter && all.indexOf(one) === at);
}

/** E-24 to E-31: cuts into an action that has begun, or settles a race where there is none. */
export const challengeInitiative: Action = {
  category: 'other',
  icon: 'actions/challenge-initiative',
  needs: 'target',
  cost: () => ({}),
  whyNot({ fighter, target, command }) {
    if (!target) return [impossible(command.at === undefined ? 'no-target' : 'target-gone')];
    if (target === fighter) return [impossible('own-self')];
    return isSpent(fighter) ? [{ id: 'initiative-spent' }] : [];
  },
  kept: whole,
  *play(act) {
    const { fighter } = act;
    const mine = yield* rollInitiative(fighter);
    for (const other of challenged(act)) {
      const won = mine > (yield* answerOf(other, mine));
      yield* say(won ? 'initiative-won' : 'initiative-lost', { at: other.name }, fighter.id);
      if (!won) continue;
      const options = Object.keys(MESHES).map((id) => ({ id, whyNot: [] }));
      const mesh = yield* choose('mesh', GM, options, { at: fighter.name, other: other.name });
      yield* say(MESHES[mesh]!, { at: other.name }, fighter.id);
    }
    return null;
  },
};

/** E-28: one roll a Round. E-A47: a skill check. */
function* rollInitiative(fighter: EnergyFighter): Procedure<number> {
  const bonus = fighter.stats.initiative;
  yield* mark(fighter.id, 'initiativeUsed', true);
  return bonus + (yield* roll('initiative', pick(CHECK, false, is(fighter, 'dazed')), fighter.id, { bonus }));
}

/** E-29, E-30: who declines or has rolled already loses to any roll. */
function* answerOf(other: EnergyFighter, against: number): Procedure<number> {
  if (isSpent(other) || is(other, 'unconscious') || is(other, 'dead')) return -Infinity;
  const options = ['roll', 'decline'].map((id) => ({ id, whyNot: [] }));
  const answer = yield* choose('initiative-challenge', other.id, options, { against });
  return answer === 'roll' ? yield* rollInitiative(other) : -Infinity;
}
