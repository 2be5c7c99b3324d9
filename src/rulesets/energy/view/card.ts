import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import type { Message, Tone } from '../../../encounter/view';
import type { DiceAsk } from '../../../kernel/ask';
import { readThrow, totalOf } from '../../../kernel/dice';
import { cardOf, nameIn, plainly } from '../../../rulebook/card';
import { labelOfCondition, labelOfMark, listed, message } from '../../../rulebook/labels';
import { DEATH_ROLL, DEATH_SAVE } from '../attack/aura';
import { isSwift } from '../attack/strikes';
import { COMMANDS } from '../commands';
import { CONDITIONS } from '../conditions';
import { askView } from './asks';
import { actionLabel, noteOf } from './labels';

/** Words that are the outcome of the exchange, and how they sound. */
const OUTCOMES: Readonly<Record<string, Tone>> = {
  hit: 'harm',
  critical: 'harm',
  miss: 'boon',
  fumble: 'boon',
  tripped: 'harm',
  'trip-resisted': 'boon',
  disarmed: 'harm',
  'disarm-resisted': 'boon',
  seized: 'harm',
  pushed: 'harm',
  'push-resisted': 'boon',
  escaped: 'boon',
  'still-held': 'harm',
  'finishes-off': 'harm',
  abandoned: 'neutral',
  rested: 'boon',
  'rest-broken': 'neutral',
  'rest-declined': 'neutral',
  'long-rested': 'boon',
  'long-rest-broken': 'neutral',
};

/** How other words sound; those not named are neutral. */
const TONES: Readonly<Record<string, Tone>> = {
  'death-unharmed': 'boon',
  'death-certain': 'harm',
  injured: 'harm',
  'death-winded': 'harm',
  'death-injury': 'harm',
  'death-bleeding': 'harm',
  'death-out': 'harm',
  'death-dead': 'harm',
  'save-stabilized': 'boon',
  'save-bleeding': 'harm',
  'save-out': 'harm',
  'save-dead': 'harm',
  'wake-awake': 'boon',
  surge: 'boon',
  repaired: 'boon',
};

const iconOf = (command: Command): string =>
  isSwift(command) ? 'actions/swift-attack' : (COMMANDS.actionOf(command.do)?.icon ?? `actions/${command.do}`);

/** E-131: a natural twenty or one of any d20 is pointed out; what comes of it, the game master says. */
function naturalOf({ dice }: DiceAsk, answer: readonly number[]): Message | null {
  if (dice.sides !== 20 || dice.count !== 1) return null;
  const [kept] = readThrow(dice, answer).kept;
  return kept === 20 || kept === 1 ? message(`Natural.${kept}`) : null;
}

/** Which row of its table a throw fell into, so that the result can be read off it. */
function rowNote(id: string, total: number): Message | null {
  const table = { death: DEATH_ROLL, 'death-save': DEATH_SAVE, wake: WAKE }[id];
  const at = table?.findIndex(({ from }) => total >= from) ?? -1;
  const row = table?.[at];
  if (!table || !row) return null;
  const from = Math.max(1, row.from);
  const to = (table[at - 1]?.from ?? D20 + 1) - 1;
  return from === to ? message('Note.row-one', { from }) : message('Note.row', { from, to });
}

const D20 = 20;
/** E-224. */
const WAKE = [{ from: D20 }, { from: 1 }];

/** What a roll is set against, and what is added to it. */
function noteOfRoll({ id, facts }: DiceAsk): Message | null {
  if (!facts) return null;
  if (id === 'combat') return message('Note.combat', facts);
  if (id === 'damage') return message(damageNote(facts), facts);
  if (id === 'hit') return message(facts.ties ? 'Note.hit-defending' : 'Note.hit', facts);
  if (id === 'chance' || id === 'death') return message('Note.chance', facts);
  if (/^(escape-|hold-|initiative$)/.test(id)) return message('Note.plus', facts);
  const { hindered, ...numbers } = facts;
  if (id === 'ranged-evasion' && hindered === undefined) return message('Note.ranged-evasion', numbers);
  if (id === 'ranged-evasion')
    return message('Note.ranged-evasion-hindered', { ...numbers, why: hindrances(String(hindered)) });
  if (!/^(evasion|fortitude|withstand-fortitude|withstand-will)$/.test(id)) return null;
  if (hindered === undefined) return message(facts.ties ? 'Note.evasion-defending' : 'Note.evasion', numbers);
  return message('Note.evasion-hindered', { ...numbers, why: hindrances(String(hindered)) });
}

/** "Prone, from behind": the conditions and marks that hinder, as one phrase. */
function hindrances(ids: string): Message {
  const label = (id: string): Message => (id in CONDITIONS ? labelOfCondition(id) : labelOfMark(id));
  const [first = '', ...others] = ids.split(' ');
  return listed(label(first), others.map(label));
}

function damageNote({ doubles, halves }: NonNullable<DiceAsk['facts']>): string {
  if (doubles) return halves ? 'Note.damage' : 'Note.damage-doubled';
  return halves ? 'Note.damage-halved' : 'Note.damage';
}

const isTurn = ({ from, to, by }: Extract<Effect, { kind: 'move' }>): boolean =>
  by.length === 0 && from !== null && to !== null && from.x === to.x && from.y === to.y;

/** Draws a card from what was recorded; no rule is run. */
export const cardView = cardOf({
  title: actionLabel,
  icon: iconOf,
  outcomes: OUTCOMES,
  tones: TONES,
  pools: { aura: 'boon', stamina: 'boon' },
  conditions: CONDITIONS,
  condition: (condition) => ({ condition: labelOfCondition(condition.id), until: noteOf(condition) }),
  noteOfRoll: (ask, faces) => noteOfRoll(ask) ?? rowNote(ask.id, totalOf(ask.dice, faces)),
  tagOfRoll: naturalOf,
  sentence: (effect, told, names) =>
    effect.kind === 'move' && isTurn(effect)
      ? plainly(message('Card.turns', { name: nameIn(effect, names) }), 'neutral')
      : told,
  ask: askView,
});
