import { adjustPool, applyChange } from '../../encounter/change';
import type { Command, Price } from '../../encounter/command';
import { impossibleReason } from '../../encounter/legality';
import type { MoveOption } from '../../encounter/ruleset';
import type { FighterId, Place } from '../../encounter/state';
import type { Reason } from '../../kernel/ask';
import type { Procedure } from '../../kernel/procedure';
import { fighterIn, type RowsById, reasonsAgainst } from '../../toolkit/act/actions';
import { defineCommands, type PlainCommand } from '../../toolkit/act/commands';
import type { Life } from '../../toolkit/act/life';
import { removeCondition } from '../../toolkit/combat/condition';
import { defineRolls, isReached } from '../../toolkit/combat/group-roll';
import { editCondition, fighterCommand, type ManualRules, manualCommands } from '../../toolkit/combat/manual';
import { pathOfCarrier, placeInSaddle } from '../../toolkit/space/carried';
import { whyNoTurn } from '../../toolkit/turns/turn-reason';
import { manualButtons } from '../../toolkit/views/manual-buttons';
import {
  type Action,
  type Clash,
  type ClashContext,
  choosePayment,
  priceOf,
  whyNotAct,
  whyNotContinue,
  whyNotPay,
} from './action';
import { ACTIONS } from './actions';
import { actorOf, end, endTurn, endTurnIfOver, passTime, start, untilRounds } from './clock';
import {
  CONDITIONS,
  instancesOf,
  is,
  isAble,
  isInCombat,
  isInOwnTurn,
  isOfFight,
  isTurnOf,
  MOMENTS,
  mountOf,
  riderOf,
} from './conditions';
import { enterAreas, pushWithoutMap } from './magic/effect';
import { fallOverEdge } from './movement/fall';
import { companionsOf, discover, revealAt } from './movement/hiding';
import { isInSaddle, mountedPlace, unseat } from './movement/riding';
import { forceMove } from './movement/travel';
import { OPTIONS, optionsOf } from './options';
import type { ROLLABLE_FIGURES } from './schema';
import { rollFace } from './skills/check';
import { type ClashEncounter, type ClashFighter, setState } from './state';
import { STATE_BASED } from './state-based';

type EncounterCommand = PlainCommand<Clash>;

const inCombat = (encounter: ClashEncounter): readonly Reason[] =>
  isInCombat(encounter) ? [] : [impossibleReason('not-in-combat')];
const outOfCombat = (encounter: ClashEncounter): readonly Reason[] =>
  isInCombat(encounter) ? [impossibleReason('in-combat')] : [];

const CLOCK: RowsById<EncounterCommand> = {
  start: { whyNot: outOfCombat, play: start },
  'next-turn': { whyNot: inCombat, play: endTurn },
  end: { whyNot: inCombat, play: end },
  'pass-phase': {
    options: ['seconds'],
    whyNot(encounter, command) {
      const { seconds = 1 } = optionsOf(command);
      return [
        ...outOfCombat(encounter),
        ...(seconds > 0 ? [] : [impossibleReason('no-number', { value: String(seconds) })]),
      ];
    },
    play: (encounter, command) => passTime(encounter, optionsOf(command).seconds),
  },
};

