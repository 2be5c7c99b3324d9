import { impossibleReason } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import { removeCondition } from '../../../toolkit/combat/condition';
import { type Action, requiring, type TempoContext } from '../action';
import { is, isOut } from '../conditions';
import { beginTurn, normalMoveLeft, openableTurnOf, spendNormalMove, whyNotOwnTurn } from '../turn/turn';
import { costOfStanding, moveAlong, roundSpaces, spacesOf, whyNotGo } from './movement';

const requiringPath = requiring<TempoContext & { readonly spaces: number }>({
  find(act) {
    const spaces = spacesOf(act);
    return spaces === null ? null : { spaces, ...act };
  },
  whyNot: () => [impossibleReason('no-path')],
});

/** T-A53: also for a fighter who goes down in their own turn. */
const whyNotMoveNow = (act: TempoContext): Reason[] => [
  ...whyNotOwnTurn(act),
  ...(isOut(act.fighter) ? [{ id: 'incapacitated' }] : []),
];

/** T-05, T-10 to T-12: part of the Normal Move, before or after the action. It begins the turn of an action that is due. */
export const walk = requiringPath({
  group: 'turn',
  needs: 'path',
  promise: 0,
  options: ({ fighter: { place } }) => (place ? [] : ['spaces']),
  whyNot(act) {
    const { encounter, fighter, spaces } = act;
    const opened = encounter.clock.turn === fighter.id ? null : openableTurnOf(encounter, fighter);
    if (!opened && encounter.clock.turn !== fighter.id) return [{ id: 'not-due' }, ...whyNotGo(act)];
    return [
      ...(opened ? opened.whyNot : whyNotMoveNow(act)),
      ...whyNotAfford(opened?.normalMove ?? normalMoveLeft(fighter), spaces),
      ...whyNotGo(act),
    ];
  },
  *play(act) {
    const { encounter, fighter, command, spaces } = act;
    const opened = encounter.clock.turn === fighter.id ? null : openableTurnOf(encounter, fighter);
    if (opened) yield* beginTurn(encounter, fighter, opened.choice);
    yield* spendNormalMove(fighter, spaces);
    yield* moveAlong(act, command.path ?? []);
  },
});

const whyNotAfford = (left: number, spaces: number): Reason[] =>
  spaces > left ? [{ id: 'no-move-left', data: { spaces, left, over: roundSpaces(spaces - left) } }] : [];

export const standUp: Action = {
  group: 'turn',
  promise: 0.1,
  whyNot: (act) => [
    ...whyNotMoveNow(act),
    ...(is(act.fighter, 'prone') ? [] : [{ id: 'not-prone' }]),
    ...whyNotAfford(normalMoveLeft(act.fighter), costOfStanding(act.fighter)),
  ],
  *play({ fighter }) {
    yield* spendNormalMove(fighter, costOfStanding(fighter));
    yield* removeCondition(fighter, 'prone');
  },
};
