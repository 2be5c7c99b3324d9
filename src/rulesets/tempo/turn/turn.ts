import { applyChange } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import type { Action, CommandContext } from '../action';
import { figureOf, isAble, isOut } from '../conditions';
import { optionsOf } from '../options';
import {
  castingsOf,
  choiceIn,
  choicesOf,
  groupOf,
  isKnownChoice,
  isSameChoice,
  tagOf,
  usualTempo,
} from '../plan/choice';
import {
  dueEntries,
  entriesNow,
  isExempt,
  isFree,
  isLate,
  isReplannedNow,
  keyOfExtraAction,
  type PlanEntry,
  retimedChoiceOf,
  slotFor,
  unknownChoice,
  unspentEntries,
  whyNotAbility,
  whyNotAgain,
  whyNotThisRound,
  whyNotUnique,
} from '../plan/plan';
import { type Choice, isOpen, setState, type TempoClock, type TempoEncounter, type TempoFighter } from '../state';

/** The clock fields between turns. */
export const NO_TURN = { turn: null, action: null, entry: '', acted: false, groups: [], justEnded: false } as const;

/** The entry a turn uses, with the reasons against it. */
interface TurnEntry {
  readonly key: string;
  readonly kind: PlanEntry['kind'];
  readonly whyNot: readonly Reason[];
}

const refused = (whyNot: readonly Reason[]): TurnEntry => ({ key: '', kind: 'slot', whyNot });

/** Section 4: returns a planned or added entry, else a slot replanned for it. */
export function turnEntryFor(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): TurnEntry {
  if (!isKnownChoice(fighter, choice)) return refused([unknownChoice(choice)]);
  const now = entriesNow(encounter, fighter).filter((entry) => isSameChoice(entry.choice, choice));
  const entryNow = (kind: PlanEntry['kind']) =>
    now.find((entry) => entry.kind === kind && entry.state === 'planned') ?? now.find((entry) => entry.kind === kind);
  const group = groupOf(fighter, choice);
  const again = whyNotAgain(encounter, fighter, [group]);
  const slot = entryNow('slot');
  const added = entryNow('added');
  if (tagOf(fighter, choice) !== 'none') {
    const extra = extraTurnEntry(encounter, fighter, choice);
    return added && extra.whyNot.length > 0 ? { key: added.key, kind: 'added', whyNot: [] } : extra;
  }
  // T-A11: an added action is exempt, so it is used if the slot is refused.
  if (slot && (again.length === 0 || !added)) return { key: slot.key, kind: 'slot', whyNot: again };
  if (added) return { key: added.key, kind: 'added', whyNot: [] };
  const replanned = slotFor(encounter, fighter, choice);
  if (!replanned) return refused([{ id: 'no-slot' }]);
  return {
    key: replanned.key,
    kind: replanned.kind,
    whyNot: [...whyNotNow(encounter, fighter, choice), ...whyNotUnique(encounter, fighter, replanned.key, group)],
  };
}

/** T-88, T-92: no slot needed. */
function extraTurnEntry(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): TurnEntry {
  const kind = tagOf(fighter, choice) === 'free' ? 'free' : 'extra';
  const key = keyOfExtraAction(choice.item);
  return {
    key,
    kind,
    whyNot: [
      ...whyNotExtraNow(encounter, fighter, choice, key),
      ...(kind === 'extra' ? whyNotAgain(encounter, fighter, [groupOf(fighter, choice)]) : []),
    ],
  };
}

/** T-98: a moved Free action keeps its default number too. */
function whyNotExtraNow(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice, key: string): Reason[] {
  const usual = whyNotNow(encounter, fighter, choice);
  const moved = retimedChoiceOf(fighter, key);
  if (!moved || (usual.length === 0 && isFree(fighter, key))) return usual;
  return whyNotNow(encounter, fighter, choice, moved.to, isLate(encounter.clock, fighter, key));
}

/** T-06. */
function whyNotNow(
  { clock }: TempoEncounter,
  fighter: TempoFighter,
  choice: Choice,
  moved: number | null = null,
  late = false,
): Reason[] {
  const tempo = moved ?? usualTempo(fighter, choice);
  if (tempo === null) return [{ id: 'no-tempo' }];
  if (tempo > clock.tempo) return [{ id: 'too-early', data: { tempo } }];
  const isOver = tempo < clock.tempo || (clock.closed && fighter.player && !late);
  return isOver ? [{ id: 'tempo-passed', data: { tempo } }] : [];
}