const MANUAL_RULES: ManualRules<ClashEncounter> = {
  conditions: CONDITIONS,
  moments: MOMENTS,
  lasting: untilRounds,
  restored: { hp: 'filled', mp: 'filled' },
  /** C-A57. */
  *onPoolSet(_, fighter, pool, by) {
    if (pool !== 'hp') return;
    if (by > 0 && fighter.pools.hp.value === by) yield* removeCondition(fighter, 'defeated');
  },
  *afflict(encounter, edit) {
    const { fighter, condition, on, as } = edit;
    // C-A22: presses add up, so each is an instance.
    const index = instancesOf(fighter, 'defence-penalty').length + 1;
    if (condition === 'mounted' && !on) return yield* unseat(encounter, fighter);
    if (condition === 'mounted' && on) {
      yield* freeSaddle(encounter, fighter, as.by);
      yield* seat(encounter, fighter, as.by);
    }
    const isPress = on && condition === 'defence-penalty';
    // C-113: rider and mount are unseen together; who marks one means both.
    if (on && condition === 'unseen')
      for (const other of companionsOf(encounter, fighter))
        yield* editCondition({ ...edit, fighter: other, ending: [] });
    yield* editCondition(isPress ? { ...edit, as: { ...as, data: { amount: 1, ...as.data, place: index } } } : edit);
  },
  /** C-64: a rider and its mount are placed together. */
  *placed(encounter, fighter, from) {
    const { ground } = encounter;
    const { place } = fighter;
    if (!place) return;
    const [rider, mount] = [riderOf(encounter, fighter), mountOf(encounter, fighter)];
    const [seat, back] = [rider?.place, mount?.place];
    if (rider && seat)
      return yield* settle(encounter, fighter, [rider, placeInSaddle(ground, seat, from, place)], from);
    const [carried] = back ? pathOfCarrier(ground, back, from, [place]) : [];
    yield* settle(
      encounter,
      fighter,
      mount && back && carried ? [mount, { ...carried, facing: back.facing }] : null,
      from,
    );
  },
  forced: (encounter, fighter, cells) => forceMove(encounter, fighter, cells, enterAreas),
  /** C-122: the drop is too deep to walk. */
  plunged: (encounter, fighter) => fallOverEdge(encounter, fighter, {}),
  pushOffMap: (encounter, fighter, far) => pushWithoutMap({ encounter, user: null }, fighter, far, {}),
};
/** C-64: a mount has one rider, a rider one mount, and no one is both. */
function* freeSaddle(encounter: ClashEncounter, rider: ClashFighter, mountId = ''): Procedure<void> {
  const mount = encounter.fighters[mountId];
  const others = [rider, mount, riderOf(encounter, rider), mount && riderOf(encounter, mount)];
  for (const each of new Set(others)) if (each && is(each, 'mounted')) yield* unseat(encounter, each);
}

/** C-64: a rider is where its mount is. */
function* seat(encounter: ClashEncounter, rider: ClashFighter, mountId = ''): Procedure<void> {
  const mount = encounter.fighters[mountId];
  const from = rider.place;
  if (!mount?.place || !from || isInSaddle(encounter, rider, mount)) return;
  yield* applyChange({ kind: 'move', of: rider.id, to: mountedPlace(encounter, from, mount.place), by: [] });
  yield* settle(encounter, rider, null, from);
}

/** C-104, C-109: areas affect who is placed in them. @param other whom to place with the fighter, and where */
function* settle(
  encounter: ClashEncounter,
  fighter: ClashFighter,
  other: readonly [ClashFighter, Place] | null,
  from: Place,
): Procedure<void> {
  const { place: to } = fighter;
  if (other) yield* applyChange({ kind: 'move', of: other[0].id, to: other[1], by: [] });
  if (!to) return;
  const moved = other ? [fighter, other[0]] : [fighter];
  yield* enterAreas(encounter, [from, to], moved);
  for (const each of moved) {
    yield* revealAt(encounter, each, [to]);
    yield* discover(encounter, each, from, [to]);
  }
}

/** C-08, C-A10: after any command of the GM, the turn of a fighter who can no longer act ends. */
const endingTurns = (commands: RowsById<EncounterCommand>): RowsById<EncounterCommand> =>
  Object.fromEntries(
    Object.entries(commands).map(([id, row]) => [
      id,
      {
        ...row,
        *play(encounter, command, runtime) {
          yield* row.play(encounter, command, runtime);
          const actor = actorOf(encounter);
          if (isInCombat(encounter) && actor && !isAble(actor)) yield* endTurn(encounter);
        },
      } satisfies EncounterCommand,
    ]),
  );

export const HAND = manualButtons(MANUAL_RULES, OPTIONS);

