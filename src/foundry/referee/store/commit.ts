import type { Command } from '../../../encounter/command';
import type { Effect } from '../../../encounter/effect';
import { activeCommandIn, type Exchange, effectsOf } from '../../../encounter/exchange';
import type { Reserve } from '../../../encounter/reserve';
import { isShared } from '../../../encounter/shared';
import type { Encounter } from '../../../encounter/state';
import { partsOf, responderOf } from '../../../kernel/answer';
import type { Answer, InputAsk } from '../../../kernel/ask';
import { deepEqual } from '../../../kernel/deep-equal';
import { lookup } from '../../../kernel/lookup';
import { type Entry, TRANSCRIPT_VERSION } from '../../../kernel/transcript';
import type { Adapter } from '../../adapters/adapter';
import { requireAdapter } from '../../adapters/registry';
import { announce } from '../../clock/announce';
import { withDeletedItems } from '../../host/deleted-items';
import {
  combatantIn,
  documentsOf,
  type ExchangeDocument,
  fighterOfKey,
  isCard,
  isDraft,
  isHidden,
  keyOfFighter,
} from '../../host/exchange-document';
import { disguisesIn } from '../../host/hidden-names';
import { bearersFor } from '../../host/states';
import { idOf } from '../../platform/documents';
import { pack } from '../../platform/packed';
import { readServerTime } from '../../platform/server-clock';
import { type BatchOperation, deletion, replacement } from '../../platform/v14';
import { partKey } from '../../stored/changes';
import {
  type BoundRoll,
  type CombatSystem,
  cardSystem,
  combatSystem,
  type HistoryStep,
  type OpenExchange,
  type Secrecy,
} from '../../stored/systems';
import { withDeadlines } from '../asks/deadline';
import { openParts } from '../asks/open-asks';
import { type BoundDiceUse, diceKeyOf } from '../asks/step-dice';
import { createUnseenSpeaker, speakerFor } from '../requests/speaker';
import { changedCardData, newCardData } from './card-data';
import { CLIENT_ID } from './lease';
import { operationsFor, statesFor } from './operations';
import { undoDataBefore } from './undo-data';
import { write } from './write';

/** Steps that can be undone; older ones are deleted in the write that adds a new one. */
const KEPT_STEPS = 100;

export interface Step {
  readonly host: ExchangeDocument;
  readonly adapter: Adapter;
  /** The state after the step. */
  readonly encounter: Encounter;
  readonly effects: readonly Effect[];
  readonly command: Command;
  /** Null if the step begins an exchange. */
  readonly continuesIn: OpenExchange | null;
  readonly before: readonly Entry[];
  readonly entries: readonly Entry[];
  readonly waitsFor: InputAsk | null;
  /** By part, where several fighters are asked at once. */
  readonly boundAnswers: readonly (Answer | null)[];
  /** Deleting them in the same write makes an answer count once. */
  readonly requests: readonly ChatMessage.Implementation[];
  readonly unbound: readonly BoundDiceUse[];
  readonly user: string;
  /** Of a private exchange, whether or not it concerns others. */
  readonly secrecy: Omit<Secrecy, 'isShared'> | null;
}

/** Writes a step completely or not at all. The Combat is last, so that readers of its step number never see half a step. */
export async function commit(step: Step): Promise<void> {
  const { host, adapter, encounter, effects, command, continuesIn, waitsFor, boundAnswers, requests } = step;
  const system = combatSystem(host);
  const number = system.step + 1;
  const exchange = continuesIn?.exchange ?? number;
  const card = continuesIn?.card ?? (isCard(host) ? idOf(host) : foundry.utils.randomID());
  const acting = activeCommandIn(command, [...step.before, ...step.entries]);
  const parts = waitsFor && openParts(host, adapter.ruleset, waitsFor, number, acting, boundAnswers);
  const asks = parts && withDeadlines(host, adapter.ruleset, encounter, parts);
  const open: OpenExchange | null = asks && { exchange, card, asks };
  const secrecy = secrecyAfter(step);
  const expired = expiredDice(host, adapter.ruleset.momentOf(encounter.clock), step.unbound);
  const retained = undoDataBefore(host, adapter, encounter, effects, expired);
  const at = Math.round(readServerTime());
  const packed = pack({
    exchange,
    card,
    command,
    version: TRANSCRIPT_VERSION,
    entries: step.entries,
    user: step.user,
    at,
    ...(!waitsFor && { ended: true }),
    ...(secrecy && { secrecy }),
    ...(retained && { retained }),
  } satisfies HistoryStep);
  const recorded = fightersInHistory(host);
  const beside = { begins: retained?.pools, left: unrecordedCombatants(host, recorded) };
  const written = {
    step: number,
    cursor: number,
    at,
    open,
    boundDice: unbindUpdates(expired),
    history: { ...historyDeletions(system), [number]: packed },
    states: statesFor(host, adapter, encounter, effects, beside),
    bearers: isCard(host) ? {} : bearersFor(host, encounter.clock.round, recorded),
    ...reserveAfter(encounter, effects),
  };
  const cardWrite = cardWriteFor(step, { number, exchange, id: card, open, secrecy });
  const draft = isDraft(host) && cardWrite && 'create' in cardWrite ? cardWrite.create : null;
  const operations = [
    ...operationsFor(host, adapter, encounter, effects, beside),
    ...deleteRequests(requests),
    ...hostOperations(host, encounter, written, draft ? null : cardWrite),
  ];
  await write(host, number, operations, draft);
}

