import { alter, say } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { impossible } from '../../encounter/legality';
import { lose } from '../../mechanics/condition';
import { own, type RowsById, reasonsAgainst } from '../../rulebook/actions';
import { type Act, type Action, actOf, needing } from './act';
import { attack, lentBy } from './attack/attack';
import { noteUse, react, reactionOf, whyNotOwn } from './attack/reactions';
import { is, isOut } from './conditions';
import { inventory } from './gear';
import { saidIn } from './options';
import { abilityOf, choiceIn, choiceOf, listed } from './plan/choice';
import { EXERTS } from './plan/exert';
import { lastPlan, pass, plan, planAgain, whyNotPass, whyNotPlan } from './plan/plan';
import type { ReactionItem } from './schema';
import { magic } from './skills/magic';
import { deepRest, reclaimAtEnd, shallowRest, shift, whyNotReclaimAtEnd, whyNotRest } from './skills/rest';
import { scan } from './skills/scan';
import { guard, help, hide, markTarget, rest, rollSkill } from './skills/skill';
import { beginTurn, endTurn, takingOf, whyNotAbility, whyNotEndTurn, whyNotTurn } from './turn';
import { move, stand, walking, whyNotStand } from './walk';
import { ATTRIBUTES, type Attribute } from './words';

const PLAIN = {
  rest,
  scan,
  mark: markTarget,
  'quick-attack': attack('actions/quick-attack', 'quick'),
  help,
  move,
  guard,
  'standard-attack': attack('actions/standard-attack', 'standard'),
  inventory,
  hide,
  'slow-attack': attack('actions/slow-attack', 'slow'),
  shift,
  magic,
} as const satisfies Readonly<Record<string, Action>>;

/** The action an ability lists, with what it is done with; null where the ability is something of its own. */
function inner(act: Act): { readonly action: Action; readonly act: Act } | null {
  const { encounter, fighter, command } = act;
  const ability = abilityOf(fighter, choiceOf(command));
  const id = ability && listed(ability);
  const action = id ? own<Action>(PLAIN, id) : undefined;
  if (!id || !action) return null;
  const { spell, item } = saidIn(command);
  const within: Command = { ...command, do: id, with: id === 'magic' ? spell : item };
  return { action, act: actOf(encounter, within, fighter) };
}

/** T-17, T-18: what an ability gives: the action it lists, or one of its own, of which the table says what it does. */
const ability: Action = {
  icon: 'actions/ability',
  needs: 'nothing',
  whyNot(act) {
    const within = inner(act);
    const own = within ? reasonsAgainst(within.action, within.act) : [];
    return [...whyNotAbility(act.fighter, choiceOf(act.command)), ...own];
  },
  alsoCounts(act) {
    const within = inner(act);
    return within?.action.alsoCounts?.(within.act) ?? [];
  },
  *play(act) {
    const { fighter, command } = act;
    const ability = abilityOf(fighter, choiceOf(command));
    if (!ability) return;
    const { id, name, momentumCost, usesPerRound } = ability;
    if (momentumCost > 0) yield* alter(fighter.id, 'momentum', -momentumCost);
    if (usesPerRound !== null) yield* noteUse(fighter, id);
    yield* say('ability', { ability: name }, fighter.id);
    const within = inner(act);
    if (within) yield* within.action.play(within.act);
  },
};

/** Ledger section 5. */
export const ACTIONS = { ...PLAIN, ability } as const satisfies Readonly<Record<string, Action>>;
export type ActionId = keyof typeof ACTIONS;

/** What has to be pointed at for an ability: as for the action it lists. */
export const needsOf = (act: Act): Action['needs'] => {
  const { do: id } = act.command;
  return (id === 'ability' ? inner(act)?.action : own<Action>(ACTIONS, id))?.needs ?? 'nothing';
};

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
