import { adjustPool, log } from '../../../encounter/change';
import { impossibleReason } from '../../../encounter/legality';
import { type ChoiceOption, GM, type Reason } from '../../../kernel/ask';
import { defined } from '../../../kernel/defined';
import { dice } from '../../../kernel/dice';
import { askAmount, askText, choose, chooseOne, type Procedure, roll } from '../../../kernel/procedure';
import type { RowsById } from '../../../toolkit/act/actions';
import { logStop } from '../../../toolkit/act/command-run';
import { instanceFactsOf } from '../../../toolkit/combat/condition';
import { expireConditions } from '../../../toolkit/define/duration';
import { namesOf } from '../../../toolkit/views/question';
import type { Action, CommandContext } from '../action';
import { exert, whyNotExert } from '../attack/harm';
import { isDrawback } from '../conditions';
import { exertMana, lowestCommittedTier } from '../magic/spell';
import { optionsOf } from '../options';
import { isAbility, isSpell, LAST_TEMPO } from '../schema';
import { type Choice, setState, type TempoClock, type TempoFighter } from '../state';
import { canKeepWalking, endTurn, whyNotOwnTurn } from '../turn/turn';
import { choiceIn, choicesOf, groupOf, isKnownChoice, isSameChoice, tagOf, usualTempo } from './choice';
import {
  entriesOf,
  isLate,
  isRunning,
  keyOfAddedAction,
  keyOfExtraAction,
  PLANNED_LOG_ID,
  type PlannedEntry,
  slotFor,
  slotOption,
  unknownChoice,
  unspentEntries,
  whyNotAgain,
  whyNotThisRound,
  whyNotUnique,
  whyNotUse,
} from './plan';

/** T-A3: after any turn, or to end one's own. A fighter who has acted and can no longer move need not end it first. */
function whyNotWindow({ encounter, fighter }: CommandContext): Reason[] {
  const { clock, fighters } = encounter;
  const acted = clock.turn !== null && clock.acted ? fighters[clock.turn] : undefined;
  const isOpen = clock.justEnded || (acted && (acted.id === fighter.id || !canKeepWalking(acted)));
  return [...(isOpen ? [] : [{ id: 'wrong-moment' }]), ...whyNotThisRound(encounter, fighter)];
}

function* closeTurn({ encounter, fighter }: CommandContext): Procedure<void> {
  if (encounter.clock.turn === fighter.id) yield* endTurn(encounter);
}

/** Adds Exertion unless others have made that impossible while the player chose (T-108). Returns true if it did. */
function* pay({ encounter, fighter }: CommandContext, price = 1, against: readonly Reason[] = []): Procedure<boolean> {
  const reasons = [...against, ...whyNotExert(fighter, price)];
  if (reasons.length > 0) yield* logStop(fighter.id, reasons);
  else yield* exert(encounter, fighter, price);
  return reasons.length === 0;
}

/** T-A4: the count never goes back. */
const isAhead = ({ tempo }: TempoClock, to: number): boolean => to >= tempo && to <= LAST_TEMPO;

const targetTempoOf = ({ command }: CommandContext): number | null => optionsOf(command).to ?? null;

const tempoOf = (fighter: TempoFighter, choice: Choice): number =>
  defined(usualTempo(fighter, choice), 'a tempo of each action that is added');

/** T-A5: an action moved to the current number while NPCs act goes before theirs. */
function* recordLate({ encounter: { clock }, fighter }: CommandContext, key: string, tempo: number): Procedure<void> {
  if (tempo === clock.tempo && clock.phase === 'npcs') yield* setState(fighter.id, `late-${key}`, tempo);
}

/** T-A1: two if the default number has passed, because the action must be moved too. */
function priceOfAdding(context: CommandContext, choice: Choice): number {
  const { encounter, fighter } = context;
  const usual = tempoOf(fighter, choice);
  const to = targetTempoOf(context);
  return isAhead(encounter.clock, usual) && (to === null || to === usual) ? 1 : 2;
}

/** T-88, T-92, T-97: a Free action needs no Exert, an Extra action none until it is done. */
function needsNoExert({ encounter, fighter }: CommandContext, choice: Choice): boolean {
  const tag = tagOf(fighter, choice);
  return (
    tag === 'free' || (tag === 'extra' && whyNotAgain(encounter, fighter, [groupOf(fighter, choice)]).length === 0)
  );
}

