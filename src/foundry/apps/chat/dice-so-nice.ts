import type { CardLine } from '../../../encounter/view';
import type { Answer, DiceAsk } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import type { Dice } from '../../../kernel/dice';
import type { Entry } from '../../../kernel/transcript';
import { isRulesetType } from '../../adapters/registry';
import { rollFromFaces } from '../../platform/dice';
import { cardSystem } from '../../stored/systems';

/** One throw of a transcript. */
export interface TranscriptRoll {
  /** Its place: the entry, and where several people were asked at once, whose of them. */
  readonly at: string;
  /** The ask it answered. */
  readonly id: string;
  readonly by: string;
  readonly dice: Dice;
  readonly faces: readonly number[];
  /** Who answered; undefined where that was not written down. */
  readonly user: string | undefined;
}

/** Every throw of a transcript, in the order of its lines. */
export function rollsIn(entries: readonly Entry[]): readonly TranscriptRoll[] {
  return entries.flatMap((entry, index): TranscriptRoll[] => {
    const { ask, answer } = entry;
    const user = 'user' in entry ? entry.user : undefined;
    const thrown = ({ id, by, dice }: DiceAsk) => ({ id, by, dice, user });
    if (ask.kind === 'dice') return [{ at: `${index}`, ...thrown(ask), faces: answer as readonly number[] }];
    if (ask.kind !== 'all') return [];
    return ask.asks.flatMap((each, part): TranscriptRoll[] => {
      if (each.kind !== 'dice') return [];
      const faces = (answer as readonly Answer[])[part] as readonly number[];
      return [{ at: `${index}.${part}`, ...thrown(each), faces }];
    });
  });
}

/** Who sees dice fall. */
interface Audience {
  /** Ids of the users who see them; null for all. */
  readonly whisper: readonly string[] | null;
  /** Whether the one who threw sees nothing either. */
  readonly blind: boolean;
  /** As the message names it. */
  readonly speaker: unknown;
}

/** A line waits this long for its dice, in milliseconds, and no longer: dice that hang must not hide what happened. */
export const DICE_TIMEOUT = 4000;

const dice3d = () => game.dice3d;

/**
 * Lets dice fall on this client with the given faces, where the module "Dice So Nice" is there. Resolves when they lie, when that takes
 * too long, or at once without the module; never rejects, since dice are an ornament. Each client calls it for itself.
 * @param userId whose dice they are, for their colors
 */
export async function showDice(
  dice: Dice,
  faces: readonly number[],
  userId: string,
  { whisper, blind, speaker }: Audience,
): Promise<void> {
  const shown = dice3d();
  if (!shown) return;
  try {
    const user = game.users?.get(userId) ?? game.user;
    const falling = shown.showForRoll(rollFromFaces(dice, faces), user, false, whisper, blind, null, speaker);
    await Promise.race([falling, new Promise((resolve) => setTimeout(resolve, DICE_TIMEOUT))]);
  } catch (error) {
    console.warn('Cadence | dice could not be shown', error);
  }
}

/**
 * Keeps the module from letting the `rolls` of our cards fall: it would show all of them in the colors of the card's author, who is the
 * game master, and of those that a later step brings only what its own hooks have counted before the write. Its older versions ask in
 * the second hook, newer ones in the first and complain of changes in the second.
 */
function showDiceOurselves(): void {
  for (const hook of ['diceSoNiceMessagePreProcess', 'diceSoNiceMessageProcessed'] as const)
    Hooks.on(hook, (id, asked) => {
      if (asked.willTrigger3DRoll && isRulesetType(game.messages?.get(id)?.type)) asked.willTrigger3DRoll = false;
    });
}

/** Throws this client has come upon, each with the moment its dice lie. */
const throws = new Map<string, Promise<void>>();
const falling = new Set<string>();

/**
 * Shows the dice of a throw the first time this client comes upon it, and tells when they lie. Asked again for the same throw, by a card
 * drawn anew, it shows nothing and answers for the first time.
 * @param key names the throw: its card and its place in the transcript
 */
export function showDiceOnce(key: string, show: () => Promise<void>): Promise<void> {
  const known = throws.get(key);
  if (known) return known;
  falling.add(key);
  const shown = show().finally(() => falling.delete(key));
  throws.set(key, shown);
  return shown;
}

/** Whether a throw's dice are still falling, so that its line is to be hidden. */
export const isRolling = (key: string): boolean => falling.has(key);

/** Takes a throw as seen without showing it: what was there before this client came is not thrown anew at every reload. */
export function markShown(key: string): void {
  if (!throws.has(key)) throws.set(key, Promise.resolve());
}

/** Whether there is anything to show dice with. */
export const canShowDice = (): boolean => dice3d() !== undefined;

/**
 * The lines of a card that may be read: all, or where a module lets the dice fall on the table, those before the first that is still
 * rolling. Throws seen for the first time begin to fall with this.
 * @param lines of the whole card, as this user reads them: dice that are not among them do not fall here
 * @param again draws the card anew; called when dice have come to lie
 */
export function revealedEntries(
  message: ChatMessage.Implementation,
  lines: () => readonly CardLine[],
  again: () => void,
): readonly Entry[] {
  const { entries } = cardSystem(message);
  if (!canShowDice()) return entries;
  const readable = lines();
  const throws = rollsIn(entries)
    .filter((each) => isAmong(readable, each))
    .map((each) => ({ ...each, key: `${message.id}.${each.at}` }));
  const whisper = message.whisper.filter((user) => user !== null);
  const audience = {
    whisper: whisper.length > 0 ? whisper : null,
    blind: message.blind,
    speaker: message.speaker,
  };
  for (const { key, dice, faces, user } of throws) {
    // What was there before this client came does not fall anew at every reload.
    if (!game.ready) markShown(key);
    else if (isNew(key)) void showDiceOnce(key, () => showDice(dice, faces, user ?? '', audience)).then(again);
  }
  const first = throws.find(({ key }) => isRolling(key));
  return first ? entries.slice(0, Number.parseInt(first.at, 10)) : entries;
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

const begun = new Set<string>();

function isNew(key: string): boolean {
  if (begun.has(key)) return false;
  begun.add(key);
  return true;
}

export const DICE_SO_NICE = { ready: showDiceOurselves };
