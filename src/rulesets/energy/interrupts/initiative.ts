import { say } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import { GM, type Reason } from '../../../kernel/ask';
import { d20 } from '../../../kernel/dice';
import { choose, type Procedure, roll } from '../../../kernel/procedure';
import { pick, throwsOf } from '../../../mechanics/check';
import { type Act, targeted } from '../act';
import { is } from '../conditions';
import { mark, type Right } from '../marks';
import { saidIn } from '../options';
import type { EnergyEncounter, EnergyFighter } from '../stats';
import type { Rules } from './reactions';
import { takeAction } from './winning';

const CHECK = throwsOf(d20);

/** How the game master lets two actions mesh (E-25). */
const MESHES = ['before', 'together', 'after'] as const;

const isSpent = ({ book }: EnergyFighter): boolean => book.initiativeUsed === true;

/** E-25: what this fighter does and what somebody quicker does happen at once, so that neither ends the other. */
export const isMeshed = ({ book }: EnergyFighter): boolean => book.meshed === true;

/** E-31: who is challenged by one roll: the target, and who is named besides in `also`, parted by blanks. */
function challenged({ encounter, fighter, target, command }: Act): EnergyFighter[] {
  const { also = [] } = saidIn(command);
  const all = [target, ...also.map((id) => encounter.fighters[id] ?? null)];
  return all.filter((one, at): one is EnergyFighter => !!one && one !== fighter && all.indexOf(one) === at);
}

/** The action a challenge is made for, where it names one by `action`: at who is challenged, or at who is named by `on`. */
function wantedBy(command: Command): Command | null {
  const { by, at, with: item, path } = command;
  const { action, on = at, also: _, ...others } = saidIn(command);
  if (action === undefined) return null;
  return {
    ...{ do: action, by },
    ...(typeof on === 'string' && { at: on }),
    ...(item !== undefined && { with: item }),
    ...(path && { path }),
    ...(Object.keys(others).length > 0 && { options: others }),
  };
}

/** What stands against the action a challenge is made for. None challenges in order to challenge. */
function whyNotWanted({ command, rules }: Act): readonly Reason[] {
  const wanted = wantedBy(command);
  if (!wanted) return [];
  const isAction = wanted.do !== command.do && rules.isAction(wanted);
  return isAction ? rules.whyNot(wanted) : [impossible('unknown-action', { action: wanted.do })];
}

/** E-24 to E-31: cuts into an action that has begun, or settles a race where there is none. */
export const challengeInitiative = targeted({
  category: 'other',
  icon: 'actions/challenge-initiative',
  cost: () => ({}),
  whyNot: (act) => [...(isSpent(act.fighter) ? [{ id: 'initiative-spent' }] : []), ...whyNotWanted(act)],
  *play(act) {
    const { fighter, encounter, command, rules } = act;
    const beaten: EnergyFighter[] = [];
    const mine = yield* rollInitiative(fighter);
    for (const other of challenged(act)) {
      const won = mine > (yield* answerOf(other, mine));
      yield* say(won ? 'initiative-won' : 'initiative-lost', { at: other.name }, fighter.id);
      if (won) beaten.push(other);
    }
    if (beaten.length === 0) return null;
    const options = MESHES.map((id) => ({ id, whyNot: [] }));
    const others = beaten.map(({ name }) => name).join(', ');
    const mesh = yield* choose('mesh', GM, options, { at: fighter.id, other: others });
    yield* say(`mesh-${mesh}`, { at: others }, fighter.id);
    const right: Right = { at: beaten.map(({ id }) => id), wanted: wantedBy(command) };
    if (mesh === 'after') yield* mark(fighter.id, 'actsAfter', right);
    else {
      if (mesh === 'together') for (const { id } of beaten) yield* mark(id, 'meshed', true);
      yield* use(right, encounter, fighter, rules);
    }
    return null;
  },
});

/** E-25: the action that was named, as long as it can still be done; else the one that is chosen now. It is paid for as ever. */
function* use({ at, wanted }: Right, encounter: EnergyEncounter, fighter: EnergyFighter, rules: Rules) {
  const command = wanted && rules.affordable(wanted);
  if (command && rules.whyNot(command).length === 0) yield* rules.act(command);
  else yield* takeAction(encounter, fighter, at, rules);
}

/** E-25: when an action is over, who has won the right to act after it does so; what was meshed is so no longer. */
export function* actAfter(encounter: EnergyEncounter, rules: Rules): Procedure<void> {
  for (const fighter of Object.values(encounter.fighters)) {
    const { meshed, actsAfter } = fighter.book;
    if (meshed !== undefined) yield* mark(fighter.id, 'meshed', null);
    if (!actsAfter) continue;
    yield* mark(fighter.id, 'actsAfter', null);
    yield* use(actsAfter, encounter, fighter, rules);
  }
}

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