function whyNotAdd(context: CommandContext, choice: Choice): Reason[] {
  const { encounter, fighter } = context;
  if (!isKnownChoice(fighter, choice)) return [unknownChoice(choice)];
  if (needsNoExert(context, choice)) return [{ id: 'no-slot-needed' }];
  const usual = usualTempo(fighter, choice);
  if (usual === null) return [{ id: 'no-tempo' }];
  const tempo = targetTempoOf(context) ?? usual;
  return [
    ...(isAhead(encounter.clock, tempo) ? [] : [{ id: 'tempo-passed', data: { tempo } }]),
    ...whyNotUse(fighter, choice),
    ...whyNotExert(fighter, priceOfAdding(context, choice)),
  ];
}

/** Null: still to be asked. */
const namedBy = ({ command }: CommandContext): Choice | null =>
  optionsOf(command).action === undefined ? null : choiceIn(command);

const choiceOptions = ({ command }: CommandContext) =>
  command.with === undefined ? (['action', 'to'] as const) : (['to'] as const);

/** T-97, T-A1: one more action this Round, exempt from uniqueness; named or asked for. */
const add: Action = {
  promise: null,
  options: choiceOptions,
  itemsFor: ({ items }) => items.filter((item) => isSpell(item) || (isAbility(item) && item.tag !== 'free')),
  whyNot(context) {
    const choice = namedBy(context);
    return [...whyNotWindow(context), ...(choice ? whyNotAdd(context, choice) : whyNotAddAny(context))];
  },
  *play(context) {
    const { encounter, fighter } = context;
    yield* closeTurn(context);
    const choice = namedBy(context) ?? (yield* askActionToAdd(context));
    const usual = tempoOf(fighter, choice);
    const to = targetTempoOf(context) ?? (isAhead(encounter.clock, usual) ? usual : yield* askTempo(context));
    if (!(yield* pay(context, to === usual ? 1 : 2))) return;
    const n = (fighter.state.added ?? 0) + 1;
    yield* setState(fighter.id, 'added', n);
    yield* setState(fighter.id, `add-${keyOfAddedAction(n)}`, choice);
    if (to !== usual) yield* setState(fighter.id, `moved-${keyOfAddedAction(n)}`, { ...choice, to });
    yield* recordLate(context, keyOfAddedAction(n), to);
    yield* log('added', { tempo: to }, fighter.id);
  },
};

const addable = ({ fighter }: CommandContext): Choice[] =>
  choicesOf(fighter).filter((choice) => usualTempo(fighter, choice) !== null);

function whyNotAddAsked(context: CommandContext, choice: Choice): readonly Reason[] {
  const { encounter, fighter } = context;
  if (needsNoExert(context, choice)) return [{ id: 'no-slot-needed' }];
  // An action whose number has passed is also moved; its number is asked next.
  const passed = !isAhead(encounter.clock, tempoOf(fighter, choice));
  return passed ? whyNotExert(fighter, 2) : whyNotAdd(context, choice);
}

/** If no action can be added, returns the reasons of the first. */
function whyNotAddAny(context: CommandContext): readonly Reason[] {
  const reasons = whyNotExert(context.fighter);
  if (reasons.length > 0) return reasons;
  const against = addable(context).map((choice) => whyNotAddAsked(context, choice));
  return against.every(({ length }) => length > 0) ? (against[0] ?? []) : [];
}

/** Returns a unique option id: the spell or ability, else the action. */
const idOfChoice = ({ action, item }: Choice): string => item ?? action;

function* askActionToAdd(context: CommandContext): Procedure<Choice> {
  const { fighter } = context;
  const choices = addable(context);
  const options = choices.map(
    (choice): ChoiceOption => ({ id: idOfChoice(choice), whyNot: whyNotAddAsked(context, choice) }),
  );
  const named = Object.fromEntries(choices.map((choice) => [idOfChoice(choice), choice]));
  const chosen = yield* choose('exert-action', fighter.id, options, { choices: named, ...namesOf(fighter.items) });
  return defined(
    choices.find((choice) => idOfChoice(choice) === chosen),
    'a choice that was offered',
  );
}

const askTempo = ({ encounter: { clock }, fighter }: CommandContext): Procedure<number> =>
  askAmount('exert-tempo', fighter.id, clock.tempo, LAST_TEMPO);

