import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Secrets } from '../../../encounter/ruleset';
import { fighterOf } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { mark } from '../../../mechanics/edit';
import type { TempoEncounter, TempoFighter } from '../stats';
import { type Choice, choiceIn, readChoice, tagOf, written } from './choice';
import {
  dueNow,
  entriesOf,
  isOpen,
  LAST,
  MOVED,
  movedOf,
  PASSED,
  PLAN,
  PLAN_OVER,
  PLAN_ROUND,
  type PlanEntry,
  passedNow,
  planRound,
  slotFor,
  slotsOf,
  whyNotChoose,
} from './plan';

/** Commands that only say what somebody means to do, and where that is kept; and what a Scan brings to light (T-A23). */
export const SECRETS: Secrets = {
  commands: ['plan', 'plan-again', 'pass', 'npcs-again', 'npcs-alike'],
  marks: [PLAN],
  isReady: (encounter, id) => {
    return slotsOf(encounter as TempoEncounter, fighterOf(encounter as TempoEncounter, id)).every(
      ({ state }) => state !== 'blank',
    );
  },
  says: ['scan-'],
  asks: ['scan-answer'],
};

/** Where plans lie open, what a Scan tells is still the scanner's. */
export const SCANS_ONLY: Secrets = { ...SECRETS, commands: [], marks: [] };

/** Whether everything is chosen, as far as one knows; or said to be, by somebody whose choices are their own. */
export const isPlanned = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  fighter.book.ready === true || slotsOf(encounter, fighter).every(({ state }) => state !== 'blank');

interface Planned {
  readonly encounter: TempoEncounter;
  readonly fighter: TempoFighter;
  readonly command: Command;
}

/** Which entry a plan is about: the slot it names, else the one it fits best; of Extra and Free actions their own. */
function keyOf({ encounter, fighter, command }: Planned, choice: Choice): string | null {
  if (tagOf(fighter, choice) !== 'none') return `x-${choice.item}`;
  const { slot } = command.options ?? {};
  return slot === undefined ? (slotFor(encounter, fighter, choice)?.key ?? null) : String(slot);
}

const entryAt = ({ encounter, fighter }: Planned, key: string): PlanEntry | undefined =>
  entriesOf(encounter, fighter).find((entry) => entry.key === key);

/** T-03, T-09, T-A6, T-A7, T-A12: what stands against planning or planning anew. */
export function whyNotPlan(planned: Planned): readonly Reason[] {
  const { encounter, fighter, command } = planned;
  const { clock } = encounter;
  if (clock.phase !== 'planning' && !isOpen(clock)) return [impossible('not-open')];
  const choice = choiceIn(command);
  const key = keyOf(planned, choice);
  if (key === null) return [{ id: 'already-performed' }];
  const entry = entryAt(planned, key);
  if (command.options?.off === true) return entry?.state === 'planned' ? [] : [impossible('not-planned')];
  if (!entry && !key.startsWith('x-')) return [impossible('no-slot')];
  if (entry?.state === 'done') return [{ id: 'already-performed' }];
  return whyNotChoose(encounter, fighter, choice, key);
}

/** Chooses for a slot, or with `off` takes the choice back. What Exert had moved is moved no longer (T-A4). */
export function* plan(planned: Planned): Procedure<void> {
  const { encounter, fighter, command } = planned;
  const choice = choiceIn(command);
  const key = keyOf(planned, choice);
  if (key === null) return;
  const off = command.options?.off === true;
  const moved = movedOf(fighter, key);
  // The same action stays where it was moved to.
  if (moved && !off && written(moved.choice) === written(choice)) return;
  yield* write(encounter, fighter, key, off ? null : written(choice));
  if (fighter.book[PASSED + key] !== undefined) yield* mark(fighter.id, PASSED + key, null);
  if (moved) yield* mark(fighter.id, PLAN_OVER + key, String(fighter.book[MOVED + key]));
}

/** Writes a choice down; the first of a Round forgets those of Rounds before. */
function* write(
  { clock }: TempoEncounter,
  { id, book }: TempoFighter,
  key: string,
  to: string | null,
): Procedure<void> {
  if (book[PLAN_ROUND] !== planRound(clock)) {
    const old = book[PLAN_ROUND] === undefined ? [] : Object.keys(book).filter((each) => each.startsWith(PLAN));
    for (const each of old.filter((mark) => mark !== PLAN_ROUND).sort()) yield* mark(id, each, null);
    yield* mark(id, PLAN_ROUND, planRound(clock));
  }
  if ((book[PLAN + key] ?? null) !== to) yield* mark(id, PLAN + key, to);
}

/** T-05: what stands against letting an action pass whose number has come. */
export function whyNotPass({ encounter, fighter, command }: Planned): readonly Reason[] {
  const key = String(command.options?.slot);
  return dueNow(encounter, fighter).some((entry) => entry.key === key) ? [] : [{ id: 'nothing-due' }];
}

/** Nothing is spent by it: the slot is missed, and may be planned anew (T-A7). */
export function* pass({ encounter, fighter, command }: Planned): Procedure<void> {
  yield* mark(fighter.id, PASSED + String(command.options?.slot), passedNow(encounter.clock));
}

/** Fills blank slots with what somebody else has planned, as far as it may be: spells and abilities by their names. */
export function* planLike(encounter: TempoEncounter, fighter: TempoFighter, model: TempoFighter): Procedure<void> {
  for (const { choice } of slotsOf(encounter, model)) {
    const own = choice && counterpart(fighter, model, choice);
    const slot = slotsOf(encounter, fighter).find(({ state }) => state === 'blank');
    if (own && slot && whyNotChoose(encounter, fighter, own, slot.key).length === 0)
      yield* write(encounter, fighter, slot.key, written(own));
  }
}

function counterpart(fighter: TempoFighter, model: TempoFighter, choice: Choice): Choice | null {
  if (choice.item === null) return choice;
  const its = model.items.find(({ id }) => id === choice.item);
  const own = fighter.items.find((item) => item.name === its?.name && item.type === its.type);
  return own ? { ...choice, item: own.id } : null;
}

/** What was planned a round ago and could be planned again. */
export function lastPlan({
  encounter,
  fighter,
}: Pick<Planned, 'encounter' | 'fighter'>): { key: string; choice: Choice }[] {
  return slotsOf(encounter, fighter).flatMap(({ key, state }) => {
    const choice = readChoice(fighter.book[LAST + key]);
    return choice && state === 'blank' ? [{ key, choice }] : [];
  });
}

/** Fills blank slots with what was done the round before, as far as it may be. */
export function* planAgain(encounter: TempoEncounter, fighter: TempoFighter): Procedure<void> {
  for (const { key, choice } of lastPlan({ encounter, fighter }))
    if (whyNotChoose(encounter, fighter, choice, key).length === 0)
      yield* write(encounter, fighter, key, written(choice));
}
