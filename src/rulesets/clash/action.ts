import { adjustPool } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Reason } from '../../kernel/ask';
import { choose, type Procedure } from '../../kernel/procedure';
import { type ActionDefinition, type ActionContext as Named, rowsOf } from '../../toolkit/define/actions';
import type { Runtime } from '../../toolkit/define/commands';
import { isInCombat, isTurnOf, riderOf } from './conditions';
import { ACTION_KINDS, type ActionKind } from './schema';
import type { ClashEncounter, ClashFighter } from './state';

/** A command with all it names looked up. */
export interface Act extends Named<ClashFighter, ClashEncounter> {
  readonly runtime: Runtime<Act, Action>;
}

/** What pays: one of the actions of a turn, any one of them, the reaction of the present turn, or nothing. */
export type Payment = ActionKind | 'any' | 'reaction' | null;

/** What a row says besides what rows of all rulesets do. */
interface Own {
  readonly category: ActionKind | 'reaction' | 'free';
  /** Whether it may be done in other fighters' turns too. */
  readonly anytime?: true;
  /** Whether it has no use outside combat, such as ending a turn. */
  readonly combatOnly?: true;
  /** What pays: where nothing is said its category, and nothing for what is free. */
  price?(act: Act): Payment;
}

/** A row of ledger section 5. */
export interface Action extends ActionDefinition<Act>, Own {}
export const { needing, targeted, targetedAtAnybody } = rowsOf<Act, Own>();

/** What pays for an action. */
export const priceOf = ({ price, category }: Own, act: Act): Payment =>
  price ? price(act) : category === 'free' ? null : category;

/** Whether an action of this kind is left. */
export const hasActionLeft = (fighter: ClashFighter, kind: ActionKind | 'reaction'): boolean =>
  fighter.pools[kind].value > 0;

/** C-17, C-A9: whether a walk has been begun and may go on. */
export const isWalking = ({ state }: ClashFighter): boolean => state.walking === true;

/** C-08: whether a turn has nothing left in it. */
export const isSpent = (fighter: ClashFighter): boolean =>
  ACTION_KINDS.every((kind) => !hasActionLeft(fighter, kind)) && !isWalking(fighter);

/** The kind of action a command names as its payment, where any one of them would do. */
const namedKind = ({ options }: Command): ActionKind | null =>
  ACTION_KINDS.find((kind) => kind === options?.pay) ?? null;

/** C-07, C-20, C-23, C-A9, C-A11: what stands against paying now. Outside combat nothing is counted. */
export function whyNotPay({ encounter, fighter, command }: Act, price: Payment): readonly Reason[] {
  if (!isInCombat(encounter) || price === null) return [];
  if (price === 'reaction') return canReact(encounter, fighter) ? [] : [{ id: 'no-reaction' }];
  const kind = price === 'any' ? namedKind(command) : price;
  const kinds: readonly ActionKind[] = kind ? [kind] : ACTION_KINDS;
  return isTurnOf(encounter, fighter) && !kinds.some((kind) => hasActionLeft(fighter, kind))
    ? [{ id: 'no-action' }]
    : [];
}

/** C-20, C-A36: once in every turn; a mount that is ridden acts with its rider, and not beside. */
export const canReact = (encounter: ClashEncounter, fighter: ClashFighter): boolean =>
  hasActionLeft(fighter, 'reaction') && riderOf(encounter, fighter) === null;

/** Takes what it costs; where several actions could pay and none is named, asks which. */
export function* pay(act: Act, price: Payment): Procedure<void> {
  if (!isInCombat(act.encounter) || price === null) return;
  const kind = price === 'any' ? yield* payment(act) : price;
  if (kind) yield* adjustPool(act.fighter.id, kind, -1);
}

function* payment({ fighter, command }: Act): Procedure<ActionKind | null> {
  const given = namedKind(command);
  if (given) return given;
  const ready = ACTION_KINDS.filter((kind) => hasActionLeft(fighter, kind));
  return ready.length > 1 ? yield* choose('pay', fighter.id, ready) : (ready[0] ?? null);
}
