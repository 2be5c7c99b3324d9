import type { Command } from '../../src/encounter/command';
import type { Condition } from '../../src/encounter/condition';
import type { Effect } from '../../src/encounter/effect';
import { beginExchange, type ExchangeRun, runUntilBlocked } from '../../src/encounter/play';
import type { FighterInput, Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId, Place } from '../../src/encounter/state';
import { makeCountingIds } from '../../src/encounter/table';
import { partsOf } from '../../src/kernel/answer';
import { type Answer, type InputAsk, PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { logLineOf } from '../../src/toolkit/views/card';
import { facesFor } from './answer';
import { reasonsAgainst } from './encounter';

type SheetItem = FighterInput['items'][number];

/** An answer as stored in a transcript, or its one option, amount or text. */
export type Given = Answer | string | number;

/** The test helpers of a ruleset, built from its contract alone. */
export interface Vocabulary<E extends Encounter> {
  /** Returns a fighter with default values except `base`; alone on its side. */
  fighter(
    id: FighterId,
    base?: FighterInput['base'],
    rest?: Partial<FighterInput>,
    settings?: E['settings'],
  ): E['fighters'][string];
  /** Returns an item of the ruleset; `type` omits the ruleset's name, such as `weapon`. */
  item(type: string, id: string, fields?: object): SheetItem;
  /** Returns a running encounter; with turns, it is the first fighter's. */
  encounter(fighters: readonly E['fighters'][string][], rest?: Partial<E>): E;
  /** Plays a command; passes offers without an answer. Throws for missing or unused faces and answers. */
  play(on: E, command: Command, faces?: readonly number[], answers?: readonly Given[]): ExchangeRun;
  /** Plays a command as far as faces and answers reach; offers wait. */
  begun(on: E, command: Command, faces?: readonly number[], answers?: readonly Given[]): ExchangeRun;
  /** Returns the ids of the reasons against a command. */
  reasons(on: E, command: Command): string[];
}

/** @param clock returns a running clock with the given fighter's turn */
export function vocabularyOf<E extends Encounter>(
  ruleset: Ruleset<E>,
  clock: (first: FighterId | null) => E['clock'],
): Vocabulary<E> {
  const begin = (on: E, command: Command): ExchangeRun =>
    beginExchange(
      ruleset as unknown as Ruleset,
      on,
      command,
      makeCountingIds(`${command.do}-${Math.trunc(on.clock.round)}-`),
    );
  return {
    fighter: (id, base = {}, rest = {}, settings = {}) => ruleset.fighter(sheet(id, base, rest), settings),
    item: (type, id, fields = {}) => ({ id, name: id, type: itemType(ruleset.id, type), ...fields }),
    encounter: (fighters, rest = {}) =>
      ({
        ruleset: ruleset.id,
        clock: clock(fighters[0]?.id ?? null),
        fighters: Object.fromEntries(fighters.map((each) => [each.id, each])),
        ground: { grid: 'square', cell: 1 },
        settings: {},
        ...rest,
      }) as Encounter as E,
    play(on, command, faces, answers) {
      const played = begin(on, command);
      const open = goOn(played, faces, answers);
      if (open) throw new Error(`${open.id} waits`);
      return played;
    },
    begun(on, command, faces, answers) {
      const played = begin(on, command);
      goOn(played, faces, answers, 'wait');
      return played;
    },
    reasons: (on, command) => reasonsAgainst(ruleset as Ruleset, on, command).map(({ id }) => id),
  };
}

/** Returns a sheet with default values except `base`. */
export const sheet = (
  id: FighterId,
  base: FighterInput['base'] = {},
  rest: Partial<FighterInput> = {},
): FighterInput => ({
  id,
  name: id,
  side: id,
  player: false,
  base,
  items: [],
  pools: {},
  conditions: [],
  state: {},
  place: null,
  ...rest,
});

/** Returns the item type with its ruleset's prefix: a `weapon` of `energy` is an `energyWeapon`. */
export const itemType = (ruleset: string, type: string): string =>
  type.startsWith(ruleset) ? type : ruleset + type.charAt(0).toUpperCase() + type.slice(1);

/** Returns a condition without an end, changed by `rest`. */
export const conditionOf = (id: string, rest: Partial<Condition> = {}): Condition => ({
  key: id,
  id,
  until: null,
  ...rest,
});

/** Returns a place by the center of a square of one meter, `size` squares wide. */
export const at = (x: number, y = 0.5, facing = 0, size = 1): Place => ({
  x: x + (size - 1) / 2,
  y: y + (size - 1) / 2,
  width: size,
  height: size,
  elevation: 0,
  facing,
});

/**
 * Continues an exchange as far as faces and answers reach, and returns the ask it then waits at. Offers without an
 * answer are passed or wait.
 * Throws for too few faces, and for unused ones.
 */
export function goOn(
  played: ExchangeRun,
  faces: readonly number[] = [],
  answers: readonly Given[] = [],
  offers: 'pass' | 'wait' = 'pass',
): InputAsk | null {
  const remaining = { faces: [...faces], answers: [...answers] };
  const open = runUntilBlocked(played, (ask) => {
    const answer = answerTo(ask, remaining, offers);
    return answer && { answer };
  });
  if (remaining.faces.length + remaining.answers.length > 0)
    throw new Error(`left over: ${JSON.stringify(remaining)}${open ? `; ${open.id} waits` : ''}`);
  return open;
}

interface Remaining {
  readonly faces: number[];
  readonly answers: Given[];
}

function answerTo(ask: InputAsk, remaining: Remaining, offers: 'pass' | 'wait'): Answer | null {
  if (ask.kind === 'dice') {
    const rolled = facesFor(ask.dice, remaining.faces);
    if (!rolled && remaining.faces.length > 0)
      throw new Error(`faces are missing for ${ask.id}: only ${remaining.faces}`);
    remaining.faces.splice(0, rolled?.length ?? 0);
    return rolled;
  }
  if (ask.kind === 'all') {
    const parts = ask.asks.map((part) => answerTo(part, remaining, offers));
    if (parts.every((part) => part === null)) return null;
    const missing = ask.asks.find((_, index) => parts[index] === null);
    if (missing) throw new Error(`nothing is left for ${missing.id} of ${ask.id}`);
    return parts;
  }
  const next = remaining.answers.shift();
  if (next !== undefined) return typeof next === 'object' ? next : [next];
  return ask.kind === 'offer' && offers === 'pass' ? ask.candidates.map(() => PASS) : null;
}

/** Returns the entry with this id. Throws if it is missing. */
export const byId = <T extends { readonly id: string }>(list: readonly T[], id: string): T =>
  defined(
    list.find((each) => each.id === id),
    id,
  );

/** Returns the parts of the open ask. Throws without one. */
export const openPartsOf = ({ open }: ExchangeRun['run']) => partsOf(defined(open, 'an open ask'));

export function optionsOf(open: InputAsk | null): string[] {
  if (open?.kind !== 'choice') throw new Error(`${open?.id} is no choice`);
  return open.options.map(({ id }) => id);
}

export const said = ({ table }: ExchangeRun): string[] => saidIn(table.effects);
export const saidIn = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => logLineOf(effect)?.id ?? []);