/** T-A4: not yet done, with named Extra and Free ones. A running turn is closed first. */
const movable = ({ encounter, fighter }: CommandContext): PlannedEntry[] =>
  entriesOf(encounter, fighter).filter(
    (entry): entry is PlannedEntry =>
      entry.choice !== null && entry.state !== 'done' && !isRunning(encounter.clock, fighter, entry.key),
  );

type ToMove = Pick<PlannedEntry, 'key' | 'choice'>;

/** T-98: where it stands, or would without a plan, it moves only to come before the NPCs who act (T-A5). */
function whyNotMoveTo({ encounter, fighter }: CommandContext, { key, choice }: ToMove, to: number): Reason[] {
  const { clock } = encounter;
  const entry = entriesOf(encounter, fighter).find((each) => each.key === key);
  const stands = entry?.choice && isSameChoice(entry.choice, choice) ? entry.tempo : usualTempo(fighter, choice);
  if (stands !== to) return [];
  return to === clock.tempo && clock.phase === 'npcs' && !isLate(clock, fighter, key) ? [] : [{ id: 'already-there' }];
}

/** T-A4: the entry with this action, else the named slot, else the best fit; all slots if each has another plan. */
function entriesToMove(context: CommandContext, choice: Choice): ToMove[] {
  const { encounter, fighter, command } = context;
  const planned = movable(context).find((entry) => isSameChoice(entry.choice, choice));
  if (planned) return [{ key: planned.key, choice }];
  if (tagOf(fighter, choice) !== 'none') return [{ key: keyOfExtraAction(choice.item), choice }];
  const { slot } = optionsOf(command);
  const open = unspentEntries(encounter, fighter);
  if (slot !== undefined) return open.flatMap(({ key }) => (key === String(slot) ? [{ key, choice }] : []));
  const best = slotFor(encounter, fighter, choice);
  if (!best) return [];
  const isOther = best.state === 'planned' && best.choice && groupOf(fighter, best.choice) !== groupOf(fighter, choice);
  return open.flatMap(({ key, kind }) => ((isOther ? kind === best.kind : key === best.key) ? [{ key, choice }] : []));
}

/** Asks which plan the action replaces. The options are numbers, because the plan may be secret. */
function* askSlotToMove(context: CommandContext, choice: Choice): Procedure<ToMove> {
  const keys = entriesToMove(context, choice).map(({ key }) => key);
  return { key: defined(yield* chooseOne('exert-slot', context.fighter.id, keys), 'a slot to move'), choice };
}

/** Prevents payment for an action that its number would refuse. */
const whyNotMove = ({ encounter, fighter }: CommandContext, { key, choice }: ToMove): Reason[] => [
  ...(usualTempo(fighter, choice) === null ? [{ id: 'no-tempo' }] : []),
  ...whyNotUse(fighter, choice),
  ...whyNotUnique(encounter, fighter, key, groupOf(fighter, choice)),
];

/** T-98: a turn that was given up is due again once an Exert moves it to the number; its movement stays spent. */
function* recallGiven({ id, state }: TempoFighter, key: string): Procedure<void> {
  const given = state[`given-${key}`];
  if (given) yield* setState(id, `given-${key}`, { ...given, tempo: NO_NUMBER });
}

const NO_NUMBER = -1;

/** T-98, T-A4: moves an action to another number. */
const retime: Action = {
  promise: null,
  options: (act) => [...choiceOptions(act), ...slotOption(act)],
  itemsFor: ({ items }) => items.filter((item) => isSpell(item) || isAbility(item)),
  whyNot(context) {
    const { encounter, fighter } = context;
    const now = [...whyNotWindow(context), ...whyNotExert(fighter)];
    const choice = namedBy(context);
    const to = targetTempoOf(context);
    const passed = to === null || isAhead(encounter.clock, to) ? [] : [{ id: 'tempo-passed', data: { tempo: to } }];
    if (!choice) {
      const any = movable(context).some((entry) => whyNotMove(context, entry).length === 0);
      return [...now, ...(any ? [] : [impossibleReason('nothing-to-move')]), ...passed];
    }
    if (!isKnownChoice(fighter, choice)) return [...now, unknownChoice(choice)];
    const [entry] = entriesToMove(context, choice);
    if (!entry) return [...now, impossibleReason('already-performed'), ...passed];
    const there = to === null ? [] : whyNotMoveTo(context, entry, to);
    return [...now, ...whyNotMove(context, entry), ...passed, ...there];
  },
  *play(context) {
    const { fighter } = context;
    yield* closeTurn(context);
    const named = namedBy(context);
    const { key, choice } = yield* named ? askSlotToMove(context, named) : askEntryToMove(context);
    const to = targetTempoOf(context) ?? (yield* askTempo(context));
    const entry = { key, choice };
    if (!(yield* pay(context, 1, [...whyNotMove(context, entry), ...whyNotMoveTo(context, entry, to)]))) return;
    yield* setState(fighter.id, `moved-${key}`, { ...choice, to });
    yield* recallGiven(fighter, key);
    yield* recordLate(context, key, to);
    yield* log('moved', { tempo: to }, fighter.id);
  },
};