/** C-A2, C-A3. */
const ROLLS = defineRolls<Clash, (typeof ROLLABLE_FIGURES)[number]>({
  ids: {
    ability: ['strMod', 'dexMod', 'conMod', 'perMod', 'intMod', 'wilMod'],
    skill: ['athletics', 'riding'],
  },
  difficulties: { easy: 8, normal: 12, hard: 16, extreme: 20 },
  *roll({ fighter: { id: by, stats }, id, against }) {
    const bonus = stats.figures[id].value;
    const face = yield* rollFace(id, by, 0, { bonus, ...(against !== null && { against }) });
    return isReached(face + bonus, against);
  },
});
export const GROUP_ROLLS = ROLLS.rolls;

const MANUAL: RowsById<EncounterCommand> = {
  ...endingTurns(manualCommands<Clash>(MANUAL_RULES)),
  ...ROLLS.commands,
  /** C-A7. */
  initiative: fighterCommand<Clash>({
    whyNot: (_, __, { options }) =>
      Number.isInteger(options?.to) ? [] : [impossibleReason('no-number', { value: String(options?.to) })],
    play: (_, { id }, { options }) => setState(id, 'initiative', Number(options?.to)),
  }),
};

/** C-02, C-08, C-23, C-24. */
function whyNotNow(action: Action, act: ClashContext): readonly Reason[] {
  const { encounter, fighter } = act;
  const reasons: Reason[] = [...whyNotAct(action, act)];
  if (action.combatOnly && !isInCombat(encounter)) reasons.push(impossibleReason('not-in-combat'));
  else if (isInCombat(encounter) && !action.anytime && !(action.ofMount ? isInOwnTurn : isTurnOf)(encounter, fighter))
    reasons.push(whyNoTurn(encounter));
  return reasons;
}

/** C-22: without this, what costs nothing could interrupt itself without end. */
const whyNotInside = ({ do: id, by, with: item }: Command, inside: readonly Command[]): readonly Reason[] =>
  inside.some((each) => each.do === id && each.by === by && each.with === item) ? [{ id: 'doing-that' }] : [];

/** C-10, C-A60: what was paid stays paid if others make the action impossible. */
const LIFE: Life<Clash> = {
  whyNotGoOn: ({ act }) => whyNotContinue(act),
  declare: ({ action, act }) => choosePayment(act, priceOf(action, act)),
  *pay({ act, declared }) {
    if (declared && declared !== 'free') yield* adjustPool(act.fighter.id, declared, -1);
  },
  /** C-08: ends the turn if nothing is left. */
  *close({ act, isInside }) {
    if (!isInside) yield* endTurnIfOver(act.encounter);
  },
};

function pricesOf(action: Action, act: ClashContext): readonly Price[] {
  const price = isInCombat(act.encounter) ? priceOf(action, act) : null;
  return price === null || price === 'any' ? [] : [{ pool: price, amount: 1 }];
}

export const COMMANDS = defineCommands<Clash>({
  clock: CLOCK,
  plain: MANUAL,
  actions: ACTIONS,
  conditions: CONDITIONS,
  isOfFight,
  stateBased: STATE_BASED,
  actOf: (looked) => looked,
  whyNot: (action, act) => [
    ...whyNotNow(action, act),
    ...whyNotPay(act, priceOf(action, act)),
    ...reasonsAgainst(action, act),
  ],
  prices: pricesOf,
  cutsIn: ({ interrupts }) => interrupts === true,
  whyNotInside,
  life: LIFE,
});

/**
 * Returns ways to pay for a path, possible ones first.
 * @param manner `jump` for a jump
 */
export function moves(
  encounter: ClashEncounter,
  by: FighterId,
  path: readonly Place[],
  manner?: string,
): readonly MoveOption[] {
  const fighter = fighterIn(encounter, by);
  if (!fighter || !isInCombat(encounter)) return [];
  const isRider = is(fighter, 'mounted');
  const walk: Command = { do: isRider ? 'mount-free-move' : 'move-walk', by, path };
  const jump: Command = { do: isRider ? 'mount-extra-jump' : 'jump', by, path };
  const other: Command = isRider ? { do: 'mount-free-sprint', by, path } : jump;
  // A drag usually means a walk; a jump takes a roll and another action.
  return COMMANDS.of(encounter).moves(manner === 'jump' ? [jump] : [walk, other], {
    needsConfirmation: (command) => command !== walk,
  });
}