/** Returns what is in reserve after an arrival; nothing without one, because a GM may change the reserve at any time. */
export const reserveAfter = ({ reserve }: Encounter, effects: readonly Effect[]): Pick<Written, 'reserve'> =>
  effects.some(({ kind }) => kind === 'arrival') ? { reserve: reserve ?? null } : {};

function secrecyAfter({ adapter, encounter, command, before, entries, waitsFor, secrecy }: Step): Secrecy | null {
  if (!secrecy) return null;
  const { mode, by } = secrecy;
  const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...before, ...entries] };
  const asked = waitsFor ? partsOf(waitsFor).map(responderOf) : [];
  return { mode, by, isShared: isShared(adapter.ruleset, encounter, exchange, asked) };
}

// Late in the batch, so that a refusal of an earlier operation keeps the request.
const deleteRequests = (requests: readonly ChatMessage.Implementation[]): BatchOperation[] =>
  requests.length > 0 ? [{ action: 'delete', documentName: 'ChatMessage', ids: requests.map(idOf) }] : [];

export function expiredDice(host: ExchangeDocument, moment: string, used: Step['unbound']): CombatSystem['boundDice'] {
  const { boundDice } = combatSystem(host);
  const isOver = (bearer: string, ask: string, bound: BoundRoll): boolean =>
    bound.moment !== moment || used.some(([by, id]) => diceKeyOf(host, by) === bearer && id === ask);
  return Object.fromEntries(
    Object.entries(boundDice).flatMap(([fighter, asks]) => {
      const over = Object.entries(asks).filter(([ask, bound]) => isOver(fighter, ask, bound));
      return over.length > 0 ? [[fighter, Object.fromEntries(over)]] : [];
    }),
  );
}

/** Returns combatants that have left and that no kept step mentions. Until then, undo and a recreated combatant need their state. */
function unrecordedCombatants(host: ExchangeDocument, recorded: ReadonlySet<string>): string[] {
  return Object.keys(combatSystem(host).states ?? {}).filter((id) => !combatantIn(host, id) && !recorded.has(id));
}

/** Returns the ids of fighters in the history; empty while no combatant has left, because only then it matters. */
export function fightersInHistory(host: ExchangeDocument): ReadonlySet<string> {
  const { states = {}, bearers = {}, history } = combatSystem(host);
  if ([...Object.keys(states), ...Object.keys(bearers)].every((id) => combatantIn(host, id))) return new Set();
  return new Set(
    Object.values(history).flatMap(({ entries }) =>
      effectsOf(entries).flatMap((effect) => ('of' in effect && effect.of) || []),
    ),
  );
}

export const unbindUpdates = (over: CombatSystem['boundDice'] = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(over).map(([fighter, asks]) => [
      fighter,
      Object.fromEntries(Object.keys(asks).map((ask) => [ask, deletion()])),
    ]),
  );

interface Written extends Pick<CombatSystem, 'step' | 'cursor' | 'open'> {
  /** Server time of a new step. */
  readonly at?: number;
  readonly history: Record<string, unknown>;
  readonly boundDice?: Record<string, unknown>;
  readonly states?: Record<string, unknown>;
  readonly bearers?: Record<string, unknown>;
  /** Only if one has joined or withdrawn. */
  readonly reserve?: Reserve | null;
}

