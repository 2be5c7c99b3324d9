import type { Command } from '../../../src/encounter/command';
import type { Ruleset } from '../../../src/encounter/ruleset';
import type { Encounter, Place } from '../../../src/encounter/state';
import { type Answer, type OfferAsk, PASS, type PlaceAsk } from '../../../src/kernel/ask';
import { readCommand } from './command';
import { writtenPlace } from './ground';
import type { Source } from './source';

/** How a file names an offered command: `agile-move`, `swift melee with spear`. */
export function nameOf(command: unknown): string {
  const { do: verb, with: item, options } = command as Command;
  return [options?.swift ? 'swift' : '', verb.replace(/-attack$/, ''), item ? `with ${item}` : '']
    .filter(Boolean)
    .join(' ');
}

/** Takes `pass`, or `{ gnoll: swift trip }`, from the list, or whatever else a taker is free to do, such as `{ gnoll: run 2e 1n }`; who passes unless somebody asks passes where nothing is said of him. */
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
  const said = Object.fromEntries(next?.entries() ?? []);
  if (!candidates.some(({ by }) => by in said)) {
    // A bare `place` or somebody else's answer is for a later ask.
    return candidates.every(({ defaultAnswer }) => defaultAnswer === 'pass')
      ? { answer: candidates.map(() => PASS) }
      : null;
  }
  answers.shift();
  return {
    answer: candidates.map(({ by, commands, alsoAllowed }) => {
      const wanted = said[by]?.text() ?? 'pass';
      if (wanted === 'pass') return PASS;
      const index = commands.findIndex(
        (command) => nameOf(command) === wanted || nameOf(command).startsWith(`${wanted} `),
      );
      if (index >= 0) return index;
      if (alsoAllowed) return allowed(said[by], encounter, ruleset, `${by} ${wanted}`);
      return said[by].fail(`${by} is offered ${commands.map(nameOf).join(', ')}`);
    }),
  };
}

/** What somebody does in the midst of an exchange; refused like any command. */
export function allowed(source: Source, encounter: Encounter, ruleset: Ruleset, text: string): Command {
  const command = readCommand(source, encounter, ruleset, text);
  const reasons = ruleset.whyNot(encounter, command).map(({ id }) => id);
  return reasons.length > 0 ? source.fail(`refused: ${reasons.join(', ')}`) : command;
}

/** Takes `{ place: [4, 5] }` from the list, written as a fighter's own place is. */
export function answerToPlace(
  { places }: PlaceAsk,
  answers: Source[],
  { ground }: Encounter,
): { answer: Answer } | null {
  const next = answers[0];
  if (!next?.isMapping()) return null;
  const { place: wanted } = Object.fromEntries(next.entries());
  if (!wanted) return null;
  const found = (places as readonly Place[]).find(
    (place) => JSON.stringify(writtenPlace(place, ground)) === JSON.stringify(wanted.value()),
  );
  answers.shift();
  return { answer: [found ?? wanted.fail('that place is not offered')] };
}
