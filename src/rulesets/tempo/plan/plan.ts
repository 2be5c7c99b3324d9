import { impossibleReason } from '../../../encounter/legality';
import type { Secrets } from '../../../encounter/ruleset';
import { fighterOf } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import type { Procedure } from '../../../kernel/procedure';
import type { Action, CommandContext, TempoContext } from '../action';
import { heldWeapons, isQuickEnough } from '../attack/strikes';
import { optionsOf } from '../options';
import { usesOf } from '../reactions';
import { LAST_TEMPO, TEMPOS } from '../schema';
import {
  type Choice,
  clearState,
  isOpen,
  isUnderWay,
  type RetimedChoice,
  setState,
  type TempoClock,
  type TempoEncounter,
  type TempoFighter,
} from '../state';
import { abilityOf, choiceIn, groupOf, isKnownChoice, isSameChoice, tagOf, usualTempo } from './choice';

/** Section 2: an action slot of the Round, or an additional action. */
export interface PlanEntry {
  /** `1`, `2` … for slots, `a1` … for added actions, `x-` and the ability's id for Extra and Free actions. */
  readonly key: string;
  readonly kind: 'slot' | 'added' | 'extra' | 'free';
  readonly choice: Choice | null;
  /** The number after any move; null if blank. */
  readonly tempo: number | null;
  readonly state: 'blank' | 'planned' | 'missed' | 'done' | 'lost';
}

export interface PlannedEntry extends PlanEntry {
  readonly choice: Choice;
}

/** Returns the key of an action added by Exert. */
export const keyOfAddedAction = (n: number): string => `a${n}`;

/** Of each kind, far beyond the rules: an effect or a file may say more, and each entry is compared with each other. */
const MOST_ENTRIES = 30;

function keysOfAddedActions({ state: { added = 0 } }: TempoFighter): string[] {
  const keys: string[] = [];
  for (let n = 1; n <= Math.min(added, MOST_ENTRIES); n++) keys.push(keyOfAddedAction(n));
  return keys;
}

/** Returns the key of an Extra or Free action. */
export const keyOfExtraAction = (item: string | undefined): string => `x-${item}`;

/** Distinguishes the Rounds of different Scenes. */
const planRound = ({ round, scene }: TempoClock): number => 1000 * (scene ?? 0) + round;

/** T-A4, T-A6: the count never goes back, and players may not act after the first NPC. */
function canStillHappen(clock: TempoClock, { player }: TempoFighter, tempo: number): boolean {
  if (clock.phase === 'planning') return TEMPOS.includes(tempo);
  if (!isOpen(clock) || tempo > LAST_TEMPO) return false;
  return tempo > clock.tempo || (tempo === clock.tempo && !(player && clock.closed));
}

/** T-A5: returns true if Exert moved it to the current number while NPCs act. */
export const isLate = ({ tempo }: TempoClock, { state }: TempoFighter, key: string): boolean =>
  state[`late-${key}`] === tempo;

/** T-A6: returns true if it was replanned onto the called number after the players had acted. */
export const isReplannedNow = (clock: TempoClock, { state }: TempoFighter, key: string): boolean =>
  deepEqual(state[`plan-onto-${key}`], { round: planRound(clock), tempo: clock.tempo });

/** T-98, T-A4: returns the moved choice; null once the entry is replanned. */
export function retimedChoiceOf({ state }: TempoFighter, key: string): RetimedChoice | null {
  const moved = state[`moved-${key}`];
  return moved === undefined || deepEqual(state[`plan-over-${key}`], moved) ? null : moved;
}

/** Planned in secret, or added by Exert in public. */
function plannedOf({ clock }: TempoEncounter, { state }: TempoFighter, key: string): Choice | null {
  const isOld = state['plan-round'] !== undefined && state['plan-round'] !== planRound(clock);
  // T-A1: an added action may be replanned.
  return (!isOld && state[`plan-${key}`]) || state[`add-${key}`] || null;
}

/** T-05. */
function isPassed(clock: TempoClock, fighter: TempoFighter, key: string): boolean {
  const { state } = fighter;
  if (state[`given-${key}`]?.tempo === clock.tempo) return true;
  return deepEqual(state[`plan-pass-${key}`], passNow(clock, fighter, key));
}

