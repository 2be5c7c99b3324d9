import type { Command } from '../../encounter/command';
import type { Effect } from '../../encounter/effect';
import type { Encounter } from '../../encounter/state';
import type { PersonAsk } from '../../kernel/ask';
import { type Entry, TRANSCRIPT_VERSION } from '../../kernel/transcript';
import type { Adapter } from '../adapter';
import { type CombatSystem, combatSystem, type HistoryStep, type OpenExchange } from '../documents/systems';
import { type BatchOperation, deletion, modifyBatch, replacement } from '../v14';
import { operationsFor } from './operations';

/** Steps that can still be rewound; older ones are forgotten in the same write that adds a new one. */
export const KEPT_STEPS = 100;

/** Called on every client when a step has arrived whole: what goes on by itself waits for it. */
export const STEP_HOOK = 'cadence.step';

/** One client, until it reloads. Two tabs of one game master are two. */
export const CLIENT_ID = foundry.utils.randomID();

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
  /** The request it answers; deleting it in the same write is what makes an answer count once. */
  readonly request: ChatMessage.Implementation | null;
  readonly user: string;
}

/** Writes a step: everything of it or nothing, the Combat last, so that what follows its step number never sees half of it. */
export async function commit(step: Step): Promise<void> {
  const { combat, adapter, encounter, effects, command, goesOn, waitsFor, request } = step;
  const system = combatSystem(combat);
  const number = system.step + 1;
  const exchange = goesOn?.exchange ?? number;
  const card = goesOn?.card ?? foundry.utils.randomID();
  const open: OpenExchange | null = waitsFor && { exchange, card, asks: [{ key: `${number}.1`, ask: waitsFor }] };
  const history: HistoryStep = {
    exchange,
    card,
    command,
    version: TRANSCRIPT_VERSION,
    entries: step.entries,
    user: step.user,
  };
  await write(number, [
    ...(request ? [deleteRequest(request)] : []),
    ...operationsFor(combat, adapter, encounter, effects),
    cardOperation(step, exchange, card),
    combatOperation(combat, encounter, {
      step: number,
      cursor: number,
      open,
      history: { ...forgotten(system), [number]: replacement(history) },
    }),
  ]);
}

// ASSUMPTION A1: deleting a message that is gone fails the whole batch, so of two referees the second commits nothing.
const deleteRequest = ({ id }: ChatMessage.Implementation): BatchOperation => ({
  action: 'delete',
  documentName: 'ChatMessage',
  ids: [id!],
});

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

/** The operation that ends every step. */
export function combatOperation(
  combat: Combat.Implementation,
  { clock }: Encounter,
  {
    step,
    cursor,
    open,
    history,
  }: Pick<CombatSystem, 'step' | 'cursor' | 'open'> & { history: Record<string, unknown> },
): BatchOperation {
  const system = {
    step,
    cursor,
    history,
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
  const combatant = combat.combatants.get(command.by);
  const names = Object.fromEntries(Object.values(encounter.fighters).map(({ id, name }) => [id, name]));
  const data = {
    _id: card,
    type: adapter.ruleset.id,
    author: game.user!.id,
    speaker: ChatMessage.getSpeaker({
      actor: combatant?.actor ?? null,
      ...(combatant?.token && { token: combatant.token }),
    }),
    // What a hidden fighter does is the game master's to know.
    whisper: combatant?.hidden ? ChatMessage.getWhisperRecipients('GM').map(({ id }) => id) : [],
    system: { combat: combat.id, exchange, version: TRANSCRIPT_VERSION, command, entries: all, names },
  };
  return { action: 'create', documentName: 'ChatMessage', data: [data], keepId: true };
}
