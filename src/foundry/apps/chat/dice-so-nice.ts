import { activeCommandIn } from '../../../encounter/exchange';
import type { CardLine } from '../../../encounter/view';
import type { Answer, DiceAsk } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import type { Dice } from '../../../kernel/dice';
import { lookup } from '../../../kernel/lookup';
import type { Entry } from '../../../kernel/transcript';
import { adapterOf, isRulesetType } from '../../adapters/registry';
import { documentsOf, hostOf } from '../../host/exchange-document';
import { rollFromFaces } from '../../platform/dice';
import { modelOf } from '../../stored/model';
import { cardSystem } from '../../stored/systems';

interface TranscriptRoll {
  /** Its position: the index of the entry, followed by the index of the ask where an entry has several. */
  readonly at: string;
  readonly id: string;
  readonly by: string;
  readonly dice: Dice;
  readonly faces: readonly number[];
  /** Undefined if it was not recorded. */
  readonly user: string | undefined;
}

export function rollsIn(entries: readonly Entry[]): readonly TranscriptRoll[] {
  return entries.flatMap((entry, index): TranscriptRoll[] => {
    const { ask, answer } = entry;
    const user = 'user' in entry ? entry.user : undefined;
    const rollFacts = ({ id, by, dice }: DiceAsk) => ({ id, by, dice, user });
    if (ask.kind === 'dice') return [{ at: `${index}`, ...rollFacts(ask), faces: answer as readonly number[] }];
    if (ask.kind !== 'all') return [];
    return ask.asks.flatMap((each, part): TranscriptRoll[] => {
      if (each.kind !== 'dice') return [];
      const faces = (answer as readonly Answer[])[part] as readonly number[];
      return [{ at: `${index}.${part}`, ...rollFacts(each), faces }];
    });
  });
}

interface Audience {
  /** Null for all users. */
  readonly whisper: readonly string[] | null;
  readonly blind: boolean;
  readonly speaker: unknown;
  /** The name of a color set; the user's own colors without one. */
  readonly colors?: string;
}

/** The name of our color set for a type of damage. The module has sets of its own, which users may have chosen. */
export const colorSetOf = (type: string): string => `cadence.${type}`;

/** Milliseconds a line waits for its dice. Dice that hang must not hide what happened. */
export const DICE_TIMEOUT = 4000;

const dice3d = () => game.dice3d;

/**
 * Shows dice with the given faces on this client through the module "Dice So Nice". Resolves when they have stopped, after a timeout, or at
 * once
 * without the module; never rejects.
 * @param userId the user whose dice colors are used
 */
export async function showDice(
  dice: Dice,
  faces: readonly number[],
  userId: string,
  { whisper, blind, speaker, colors }: Audience,
): Promise<void> {
  const module = dice3d();
  if (!module) return;
  try {
    const user = game.users?.get(userId) ?? game.user;
    const falling = module.showForRoll(
      rollFromFaces(dice, faces, 0, colors),
      user,
      false,
      whisper,
      blind,
      null,
      speaker,
    );
    await Promise.race([falling, new Promise((resolve) => setTimeout(resolve, DICE_TIMEOUT))]);
  } catch (error) {
    console.warn('Cadence | dice could not be shown', error);
  }
}

/**
 * Prevents the module from showing the `rolls` of our cards. It would use the colors of the card's author, the GM, and would miss rolls of
 * later steps.
 * Older versions ask in the second hook; newer ones ask in the first and warn about changes in the second.
 */
function showDiceOurselves(): void {
  for (const hook of ['diceSoNiceMessagePreProcess', 'diceSoNiceMessageProcessed'] as const)
    Hooks.on(hook, (id, asked) => {
      if (asked.willTrigger3DRoll && isRulesetType(game.messages?.get(id)?.type)) asked.willTrigger3DRoll = false;
    });
}

interface ShownRoll {
  /** Resolves when its dice have stopped. */
  readonly shown: Promise<void>;
  isFalling: boolean;
}

/** By card and position in its transcript, so that a redrawn card does not throw them again. */
const knownRolls = new Map<string, ShownRoll>();

/**
 * Shows the dice of a roll once for each key and returns a promise that resolves when they stop.
 * @param key the card and the position in its transcript
 */
export function showDiceOnce(key: string, show: () => Promise<void>): Promise<void> {
  const known = knownRolls.get(key);
  if (known) return known.shown;
  const shown = show().finally(() => {
    roll.isFalling = false;
  });
  const roll: ShownRoll = { shown, isFalling: true };
  knownRolls.set(key, roll);
  return shown;
}

export const isRolling = (key: string): boolean => knownRolls.get(key)?.isFalling === true;

/** Registers a roll as shown without showing it, so that a reload does not repeat old dice. */
export function markShown(key: string): void {
  if (!knownRolls.has(key)) knownRolls.set(key, { shown: Promise.resolve(), isFalling: false });
}

export const canShowDice = (): boolean => dice3d() !== undefined;

/**
 * Returns the entries of a card up to the first roll whose dice still move, and starts the dice of new rolls.
 * @param lines the card's lines for this user; dice of other lines are not shown
 * @param again redraws the card; called when dice have stopped
 */
export function revealedEntries(
  message: ChatMessage.Implementation,
  lines: () => readonly CardLine[],
  again: () => void,
): readonly Entry[] {
  const { entries } = cardSystem(message);
  if (!canShowDice()) return entries;
  const readable = lines();
  const rolls = rollsIn(entries)
    .filter((each) => isAmong(readable, each))
    .map((each) => ({ ...each, key: `${message.id}.${each.at}` }));
  const whisper = message.whisper.filter((user) => user !== null);
  const audience = {
    whisper: whisper.length > 0 ? whisper : null,
    blind: message.blind,
    speaker: message.speaker,
  };
  for (const { key, dice, faces, user, ...roll } of rolls) {
    if (!game.ready) markShown(key);
    else if (!knownRolls.has(key)) {
      const shown = { ...audience, ...colorsFor(message, roll) };
      void showDiceOnce(key, () => showDice(dice, faces, user ?? '', shown)).then(again);
    }
  }
  const first = rolls.find(({ key }) => isRolling(key));
  return first ? entries.slice(0, Number.parseInt(first.at, 10)) : entries;
}

/** Returns the color set for a roll of damage: that of the type that the item of the command in progress names. */
function colorsFor(
  message: ChatMessage.Implementation,
  { at, id, by }: Pick<TranscriptRoll, 'at' | 'id' | 'by'>,
): Pick<Audience, 'colors'> {
  const { damage } = adapterOf(message.type) ?? {};
  if (!damage?.rolls.includes(id)) return {};
  const { command, entries, combat } = cardSystem(message);
  const acting = activeCommandIn(command, entries.slice(0, Number.parseInt(at, 10)));
  const actor = acting.by === by ? documentsOf(hostOf(combat || message.id), by).actor : null;
  const item = actor?.items.get(acting.with ?? '');
  const type = item ? lookup(modelOf(item), damage.field) : undefined;
  return typeof type === 'string' && Object.hasOwn(damage.styles, type) ? { colors: colorSetOf(type) } : {};
}

const isAmong = (lines: readonly CardLine[], { id, by, faces }: TranscriptRoll): boolean =>
  lines.some(
    (line) =>
      line.kind === 'roll' &&
      line.id === id &&
      line.by === by &&
      deepEqual(
        line.faces.map(({ face }) => face),
        faces,
      ),
  );

export const DICE_SO_NICE = { ready: showDiceOurselves };