/** What a pass stores. An Exert that moves the entry to the number later makes it due again (T-98), and writes no secret. */
const passNow = (clock: TempoClock, fighter: TempoFighter, key: string) => {
  const moved = fighter.state[`moved-${key}`];
  return {
    round: planRound(clock),
    tempo: clock.tempo,
    ...(moved && { moved }),
    ...(isLate(clock, fighter, key) && { late: true }),
  };
};

/** Returns true if the running turn uses the entry. */
export const isRunning = ({ turn, entry }: TempoClock, { id }: TempoFighter, key: string): boolean =>
  turn === id && entry === key;

function entryOf(encounter: TempoEncounter, fighter: TempoFighter, key: string, kind: PlanEntry['kind']): PlanEntry {
  const { clock } = encounter;
  const isCurrent = isRunning(clock, fighter, key);
  const moved = retimedChoiceOf(fighter, key);
  // A moved use of a Free action is still pending, regardless of other uses.
  const before = kind === 'free' && moved ? undefined : fighter.state[`did-${key}`];
  const did = isCurrent && clock.acted ? clock.action : before;
  if (did) return { key, kind, choice: did, tempo: null, state: 'done' };
  const choice = isCurrent ? clock.action : moved ? withoutTempo(moved) : plannedOf(encounter, fighter, key);
  const tempo = isCurrent ? clock.tempo : (moved?.to ?? (choice && usualTempo(fighter, choice)));
  if (clock.phase === 'scene-end') return { key, kind, choice, tempo, state: 'lost' };
  if (!choice || tempo === null) return { key, kind, choice: null, tempo: null, state: 'blank' };
  const passed = tempo === clock.tempo && isPassed(clock, fighter, key);
  return { key, kind, choice, tempo, state: isStillOpen(clock, fighter, key, tempo) && !passed ? 'planned' : 'missed' };
}

const isStillOpen = (clock: TempoClock, fighter: TempoFighter, key: string, tempo: number): boolean =>
  canStillHappen(clock, fighter, tempo) || isLate(clock, fighter, key);

const withoutTempo = ({ to: _, ...choice }: RetimedChoice): Choice => choice;

/** T-01: returns the fighter's slots. */
export function slotsOf(encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] {
  const slots: PlanEntry[] = [];
  for (let n = 1; n <= Math.min(fighter.stats.actionsPerRound, MOST_ENTRIES); n++)
    slots.push(entryOf(encounter, fighter, String(n), 'slot'));
  return slots;
}

/** T-97. */
function addedOf(encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] {
  const entries: PlanEntry[] = [];
  for (const key of keysOfAddedActions(fighter)) entries.push(entryOf(encounter, fighter, key, 'added'));
  return entries;
}

/** T-A15: Extra and Free actions need no plan; these are the ones announced. */
const extrasOf = (encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] =>
  fighter.items.flatMap(({ id, type }) => {
    const key = keyOfExtraAction(id);
    if (type !== 'tempoAbility' || (!plannedOf(encounter, fighter, key) && !retimedChoiceOf(fighter, key))) return [];
    const tag = tagOf(fighter, { action: 'ability', item: id });
    return tag === 'none' ? [] : [entryOf(encounter, fighter, key, tag)];
  });

export const entriesOf = (encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] => [
  ...slotsOf(encounter, fighter),
  ...addedOf(encounter, fighter),
  ...extrasOf(encounter, fighter),
];

/** Returns the slots and added actions not yet done. */
export const unspentEntries = (encounter: TempoEncounter, fighter: TempoFighter): PlanEntry[] =>
  [...slotsOf(encounter, fighter), ...addedOf(encounter, fighter)].filter(({ state }) => state !== 'done');

/** T-A14. */
export function whyNotUse(fighter: TempoFighter, choice: Choice): Reason[] {
  const ability = abilityOf(fighter, choice);
  const isUsedUp = ability?.usesPerRound != null && usesOf(fighter, ability.id) >= ability.usesPerRound;
  return isUsedUp ? [{ id: 'no-uses' }] : [];
}

