import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Secrets } from '../../../encounter/ruleset';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { mark } from '../../../mechanics/edit';
import { type Choice, choiceIn, readChoice, tagOf, written } from './choice';
import {
  type Entry,
  entriesOf,
  isOpen,
  LAST,
  MOVED,
  movedOf,
  PLAN,
  PLAN_OVER,
  PLAN_ROUND,
  planRound,
  slotFor,
  slotsOf,
  whyNotChoose,
} from './plan';
import type { TempoEncounter, TempoFighter } from './stats';

/** Commands that only say what somebody means to do, and where that is kept. */
export const SECRETS: Secrets = {
  commands: ['plan', 'plan-again', 'npcs-again'],
  marks: [PLAN],
  isReady: (encounter, id) => {
    const { fighters } = encounter as TempoEncounter;
    return slotsOf(encounter as TempoEncounter, fighters[id]!).every(({ state }) => state !== 'blank');
  },
};

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

const entryAt = ({ encounter, fighter }: Planned, key: string): Entry | undefined =>
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