type CardMessage = Omit<ReturnType<typeof newCardData>, 'flags' | 'rolls'> & { readonly flags: object };

export type CardOperation =
  | { readonly create: object & { readonly system: object } }
  | (Partial<CardMessage> & { readonly id: string; readonly system: object; readonly rolls?: readonly string[] });

/** Returns the operations that end every step: the card, then the Combat with the step number. Outside encounters both are one. */
export function hostOperations(
  host: ExchangeDocument,
  encounter: Encounter,
  written: Written,
  card: CardOperation | null,
): BatchOperation[] {
  if (isCard(host)) return [ownCardOperation(host, encounter, written, card)];
  const system = systemOf(host, encounter, written);
  const direction = written.cursor < combatSystem(host).cursor ? -1 : 1;
  const at = written.at ?? combatSystem(host).history[written.cursor]?.at ?? 0;
  const { data, options, system: times } = announce(host, requireAdapter(host.type), encounter, direction, at);
  const updates = [{ ...data, _id: host.id, system: { ...system, ...times } }];
  return [
    ...(card ? [cardOperation(card)] : []),
    { ...options, action: 'update' as const, documentName: 'Combat', updates },
  ];
}

const referee = () => ({ user: game.user.id, client: CLIENT_ID });

const systemOf = (
  host: ExchangeDocument,
  { clock }: Encounter,
  { step, cursor, open, history, boundDice = {}, states = {}, bearers = {}, reserve }: Written,
) => ({
  step,
  cursor,
  history,
  boundDice,
  ...(!foundry.utils.isEmpty(states) && { states }),
  ...(!foundry.utils.isEmpty(bearers) && { bearers }),
  ...(reserve !== undefined && { reserve: reserve && replacement(reserve) }),
  clock: replacement(clock),
  open: open && replacement(withDeletedItems(host, open)),
  referee: replacement(referee()),
  // Writing the step releases its claim.
  writing: '',
});

function cardOperation(card: CardOperation): BatchOperation {
  if ('create' in card) return { action: 'create', documentName: 'ChatMessage', data: [card.create], keepId: true };
  const { id, system, rolls, ...message } = card;
  // The list is written as a whole, so only if it differs.
  const isSame = deepEqual(rolls, game.messages?.get(id)?._source.rolls);
  const update = { ...message, _id: id, system, ...(rolls && !isSame && { rolls }) };
  return { action: 'update', documentName: 'ChatMessage', updates: [update] };
}

const ownCardOperation = (
  host: ExchangeDocument,
  encounter: Encounter,
  written: Written,
  card: CardOperation | null,
): BatchOperation => {
  const change = card && 'system' in card ? card : null;
  return cardOperation({
    ...change,
    id: idOf(host),
    system: { ...systemOf(host, encounter, written), ...change?.system },
  });
};

/** Returns the deletions of undone steps, and of the oldest beyond the limit. */
function historyDeletions({ history, cursor }: CombatSystem): Record<string, unknown> {
  const steps = Object.keys(history)
    .map(Number)
    .sort((a, b) => a - b);
  const inForce = steps.filter((step) => step <= cursor);
  const dropped = [
    ...steps.filter((step) => step > cursor),
    ...inForce.slice(0, Math.max(0, inForce.length + 1 - KEPT_STEPS)),
  ];
  return Object.fromEntries(dropped.map((step) => [step, deletion()]));
}

export const cardPartsOf = ({ history, cursor }: CombatSystem, exchange: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(history).flatMap(([step, { exchange: of, entries }]) =>
      of === exchange && Number(step) <= cursor ? [[partKey(Number(step), exchange), pack(entries)]] : [],
    ),
  );

interface CardOf {
  readonly number: number;
  readonly exchange: number;
  readonly id: string;
  readonly open: OpenExchange | null;
  readonly secrecy: Secrecy | null;
}

