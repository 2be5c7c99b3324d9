import { alter, say } from '../../../encounter/change';
import type { Command } from '../../../encounter/command';
import { impossible } from '../../../encounter/legality';
import { GM, type Option, type Reason } from '../../../kernel/ask';
import { dice } from '../../../kernel/dice';
import { present } from '../../../kernel/present';
import { amount, choose, type Procedure, roll, words } from '../../../kernel/procedure';
import { inOrder } from '../../../mechanics/condition';
import { expire } from '../../../mechanics/duration';
import { exert, whyNotExert } from '../attack/harm';
import { isDrawback } from '../conditions';
import { type Choice, mark } from '../marks';
import { saidIn } from '../options';
import { exertMana, lowestCommitted } from '../skills/magic';
import type { TempoClock, TempoEncounter, TempoFighter } from '../stats';
import { endTurn, whyNotOwnTurn } from '../turn';
import { LAST_TEMPO } from '../words';
import { choiceIn, choicesOf, exists, idOfChoice, isSame, tagOf, usualTempo } from './choice';
import { addedKey, entriesOf, extraKey, isOpen, isRunning, type PlanEntry, slotFor, unknown } from './plan';

export interface Exerting {
  readonly encounter: TempoEncounter;
  readonly fighter: TempoFighter;
  readonly command: Command;
}

interface Exert {
  whyNot(exerting: Exerting): readonly Reason[];
  play(exerting: Exerting): Procedure<void>;
}

/** T-A3: a turn has just ended; or one's own has nothing left to it, and ends by this. */
function whyNotWindow({ clock }: TempoEncounter, { id }: TempoFighter): Reason[] {
  if (!isOpen(clock)) return [{ id: 'wrong-moment' }];
  return clock.justEnded || (clock.turn === id && clock.acted) ? [] : [{ id: 'wrong-moment' }];
}

function* closeTurn(encounter: TempoEncounter): Procedure<void> {
  if (encounter.clock.turn !== null) yield* endTurn(encounter);
}

/** T-A4: from the present number to the last; the count never goes back. */
const isAhead = ({ tempo }: TempoClock, to: number): boolean => to >= tempo && to <= LAST_TEMPO;

const toOf = ({ command }: Exerting): number | null => saidIn(command).to ?? null;

/** The usual number of what has one. */
const tempoOf = (fighter: TempoFighter, choice: Choice): number =>
  present(usualTempo(fighter, choice), 'a tempo of each action that is added');

/** T-A5: put onto the present number while NPCs act, it comes before those still to act. */
function* noteLate({ encounter: { clock }, fighter }: Exerting, key: string, tempo: number): Procedure<void> {
  if (tempo === clock.tempo && clock.phase === 'npcs') yield* mark(fighter.id, `late-${key}`, tempo);
}

/** T-A1: two for an action whose usual number has gone by, since it has to be moved as well. */
function priceOfAdding(exerting: Exerting, choice: Choice): number {
  const { encounter, fighter } = exerting;
  const usual = tempoOf(fighter, choice);
  const to = toOf(exerting);
  return isAhead(encounter.clock, usual) && (to === null || to === usual) ? 1 : 2;
}

/** What stands against adding this very action. */
function whyNotAdd(exerting: Exerting, choice: Choice): Reason[] {
  const { encounter, fighter } = exerting;
  if (!exists(fighter, choice)) return [unknown(choice)];
  if (tagOf(fighter, choice) !== 'none') return [{ id: 'no-slot-needed' }];
  const usual = usualTempo(fighter, choice);
  if (usual === null) return [{ id: 'no-tempo' }];
  const tempo = toOf(exerting) ?? usual;
  return [
    ...(isAhead(encounter.clock, tempo) ? [] : [{ id: 'tempo-passed', data: { tempo } }]),
    ...whyNotExert(fighter, priceOfAdding(exerting, choice)),
  ];
}

const namesOf = ({ items }: TempoFighter): Record<string, string> =>
  Object.fromEntries(items.map(({ id, name }) => [id, name]));

const says = ({ command }: Exerting): boolean => saidIn(command).action !== undefined;