/** Returns the reasons by Momentum and uses (T-A14, T-A51). */
export function whyNotAbility(fighter: TempoFighter, choice: Choice): Reason[] {
  const ability = abilityOf(fighter, choice);
  if (!ability) return [];
  const { value } = fighter.pools.momentum;
  return [
    ...(value < ability.momentumCost ? [{ id: 'no-momentum', data: { needs: ability.momentumCost, has: value } }] : []),
    ...whyNotUse(fighter, choice),
  ];
}

/** T-A10: returns false for a fighter who joined after Planning. */
export const isPresent = (clock: TempoClock, { id }: TempoFighter): boolean =>
  !isOpen(clock) || clock.present.length === 0 || clock.present.includes(id);

/** T-A10: a fighter who joins in the middle of a Round has no actions in it. */
export const whyNotThisRound = ({ clock }: TempoEncounter, fighter: TempoFighter): Reason[] =>
  isPresent(clock, fighter) ? [] : [{ id: 'joins-next-round' }];

/** Returns the entries that may begin a turn now, also those that were passed or given up while the number is open (T-05). */
export function entriesNow(encounter: TempoEncounter, fighter: TempoFighter): PlannedEntry[] {
  const { clock } = encounter;
  if (!isOpen(clock) || !isPresent(clock, fighter)) return [];
  return entriesOf(encounter, fighter).filter(
    (entry): entry is PlannedEntry =>
      entry.choice !== null &&
      entry.tempo === clock.tempo &&
      isStillOpen(clock, fighter, entry.key, entry.tempo) &&
      !isRunning(clock, fighter, entry.key),
  );
}

/** Returns those that others wait for. */
export const dueEntries = (encounter: TempoEncounter, fighter: TempoFighter): PlannedEntry[] =>
  entriesNow(encounter, fighter).filter(({ state }) => state === 'planned');

/** T-95: returns true for a Free action, which has no limit of uses. */
export const isFree = (fighter: TempoFighter, entry: string): boolean =>
  fighter.items.some(
    ({ id }) => keyOfExtraAction(id) === entry && tagOf(fighter, { action: 'ability', item: id }) === 'free',
  );

/** T-20, T-97, T-A11: returns true if the entry is exempt from uniqueness. */
export const isExempt = (fighter: TempoFighter, entry: string): boolean =>
  keysOfAddedActions(fighter).includes(entry) || isFree(fighter, entry);

/** T-14, T-15: returns the reasons from performed and from planned actions. */
export function whyNotUnique(encounter: TempoEncounter, fighter: TempoFighter, key: string, group: string): Reason[] {
  if (isExempt(fighter, key)) return [];
  // T-A12: for another entry.
  const isPlanned = [...slotsOf(encounter, fighter), ...extrasOf(encounter, fighter)].some(
    (entry) =>
      entry.key !== key &&
      entry.kind !== 'free' &&
      entry.state === 'planned' &&
      entry.choice !== null &&
      groupOf(fighter, entry.choice) === group,
  );
  return [...whyNotAgain(encounter, fighter, [group]), ...(isPlanned ? [duplicate(group)] : [])];
}

/** T-14, T-15: includes the action of the running turn. */
function performed({ clock }: TempoEncounter, fighter: TempoFighter): readonly string[] {
  const { record = [] } = fighter.state;
  const counts = clock.turn === fighter.id && clock.acted && !isExempt(fighter, clock.entry);
  return counts ? [...record, ...clock.groups] : record;
}

const duplicate = (group: string): Reason => ({ id: 'duplicate-action', data: { group } });

/** T-14, T-15, T-A12: already performed. */
export const whyNotAgain = (encounter: TempoEncounter, fighter: TempoFighter, groups: readonly string[]): Reason[] =>
  groups.filter((group) => performed(encounter, fighter).includes(group)).map(duplicate);