/** Returns the write of the card, or null if the exchange is over and has no lines. */
function cardWriteFor(step: Step, { number, exchange, id, open, secrecy }: CardOf): CardOperation | null {
  const { host, adapter, encounter, command, before, entries, continuesIn } = step;
  const all = [...before, ...entries];
  const transcript = { version: TRANSCRIPT_VERSION, command, entries: all };
  const newPart = { [partKey(number, exchange)]: pack(entries) };
  const message = continuesIn && game.messages?.get(id);
  if (message) {
    const names = namesOn(message, encounter, transcript, open);
    const system = { parts: newPart, ...changedNames(message, names), ...newDisguises(host, names, message) };
    const shown = { host, adapter, exchange: transcript, names, secrecy };
    return { id, system: { ...system, ...changedSecrecy(message, secrecy) }, ...changedCardData(message, shown) };
  }
  const names = namesIn(encounter, transcript, open);
  const parts = { ...(continuesIn && cardPartsOf(combatSystem(host), exchange)), ...newPart };
  const { actor, token, ...found } = documentsOf(host, command.by);
  if (!isCard(host) && !step.waitsFor && hasNoLines(step, names)) return null;
  const { flags, ...told } = newCardData({ host, adapter, exchange: transcript, names, secrecy });
  const create = {
    _id: id,
    type: adapter.ruleset.id,
    author: game.user.id,
    speaker: isHidden({ ...found, token }) ? createUnseenSpeaker() : speakerFor(actor, token),
    ...told,
    flags: {
      // API: the menu of the log opens it in a window of its own.
      core: { canPopout: true },
      ...flags,
    },
    system: {
      exchange,
      version: TRANSCRIPT_VERSION,
      command,
      parts,
      names,
      secrecy,
      ...newDisguises(host, names),
      combat: isCard(host) ? '' : host.id,
    },
  };
  return { create };
}

/**
 * Returns the names of all fighters that an exchange mentions; the card keeps them when fighters leave.
 * @param known names already on the card
 */
function namesIn(
  { departed, fighters }: Encounter,
  exchange: Exchange,
  open: OpenExchange | null,
  known: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const mentions = JSON.stringify([exchange, open]);
  const names = {
    ...Object.fromEntries(Object.values({ ...departed, ...fighters }).map(({ id, name }) => [keyOfFighter(id), name])),
    ...itemNames(fighters, exchange),
    ...known,
  };
  return Object.fromEntries(Object.entries(names).filter(([key]) => mentions.includes(fighterOfKey(key))));
}

/** Returns the disguises of a card's fighters that it does not have yet. */
function newDisguises(
  host: ExchangeDocument,
  names: Readonly<Record<string, string>>,
  card: ChatMessage.Implementation | null = null,
): { readonly disguises?: Readonly<Record<string, string>> } {
  const known = card ? cardSystem(card).disguises : {};
  const fresh = [...disguisesIn(host)].filter(
    ([id, name]) => lookup(names, keyOfFighter(id)) !== undefined && lookup(known, keyOfFighter(id)) !== name,
  );
  return fresh.length > 0
    ? { disguises: { ...known, ...Object.fromEntries(fresh.map(([id, name]) => [keyOfFighter(id), name])) } }
    : {};
}

/** The item by name, because the command may use it up or discard it. */
const itemNames = (fighters: Encounter['fighters'], { command }: Exchange): Record<string, string> => {
  const item = fighters[command.by]?.items.find(({ id }) => id === command.with);
  return item ? { [item.id]: item.name } : {};
};

/** Returns the names of a card with those of new fighters. */
export const namesOn = (
  card: ChatMessage.Implementation,
  encounter: Encounter,
  exchange: Exchange,
  open: OpenExchange | null,
): Record<string, string> => namesIn(encounter, exchange, open, cardSystem(card).names);

export const changedNames = (
  card: ChatMessage.Implementation,
  names: Readonly<Record<string, string>>,
): { readonly names?: unknown } => (deepEqual(names, cardSystem(card).names) ? {} : { names: replacement(names) });

/** Returns the secrecy of a card to write where it changes. */
export const changedSecrecy = (
  card: ChatMessage.Implementation,
  secrecy: Secrecy | null,
): { readonly secrecy?: unknown } =>
  deepEqual(secrecy, cardSystem(card).secrecy) ? {} : { secrecy: secrecy && replacement(secrecy) };

function hasNoLines({ adapter, command, before, entries }: Step, names: Readonly<Record<string, string>>): boolean {
  const exchange = { version: TRANSCRIPT_VERSION, command, entries: [...before, ...entries] };
  const viewer = { gm: true, owns: [], targets: [] };
  return adapter.ruleset.views.card({ exchange, open: [], names, viewer }).lines.length === 0;
}
