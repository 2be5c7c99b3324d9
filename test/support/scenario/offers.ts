import type { Command } from '../../../src/encounter/command';
import { invalidOptions } from '../../../src/encounter/option';
import type { Ruleset } from '../../../src/encounter/ruleset';
import type { Encounter, Place } from '../../../src/encounter/state';
import { type Answer, type OfferAsk, PASS, type PlaceAsk } from '../../../src/kernel/ask';
import { deepEqual } from '../../../src/kernel/deep-equal';
import { readCommand } from './command';
import { writtenPlace } from './ground';
import type { Source } from './source';

/** Returns the name of an offered command in files: `agile-move`, `swift melee with spear`. */
export function nameOf(command: unknown): string {
  const { do: verb, with: item, options } = command as Command;
  return [options?.swift ? 'swift' : '', verb.replace(/-attack$/, ''), item ? `with ${item}` : '']
    .filter(Boolean)
    .join(' ');
}

/**
 * Removes the next answer from the list: `pass`, `{ gnoll: swift trip }`, or another allowed command such as `{ gnoll:
 * run 2e 1n }`.
 * Candidates that pass by default need no answer.
 */
export function answerToOffer(
  { candidates }: OfferAsk,
  answers: Source[],
  encounter: Encounter,
  ruleset: Ruleset,
): { answer: Answer } | null {
  const next = answers[0];
  if (next && !next.isMapping()) {
    if (next.text() !== 'pass') next.fail('an offer is answered by pass, or by who takes what: { mira: agile-move }');
    answers.shift();
    return { answer: candidates.map(() => PASS) };
  }
  const answersBy = Object.fromEntries(next?.entries() ?? []);
  if (!candidates.some(({ by }) => by in answersBy)) {
    // A bare `place` or another fighter's answer is for a later ask.
    return candidates.every(({ defaultAnswer }) => defaultAnswer === 'pass')
      ? { answer: candidates.map(() => PASS) }
      : null;
  }
  answers.shift();
  return {
    answer: candidates.map(({ by, commands, alsoAllowed }) => {
      const given = answersBy[by];
      if (given?.isMapping()) {
        // As it was stored: the command itself.
        const stored = given.value() as Command;
        const at = commands.findIndex((command) => deepEqual(command, stored));
        if (at < 0 && !alsoAllowed?.includes(stored.do)) given.fail(`${by} is not offered that`);
        return at < 0 ? stored : at;
      }
      const chosen = given?.text() ?? 'pass';
      if (chosen === 'pass') return PASS;
      const index = commands.findIndex(
        (command) => nameOf(command) === chosen || nameOf(command).startsWith(`${chosen} `),
      );
      if (index >= 0) return index;
      if (alsoAllowed) return allowed(answersBy[by], encounter, ruleset, `${by} ${chosen}`);
      return answersBy[by].fail(`${by} is offered ${commands.map(nameOf).join(', ')}`);
    }),
  };
}

/** Reads a command inside an exchange. Fails with the reasons against it; a stored command is not judged again. */
export function allowed(source: Source, encounter: Encounter, ruleset: Ruleset, text?: string): Command {
  if (source.isMapping()) return readCommand(source, encounter, ruleset);
  const command = ruleset.withItem(encounter, readCommand(source, encounter, ruleset, text));
  const invalid = invalidOptions(ruleset.options, command, true);
  const reasons = (invalid.length > 0 ? invalid : ruleset.whyNot(encounter, command)).map(({ id }) => id);
  return reasons.length > 0 ? source.fail(`refused: ${reasons.join(', ')}`) : command;
}

/** Removes `{ place: [4, 5] }` from the list, written like a fighter's place. */
export function answerToPlace(
  { places }: PlaceAsk,
  answers: Source[],
  { ground }: Encounter,
): { answer: Answer } | null {
  const next = answers[0];
  if (!next?.isMapping()) return null;
  const { place: chosen } = Object.fromEntries(next.entries());
  if (!chosen) return null;
  const found = (places as readonly Place[]).find((place) =>
    chosen.isMapping()
      ? deepEqual(place, chosen.value())
      : JSON.stringify(writtenPlace(place, ground)) === JSON.stringify(chosen.value()),
  );
  answers.shift();
  return { answer: [found ?? chosen.fail('that place is not offered')] };
}
