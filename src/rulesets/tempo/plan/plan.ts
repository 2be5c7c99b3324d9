import { impossibleReason } from '../../../encounter/legality';
import type { Secrets } from '../../../encounter/ruleset';
import { fighterOf } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import type { Procedure } from '../../../kernel/procedure';
import type { Action, CommandContext } from '../action';
import { optionsOf } from '../options';
import { LAST_TEMPO, TEMPOS } from '../schema';
import {
  type Choice,
  clearState,
  type RetimedChoice,
  setState,
  type TempoClock,
  type TempoEncounter,
  type TempoFighter,
} from '../state';
import { choiceIn, groupOf, isKnownChoice, isSameChoice, tagOf, usualTempo } from './choice';

/** An action slot of the round, or an action on top of the slots, and where it stands (section 2). */
export interface PlanEntry {
  /** `1`, `2` … for slots, `a1` … for what Exert added, `x-` and the ability's id for Extra and Free actions. */
  readonly key: string;
  readonly kind: 'slot' | 'added' | 'extra' | 'free';
  readonly choice: Choice | null;
  /** When it happens, moved or not; null while it is blank. */
  readonly tempo: number | null;
  readonly state: 'blank' | 'planned' | 'missed' | 'done' | 'lost';
}

/** An entry of which it is known what is to be done. */
export interface PlannedEntry extends PlanEntry {
  readonly choice: Choice;
}

/** The key of what Exert has added. */
export const addedKey = (n: number): string => `a${n}`;
/** The key of an Extra or Free action. */
export const extraKey = (item: string | undefined): string => `x-${item}`;

/** Rounds of one Scene are not those of another. */
const planRound = ({ round, scene }: TempoClock): number => 1000 * (scene ?? 0) + round;

export const isOpen = ({ phase }: TempoClock): boolean => phase === 'players' || phase === 'npcs';

/** Whether a Round is planned or counted. */
export const isUnderWay = (clock: TempoClock): boolean => clock.phase === 'planning' || isOpen(clock);

/**
 * T-A4, T-A6: whether an action can still happen on that number; the count never goes back, and NPCs act while the players may no
 * longer.
 */
function mayStill(clock: TempoClock, { player }: TempoFighter, tempo: number): boolean {
  if (clock.phase === 'planning') return TEMPOS.includes(tempo);
  if (!isOpen(clock) || tempo > LAST_TEMPO) return false;
  return tempo > clock.tempo || (tempo === clock.tempo && !(player && clock.closed));
}

/** T-A5: put onto the present number by Exert while NPCs act. */
export const isLate = ({ tempo }: TempoClock, { state }: TempoFighter, key: string): boolean =>
  state[`late-${key}`] === tempo;

/** T-98, T-A4: what was moved, and to which number; something else planned in its stead drops it. */
export function retimedChoiceOf({ state }: TempoFighter, key: string): RetimedChoice | null {
  const moved = state[`moved-${key}`];
  return moved === undefined || deepEqual(state[`plan-over-${key}`], moved) ? null : moved;
}

/** What is planned for an entry, by the owner or aloud. */
function plannedOf({ clock }: TempoEncounter, { state }: TempoFighter, key: string): Choice | null {
  const isOld = state['plan-round'] !== undefined && state['plan-round'] !== planRound(clock);
  // T-A1: what Exert has added may be planned otherwise.
  return (!isOld && state[`plan-${key}`]) || state[`add-${key}`] || null;
}

/** T-05: whether the owner lets the present number pass. */
function isPassed(clock: TempoClock, { state }: TempoFighter, key: string): boolean {
  const passed = state[`plan-pass-${key}`];
  if (state[`given-${key}`]?.tempo === clock.tempo) return true;
  return passed?.round === planRound(clock) && passed.tempo === clock.tempo;
}

/** Used by the turn that runs. */
export const isRunning = ({ turn, entry }: TempoClock, { id }: TempoFighter, key: string): boolean =>
  turn === id && entry === key;

