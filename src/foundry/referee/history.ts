import type { Exchange } from '../../encounter/exchange';
import { effectsOf } from '../../encounter/exchange';
import { rewind } from '../../encounter/history';
import { resume } from '../../encounter/play';
import type { Reason } from '../../kernel/ask';
import type { Entry } from '../../kernel/transcript';
import { type CombatSystem, cardSystem, combatSystem, type HistoryStep, type OpenExchange } from '../documents/systems';
import { encounterOf } from '../reader';
import { adapterOf } from '../registry';
import type { BatchOperation } from '../v14';
import { combatOperation, write } from './commit';
import { operationsFor } from './operations';

/** The steps in force, oldest first, with their numbers. */
export function stepsInForce({
  history,
  cursor,
}: CombatSystem): { readonly number: number; readonly step: HistoryStep }[] {
  return Object.entries(history)
    .map(([number, step]) => ({ number: Number(number), step }))
    .filter(({ number }) => number <= cursor)
    .sort((a, b) => a.number - b.number);
}

/** An exchange as recorded so far: the entries of its steps in force, one after the other. */
export function entriesOf(system: CombatSystem, exchange: number): Exchange {
  const steps = stepsInForce(system).filter(({ step }) => step.exchange === exchange);
  const first = steps[0]?.step;
  if (!first) throw new Error(`no step of exchange ${exchange} in the history`);
  return { version: first.version, command: first.command, entries: steps.flatMap(({ step }) => step.entries) };
}

/** The step a rewind would take back, or null where nothing is left to take back. */
export function lastStep(
  combat: Combat.Implementation,
): { readonly number: number; readonly step: HistoryStep } | null {
  return stepsInForce(combatSystem(combat)).at(-1) ?? null;
}

/**
 * Takes the last step back: wounds, pools, conditions, items, positions, the clock, and its card. Rewinding into an exchange reopens
 * the ask it waited at. Returns what had changed since and was left alone.
 */
export async function rewindLast(combat: Combat.Implementation): Promise<readonly Reason[]> {
  const system = combatSystem(combat);
  const adapter = adapterOf(combat.type);
  const encounter = encounterOf(combat);
  const last = lastStep(combat);
  if (!adapter || !encounter || !last) return [{ id: 'nothing-to-rewind' }];

  const { effects, leftAlone } = rewind(encounter, effectsOf(last.step.entries));
  const number = system.step + 1;
  const cursor = stepsInForce(system).at(-2)?.number ?? 0;
  const isFirst = last.step.exchange === last.number;
  const exchange = isFirst ? null : entriesOf({ ...system, cursor }, last.step.exchange);
  const open = exchange && reopened(combat, last.step, exchange, number);
  await write(number, [
    ...operationsFor(combat, adapter, encounter, effects),
    ...cardRewound(last.step.card, exchange?.entries ?? null),
    combatOperation(combat, encounter, { step: number, cursor, open, history: {} }),
  ]);
  return leftAlone;
}

/** The ask the exchange waited at before the step that is taken back. Found by replay on a copy; the present is not touched. */
function reopened(
  combat: Combat.Implementation,
  { exchange: began, card }: HistoryStep,
  exchange: Exchange,
  number: number,
): OpenExchange {
  const { ruleset } = adapterOf(combat.type)!;
  const open: OpenExchange = { exchange: began, card, asks: [] };
  const encounter = encounterOf(combat)!;
  try {
    const taken = effectsOf(lastStep(combat)!.step.entries);
    rewind(encounter, taken);
    const ask = resume(ruleset, encounter, exchange, foundry.utils.randomID).run.open;
    return ask ? { ...open, asks: [{ key: `${number}.1`, ask }] } : open;
  } catch (error) {
    return { ...open, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** A card loses the lines taken back; one that is taken back whole stays, struck through. */
function cardRewound(card: string, entries: readonly Entry[] | null): BatchOperation[] {
  const message = game.messages?.get(card);
  if (!message) return [];
  const system = entries ? { entries } : { undone: true };
  return [{ action: 'update', documentName: 'ChatMessage', updates: [{ _id: card, system }] }];
}

/** Takes the whole open exchange back, step by step. */
export async function rewindExchange(combat: Combat.Implementation): Promise<readonly Reason[]> {
  const left: Reason[] = [];
  const { open } = combatSystem(combat);
  while (open && combatSystem(combat).open?.exchange === open.exchange) left.push(...(await rewindLast(combat)));
  return left;
}

/** Ends an exchange that cannot be replayed; what it did stays, the rest is the game master's to settle by hand. */
export async function settleByHand(combat: Combat.Implementation): Promise<void> {
  const system = combatSystem(combat);
  const encounter = encounterOf(combat);
  if (!system.open || !encounter) return;
  const number = system.step + 1;
  const card = game.messages?.get(system.open.card);
  await write(number, [
    ...(card && !cardSystem(card).byHand
      ? [
          {
            action: 'update' as const,
            documentName: 'ChatMessage',
            updates: [{ _id: card.id, system: { byHand: true } }],
          },
        ]
      : []),
    combatOperation(combat, encounter, { step: number, cursor: system.cursor, open: null, history: {} }),
  ]);
}
