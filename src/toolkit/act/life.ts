import { applyChange, log } from '../../encounter/change';
import type { Command } from '../../encounter/command';
import type { Intent } from '../../encounter/intent';
import { impossibleReason } from '../../encounter/legality';
import { sidesAgainst } from '../../encounter/sides';
import type { Reason } from '../../kernel/ask';
import { type Procedure, refreshDice, section } from '../../kernel/procedure';
import {
  type ActionContext,
  type FoundAction,
  type Game,
  type Row,
  reasonsAgainst,
  reasonsToStop,
  whyNotTogether,
} from './actions';
import { type CommandScope, logStop } from './command-run';

/** How an action is given: alone; inside another one; or inside it, but others may answer. */
type Manner = 'alone' | 'interrupt' | 'answerable';

/** An action while it is carried out. */
export interface Underway<G extends Game> {
  readonly action: G['row'];
  /** Its context. Hooks replace it when they have settled more of it. */
  act: G['context'];
  /** Whether another action is in progress, and not only a command of the GM. */
  readonly isInside: boolean;
  /** Whether it is played as an interrupt: inside another one, or alone if the game says so. */
  readonly isInterrupt: boolean;
  step: 'declares' | 'pays' | 'offers' | 'resolves';
  declared: G['declared'] | undefined;
  /** What `pay` returned. */
  paid: G['paid'] | undefined;
}

/** How an action has ended. Who ends it otherwise than by its row or by reasons says so on the card. */
type End<G extends Game> =
  | { readonly how: 'resolved'; readonly outcome: G['outcome'] }
  | { readonly how: 'stopped' }
  | { readonly how: 'ended' };

/**
 * Where the lives of actions differ between games. Each hook is optional. They are called in this order, but
 * `whyNotGoOn` whenever others have acted, and `stop` in place of the rest.
 */
export interface Life<G extends Game> {
  /** Returns true if it is an interrupt, in a section of its own, in any manner; default never. */
  interruptsAlone?(found: FoundAction<G>): boolean;
  /** Returns the context with what is settled when it begins. */
  begin?(underway: Underway<G>): G['context'];
  /** Returns the reasons that end it now, without price and turn; by default those of its row. */
  whyNotGoOn?(underway: Underway<G>, now: G['context']): readonly Reason[];
  /** Plays its declaration; null ends it. By default that of its row. */
  declare?(underway: Underway<G>): Procedure<G['declared'] | null>;
  /** Pays or reserves its price. Returns what later hooks need to know of that; null ends it. */
  pay?(underway: Underway<G>): Procedure<G['paid'] | null>;
  /** Lets others answer. Returns false if it is not resolved now. */
  offer?(underway: Underway<G>): Procedure<boolean>;
  /**
   * Played before `stop` if others have made an action impossible that is paid and has not rolled: lets the fighter avert
   * its end. Returns what was paid, if it goes on with its offers, once it has been judged again; else null.
   */
  avert?(underway: Underway<G>, reasons: readonly Reason[]): Procedure<G['paid'] | null>;
  /** Plays, after the offers, what the row does, for games that pay while it happens; by default just that. */
  resolve?(underway: Underway<G>, play: Procedure<G['outcome']>): Procedure<G['outcome']>;
  /** Plays what happens instead of the rest if others make it impossible; by default what its row or the card says. */
  stop?(underway: Underway<G>, reasons: readonly Reason[]): Procedure<unknown>;
  /** Refunds and records, in its section. */
  settle?(underway: Underway<G>, end: End<G>): Procedure<unknown>;
  /** Plays what follows it, such as the end of a turn, after its section. */
  close?(underway: Underway<G>, end: End<G>): Procedure<unknown>;
}

type GameWithRows<G extends Game> = Game & { readonly row: Row<G> };

/** The hooks of a game, and the command in which the action is played. */
interface Machine<G extends Game> {
  readonly life: Life<G>;
  readonly scope: CommandScope;
  find(command: Command): FoundAction<G> | null;
  intentOf(found: FoundAction<G>): Intent | null;
}

/**
 * Carries out an action that was judged: it is declared, paid, offered to others, resolved and settled. Up to its first
 * die it is judged again whenever others have acted, and stops if they have made it impossible.
 */
export function* carryOut<G extends GameWithRows<G>>(
  machine: Machine<G>,
  { action, act }: FoundAction<G>,
  manner: Manner,
): Procedure<void> {
  const { life, scope } = machine;
  const isInterrupt = manner === 'interrupt' || life.interruptsAlone?.({ action, act }) === true;
  const underway: Underway<G> = {
    action,
    act,
    isInside: manner !== 'alone' && scope.actions > 0,
    isInterrupt,
    step: 'declares',
    declared: undefined,
    paid: undefined,
  };
  const lived = live(machine, underway);
  scope.actions++;
  try {
    const end = yield* manner !== 'alone' || isInterrupt ? section(act.command, lived) : lived;
    if (life.close) yield* life.close(underway, end);
  } finally {
    scope.actions--;
  }
}

