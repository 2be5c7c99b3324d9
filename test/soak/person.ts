import type { Command } from '../../src/encounter/command';
import type { Encounter } from '../../src/encounter/state';
import type { Die } from '../../src/kernel/dice';
import type { Combat, Message, OpenAsk } from '../headless/documents';
import type { Tab } from '../headless/tab';
import { fightAt } from '../headless/world';
import { anyAnswer } from '../support/answer';
import { anyCommand } from '../support/game';

type Counts = (what: string) => void;

/**
 * A random action of a user at a tab.
 * @returns what it was, or null if none was possible
 */
export function act(tab: Tab, die: Die, counts: Counts): string | null {
  const combat = fightAt(tab);
  if (!combat) return null;
  const { page } = tab;
  const isGM: boolean = page.game.user.isGM;
  const asks = page.openAsks(combat);
  const ask =
    asks.find(({ isMine }) => isMine) ?? (die(12) === 1 ? asks.find(({ mayAnswer }) => mayAnswer) : undefined);
  if (ask && die(4) > 1) return answer(tab, combat, ask, die, counts);
  if (isGM && die(10) === 1) return meddle(tab, combat, die);
  if (die(20) === 1) return takeBack(tab);
  if (asks.length > 0 && die(6) > 1) return null;
  return command(tab, combat, die, counts);
}

function answer(tab: Tab, combat: Combat, { key, ask }: OpenAsk, die: Die, counts: Counts): string {
  const given = anyAnswer(ask, die);
  twice(die, counts, () => tab.does('answers', () => tab.page.answer(combat, key, given)));
  return `answers ${key} ${ask.id} ${JSON.stringify(given)}`;
}

/** Deletes an own request that still waits; one with dice must stay. */
function takeBack(tab: Tab): string | null {
  const own = ({ type, isAuthor, system }: Message) => type === 'request' && isAuthor && system.refused.length === 0;
  const message = tab.page.game.messages.contents.find(own);
  if (!message) return null;
  tab.does('takes back', () => tab.page.withdraw(message));
  return `takes back ${message.id}`;
}

const MEDDLING = ['rewindStep', 'redoStep', 'cancelExchange', 'takeReferee', 'endByHand'] as const;

function meddle(tab: Tab, combat: Combat, die: Die): string | null {
  const what = MEDDLING[die(MEDDLING.length) - 1];
  if (what === 'rewindStep' && !tab.page.rewindable(combat)) return null;
  if (what === 'redoStep' && !tab.page.redoable(combat)) return null;
  if (what === 'cancelExchange' && tab.page.openAsks(combat).length === 0) return null;
  // The button exists only if the exchange has failed.
  if (what === 'endByHand' && !combat.system.open?.fault) return null;
  tab.does(what, () => tab.page[what](combat));
  return what;
}

function command(tab: Tab, combat: Combat, die: Die, counts: Counts): string | null {
  const { page } = tab;
  const encounter = seen(tab, combat);
  const { ruleset } = page.adapterOf(combat.type);
  const isGM: boolean = page.game.user.isGM;
  // Now and then a user tries something without permission.
  const isBold = die(40) === 1;
  const own = (id: string): boolean => isGM || isBold || combat.combatants.get(id)?.isOwner === true;
  const fighters = Object.keys(encounter.fighters).filter(own);
  const isIdle = encounter.clock.phase === ruleset.idle.phase;
  if (isIdle ? !isGM && !isBold : fighters.length === 0) return null;
  const wanted: Command | null = isIdle
    ? { do: ruleset.clockCommands[0], by: 'gm' }
    : anyCommand(ruleset, encounter, die, fighters);
  if (!wanted || (wanted.by === 'gm' && !isGM && !isBold)) return null;
  twice(die, counts, () => tab.does(wanted.do, () => page.submit(combat, wanted)));
  return JSON.stringify(wanted);
}

/** The encounter as the tab shows it; read again after each message. */
function seen(tab: Tab, combat: Combat): Encounter {
  const { received } = tab.wire;
  const known = SEEN.get(tab);
  if (known && known.hands === tab.page && known.received === received) return known.encounter;
  const encounter = tab.page.encounterOf(combat);
  SEEN.set(tab, { hands: tab.page, received, encounter });
  return encounter;
}

const SEEN = new WeakMap<Tab, { hands: unknown; received: number; encounter: Encounter }>();

/** Some users click twice. */
function twice(die: Die, counts: Counts, deed: () => void): void {
  deed();
  if (die(15) > 1) return;
  counts('faults: clicked twice');
  deed();
}
