import type { Command, Price } from '../../encounter/command';
import { impossible } from '../../encounter/legality';
import type { Move } from '../../encounter/ruleset';
import type { FighterId, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import { section } from '../../kernel/procedure';
import { part } from '../../mechanics/bond';
import { fighterIn, type RowsById } from '../../rulebook/actions';
import { about, byHand } from '../../rulebook/by-hand';
import { type Commands, commandsOf, type Found, type PlainCommand } from '../../rulebook/command';
import type { Act, Action } from './act';
import { ACTIONS } from './actions';
import { faint, stabilize } from './attack/aura';
import { bound, loosen } from './attack/hold';
import { end, IDLE, isOpen, nextRound, start, whyNotEnd } from './clock';
import { CONDITIONS, is } from './conditions';
import { keptOf, pricesOf, swapHelps, swaps, whyNotPay } from './cost';
import type { Rules } from './interrupts/reactions';
import { mark } from './marks';
import { saidIn } from './options';
import { costOf, cutIn, exchange, isInterrupt, perform, whyNotDo } from './perform';
import { RESTS } from './recovery/rest';
import { suppressing } from './recovery/suppress';
import type { EnergyEncounter, EnergyFighter } from './stats';

type Plain = PlainCommand<EnergyEncounter>;

const whileOpen = (encounter: EnergyEncounter): readonly Reason[] =>
  isOpen(encounter) ? [] : [impossible('not-open')];

const CLOCK: RowsById<Plain> = {
  start: {
    whyNot: ({ clock }) => (clock.phase === IDLE.phase ? [] : [impossible('already-open')]),
    play: (encounter, command) => start(encounter, saidIn(command).surprised ?? null),
  },
  'end-round': { whyNot: whileOpen, play: nextRound },
  end: { whyNot: (encounter, command) => [...whileOpen(encounter), ...whyNotEnd(encounter, command)], play: end },
};

const HAND = byHand<EnergyFighter, EnergyEncounter>({
  conditions: CONDITIONS,
  /** E-220, E-17. */
  *adjusted(_, fighter, pool, by) {
    if (pool === 'aura' && by > 0 && is(fighter, 'bleeding-out')) yield* stabilize(fighter);
    if (pool === 'stamina' && by < 0 && fighter.pools.stamina.value === 0) yield* faint(fighter, 'stamina');
  },
});

const BY_HAND: RowsById<Plain> = {
  ...HAND,
  condition: suppressing(HAND.condition),
  part: { play: (encounter) => part(encounter, bound) },
  /** E-125, E-A14: the game master's word that somebody cannot or will not defend. */
  helpless: about<EnergyFighter, EnergyEncounter>({
    play: (_, { id }, command) => mark(id, 'helpless', saidIn(command).on === false ? null : true),
  }),
};

/** What a game master's command brings with it for who is held. */
const loosening = (table: RowsById<Plain>): RowsById<Plain> =>
  Object.fromEntries(
    Object.entries(table).map(([id, row]): [string, Plain] => [
      id,
      {
        ...row,
        *play(encounter, command) {
          yield* row.play(encounter, command);
          yield* loosen(encounter);
        },
      },
    ]),
  );

const rulesOf = (encounter: EnergyEncounter): Rules => ({
  isAction: (command) => COMMANDS.actionOf(command.do) !== undefined,
  whyNot: (command) => COMMANDS.whyNot(encounter, command),
  affordable: (command) => withSwapWhereNeeded(encounter, command),
  price: (command) => COMMANDS.priceOf(encounter, command),
  child(command) {
    const { action, act } = COMMANDS.expect(encounter, command);
    return cutIn(action, act);
  },
  act(command) {
    const { action, act } = COMMANDS.expect(encounter, command);
    return section(command, perform(action, act, false));
  },
});

export const COMMANDS: Commands<EnergyEncounter, Act, Action> = commandsOf<EnergyFighter, EnergyEncounter, Act, Action>(
  {
    clock: loosening(CLOCK),
    plain: { ...loosening(BY_HAND), ...RESTS },
    actions: ACTIONS,
    actOf: (looked) => ({ onMetre: null, rules: rulesOf(looked.encounter), stands: null, ...looked }),
    whyNot: (action, act) => [
      ...(isOpen(act.encounter) ? [] : [{ id: 'not-open' }]),
      ...whyNotDo(action, act),
      ...whyNotPay(act.fighter, costOf(action, act), swaps(act.command)),
    ],
    prices: (action, act) => pricesOf(costOf(action, act)),
    cutsIn: isInterrupt,
    perform: (action, act, cutsIn) => (cutsIn ? cutIn(action, act) : exchange(action, act)),
  },
);

/** Ways to pay for a path: those that are possible first, and of them the cheapest; of those that are not, the one that goes farthest. Who means to climb or jump does that. */
export function moves(
  encounter: EnergyEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly Move[] {
  if (!fighterIn<EnergyFighter>(encounter, by) || !isOpen(encounter)) return [];
  const ways: Command[] = [
    { do: 'agile-move', by, path },
    { do: 'shift', by, path, options: { agility: true } },
    { do: 'shift', by, path },
    { do: 'quick-run', by, path },
    { do: 'run', by, path },
    { do: 'sprint', by, path },
    { do: 'jump', by, path },
  ];
  const meant = manner === 'climb' ? [{ do: 'climb', by, path }] : ways.filter((way) => way.do === manner);
  return COMMANDS.moves(
    encounter,
    (meant.length > 0 ? meant : ways).map((command) => withSwapWhereNeeded(encounter, command)),
    { price: priceOfWay, weigh },
  );
}

/** Energy counts before Stamina and Agility: agility is lost unless it is used for just this. */
const weigh = (cost: readonly Price[]): number =>
  cost.reduce((sum, { pool, amount }) => sum + amount * (pool === 'agility' ? 0.4 : 1), 0);

/** The cost after E-39 gave back what a short way does not use. */
function priceOfWay({ action, act }: Found<Act, Action>): Price[] {
  const cost = costOf(action, act);
  const kept = action.kept?.(act) ?? null;
  return pricesOf(kept === null ? cost : keptOf(cost, swaps(act.command), kept));
}

/** The command as it is, or with the swap of E-18 where only that makes it payable. */
export function withSwapWhereNeeded(encounter: EnergyEncounter, command: Command): Command {
  const found = COMMANDS.find(encounter, command);
  if (!found || !swapHelps(found.act.fighter, found.action.cost(found.act))) return command;
  return { ...command, options: { ...command.options, swap: true } };
}