function entryOf(encounter: TempoEncounter, fighter: TempoFighter, key: string, kind: PlanEntry['kind']): PlanEntry {
  const { clock } = encounter;
  const runs = isRunning(clock, fighter, key);
  const moved = retimedChoiceOf(fighter, key);
  // One use of a Free action that was moved is still to come, whatever other uses there were.
  const before = kind === 'free' && moved ? undefined : fighter.state[`did-${key}`];
  const did = runs && clock.acted ? clock.action : before;
  if (did) return { key, kind, choice: did, tempo: null, state: 'done' };
  const choice = runs ? clock.action : moved ? unmoved(moved) : plannedOf(encounter, fighter, key);
  const tempo = runs ? clock.tempo : (moved?.to ?? (choice && usualTempo(fighter, choice)));
  if (clock.phase === 'scene-end') return { key, kind, choice, tempo, state: 'lost' };
  if (!choice || tempo === null) return { key, kind, choice: null, tempo: null, state: 'blank' };
  const open = mayStill(clock, fighter, tempo) || isLate(clock, fighter, key);
  const passed = tempo === clock.tempo && isPassed(clock, fighter, key);
  return { key, kind, choice, tempo, state: open && !passed ? 'planned' : 'missed' };
}

const unmoved = ({ to: _, ...choice }: RetimedChoice): Choice => choice;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** T-01: the slots of a fighter. */
export const slotsOf = (encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] =>
  numbers(fighter.stats.actionsPerRound).map((n) => entryOf(encounter, fighter, String(n), 'slot'));

/** T-97: what Exert has added. */
const addedOf = (encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] =>
  numbers(fighter.state.added ?? 0).map((n) => entryOf(encounter, fighter, addedKey(n), 'added'));

/** T-A15: Extra and Free actions somebody means to take; they need no plan. */
const extrasOf = (encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] =>
  fighter.items.flatMap(({ id, type }) => {
    const key = extraKey(id);
    if (type !== 'tempoAbility' || (!plannedOf(encounter, fighter, key) && !retimedChoiceOf(fighter, key))) return [];
    const tag = tagOf(fighter, { action: 'ability', item: id });
    return tag === 'none' ? [] : [entryOf(encounter, fighter, key, tag)];
  });

export const entriesOf = (encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] => [
  ...slotsOf(encounter, fighter),
  ...addedOf(encounter, fighter),
  ...extrasOf(encounter, fighter),
];

/** Slots and additions that are still to be used. */
export const unspentEntries = (encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] =>
  [...slotsOf(encounter, fighter), ...addedOf(encounter, fighter)].filter(({ state }) => state !== 'done');

/** Entries that are to happen on the present number, and are not just happening. */
export function dueEntries(encounter: TempoEncounter, fighter: TempoFighter): PlannedEntry[] {
  const { clock } = encounter;
  if (!isOpen(clock)) return [];
  return entriesOf(encounter, fighter).filter(
    (entry): entry is PlannedEntry =>
      entry.state === 'planned' && entry.tempo === clock.tempo && !isRunning(clock, fighter, entry.key),
  );
}

/** T-95: whether an entry is a Free action, which may be used again and again. */
export const isFree = (fighter: TempoFighter, entry: string): boolean =>
  fighter.items.some(({ id }) => extraKey(id) === entry && tagOf(fighter, { action: 'ability', item: id }) === 'free');

/** T-20, T-97, T-A11: whether a turn that uses this entry stands outside the comparison. */
export const isExempt = (fighter: TempoFighter, entry: string): boolean =>
  numbers(fighter.state.added ?? 0).some((n) => addedKey(n) === entry) || isFree(fighter, entry);

/** T-14, T-15: what stands against an entry being this group's, by what is performed and what is planned for others. */
export const whyNotUnique = (encounter: TempoEncounter, fighter: TempoFighter, key: string, group: string): Reason[] =>
  isExempt(fighter, key)
    ? []
    : [...whyNotAgain(encounter, fighter, [group]), ...whyNotBoth(encounter, fighter, key, group)];

/** What counts for uniqueness so far, with what the running turn of the fighter has just performed (T-14, T-15). */
function performed({ clock }: TempoEncounter, fighter: TempoFighter): readonly string[] {
  const { record = [] } = fighter.state;
  const counts = clock.turn === fighter.id && clock.acted && !isExempt(fighter, clock.entry);
  return counts ? [...record, ...clock.groups] : record;
}

const duplicate = (group: string): Reason => ({ id: 'duplicate-action', data: { group } });