/** T-97, T-A1: one more action this round, outside the comparison; named in the command, or asked for. */
const add: Exert = {
  whyNot(exerting) {
    const { encounter, fighter } = exerting;
    const now = whyNotWindow(encounter, fighter);
    return says(exerting)
      ? [...now, ...whyNotAdd(exerting, choiceIn(exerting.command))]
      : [...now, ...whyNotExert(fighter)];
  },
  *play(exerting) {
    const { encounter, fighter } = exerting;
    yield* closeTurn(encounter);
    const choice = says(exerting) ? choiceIn(exerting.command) : yield* whichToAdd(exerting);
    const named = toOf(exerting);
    const usual = tempoOf(fighter, choice);
    const to = named ?? (isAhead(encounter.clock, usual) ? usual : yield* whenTo(exerting));
    yield* exert(fighter, to === usual ? 1 : 2);
    const n = (fighter.book.added ?? 0) + 1;
    const key = addedKey(n);
    yield* mark(fighter.id, 'added', n);
    yield* mark(fighter.id, `add-${key}`, choice);
    if (to !== usual) yield* mark(fighter.id, `moved-${key}`, { ...choice, to });
    yield* noteLate(exerting, key, to);
    yield* say('added', { tempo: to }, fighter.id);
  },
};

function* whichToAdd(exerting: Exerting): Procedure<Choice> {
  const { encounter, fighter } = exerting;
  const choices = choicesOf(fighter).filter((choice) => usualTempo(fighter, choice) !== null);
  const options = choices.map((choice): Option => {
    const passed = !isAhead(encounter.clock, tempoOf(fighter, choice));
    // One whose number went by is moved as well, to a number that is asked for next.
    const whyNot = passed ? whyNotExert(fighter, 2) : whyNotAdd(exerting, choice);
    return { id: idOfChoice(choice), whyNot: tagOf(fighter, choice) === 'none' ? whyNot : [{ id: 'no-slot-needed' }] };
  });
  const chosen = yield* choose('exert-action', fighter.id, options, namesOf(fighter));
  return present(
    choices.find((choice) => idOfChoice(choice) === chosen),
    'a choice that was offered',
  );
}

const whenTo = ({ encounter: { clock }, fighter }: Exerting): Procedure<number> =>
  amount('exert-tempo', fighter.id, clock.tempo, LAST_TEMPO);

/**
 * Own actions of the round that are not done: slots, what was added, Extra and Free ones that were named (T-A4). A turn that runs is
 * closed first, and its action is done with it.
 */
const movable = ({ encounter, fighter }: Exerting): Chosen[] =>
  entriesOf(encounter, fighter).filter(
    (entry): entry is Chosen =>
      entry.choice !== null && entry.state !== 'done' && !isRunning(encounter.clock, fighter, entry.key),
  );

interface Chosen extends PlanEntry {
  readonly choice: Choice;
}

/** The entry that is moved: one with just that action, else a slot planned anew by this (T-A4). */
function entryToMove(exerting: Exerting): { readonly key: string; readonly choice: Choice } | null {
  const choice = choiceIn(exerting.command);
  const planned = movable(exerting).find((entry) => isSame(entry.choice, choice));
  if (planned) return { key: planned.key, choice };
  if (tagOf(exerting.fighter, choice) !== 'none') return { key: extraKey(choice.item), choice };
  const slot = slotFor(exerting.encounter, exerting.fighter, choice);
  return slot && { key: slot.key, choice };
}

/** T-98, T-A4: an action that is not done happens on another number. */
const retime: Exert = {
  whyNot(exerting) {
    const { encounter, fighter } = exerting;
    const now = [...whyNotWindow(encounter, fighter), ...whyNotExert(fighter)];
    if (!says(exerting)) return movable(exerting).length > 0 ? now : [...now, impossible('nothing-to-move')];
    const choice = choiceIn(exerting.command);
    if (!exists(fighter, choice)) return [...now, unknown(choice)];
    const to = toOf(exerting);
    if (to === null) return [...now, impossible('no-number', { value: String(saidIn(exerting.command).to) })];
    return [
      ...now,
      ...(entryToMove(exerting) ? [] : [impossible('already-performed')]),
      ...(isAhead(encounter.clock, to) ? [] : [{ id: 'tempo-passed', data: { tempo: to } }]),
    ];
  },
  *play(exerting) {
    const { encounter, fighter } = exerting;
    yield* closeTurn(encounter);
    const { key, choice } = says(exerting)
      ? present(entryToMove(exerting), 'an entry to move')
      : yield* whichToMove(exerting);
    const to = toOf(exerting) ?? (yield* whenTo(exerting));
    yield* exert(fighter);
    yield* mark(fighter.id, `moved-${key}`, { ...choice, to });
    yield* noteLate(exerting, key, to);
    yield* say('moved', { tempo: to }, fighter.id);
  },
};