function* askEntryToMove(context: CommandContext): Procedure<ToMove> {
  const { id, items } = context.fighter;
  const entries = movable(context).filter((entry) => whyNotMove(context, entry).length === 0);
  const numbers = entries.map((_, at) => String(at + 1));
  const choices = Object.fromEntries(entries.map(({ choice }, at) => [at + 1, choice]));
  yield* log(PLANNED_LOG_ID, { choices, ...namesOf(items) }, id);
  const chosen = yield* choose('exert-retime', id, numbers);
  return defined(entries[Number(chosen) - 1], 'an entry that was offered');
}

const whyNotInOwnTurn = (context: CommandContext): Reason[] => [
  ...whyNotOwnTurn(context),
  ...whyNotExert(context.fighter),
];

/** T-99. */
const momentum: Action = {
  promise: null,
  whyNot: whyNotInOwnTurn,
  *play({ encounter, fighter }) {
    yield* exert(encounter, fighter);
    yield* adjustPool(fighter.id, 'momentum', yield* roll('momentum', dice(1, 4), fighter.id));
  },
};

/** T-100, T-A56: any one Condition or Debuff, but no Status. */
const clear: Action = {
  promise: null,
  whyNot(context) {
    const any = context.fighter.conditions.some(isDrawback);
    return [...whyNotInOwnTurn(context), ...(any ? [] : [{ id: 'no-drawback' }])];
  },
  *play(context) {
    const { fighter } = context;
    const drawbacks = fighter.conditions.filter(isDrawback);
    const keys = drawbacks.map(({ key }) => key);
    const facts = { instances: instanceFactsOf(drawbacks) };
    const chosen = yield* chooseOne('exert-clear', fighter.id, keys, facts);
    const isGone = fighter.conditions.every(({ key }) => key !== chosen);
    if (!(yield* pay(context, 1, isGone ? [{ id: 'no-drawback' }] : []))) return;
    yield* expireConditions([fighter], ({ key }) => key === chosen);
  },
};

/** T-101, T-A47. */
const mana: Action = {
  promise: null,
  whyNot(context) {
    const any = lowestCommittedTier(context.fighter) !== undefined;
    return [...whyNotInOwnTurn(context), ...(any ? [] : [{ id: 'nothing-committed' }])];
  },
  *play({ encounter, fighter }) {
    yield* exert(encounter, fighter);
    yield* exertMana(encounter, fighter);
  },
};

const MAX_TEXT_LENGTH = 300;
const PRICES = [1, 2, 3] as const;

/** T-103, T-A49: the GM sets a price or declines; the player may back out before Exerting. */
const prepared: Action = {
  promise: null,
  whyNot: whyNotInOwnTurn,
  *play(context) {
    const { fighter } = context;
    const claim = yield* askText('prepared', fighter.id, MAX_TEXT_LENGTH);
    const prices = PRICES.map((price): ChoiceOption => ({ id: String(price), whyNot: whyNotExert(fighter, price) }));
    const price = yield* choose('prepared-price', GM, [...prices, 'reject'], { claim, at: fighter.id });
    if (price === 'reject') return void (yield* log('claim-rejected', {}, fighter.id, { strong: true }));
    const answer = yield* choose('prepared-accept', fighter.id, ['accept', 'back-out'], { price: Number(price) });
    if (answer !== 'accept') return void (yield* log('claim-withdrawn', {}, fighter.id, { strong: true }));
    if (yield* pay(context, Number(price)))
      yield* log('claimed', { claim }, fighter.id, { tone: 'boon', strong: true });
  },
};

/** Section 7; the retry of a failed roll is in `skills/skill.ts`. */
export const EXERTS = {
  'exert-action': add,
  'exert-retime': retime,
  'exert-momentum': momentum,
  'exert-clear': clear,
  'exert-mana': mana,
  'exert-prepared': prepared,
} as const satisfies RowsById<Action>;