function* live<G extends GameWithRows<G>>(machine: Machine<G>, underway: Underway<G>): Procedure<End<G>> {
  const { life, scope } = machine;
  if (life.begin) underway.act = life.begin(underway);
  const whyNotGoOn = () => reasonsNow(machine, underway);
  const against = [...reasonsAgainst(underway.action, underway.act), ...whyNotGoOn()];
  const overruled = [...underway.act.overruled, ...against.map(({ id }) => id)];
  if (overruled.length > 0) underway.act = { ...underway.act, overruled };
  const judged = (play: () => Procedure<End<G> | null>): Procedure<End<G> | null> =>
    scope.whileLegal(whyNotGoOn, play, function* (reasons) {
      const averted = underway.paid === undefined || !life.avert ? null : yield* life.avert(underway, reasons);
      const left = averted === null ? reasons : whyNotGoOn().filter(({ id }) => !overruled.includes(id));
      if (averted === null || left.length > 0) return yield* stop(life, underway, left);
      underway.paid = averted;
      return yield* judged(() => proceed(machine, underway));
    });
  const end = (yield* judged(() => approach(machine, underway))) ?? (yield* resolve(life, underway));
  if (life.settle) yield* life.settle(underway, end);
  return end;
}

/** Plays an action, but only up to its beginning, with null, if it judges its parts by itself. */
function* approach<G extends GameWithRows<G>>(machine: Machine<G>, underway: Underway<G>): Procedure<End<G> | null> {
  const { life } = machine;
  const { action } = underway;
  const declaring = life.declare ? life.declare(underway) : action.declare?.(underway.act);
  const declared = declaring && (yield* declaring);
  if (declared === null) return ENDED;
  underway.declared = declared;
  underway.step = 'pays';
  const paid = life.pay ? yield* life.pay(underway) : undefined;
  if (paid === null) return ENDED;
  underway.paid = paid;
  return yield* proceed(machine, underway);
}

/** Offers and plays an action that is paid. */
function* proceed<G extends GameWithRows<G>>(
  { life, intentOf }: Machine<G>,
  underway: Underway<G>,
): Procedure<End<G> | null> {
  if (intentOf(underway) === 'harm') yield* noteHostility(underway.act);
  underway.step = 'offers';
  if (life.offer && !(yield* life.offer(underway))) return ENDED;
  underway.step = 'resolves';
  return underway.action.inParts ? null : yield* resolve(life, underway);
}

/** Who is neutral is the enemy of those whom it harms, until the GM says otherwise. */
function* noteHostility({ fighter, target }: Pick<ActionContext, 'fighter' | 'target'>): Procedure<void> {
  const against = target && sidesAgainst(fighter, target);
  if (!against) return;
  yield* applyChange({ kind: 'state', of: fighter.id, key: 'against', to: against });
  yield* log('takes-sides', {}, fighter.id);
}

const ENDED = { how: 'ended' } as const;

function* resolve<G extends GameWithRows<G>>(life: Life<G>, underway: Underway<G>): Procedure<End<G>> {
  const play = refreshDice(() => enact(underway, underway.declared));
  return { how: 'resolved', outcome: yield* life.resolve ? life.resolve(underway, play) : play };
}

/** Plays only what an action does. Nothing else calls `play` of a row. */
export const enact = <G extends GameWithRows<G>>(
  { action, act }: FoundAction<G>,
  declared: G['declared'] | undefined,
): Procedure<G['outcome']> => action.play(act, declared);

function* stop<G extends GameWithRows<G>>(
  life: Life<G>,
  underway: Underway<G>,
  reasons: readonly Reason[],
): Procedure<End<G>> {
  const { action, act } = underway;
  if (life.stop) yield* life.stop(underway, reasons);
  else yield* action.stop ? action.stop(act, reasons) : logStop(act.fighter.id, reasons);
  return { how: 'stopped' };
}

/** Looks up again what the command names, and judges it. */
function reasonsNow<G extends GameWithRows<G>>({ life, find }: Machine<G>, underway: Underway<G>): readonly Reason[] {
  const found = find(underway.act.command);
  if (!found) return [impossibleReason('no-fighter')];
  const rules = life.whyNotGoOn ? life.whyNotGoOn(underway, found.act) : reasonsToStop(found.action, found.act);
  return [...whyNotTogether(found.act), ...rules];
}
