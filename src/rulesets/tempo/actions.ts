import { alter, say } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import { own, reasonsAgainst } from '../../rulebook/actions';
import { type Act, type Action, actOf } from './act';
import { noteUse } from './attack/reaction';
import { attack } from './attack/weapons';
import { inventory } from './gear';
import { saidIn } from './options';
import { abilityOf, choiceOf, listed } from './plan/choice';
import { shift } from './plan/shift';
import { guard, help, hide, markTarget, rest } from './skills/deeds';
import { magic } from './skills/magic';
import { scan } from './skills/scan';
import { whyNotAbility } from './turn';
import { move } from './walk';

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