/** T-05, T-88, T-92, T-A7: returns true if a fighter may begin a turn now that nothing has planned. */
export function mayTakeTurn(encounter: TempoEncounter, fighter: TempoFighter): boolean {
  const { clock } = encounter;
  if (!isAble(fighter) || whyNotTurn(encounter, fighter).length > 0) return false;
  const hasEmptySlot = unspentEntries(encounter, fighter).some(({ state }) => state === 'blank' || state === 'missed');
  const choices = choicesOf(fighter).flatMap((choice) => castingsOf(fighter, choice));
  return choices.some(
    (choice) =>
      usualTempo(fighter, choice) === clock.tempo &&
      (hasEmptySlot || tagOf(fighter, choice) !== 'none') &&
      whyNotAbility(fighter, choice).length === 0 &&
      turnEntryFor(encounter, fighter, choice).whyNot.length === 0,
  );
}

const isPending = ({ turn, acted }: TempoClock): boolean => turn !== null && !acted;

/** Returns the reasons against any new turn of this fighter. */
export function whyNotTurn(encounter: TempoEncounter, fighter: TempoFighter): Reason[] {
  const { clock, fighters } = encounter;
  if (!isOpen(clock)) return [{ id: 'not-open' }];
  // A turn after its action yields to the same fighter's next turn, and to the GM.
  const other = clock.turn === null || clock.turn === fighter.id ? undefined : fighters[clock.turn];
  const isBusy = isPending(clock) || (other !== undefined && (fighter.player || canKeepWalking(other)));
  return [
    ...(isOut(fighter) ? [{ id: 'incapacitated' }] : []),
    ...whyNotThisRound(encounter, fighter),
    ...(isBusy ? [{ id: 'wrong-moment' }] : []),
    ...(!fighter.player && Object.values(fighters).some((other) => goesFirst(encounter, other))
      ? [{ id: 'players-first' }]
      : []),
  ];
}

/** T-11: returns true for a player's fighter with movement left; the GM ends NPC turns by going on. */
export const canKeepWalking = (fighter: TempoFighter): boolean =>
  fighter.player && fighter.place !== null && !isOut(fighter) && normalMoveLeft(fighter) > 0;

/** T-07, T-A5, T-A6: on this number while players may act, or moved or replanned to it since. */
function goesFirst(encounter: TempoEncounter, fighter: TempoFighter): boolean {
  const { clock } = encounter;
  if (!fighter.player || !isAble(fighter)) return false;
  return dueEntries(encounter, fighter).some(
    ({ key }) => clock.phase === 'players' || isLate(clock, fighter, key) || isReplannedNow(clock, fighter, key),
  );
}

/** T-01, T-10, T-72, T-89, T-93: begins a turn for this choice. */
export function* beginTurn(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): Procedure<void> {
  if (encounter.clock.turn !== null) yield* endTurn(encounter);
  const { key, kind } = turnEntryFor(encounter, fighter, choice);
  for (const id of Object.keys(encounter.fighters)) yield* setState(id, 'reacted', null);
  const isNpc = !fighter.player;
  yield* applyChange({
    kind: 'clock',
    to: {
      ...encounter.clock,
      ...(isNpc && { phase: 'npcs', closed: true }),
      ...NO_TURN,
      turn: fighter.id,
      action: choice,
      entry: key,
    },
  });
  if (kind === 'slot' || kind === 'added') yield* storeNormalMove(fighter, normalMoveOf(fighter, key));
}

/** Spaces that are left at a Speed. */
interface NormalMove {
  readonly spaces: number;
  readonly of: number;
}

/** T-05, T-10: the Normal Move that a turn for this entry begins with. */
function normalMoveOf(fighter: TempoFighter, key: string): NormalMove {
  const speed = figureOf(fighter, 'speed');
  const { spaces = speed, of = speed } = fighter.state[`given-${key}`] ?? {};
  return { spaces, of };
}

/** T-11: what was used counts against the Speed of now. */
const leftNow = (fighter: TempoFighter, { spaces, of }: NormalMove): number =>
  Math.max(0, Math.round((spaces + figureOf(fighter, 'speed') - of) * 1000) / 1000);

/** The turn that a walk would begin, with the reasons against it. */
interface OpenableTurn {
  readonly choice: Choice;
  readonly normalMove: number;
  readonly whyNot: readonly Reason[];
}

/**
 * T-05, T-10: returns the turn that a fighter whose planned action is due may begin with a walk; null if none is due. It never replaces
 * a plan.
 */