const idOfEntry = ({ key, choice }: Chosen): string => `${key} ${idOfChoice(choice)}`;

function* whichToMove(exerting: Exerting): Procedure<{ key: string; choice: Choice }> {
  const { fighter } = exerting;
  const entries = movable(exerting);
  const options = entries.map((entry) => ({ id: idOfEntry(entry), whyNot: [] }));
  const chosen = yield* choose('exert-retime', fighter.id, options, namesOf(fighter));
  return present(
    entries.find((entry) => idOfEntry(entry) === chosen),
    'an entry that was offered',
  );
}

const inOwnTurn = ({ encounter, fighter }: Exerting): Reason[] => [
  ...whyNotOwnTurn(encounter, fighter),
  ...whyNotExert(fighter),
];

/** T-99. */
const momentum: Exert = {
  whyNot: inOwnTurn,
  *play({ fighter }) {
    yield* exert(fighter);
    yield* alter(fighter.id, 'momentum', yield* roll('momentum', dice(1, 4), fighter.id));
  },
};

/** T-100, T-A56: any one Condition; a Status cannot be Exerted away. */
const clear: Exert = {
  whyNot(exerting) {
    const any = exerting.fighter.conditions.some(isDrawback);
    return [...inOwnTurn(exerting), ...(any ? [] : [{ id: 'no-drawback' }])];
  },
  *play({ fighter }) {
    const drawbacks = inOrder(fighter).filter(isDrawback);
    const options = drawbacks.map(({ key }) => ({ id: key, whyNot: [] }));
    const named = Object.fromEntries(drawbacks.map(({ key, id, data }) => [key, String(data?.name ?? id)]));
    const chosen = options.length > 1 ? yield* choose('exert-clear', fighter.id, options, named) : options[0]?.id;
    yield* exert(fighter);
    yield* expire([fighter], ({ key }) => key === chosen);
  },
};

/** T-101, T-A47. */
const mana: Exert = {
  whyNot(exerting) {
    const any = lowestCommitted(exerting.fighter) !== undefined;
    return [...inOwnTurn(exerting), ...(any ? [] : [{ id: 'nothing-committed' }])];
  },
  *play({ fighter }) {
    yield* exert(fighter);
    yield* exertMana(fighter);
  },
};

const LONGEST = 300;
const PRICES = [1, 2, 3] as const;

/** T-103, T-A49: the game master sets the price or declines; the player may back out; only then is it Exerted. */
const prepared: Exert = {
  whyNot: inOwnTurn,
  *play({ fighter }) {
    const claim = yield* words('prepared', fighter.id, LONGEST);
    const prices = PRICES.map((price): Option => ({ id: String(price), whyNot: whyNotExert(fighter, price) }));
    const price = yield* choose('prepared-price', GM, [...prices, { id: 'reject', whyNot: [] }], {
      claim,
      at: fighter.id,
    });
    if (price === 'reject') return void (yield* say('claim-rejected', {}, fighter.id));
    const options = ['accept', 'back-out'].map((id) => ({ id, whyNot: [] }));
    const answer = yield* choose('prepared-accept', fighter.id, options, { price: Number(price) });
    if (answer !== 'accept') return void (yield* say('claim-withdrawn', {}, fighter.id));
    yield* exert(fighter, Number(price));
    yield* say('claimed', { claim }, fighter.id);
  },
};

/** Section 7, but for the retry of a failed roll, which is offered with it. */
export const EXERTS = {
  'exert-action': add,
  'exert-retime': retime,
  'exert-momentum': momentum,
  'exert-clear': clear,
  'exert-mana': mana,
  'exert-prepared': prepared,
} as const satisfies Readonly<Record<string, Exert>>;
