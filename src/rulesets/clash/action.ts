import type { Command } from '../../encounter/command';
import type { Reason } from '../../kernel/ask';
import { chooseOne, type Procedure } from '../../kernel/procedure';
import { type Game, type ActionContext as Named, type Row, reasonsToStop, rowsOf } from '../../toolkit/act/actions';
import { logStop } from '../../toolkit/act/command-run';
import type { Runtime } from '../../toolkit/act/commands';
import { isAble, isInCombat, isTurnOf, riderOf } from './conditions';
import type { OPTIONS } from './options';
import { ACTION_KINDS, type ActionKind } from './schema';
import type { ClashEncounter, ClashFighter } from './state';

export interface ClashContext extends Named<ClashEncounter> {
  readonly runtime: Runtime<Clash>;
  /** The action of the rider for which a mount acts (C-71). */
  readonly orderedBy?: ClashContext;
}

/** `any`: any action of a turn; null: free. */
export type Payment = ActionKind | 'any' | 'reaction' | null;

/** What a button adds to its command; `name` is that of what it is done with. */
interface Variant extends Pick<Command, 'with' | 'options'> {
  readonly name?: string;
}

/** Ledger section 5. */
export interface Action extends Row<Clash> {
  readonly category: ActionKind | 'reaction' | 'free';
  /** In other fighters' turns too. */
  readonly anytime?: true;
  readonly combatOnly?: true;
  /** Also of a ridden mount, in the turn that it shares with its rider (C-64). */
  readonly ofMount?: true;
  /** For those who cannot act too. */
  readonly involuntary?: true;
  /** C-21, C-24, C-100: it may interrupt. */
  readonly interrupts?: true;
  /** Plays the roll that its odds are of, where they are not of all it does; null for those. */
  chance?(act: ClashContext): Procedure<unknown> | null;
  /** How many fighters it can target; default one if it needs or may have a target. */
  mostTargets?(act: ClashContext): number;
  /** What its buttons add to the command; default one button that adds nothing. */
  buttons?(fighter: ClashFighter, mount: ClashFighter | null): readonly Variant[];
  /** Returns the key of its texts; default its id. */
  nameOf?(command: Pick<Command, 'options'>): string;
  /** Defaults to the category. */
  price?(act: ClashContext): Payment;
}

export interface Clash extends Game {
  readonly encounter: ClashEncounter;
  readonly context: ClashContext;
  readonly row: Action;
  readonly option: keyof typeof OPTIONS & string;
  /** What pays for it. */
  readonly declared: ActionKind | 'reaction' | 'free' | null;
  readonly paid: void;
}

export const { requiring, targeted, targetedAtAny } = rowsOf<Clash>();

export const priceOf = ({ price, category }: Pick<Action, 'price' | 'category'>, act: ClashContext): Payment =>
  price ? price(act) : category === 'free' ? null : category;

export const hasActionLeft = (fighter: ClashFighter, kind: ActionKind | 'reaction'): boolean =>
  fighter.pools[kind].value > 0;

/** C-A10. */
export const whyNotAct = (
  { involuntary }: Pick<Action, 'involuntary'>,
  { fighter }: ClashContext,
): readonly Reason[] => (involuntary || isAble(fighter) ? [] : [{ id: 'defeated' }]);

/** Returns the reasons that end an action which has begun. */
export function whyNotContinue({ runtime, command, orderedBy }: ClashContext): readonly Reason[] {
  const found = runtime.find(command);
  return [
    ...(orderedBy ? whyNotContinue(orderedBy) : []),
    ...(found ? [...whyNotAct(found.action, found.act), ...reasonsToStop(found.action, found.act)] : []),
  ];
}

/** C-17, C-A9: returns true if a walk may continue. */
export const isWalking = ({ state }: ClashFighter): boolean => state.walking === true;

const namedKind = ({ options }: Command): ActionKind | null =>
  ACTION_KINDS.find((kind) => kind === options?.pay) ?? null;

/** C-07, C-20, C-23, C-A9, C-A11: nothing is counted outside combat. */
export function whyNotPay({ encounter, fighter, command }: ClashContext, price: Payment): readonly Reason[] {
  if (!isInCombat(encounter) || price === null) return [];
  if (price === 'reaction') return canReact(encounter, fighter) ? [] : [{ id: 'no-reaction' }];
  const kind = price === 'any' ? namedKind(command) : price;
  const kinds: readonly ActionKind[] = kind ? [kind] : ACTION_KINDS;
  return isTurnOf(encounter, fighter) && !kinds.some((kind) => hasActionLeft(fighter, kind))
    ? [{ id: 'no-action' }]
    : [];
}

/** C-20, C-A36: a ridden mount has no reaction of its own. */
export const canReact = (encounter: ClashEncounter, fighter: ClashFighter): boolean =>
  hasActionLeft(fighter, 'reaction') && riderOf(encounter, fighter) === null;

/**
 * Returns what pays for an action. Asks if several actions could, and again if the chosen one was spent meanwhile; null,
 * with a line on the card, if nothing is left then.
 */
export function* choosePayment(act: ClashContext, price: Payment): Procedure<Clash['declared']> {
  const { encounter, fighter, command } = act;
  if (!isInCombat(encounter) || price === null) return 'free';
  if (price !== 'any') return price;
  const named = namedKind(command);
  if (named) return named;
  const ready = () => ACTION_KINDS.filter((kind) => hasActionLeft(fighter, kind));
  // The GM has allowed it though nothing is left.
  if (ready().length === 0) return 'free';
  for (let kinds = ready(); kinds.length > 0; kinds = ready()) {
    const chosen = yield* chooseOne('pay', fighter.id, kinds);
    if (chosen && hasActionLeft(fighter, chosen)) return chosen;
  }
  yield* logStop(fighter.id, [{ id: 'no-action' }]);
  return null;
}