/** T-14, T-15, T-A12: performed already. */
export const whyNotAgain = (encounter: TempoEncounter, fighter: TempoFighter, groups: readonly string[]): Reason[] =>
  groups.filter((group) => performed(encounter, fighter).includes(group)).map(duplicate);

/** T-14, T-A12: planned for another slot already. */
export function whyNotBoth(encounter: TempoEncounter, fighter: TempoFighter, key: string, group: string): Reason[] {
  const clashes = [...slotsOf(encounter, fighter), ...extrasOf(encounter, fighter)].some(
    (entry) =>
      entry.key !== key &&
      entry.kind !== 'free' &&
      entry.state === 'planned' &&
      entry.choice !== null &&
      groupOf(fighter, entry.choice) === group,
  );
  return clashes ? [duplicate(group)] : [];
}

/**
 * Which slot a new choice takes: one with the same kind of action, else a blank one, else one whose number went by, else the last
 * that is not yet performed. Null where all are.
 */
export function slotFor(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): PlanEntry | null {
  const open = slotsOf(encounter, fighter).filter(({ state }) => state !== 'done' && state !== 'lost');
  const group = groupOf(fighter, choice);
  return (
    open.find((slot) => slot.choice && isSameChoice(slot.choice, choice)) ??
    open.find((slot) => slot.state === 'planned' && slot.choice && groupOf(fighter, slot.choice) === group) ??
    open.find(({ state }) => state === 'blank') ??
    open.find(({ state }) => state === 'missed') ??
    open.at(-1) ??
    null
  );
}

/** What stands against choosing this for a slot, or intending it as an Extra or Free action. */
function whyNotChoose(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice, key: string): Reason[] {
  if (!isKnownChoice(fighter, choice)) return [unknownChoice(choice)];
  const tempo = usualTempo(fighter, choice);
  if (tempo === null) return [{ id: 'no-tempo' }];
  const group = groupOf(fighter, choice);
  return [
    ...(mayStill(encounter.clock, fighter, tempo) ? [] : [{ id: 'tempo-passed', data: { tempo } }]),
    ...whyNotUnique(encounter, fighter, key, group),
  ];
}

export const unknownChoice = ({ action }: Choice): Reason =>
  action === 'magic' ? { id: 'unknown-spell' } : { id: action === 'ability' ? 'no-ability' : 'unknown-choice' };

/** Commands that only say what somebody means to do, and where that is kept; and what a Scan brings to light (T-A23). */
export const SECRETS: Secrets = {
  commands: ['plan', 'plan-again', 'pass', 'npcs-again', 'npcs-alike'],
  isReady: (encounter, id) => isComplete(encounter as TempoEncounter, fighterOf(encounter as TempoEncounter, id)),
  logPrefixes: ['scan-'],
  asks: ['scan-answer'],
};

/** Where plans lie open, what a Scan tells is still the scanner's. */
export const SCANS_ONLY: Secrets = { ...SECRETS, commands: [] };

/** Whether every slot has something planned or done. */
export const isComplete = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  slotsOf(encounter, fighter).every(({ state }) => state !== 'blank');

/** Whether everything is chosen, as far as one knows; or said to be, by somebody whose choices are their own. */
export const isPlanned = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  fighter.state.ready === true || isComplete(encounter, fighter);

/** Which entry a plan is about: the slot it names, else the one it fits best; of Extra and Free actions their own. */
function keyOf({ encounter, fighter, command }: CommandContext, choice: Choice): string | null {
  if (tagOf(fighter, choice) !== 'none') return extraKey(choice.item);
  const { slot } = optionsOf(command);
  return slot === undefined ? (slotFor(encounter, fighter, choice)?.key ?? null) : String(slot);
}

/** T-03, T-09, T-A6, T-A7, T-A12: what stands against planning or planning anew. */
function whyNotPlan(acting: CommandContext): readonly Reason[] {
  const { encounter, fighter, command } = acting;
  const { clock } = encounter;
  if (!isUnderWay(clock)) return [impossibleReason('not-open')];
  const choice = choiceIn(command);
  const key = keyOf(acting, choice);
  if (key === null) return [{ id: 'already-performed' }];
  const entry = entriesOf(encounter, fighter).find((each) => each.key === key);
  if (optionsOf(command).off) return entry?.state === 'planned' ? [] : [impossibleReason('not-planned')];
  if (!entry && tagOf(fighter, choice) === 'none') return [impossibleReason('no-slot')];
  if (entry?.state === 'done') return [{ id: 'already-performed' }];
  return whyNotChoose(encounter, fighter, choice, key);
}

