import type { Command } from '../../src/encounter/command';
import type { Condition } from '../../src/encounter/condition';
import type { Effect } from '../../src/encounter/effect';
import { beginExchange, type ExchangeRun, runUntilBlocked } from '../../src/encounter/play';
import type { FighterInput, Ruleset } from '../../src/encounter/ruleset';
import type { Encounter, FighterId, Place } from '../../src/encounter/state';
import { countingIds } from '../../src/encounter/table';
import { partsOf } from '../../src/kernel/answer';
import { type Answer, type InputAsk, PASS } from '../../src/kernel/ask';
import { defined } from '../../src/kernel/defined';
import { logLineOf } from '../../src/toolkit/views/card';
import { facesFor } from './answer';
import { reasonsAgainst } from './encounter';

type SheetItem = FighterInput['items'][number];

/** What is answered: as a transcript keeps it, or one option, amount or text by itself. */
export type Given = Answer | string | number;

/** What rules are tested with, the same for every ruleset. It knows nothing of a ruleset but its contract. */
export interface Vocabulary<E extends Encounter> {
  /** A fighter whose sheet says nothing but this; alone on a side of its own. */
  fighter(
    id: FighterId,
    base?: FighterInput['base'],
    rest?: Partial<FighterInput>,
    settings?: E['settings'],
  ): E['fighters'][string];
  /** An item of the ruleset; its type without the ruleset's name, such as `weapon`. */
  item(type: string, id: string, fields?: object): SheetItem;
  /** An encounter that goes on, in which it is the turn of the first of these where there are turns. */
  encounter(fighters: readonly E['fighters'][string][], rest?: Partial<E>): E;
  /** Carries a command out. Throws where a face or an answer is missing or left over; offers nobody answers are passed. */
  play(on: E, command: Command, faces?: readonly number[], answers?: readonly Given[]): ExchangeRun;
  /** Begins a command and carries it on as far as faces and answers reach; offers wait. */
  begun(on: E, command: Command, faces?: readonly number[], answers?: readonly Given[]): ExchangeRun;
  /** Ids of the reasons against a command. */
  reasons(on: E, command: Command): string[];
}

/** @param clock what stands on the clock of an encounter that goes on, and whose turn it is */
export function vocabularyOf<E extends Encounter>(
  ruleset: Ruleset<E>,
  clock: (first: FighterId | null) => E['clock'],
): Vocabulary<E> {
  const started = (on: E, command: Command): ExchangeRun =>
    beginExchange(
      ruleset as unknown as Ruleset,
      on,
      command,
      countingIds(`${command.do}-${Math.trunc(on.clock.round)}-`),
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
      const played = started(on, command);
      const open = goOn(played, faces, answers);
      if (open) throw new Error(`${open.id} waits`);
      return played;
    },
    begun(on, command, faces, answers) {
      const played = started(on, command);
      goOn(played, faces, answers, 'wait');
      return played;
    },
    reasons: (on, command) => reasonsAgainst(ruleset as Ruleset, on, command).map(({ id }) => id),
  };
}

/** A sheet on which nothing is entered but this. */
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

/** Item types carry their ruleset's id in front: in the `energy` ruleset a `weapon` is an `energyWeapon`. */
export const itemType = (ruleset: string, type: string): string =>
  type.startsWith(ruleset) ? type : ruleset + type.charAt(0).toUpperCase() + type.slice(1);

/** A condition somebody has until something removes it, or as the rest says. */
export const having = (id: string, rest: Partial<Condition> = {}): Condition => ({ key: id, id, until: null, ...rest });

/** Where somebody stands, by the center of a square metre, in the first row where nothing else is said; so many of them wide. */
export const at = (x: number, y = 0.5, facing = 0, size = 1): Place => ({
  x: x + (size - 1) / 2,
  y: y + (size - 1) / 2,
  width: size,
  height: size,
  elevation: 0,
  facing,
});

/**
 * Goes on with an exchange as far as faces and answers reach, and returns the ask it then waits at. Where no answer is left, offers are
 * passed or wait. Throws where a throw finds too few faces, and where anything is left over.
 */
export function goOn(
  played: ExchangeRun,
  faces: readonly number[] = [],
  answers: readonly Given[] = [],
  offers: 'pass' | 'wait' = 'pass',
): InputAsk | null {
  const left = { faces: [...faces], answers: [...answers] };
  const open = runUntilBlocked(played, (ask) => {
    const answer = answerTo(ask, left, offers);
    return answer && { answer };
  });
  if (left.faces.length + left.answers.length > 0)
    throw new Error(`left over: ${JSON.stringify(left)}${open ? `; ${open.id} waits` : ''}`);
  return open;
}

interface Left {
  readonly faces: number[];
  readonly answers: Given[];
}

function answerTo(ask: InputAsk, left: Left, offers: 'pass' | 'wait'): Answer | null {
  if (ask.kind === 'dice') {
    const thrown = facesFor(ask.dice, left.faces);
    if (!thrown && left.faces.length > 0) throw new Error(`faces are missing for ${ask.id}: only ${left.faces}`);
    left.faces.splice(0, thrown?.length ?? 0);
    return thrown;
  }
  if (ask.kind === 'all') {
    const parts = ask.asks.map((part) => answerTo(part, left, offers));
    if (parts.every((part) => part === null)) return null;
    const missing = ask.asks.find((_, index) => parts[index] === null);
    if (missing) throw new Error(`nothing is left for ${missing.id} of ${ask.id}`);
    return parts;
  }
  const given = left.answers.shift();
  if (given !== undefined) return typeof given === 'object' ? given : [given];
  return ask.kind === 'offer' && offers === 'pass' ? ask.candidates.map(() => PASS) : null;
}

/** Returns what has this id. Throws if nothing has it. */
export const byId = <T extends { readonly id: string }>(list: readonly T[], id: string): T =>
  defined(
    list.find((each) => each.id === id),
    id,
  );

/** The parts of the ask a run waits at. Throws if it waits at none. */
export const openPartsOf = ({ open }: ExchangeRun['run']) => partsOf(defined(open, 'an open ask'));

/** The options of the choice that waits. */
export function optionsOf(open: InputAsk | null): string[] {
  if (open?.kind !== 'choice') throw new Error(`${open?.id} is no choice`);
  return open.options.map(({ id }) => id);
}

/** Ids of the lines written on the card, in order. */
export const said = ({ table }: ExchangeRun): string[] => saidIn(table.effects);
export const saidIn = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) => logLineOf(effect)?.id ?? []);
