import { apply } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import type { Reason } from '../../../kernel/ask';
import type { Procedure } from '../../../kernel/procedure';
import { mark } from '../../../mechanics/edit';
import { type Choice, choiceIn, readChoice, tagOf, written } from './choice';
import { type Entry, entriesOf, isOpen, LAST, MOVED, PLAN, slotFor, slotsOf, whyNotChoose } from './plan';
import type { TempoEncounter, TempoFighter } from './stats';

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
  const { fighter, command } = planned;
  const choice = choiceIn(command);
  const key = keyOf(planned, choice);
  if (key === null) return;
  const to = command.options?.off === true ? null : written(choice);
  if (fighter.book[PLAN + key] === to) return;
  yield* mark(fighter.id, PLAN + key, to);
  if (fighter.book[MOVED + key] !== undefined) yield* mark(fighter.id, MOVED + key, null);
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
      yield* apply({ kind: 'book', of: fighter.id, key: PLAN + key, to: written(choice) });
}
