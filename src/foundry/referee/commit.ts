import type { Command } from '../../encounter/command';
import type { Effect } from '../../encounter/effect';
import type { Encounter } from '../../encounter/state';
import type { PersonAsk } from '../../kernel/ask';
import { type Entry, TRANSCRIPT_VERSION } from '../../kernel/transcript';
import type { Adapter } from '../adapter';
import {
  type BoundThrow,
  type CombatSystem,
  combatSystem,
  type HistoryStep,
  type OpenExchange,
} from '../documents/systems';
import { documentsOf } from '../reader';
import { type BatchOperation, deletion, modifyBatch, replacement } from '../v14';
import { CLIENT_ID } from './lease';
import { openParts } from './open';
import { operationsFor } from './operations';

/** Steps that can still be rewound; older ones are forgotten in the same write that adds a new one. */
export const KEPT_STEPS = 100;

/** Called on every client when a step has arrived whole: what goes on by itself waits for it. */
export const STEP_HOOK = 'cadence.step';

/** A step that is ready to be written. */
export interface Step {
  readonly combat: Combat.Implementation;
  readonly adapter: Adapter;
  /** As the step leaves it. */
  readonly encounter: Encounter;
  readonly effects: readonly Effect[];
  readonly command: Command;
  /** The exchange it goes on with, or null where it begins one. */
  readonly goesOn: OpenExchange | null;
  /** Entries of the exchange before this step, and those it adds. */
  readonly before: readonly Entry[];
  readonly entries: readonly Entry[];
  readonly waitsFor: PersonAsk | null;
  /** The requests it answers; deleting them in the same write is what makes an answer count once. */
  readonly requests: readonly ChatMessage.Implementation[];
  /** Bound dice that have been used: fighter and ask. */
  readonly unbound: readonly (readonly [fighter: string, ask: string])[];
  readonly user: string;
}

/** Writes a step: everything of it or nothing, the Combat last, so that what follows its step number never sees half of it. */
export async function commit(step: Step): Promise<void> {
  const { combat, adapter, encounter, effects, command, goesOn, waitsFor, requests } = step;
  const system = combatSystem(combat);
  const number = system.step + 1;
  const exchange = goesOn?.exchange ?? number;
  const card = goesOn?.card ?? foundry.utils.randomID();
  const asks = waitsFor && openParts(combat, adapter.ruleset, waitsFor, number);
  const open: OpenExchange | null = asks && { exchange, card, asks };
  const history: HistoryStep = {
    exchange,
    card,
    command,
    version: TRANSCRIPT_VERSION,
    entries: step.entries,
    user: step.user,
  };
  await write(number, [
    ...deleteRequests(requests),
    ...operationsFor(combat, adapter, encounter, effects),
    cardOperation(step, exchange, card),
    combatOperation(combat, encounter, {
      step: number,
      cursor: number,
      open,
      history: { ...forgotten(system), [number]: replacement(history) },
      thrown: unbinding(system, adapter.ruleset.momentOf(encounter.clock), step.unbound),
    }),
  ]);
}

// ASSUMPTION A1: deleting a message that is gone fails the whole batch, so of two referees the second commits nothing.
const deleteRequests = (requests: readonly ChatMessage.Implementation[]): BatchOperation[] =>
  requests.length > 0 ? [{ action: 'delete', documentName: 'ChatMessage', ids: requests.map(({ id }) => id!) }] : [];

/** Drops bound dice that were used, and those of a moment that has passed. */
function unbinding({ thrown }: CombatSystem, moment: string, used: Step['unbound']): Record<string, unknown> {
  const isOver = (fighter: string, ask: string, bound: BoundThrow): boolean =>
    bound.moment !== moment || used.some(([by, id]) => by === fighter && id === ask);
  return Object.fromEntries(
    Object.entries(thrown).map(([fighter, asks]) => {
      const over = Object.entries(asks).filter(([ask, bound]) => isOver(fighter, ask, bound));
      return [fighter, Object.fromEntries(over.map(([ask]) => [ask, deletion()]))];
    }),
  );
}

/** Another module's hook said no to one of the operations, and so nothing was written. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

/** Writes operations as one step; our own document hooks know it by its mark. Throws BlockedError where a module prevents it. */
export async function write(step: number, operations: readonly BatchOperation[]): Promise<void> {
  const marked = operations.map((operation) => ({ ...operation, turnEvents: false, cadence: { step } }));
  const results = await modifyBatch(marked);
  // The Combat's step number always changes, so a last operation without a result was prevented, and with it all others.
  if (!results.at(-1)?.length) throw new BlockedError('a hook prevented the step');
}

interface Written extends Pick<CombatSystem, 'step' | 'cursor' | 'open'> {
  readonly history: Record<string, unknown>;
  readonly thrown?: Record<string, unknown>;
}

/** The operation that ends every step. */
export function combatOperation(
  combat: Combat.Implementation,
  { clock }: Encounter,
  { step, cursor, open, history, thrown = {} }: Written,
): BatchOperation {
  const system = {
    step,
    cursor,
    history,
    thrown,
    clock: replacement(clock),
    open: open && replacement(open),
    referee: replacement({ user: game.user!.id!, client: CLIENT_ID }),
  };
  return {
    action: 'update',
    documentName: 'Combat',
    updates: [{ _id: combat.id, round: clock.round, turn: null, system }],
  };
}

/** Keys to drop: steps that were rewound and now will not be done again, and the oldest beyond what is kept. */
function forgotten({ history, cursor }: CombatSystem): Record<string, unknown> {
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

function cardOperation(step: Step, exchange: number, card: string): BatchOperation {
  const { combat, adapter, encounter, command, before, entries, goesOn } = step;
  const all = [...before, ...entries];
  if (goesOn && game.messages?.has(card))
    return { action: 'update', documentName: 'ChatMessage', updates: [{ _id: card, system: { entries: all } }] };
  const { combatant, actor, token } = documentsOf(combat, command.by);
  const names = Object.fromEntries(Object.values(encounter.fighters).map(({ id, name }) => [id, name]));
  const data = {
    _id: card,
    type: adapter.ruleset.id,
    author: game.user!.id,
    speaker: ChatMessage.getSpeaker({ actor, ...(token && { token }) }),
    // What a hidden fighter does is the game master's to know.
    whisper: combatant?.hidden ? ChatMessage.getWhisperRecipients('GM').map(({ id }) => id) : [],
    system: { combat: combat.id, exchange, version: TRANSCRIPT_VERSION, command, entries: all, names },
  };
  return { action: 'create', documentName: 'ChatMessage', data: [data], keepId: true };
}