export function openableTurnOf(encounter: TempoEncounter, fighter: TempoFighter): OpenableTurn | null {
  const due = dueEntries(encounter, fighter).find(({ kind }) => kind === 'slot' || kind === 'added');
  if (!due) return null;
  const { key, whyNot } = turnEntryFor(encounter, fighter, due.choice);
  return {
    choice: due.choice,
    normalMove: leftNow(fighter, normalMoveOf(fighter, key)),
    whyNot: [...whyNotTurn(encounter, fighter), ...whyNot],
  };
}

/** Returns the spaces that are left now; none outside a turn, and in one of an Extra or Free action. */
export function normalMoveLeft(fighter: TempoFighter): number {
  const { normalMoveLeft: spaces, normalMoveOf: of } = fighter.state;
  if (of === undefined) return spaces ?? 0;
  return leftNow(fighter, { spaces: spaces ?? 0, of });
}

export function* spendNormalMove(fighter: TempoFighter, spaces: number): Procedure<void> {
  yield* storeNormalMove(fighter, { spaces: normalMoveLeft(fighter) - spaces, of: figureOf(fighter, 'speed') });
}

function* storeNormalMove({ id }: TempoFighter, to: NormalMove | null): Procedure<void> {
  yield* setState(id, 'normalMoveLeft', to && to.spaces > 0 ? to.spaces : null);
  yield* setState(id, 'normalMoveOf', to?.of ?? null);
}

/** Section 4, step 3: discards movement. */
export function* endTurn(encounter: TempoEncounter): Procedure<void> {
  const { clock } = encounter;
  const fighter = clock.turn === null ? undefined : encounter.fighters[clock.turn];
  if (fighter) {
    const { id, state } = fighter;
    const { entry, action, groups } = clock;
    // T-05: a turn without its action costs only the movement used.
    if (!clock.acted)
      yield* setState(id, `given-${entry}`, {
        tempo: clock.tempo,
        spaces: state.normalMoveLeft ?? 0,
        ...(state.normalMoveOf !== undefined && { of: state.normalMoveOf }),
      });
    yield* storeNormalMove(fighter, null);
    if (clock.acted && action) yield* recordDone(encounter, fighter, action, { entry, groups });
  }
  yield* applyChange({ kind: 'clock', to: { ...encounter.clock, ...NO_TURN, justEnded: true } });
}

/** Records what was performed (T-14, T-20), also of an action whose turn was ended while it happened. */
export function* recordDone(
  { clock }: TempoEncounter,
  fighter: TempoFighter,
  action: Choice,
  { entry, groups }: { readonly entry: string; readonly groups: readonly string[] },
): Procedure<void> {
  const { id, state } = fighter;
  const record = [...new Set([...(state.record ?? []), ...(isExempt(fighter, entry) ? [] : groups)])];
  yield* setState(id, `did-${entry}`, action);
  // T-98: only the moved use is done.
  if (isFree(fighter, entry) && retimedChoiceOf(fighter, entry)?.to === clock.tempo)
    yield* setState(id, `moved-${entry}`, null);
  if (record.length > (state.record ?? []).length) yield* setState(id, 'record', record);
}

/** Section 7. */
export const whyNotOwnTurn = ({
  encounter: { clock },
  fighter,
}: Pick<CommandContext, 'encounter' | 'fighter'>): Reason[] =>
  clock.turn === fighter.id ? [] : [{ id: 'wrong-moment' }];

/** Returns a reason if no turn is running. */
export const whyNotEndTurn = ({ clock }: TempoEncounter): Reason[] => (clock.turn ? [] : [impossibleReason('no-turn')]);

/** T-05: announces an action now, before any movement. */
export const announceTurn: Action = {
  group: 'turn',
  promise: 0.05,
  options: ['action'],
  whyNot({ encounter, fighter, command }) {
    if (optionsOf(command).action === undefined) return [{ id: 'no-choice' }];
    if (encounter.clock.turn === fighter.id && !encounter.clock.acted) return [{ id: 'own-turn' }];
    return [...whyNotTurn(encounter, fighter), ...turnEntryFor(encounter, fighter, choiceIn(command)).whyNot];
  },
  play: ({ encounter, fighter, command }) => beginTurn(encounter, fighter, choiceIn(command)),
};

export const endTurnAction: Action = {
  group: 'turn',
  promise: null,
  whyNot({ encounter, fighter }) {
    const none = whyNotEndTurn(encounter);
    return none.length > 0 ? none : whyNotOwnTurn({ encounter, fighter });
  },
  play: ({ encounter }) => endTurn(encounter),
};
