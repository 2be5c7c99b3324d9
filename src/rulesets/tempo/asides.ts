import { impossible } from '../../encounter/legality';
import { lose } from '../../mechanics/condition';
import type { RowsById } from '../../rulebook/actions';
import { type Act, type Action, needing } from './act';
import { lentBy } from './attack/attack';
import { react, reactionOf, whyNotOwn } from './attack/own-reactions';
import { is, isOut } from './conditions';
import type { ReactionItem } from './items';
import { choiceIn } from './plan/choice';
import { EXERTS } from './plan/exert';
import { lastPlan, pass, plan, planAgain, whyNotPass, whyNotPlan } from './plan/planning';
import { deepRest, reclaimAtEnd, shallowRest, whyNotReclaimAtEnd, whyNotRest } from './skills/recover';
import { rollSkill } from './skills/skill';
import { beginTurn, endTurn, takingOf, whyNotEndTurn, whyNotTurn } from './turn';
import { stand, walking, whyNotStand } from './walk';
import { ATTRIBUTES, type Attribute } from './words';

/** T-A21: the number to reach where the game master names none. */
const SKILL_AGAINST = 10;

const aside = (icon: string, row: Pick<Action, 'whyNot' | 'play'>): Action => ({
  icon: `actions/${icon}`,
  needs: 'nothing',
  ...row,
});

const rolling = needing<Act & { readonly attribute: Attribute }>({
  find(act) {
    const attribute = ATTRIBUTES.find((id) => id === act.command.options?.attribute);
    return attribute ? { attribute, ...act } : null;
  },
  missing: () => [impossible('no-attribute')],
});

const reacting = needing<Act & { readonly reaction: ReactionItem }>({
  find(act) {
    const reaction = reactionOf(act.fighter, act.command);
    return reaction && { reaction, ...act };
  },
  missing: () => [impossible('unknown-reaction')],
});

/** What a fighter may do besides the action of its turn. */
export const ASIDES: RowsById<Action> = {
  plan: aside('plan', { whyNot: whyNotPlan, play: plan }),
  'plan-again': aside('plan-again', {
    whyNot({ encounter, fighter }) {
      if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
      return lastPlan({ encounter, fighter }).length > 0 ? [] : [{ id: 'nothing-to-repeat' }];
    },
    play: ({ encounter, fighter }) => planAgain(encounter, fighter),
  }),
  pass: aside('let-pass', { whyNot: whyNotPass, play: pass }),
  /** T-05: says that an action is taken now, before any movement. */
  turn: aside('turn', {
    whyNot({ encounter, fighter, command }) {
      if (encounter.clock.turn === fighter.id && !encounter.clock.acted) return [{ id: 'own-turn' }];
      return [...whyNotTurn(encounter, fighter), ...takingOf(encounter, fighter, choiceIn(command)).whyNot];
    },
    play: ({ encounter, fighter, command }) => beginTurn(encounter, fighter, choiceIn(command)),
  }),
  'end-turn': aside('end-turn', {
    whyNot: ({ encounter, fighter }) => whyNotEndTurn(encounter, fighter),
    play: ({ encounter }) => endTurn(encounter),
  }),
  walk: walking,
  'stand-up': aside('stand-up', { whyNot: whyNotStand, play: stand }),
  reveal: aside('reveal', {
    whyNot: ({ fighter }) => (is(fighter, 'hidden') ? [] : [{ id: 'not-hidden' }]),
    play: ({ fighter }) => lose(fighter, 'hidden'),
  }),
  ...Object.fromEntries(Object.entries(EXERTS).map(([id, row]): [string, Action] => [id, aside(id, row)])),
  /** T-A21. */
  'skill-roll': rolling({
    icon: 'actions/skill-roll',
    needs: 'nothing',
    whyNot: ({ fighter }) => (isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    play({ encounter, fighter, command, attribute }) {
      const against = Number.isInteger(command.options?.against) ? Number(command.options?.against) : SKILL_AGAINST;
      return rollSkill({ encounter, fighter, attribute, against, told: true, lent: lentBy(command) });
    },
  }),
  react: reacting({
    icon: 'actions/react',
    needs: 'nothing',
    whyNot: ({ encounter, fighter, reaction }) => whyNotOwn(encounter, fighter, reaction),
    play: ({ fighter, reaction }) => react(fighter, reaction),
  }),
  reclaim: aside('reclaim', {
    whyNot: ({ encounter, fighter }) => whyNotReclaimAtEnd(encounter, fighter),
    play: ({ fighter }) => reclaimAtEnd(fighter),
  }),
  'shallow-rest': aside('shallow-rest', {
    whyNot: ({ encounter, fighter }) => whyNotRest(encounter, fighter),
    play: ({ fighter }) => shallowRest(fighter),
  }),
  'deep-rest': aside('deep-rest', {
    whyNot: ({ encounter, fighter }) => whyNotRest(encounter, fighter),
    play: ({ fighter }) => deepRest(fighter),
  }),
};