/** Returns the slot with the same choice, the same group, blank, missed, else the last not done; then an added action (T-A1). */
export function slotFor(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice): PlanEntry | null {
  const isUnspent = ({ state }: PlanEntry): boolean => state !== 'done' && state !== 'lost';
  const slots = slotsOf(encounter, fighter).filter(isUnspent);
  const open = slots.length > 0 ? slots : addedOf(encounter, fighter).filter(isUnspent);
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

function whyNotChoose(encounter: TempoEncounter, fighter: TempoFighter, choice: Choice, key: string): Reason[] {
  if (!isKnownChoice(fighter, choice)) return [unknownChoice(choice)];
  const tempo = usualTempo(fighter, choice);
  if (tempo === null) return [{ id: 'no-tempo' }];
  const group = groupOf(fighter, choice);
  return [
    ...(canStillHappen(encounter.clock, fighter, tempo) ? [] : [{ id: 'tempo-passed', data: { tempo } }]),
    ...whyNotUnique(encounter, fighter, key, group),
  ];
}

export const unknownChoice = ({ action }: Choice): Reason =>
  action === 'magic' ? { id: 'unknown-spell' } : { id: action === 'ability' ? 'no-ability' : 'unknown-choice' };

/** Log id of the planned actions that a question is about. Asks are public, so their options are numbers. */
export const PLANNED_LOG_ID = 'planned-actions';

/** T-A23: commands and log lines that state plans, and what only a Scan reveals. */
export const SECRETS: Secrets = {
  commands: ['plan', 'plan-again', 'pass', 'npcs-again', 'npcs-alike'],
  isReady: (encounter, id) => isComplete(encounter as TempoEncounter, fighterOf(encounter as TempoEncounter, id)),
  logPrefixes: ['scan-', PLANNED_LOG_ID],
  asks: ['scan-answer'],
};

/** With open plans, Scan results stay secret. */
export const SCANS_ONLY: Secrets = { ...SECRETS, commands: [], logPrefixes: ['scan-'] };

/** Returns true if no slot is blank. */
export const isComplete = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  slotsOf(encounter, fighter).every(({ state }) => state !== 'blank');

/** Returns true if the plan is complete; the `ready` field counts where it is hidden. */
export const isPlanned = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  fighter.state.ready === true || isComplete(encounter, fighter);

/** As named, else the best fit; Extra and Free actions have their own key. */
function keyOf({ encounter, fighter, command }: CommandContext, choice: Choice): string | null {
  if (tagOf(fighter, choice) !== 'none') return keyOfExtraAction(choice.item);
  const { slot } = optionsOf(command);
  return slot === undefined ? (slotFor(encounter, fighter, choice)?.key ?? null) : String(slot);
}

/** Plans an entry, or clears it with `off`. This discards a move by Exert (T-A4). */
function* writePlan(context: CommandContext): Procedure<void> {
  const { encounter, fighter, command } = context;
  const choice = choiceIn(command);
  const key = keyOf(context, choice);
  if (key === null) return;
  const off = optionsOf(command).off === true;
  const moved = retimedChoiceOf(fighter, key);
  // The same action keeps its move.
  if (moved && !off && isSameChoice(moved, choice)) return;
  yield* storeChoice(encounter, fighter, key, off ? null : choice);
  yield* setState(fighter.id, `plan-pass-${key}`, null);
  if (moved) yield* setState(fighter.id, `plan-over-${key}`, moved);
  const { clock } = encounter;
  if (clock.phase === 'npcs' && usualTempo(fighter, choice) === clock.tempo)
    yield* setState(fighter.id, `plan-onto-${key}`, { round: planRound(clock), tempo: clock.tempo });
}

/** The first write of a Round clears older plans. */
function* storeChoice(
  { clock }: TempoEncounter,
  fighter: TempoFighter,
  key: string,
  to: Choice | null,
): Procedure<void> {
  const { id, state } = fighter;
  if (state['plan-round'] !== planRound(clock)) {
    if (state['plan-round'] !== undefined) yield* clearState(fighter, 'plan');
    yield* setState(id, 'plan-round', planRound(clock));
  }
  yield* setState(id, `plan-${key}`, to);
}

/** Without the slot of an Extra or Free action. */
export const slotOption = ({ fighter, command }: CommandContext) =>
  tagOf(fighter, choiceIn(command)) === 'none' ? (['slot'] as const) : [];

export const plan: Action = {
  promise: promiseOfPlan,
  options: (act) => (optionsOf(act.command).off === true ? [] : slotOption(act)),
  /** T-03, T-09, T-A6, T-A7, T-A12. */
  whyNot(context) {
    const { encounter, fighter, command } = context;
    const { clock } = encounter;
    if (!isUnderWay(clock)) return [impossibleReason('not-open')];
    const joins = whyNotThisRound(encounter, fighter);
    if (joins.length > 0) return joins;
    const choice = choiceIn(command);
    const key = keyOf(context, choice);
    if (key === null) return [{ id: 'already-performed' }];
    const entry = entriesOf(encounter, fighter).find((each) => each.key === key);
    if (optionsOf(command).off) return entry?.state === 'planned' ? [] : [impossibleReason('not-planned')];
    if (!entry && tagOf(fighter, choice) === 'none') return [impossibleReason('no-slot')];
    if (entry?.state === 'done') return [{ id: 'already-performed' }];
    return whyNotChoose(encounter, fighter, choice, key);
  },
  play: writePlan,
};

/** The first action of its group, for a fighter with a weapon for it. */
function promiseOfPlan({ runtime, encounter, fighter, command }: TempoContext): number | null {
  const choice = choiceIn(command);
  // Extra and Free actions take no slot.
  if (optionsOf(command).off || isComplete(encounter, fighter) || tagOf(fighter, choice) !== 'none') return null;
  if (whyNotAbility(fighter, choice).length > 0) return null;
  const group = groupOf(fighter, choice);
  const isPlannedYet = slotsOf(encounter, fighter).some(
    (slot) => slot.choice && groupOf(fighter, slot.choice) === group,
  );
  if (isPlannedYet) return null;
  const { speed, planPromise = null } = lookup(runtime.actions, choice.action) ?? {};
  if (speed && !heldWeapons(fighter).some((weapon) => isQuickEnough(weapon.speed, speed))) return null;
  return typeof planPromise === 'function' ? planPromise({ encounter, fighter, command }) : planPromise;
}

/** T-05: the slot is missed and may be replanned (T-A7). */
export const pass: Action = {
  promise: null,
  icon: 'actions/let-pass',
  whyNot({ encounter, fighter, command }) {
    const key = String(optionsOf(command).slot);
    return dueEntries(encounter, fighter).some((entry) => entry.key === key) ? [] : [{ id: 'nothing-due' }];
  },
  play({ encounter: { clock }, fighter, command }) {
    const key = String(optionsOf(command).slot);
    return setState(fighter.id, `plan-pass-${key}`, passNow(clock, fighter, key));
  },
};

/** Fills blank slots with another fighter's plan; matches items by name. */
export function* copyPlan(encounter: TempoEncounter, fighter: TempoFighter, model: TempoFighter): Procedure<void> {
  for (const { choice } of slotsOf(encounter, model)) {
    const own = choice && counterpart(fighter, model, choice);
    const slot = slotsOf(encounter, fighter).find(({ state }) => state === 'blank');
    if (own && slot && whyNotChoose(encounter, fighter, own, slot.key).length === 0)
      yield* storeChoice(encounter, fighter, slot.key, own);
  }
}

function counterpart(fighter: TempoFighter, model: TempoFighter, choice: Choice): Choice | null {
  if (choice.item === undefined) return choice;
  const original = model.items.find(({ id }) => id === choice.item);
  const own = fighter.items.find((item) => item.name === original?.name && item.type === original.type);
  return own ? { ...choice, item: own.id } : null;
}

/** Returns last Round's actions whose slots are blank. */
export const lastPlan = (encounter: TempoEncounter, fighter: TempoFighter): { key: string; choice: Choice }[] =>
  slotsOf(encounter, fighter).flatMap(({ key, state }) => {
    const choice = fighter.state[`last-${key}`];
    return choice && state === 'blank' ? [{ key, choice }] : [];
  });

/** Fills blank slots with last Round's actions where possible. */
export function* planAgain(encounter: TempoEncounter, fighter: TempoFighter): Procedure<void> {
  for (const { key, choice } of lastPlan(encounter, fighter))
    if (whyNotChoose(encounter, fighter, choice, key).length === 0) yield* storeChoice(encounter, fighter, key, choice);
}

export const repeat: Action = {
  promise: null,
  whyNot({ encounter, fighter }) {
    if (encounter.clock.phase !== 'planning') return [{ id: 'wrong-moment' }];
    return lastPlan(encounter, fighter).length > 0 ? [] : [{ id: 'nothing-to-repeat' }];
  },
  play: ({ encounter, fighter }) => planAgain(encounter, fighter),
};