/** Chooses for a slot, or with `off` takes the choice back. What Exert had moved is moved no longer (T-A4). */
function* writePlan(acting: CommandContext): Procedure<void> {
  const { encounter, fighter, command } = acting;
  const choice = choiceIn(command);
  const key = keyOf(acting, choice);
  if (key === null) return;
  const off = optionsOf(command).off === true;
  const moved = retimedChoiceOf(fighter, key);
  // The same action stays where it was moved to.
  if (moved && !off && isSameChoice(moved, choice)) return;
  yield* write(encounter, fighter, key, off ? null : choice);
  if (fighter.state[`plan-pass-${key}`] !== undefined) yield* setState(fighter.id, `plan-pass-${key}`, null);
  if (moved) yield* setState(fighter.id, `plan-over-${key}`, moved);
}

/** Writes a choice down; the first of a Round forgets those of Rounds before. */
function* write({ clock }: TempoEncounter, fighter: TempoFighter, key: string, to: Choice | null): Procedure<void> {
  const { id, state } = fighter;
  if (state['plan-round'] !== planRound(clock)) {
    if (state['plan-round'] !== undefined) yield* clearState(fighter, 'plan');
    yield* setState(id, 'plan-round', planRound(clock));
  }
  if (!deepEqual(state[`plan-${key}`] ?? null, to)) yield* setState(id, `plan-${key}`, to);
}

export const plan: Action = { whyNot: whyNotPlan, play: writePlan };

/** T-05: lets an action pass whose number has come. Nothing is spent by it: the slot is missed, and may be planned anew (T-A7). */
export const pass: Action = {
  icon: 'actions/let-pass',
  whyNot({ encounter, fighter, command }) {
    const key = String(optionsOf(command).slot);
    return dueEntries(encounter, fighter).some((entry) => entry.key === key) ? [] : [{ id: 'nothing-due' }];
  },
  play({ encounter: { clock }, fighter, command }) {
    return setState(fighter.id, `plan-pass-${optionsOf(command).slot}`, {
      round: planRound(clock),
      tempo: clock.tempo,
    });
  },
};

/** Fills blank slots with what somebody else has planned, as far as it may be: spells and abilities by their names. */
export function* copyPlan(encounter: TempoEncounter, fighter: TempoFighter, model: TempoFighter): Procedure<void> {
  for (const { choice } of slotsOf(encounter, model)) {
    const own = choice && counterpart(fighter, model, choice);
    const slot = slotsOf(encounter, fighter).find(({ state }) => state === 'blank');
    if (own && slot && whyNotChoose(encounter, fighter, own, slot.key).length === 0)
      yield* write(encounter, fighter, slot.key, own);
  }
}

function counterpart(fighter: TempoFighter, model: TempoFighter, choice: Choice): Choice | null {
  if (choice.item === undefined) return choice;
  const its = model.items.find(({ id }) => id === choice.item);
  const own = fighter.items.find((item) => item.name === its?.name && item.type === its.type);
  return own ? { ...choice, item: own.id } : null;
}

/** What was planned a round ago and could be planned again. */
export const lastPlan = (encounter: TempoEncounter, fighter: TempoFighter): { key: string; choice: Choice }[] =>
  slotsOf(encounter, fighter).flatMap(({ key, state }) => {
    const choice = fighter.state[`last-${key}`];
    return choice && state === 'blank' ? [{ key, choice }] : [];
  });

/** Fills blank slots with what was done the round before, as far as it may be. */
export function* planAgain(encounter: TempoEncounter, fighter: TempoFighter): Procedure<void> {
  for (const { key, choice } of lastPlan(encounter, fighter))
    if (whyNotChoose(encounter, fighter, choice, key).length === 0) yield* write(encounter, fighter, key, choice);
}

export const repeat: Action = {
  whyNot({ encounter, fighter }) {
    if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
    return lastPlan(encounter, fighter).length > 0 ? [] : [{ id: 'nothing-to-repeat' }];
  },
  play: ({ encounter, fighter }) => planAgain(encounter, fighter),
};
