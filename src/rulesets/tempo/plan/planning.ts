import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Secrets } from '../../../encounter/ruleset';
import { fighterOf } from '../../../encounter/state';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { same } from '../../../kernel/same';
import { type Choice, forget, mark } from '../marks';
import { saidIn } from '../options';
import type { TempoEncounter, TempoFighter } from '../stats';
import { choiceIn, isSame, tagOf } from './choice';
import { dueNow, entriesOf, extraKey, isOpen, movedOf, planRound, slotFor, slotsOf, whyNotChoose } from './plan';

/** Commands that only say what somebody means to do, and where that is kept; and what a Scan brings to light (T-A23). */
export const SECRETS: Secrets = {
  commands: ['plan', 'plan-again', 'pass', 'npcs-again', 'npcs-alike'],
  isReady: (encounter, id) => isComplete(encounter as TempoEncounter, fighterOf(encounter as TempoEncounter, id)),
  says: ['scan-'],
  asks: ['scan-answer'],
};

/** Where plans lie open, what a Scan tells is still the scanner's. */
export const SCANS_ONLY: Secrets = { ...SECRETS, commands: [] };

const isComplete = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  slotsOf(encounter, fighter).every(({ state }) => state !== 'blank');

/** Whether everything is chosen, as far as one knows; or said to be, by somebody whose choices are their own. */
export const isPlanned = (encounter: TempoEncounter, fighter: TempoFighter): boolean =>
  fighter.book.ready === true || isComplete(encounter, fighter);

interface Planned {
  readonly encounter: TempoEncounter;
  readonly fighter: TempoFighter;
  readonly command: Command;
}

/** Which entry a plan is about: the slot it names, else the one it fits best; of Extra and Free actions their own. */
function keyOf({ encounter, fighter, command }: Planned, choice: Choice): string | null {
  if (tagOf(fighter, choice) !== 'none') return extraKey(choice.item);
  const { slot } = saidIn(command);
  return slot === undefined ? (slotFor(encounter, fighter, choice)?.key ?? null) : String(slot);
}

/** T-03, T-09, T-A6, T-A7, T-A12: what stands against planning or planning anew. */
export function whyNotPlan(planned: Planned): readonly Reason[] {
  const { encounter, fighter, command } = planned;
  const { clock } = encounter;
  if (clock.phase !== 'planning' && !isOpen(clock)) return [impossible('not-open')];
  const choice = choiceIn(command);
  const key = keyOf(planned, choice);
  if (key === null) return [{ id: 'already-performed' }];
  const entry = entriesOf(encounter, fighter).find((each) => each.key === key);
  if (saidIn(command).off) return entry?.state === 'planned' ? [] : [impossible('not-planned')];
  if (!entry && tagOf(fighter, choice) === 'none') return [impossible('no-slot')];
  if (entry?.state === 'done') return [{ id: 'already-performed' }];
  return whyNotChoose(encounter, fighter, choice, key);
}

/** Chooses for a slot, or with `off` takes the choice back. What Exert had moved is moved no longer (T-A4). */
export function* plan(planned: Planned): Procedure<void> {
  const { encounter, fighter, command } = planned;
  const choice = choiceIn(command);
  const key = keyOf(planned, choice);
  if (key === null) return;
  const off = saidIn(command).off === true;
  const moved = movedOf(fighter, key);
  // The same action stays where it was moved to.
  if (moved && !off && isSame(moved, choice)) return;
  yield* write(encounter, fighter, key, off ? null : choice);
  if (fighter.book[`plan-pass-${key}`] !== undefined) yield* mark(fighter.id, `plan-pass-${key}`, null);
  if (moved) yield* mark(fighter.id, `plan-over-${key}`, moved);
}

/** Writes a choice down; the first of a Round forgets those of Rounds before. */
function* write({ clock }: TempoEncounter, fighter: TempoFighter, key: string, to: Choice | null): Procedure<void> {
  const { id, book } = fighter;
  if (book['plan-round'] !== planRound(clock)) {
    if (book['plan-round'] !== undefined) yield* forget(fighter, 'plan');
    yield* mark(id, 'plan-round', planRound(clock));
  }
  if (!same(book[`plan-${key}`] ?? null, to)) yield* mark(id, `plan-${key}`, to);
}

/** T-05: what stands against letting an action pass whose number has come. */
export function whyNotPass({ encounter, fighter, command }: Planned): readonly Reason[] {
  const key = String(saidIn(command).slot);
  return dueNow(encounter, fighter).some((entry) => entry.key === key) ? [] : [{ id: 'nothing-due' }];
}

/** Nothing is spent by it: the slot is missed, and may be planned anew (T-A7). */
export function* pass({ encounter, fighter, command }: Planned): Procedure<void> {
  const { clock } = encounter;
  const passed = { round: planRound(clock), tempo: clock.tempo };
  yield* mark(fighter.id, `plan-pass-${saidIn(command).slot}`, passed);
}

/** Fills blank slots with what somebody else has planned, as far as it may be: spells and abilities by their names. */
export function* planLike(encounter: TempoEncounter, fighter: TempoFighter, model: TempoFighter): Procedure<void> {
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
export function lastPlan({
  encounter,
  fighter,
}: Pick<Planned, 'encounter' | 'fighter'>): { key: string; choice: Choice }[] {
  return slotsOf(encounter, fighter).flatMap(({ key, state }) => {
    const choice = fighter.book[`last-${key}`];
    return choice && state === 'blank' ? [{ key, choice }] : [];
  });
}

/** Fills blank slots with what was done the round before, as far as it may be. */
export function* planAgain(encounter: TempoEncounter, fighter: TempoFighter): Procedure<void> {
  for (const { key, choice } of lastPlan({ encounter, fighter }))
    if (whyNotChoose(encounter, fighter, choice, key).length === 0) yield* write(encounter, fighter, key, choice);
}
